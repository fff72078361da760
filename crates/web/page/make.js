// @ts-check
// The page `#/make`: the daily deal, deals by difficulty, generated boards, pasted positions, sheets to print.

import { el } from "./dom.js";
import { formOf, labelOf, sentence, usable } from "./forms.js";
import { mountGenerate } from "./generate.js";
import { instanceWords, isoDate, locate, makingWords, shifted } from "./making.js";
import { button, fill } from "./panel.js";
import { isAbort, searchesOf } from "./searches.js";

/** @param {any} app */
export function mount(app) {
  const { text } = app;
  app.routes.add("make", { title: text("make.title"), mount: (/** @type {HTMLElement} */ box, /** @type {any} */ _, /** @type {string} */ rest) => mountPage(box, app, rest) });
}

/** @param {HTMLElement} box @param {any} app @param {string} rest the puzzle to begin with */
function mountPage(box, app, rest) {
  const { text } = app;
  const control = new AbortController();
  const select = el("select", { id: "make-puzzle", onchange: () => void show(select.value) });
  const head = el("div", { class: "field puzzle-choice" }, el("label", { for: "make-puzzle" }, text("make.puzzle")), select);
  const sections = el("div", { class: "sections" });
  box.append(el("div", { class: "sheet-page make" }, el("h1", {}, text("make.title")), head, sections));

  /** @param {string} name */
  const show = async (name) => {
    try {
      const about = await app.about(name);
      if (select.value !== name) return;
      const context = { app, about, signal: control.signal };
      fill(sections, daily(context), byGrade(context), paste(context), mountGenerate(context));
    } catch (error) {
      fill(sections, el("p", { class: "error", role: "alert" }, /** @type {Error} */ (error).message));
    }
  };

  fill(select, ...app.puzzles.map((/** @type {any} */ one) => el("option", { value: one.name }, one.title)));
  const first = [rest, app.game?.puzzle].find((name) => app.puzzles.some((/** @type {any} */ one) => one.name === name));
  if (first) select.value = first;
  void show(select.value);
  return () => control.abort();
}

/** @typedef {{app: any, about: any, signal: AbortSignal}} Context `about` is what the engine says about the puzzle */

/**
 * A section with a title.
 * @param {string} title
 * @param {string} what
 * @param {...any} children
 */
export function section(title, what, ...children) {
  return el("section", { class: "card" }, el("h2", {}, title), what ? el("p", { class: "help" }, what) : null, ...children);
}

/** A list of grades with `any` first, and what was chosen. @param {Context} context @param {string} id */
function grades({ app, about }, id) {
  const { text } = app;
  const names = ["easy", "medium", "hard", "expert"];
  const options = names.map((name) => el("option", { value: name }, text(`grade.${name}`)));
  const select = el("select", { id }, el("option", { value: "" }, text("grade.any")), ...options);
  const element = about.grading || about.graded ? el("div", { class: "field" }, el("label", { for: id }, text("make.grade")), select) : null;
  return { element, value: () => select.value || null };
}

/**
 * Asks for a game and puts it on the table.
 * @param {Context} context
 * @param {any} request
 * @param {any} options
 */
async function start({ app, about }, request, options) {
  app.start(await searchesOf(app).ask(request, options), about);
}

/**
 * Runs something that opens a game, with its progress, a way to cancel it, and its error.
 * @param {Context} context
 * @param {string} label
 * @param {(options: {signal: AbortSignal, onProgress: (progress: any) => void}) => Promise<unknown>} run
 */
function opener({ app, signal }, label, run) {
  const { text } = app;
  const state = el("p", { class: "help state", role: "status" });
  /** @type {AbortController | null} */
  let running = null;
  const cancel = button(text("solve.cancel"), () => running?.abort(), { hidden: true });
  const start = el("button", { type: "submit", class: "button main" }, label);
  const go = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (running) return;
    const control = new AbortController();
    running = control;
    const abort = () => control.abort();
    signal.addEventListener("abort", abort, { once: true });
    state.classList.remove("error");
    state.textContent = text("make.working");
    start.disabled = true;
    cancel.hidden = false;
    try {
      await run({ signal: control.signal, onProgress: (progress) => (state.textContent = makingWords(text, progress)) });
      state.textContent = "";
    } catch (error) {
      const isCancelled = control.signal.aborted;
      state.textContent = isCancelled ? text("make.cancelled") : /** @type {Error} */ (error).message;
      state.classList.toggle("error", !isCancelled);
    } finally {
      running = null;
      start.disabled = false;
      cancel.hidden = true;
      signal.removeEventListener("abort", abort);
    }
  };
  return { go, row: el("div", { class: "row buttons" }, start, cancel), state };
}

