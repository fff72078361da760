// @ts-check
// Part of `#/make`: generated boards with their settings, as pictures to play or to print.

import { el } from "./dom.js";
import { formOf, sentence, usable } from "./forms.js";
import { section } from "./make.js";
import { generateRequest, madeWords, makingWords, randomSeed } from "./making.js";
import { button, fill, picture } from "./panel.js";
import { isAbort, searchesOf } from "./searches.js";

/** @typedef {{name: string, code: string, text: string, words?: string, grade?: string}} Made */

/** Seconds that generating may take. */
const TIME = 60;
/** Boards a page of a sheet. */
const PER_PAGE = [1, 2, 4, 6, 9, 12];
/** Settings that have an input of their own. */
const OWN = ["count", "seed"];

/** @param {import("./make.js").Context} context */
export function mountGenerate(context) {
  const { app, about, signal } = context;
  const { text } = app;
  /** @type {any[]} */
  const makers = about.makers ?? [];
  if (makers.length === 0) return section(text("generate.title", { many: about.many }), text("generate.none"));
  const maker = el("select", { id: "generate-maker", onchange: () => choose() }, ...makers.map((one, at) => el("option", { value: at }, one.name)));
  const summary = el("p", { class: "help" });
  const fields = el("div");
  let settings = formOf([]);
  const choose = () => {
    const one = makers[Number(maker.value)];
    summary.textContent = sentence(one.summary);
    const [grade, others] = [usable(one.settings).filter((field) => field.name === "grade"), usable(one.settings, [...OWN, "grade"])];
    const [first, second] = [formOf(grade, { usual: text("grade.any") }), formOf(others, { usual: text("form.usual") })];
    settings = { element: fields, values: () => ({ ...first.values(), ...second.values() }) };
    fill(fields, first.element, others.length === 0 ? null : el("details", {}, el("summary", {}, text("generate.settings")), second.element));
  };
  const count = el("input", { id: "generate-count", type: "number", min: 1, max: 48, value: 6, required: true });
  const seed = el("input", { id: "generate-seed", type: "text", inputmode: "numeric", pattern: "[0-9]+", value: randomSeed(), required: true });
  const state = el("p", { class: "help state", role: "status" });
  const start = el("button", { type: "submit", class: "button main" }, text("generate.start"));
  /** @type {AbortController | null} */
  let running = null;
  signal.addEventListener("abort", () => running?.abort());
  const cancel = button(text("solve.cancel"), () => running?.abort(), { hidden: true });
  const shelf = el("div", { class: "shelf" });

  /** Runs one request at a time. @param {(options: {signal: AbortSignal, onProgress: (progress: any) => void}) => Promise<void>} work */
  const busy = async (work) => {
    if (running) return;
    const control = new AbortController();
    running = control;
    start.disabled = true;
    cancel.hidden = false;
    state.classList.remove("error");
    state.textContent = text("make.working");
    try {
      await work({ signal: control.signal, onProgress: (progress) => (state.textContent = makingWords(text, progress)) });
    } catch (error) {
      state.textContent = isAbort(error) ? text("make.cancelled") : /** @type {Error} */ (error).message;
      state.classList.toggle("error", !isAbort(error));
    } finally {
      running = null;
      start.disabled = false;
      cancel.hidden = true;
    }
  };

  const generate = (/** @type {Event} */ event) => {
    event.preventDefault();
    void busy(async (options) => {
      const request = generateRequest({ puzzle: about.name, maker: makers.length < 2 ? null : makers[Number(maker.value)].name, settings: settings.values(), count: Number(count.value), seed: seed.value, time: TIME });
      /** @type {{made: Made[], notes?: string[]}} */
      const { made, notes = [] } = await searchesOf(app).ask(request, options);
      state.textContent = text(made.length < Number(count.value) ? "generate.fewer" : "generate.done", { count: made.length, notes: notes.join("; ") });
      seed.value = randomSeed();
      fill(shelf, ...(made.length === 0 ? [] : [gallery(made), printing(made, busy)]));
    });
  };

  /** @param {Made[]} made */
  const gallery = (made) => {
    const items = made.map((one) => {
      const open = button(text("generate.play"), () => void app.open(about.name, one.code, {}), { "aria-label": text("generate.playNamed", { name: one.name }) });
      const frame = el("div", { class: "frame" });
      app.engine.ask({ do: "svg", puzzle: about.name, position: one.code }).then(
        (/** @type {string} */ svg) => fill(frame, picture(svg, one.name)),
        () => {},
      );
      return el("li", {}, frame, el("p", {}, el("strong", {}, one.name), one.grade ? ` · ${text(`grade.${one.grade}`)}` : ""), el("p", { class: "help" }, madeWords(one.words)), open);
    });
    return el("ul", { class: "gallery" }, ...items);
  };

  /** @param {Made[]} made @param {(work: (options: any) => Promise<void>) => Promise<void>} run */
  const printing = (made, run) => {
    const title = el("input", { id: "sheet-title", type: "text", value: about.title });
    const answers = el("input", { type: "checkbox", checked: true });
    const perPage = el("select", { id: "sheet-count" }, ...PER_PAGE.map((one) => el("option", { value: one }, one)));
    perPage.value = "6";
    const print = button(text("sheet.open"), () => {
      // Opened by the click itself, so that no browser holds it for an advertisement.
      const page = window.open("print.html", "_blank");
      void run(async (options) => {
        const request = { do: "sheet", puzzle: about.name, positions: made.map((one) => one.code), title: title.value, answers: answers.checked, per_page: Number(perPage.value) };
        try {
          const sheet = await searchesOf(app).ask(request, options);
          state.textContent = "";
          if (page) send(page, sheet.text);
          else app.download(sheet.name ?? "sheet.html", "text/html", sheet.text);
        } catch (error) {
          page?.close();
          throw error;
        }
      });
    });
    return el("div", { class: "printing" }, el("h3", {}, text("sheet.title")), el("div", { class: "field" }, el("label", { for: "sheet-title" }, text("sheet.name")), title), el("div", { class: "field" }, el("label", { for: "sheet-count" }, text("sheet.perPage")), perPage), el("label", { class: "switch" }, answers, text("sheet.answers")), print);
  };

  choose();
  const form = el(
    "form",
    { onsubmit: generate },
    makers.length < 2 ? null : el("div", { class: "field" }, el("label", { for: "generate-maker" }, text("generate.maker")), maker),
    summary,
    el("div", { class: "pair" }, el("div", { class: "field" }, el("label", { for: "generate-count" }, text("generate.count")), count), el("div", { class: "field" }, el("label", { for: "generate-seed" }, text("generate.seed")), seed)),
    fields,
    el("div", { class: "row buttons" }, start, cancel),
    state,
  );
  const box = section(text("generate.title", { many: about.many }), "", form, shelf);
  box.classList.add("wide");
  return box;
}

/** Sends a sheet to its page, as soon as that listens. @param {Window} page @param {string} sheet */
function send(page, sheet) {
  const give = () => page.postMessage({ sheet }, location.origin);
  addEventListener("message", function hear(event) {
    if (event.source !== page || event.origin !== location.origin) return;
    removeEventListener("message", hear);
    give();
  });
  // It may listen already.
  give();
}