/** @param {Context} context */
function daily(context) {
  const { app, about } = context;
  const { text } = app;
  const today = isoDate(new Date());
  const date = el("input", { id: "daily-date", type: "date", value: today, required: true });
  const shift = (/** @type {number} */ days) => (date.value = shifted(date.value || today, days));
  const grade = grades(context, "daily-grade");
  const run = opener(context, text("daily.play"), (options) => start(context, { do: "daily", puzzle: about.name, date: date.value, grade: grade.value() }, options));
  const days = el("div", { class: "days" }, button("‹", () => shift(-1), { "aria-label": text("daily.before"), title: text("daily.before") }), date, button("›", () => shift(1), { "aria-label": text("daily.after"), title: text("daily.after") }));
  const form = el("form", { onsubmit: run.go }, el("div", { class: "field" }, el("label", { for: "daily-date" }, text("daily.date")), days), grade.element, run.row, run.state);
  return section(text("daily.title"), text("daily.what", { one: about.one }), form);
}

/** @param {Context} context */
function byGrade(context) {
  const { app, about } = context;
  const { text } = app;
  const grade = grades(context, "deal-grade");
  const winnable = el("input", { type: "checkbox", checked: true });
  const hidden = el("input", { type: "checkbox" });
  const rules = formOf(usable(about.rules ?? []), { usual: text("form.usual") });
  const run = opener(context, text("deal.play"), (options) =>
    start(context, { do: "deal", puzzle: about.name, grade: grade.value(), winnable: winnable.checked, hidden: hidden.checked, rules: rules.values() }, options),
  );
  const form = el(
    "form",
    { onsubmit: run.go },
    grade.element,
    el("label", { class: "switch" }, winnable, text("deal.winnable")),
    about.hidden ? el("label", { class: "switch" }, hidden, text("deal.hidden")) : null,
    (about.rules ?? []).length === 0 ? null : el("details", {}, el("summary", {}, text("make.rules")), rules.element),
    run.row,
    run.state,
  );
  return section(text("deal.title", { many: about.many }), about.grading ? sentence(about.grading.definition) : "", form);
}

/** @param {Context} context */
function paste(context) {
  const { app, about } = context;
  const { text } = app;
  const area = el("textarea", { id: "paste-text", rows: 7, spellcheck: "false", autocapitalize: "off", autocomplete: "off", required: true, "aria-describedby": "paste-what" });
  const rules = formOf(usable(about.rules ?? []), { usual: text("form.usual") });
  const problem = el("div", { class: "problem", role: "alert" });
  const read = async (/** @type {any} */ options) => {
    fill(problem);
    try {
      await start(context, { do: "open", puzzle: about.name, text: area.value, rules: rules.values() }, options);
    } catch (error) {
      if (isAbort(error)) throw error;
      fill(problem, ...problemOf(app, area, /** @type {any} */ (error)));
      // What is wrong is said already.
      throw new Error("");
    }
  };
  const run = opener(context, text("paste.open"), read);
  const form = el(
    "form",
    { onsubmit: run.go },
    el("div", { class: "field" }, el("label", { for: "paste-text" }, text("paste.label")), area, el("p", { class: "help", id: "paste-what" }, instanceWords(about.instance))),
    (about.rules ?? []).length === 0 ? null : el("details", {}, el("summary", {}, text("make.rules")), rules.element),
    problem,
    run.row,
    run.state,
  );
  return section(text("paste.title"), text("paste.what", { names: (about.formats ?? []).map((/** @type {any} */ one) => labelOf(one.name).toLowerCase()).join(", ") }), form);
}

/** An error with its place in the text, which is selected. @param {any} app @param {HTMLTextAreaElement} area @param {{message: string, line?: number, column?: number}} error */
function problemOf(app, area, error) {
  const place = error.line ? locate(area.value, error.line, error.column ?? 1) : null;
  if (!place) return [el("p", { class: "error" }, error.message)];
  area.focus();
  area.setSelectionRange(place.start, place.end);
  const where = app.text("paste.place", { line: error.line, column: error.column ?? 1 });
  const excerpt = el("pre", { class: "excerpt" }, el("span", { class: "number" }, `${place.number} │ `), place.before, el("mark", {}, place.at || "⏎"), place.after);
  return [el("p", { class: "error" }, `${where}: ${error.message}`), excerpt];
}
