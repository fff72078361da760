// @ts-check
// Solve from here, then watch: the solution becomes a branch of the tree that can be stepped through and left at any point.

import { el, icon } from "./dom.js";
import { formOf, sentence, usable } from "./forms.js";
import { Watch, addLine } from "./lines.js";
import { button, fill } from "./panel.js";
import { isAbort, searchesOf } from "./searches.js";
import { SPEEDS, describe, interval, requestOf } from "./solving.js";
import { hintsOf, targetOf } from "./verdict.js";
import { progressWords } from "./words.js";

/** Seconds that a search may take unless the user says otherwise. */
const TIME = 20;

/** @param {any} app */
export function mount(app) {
  const { text } = app;
  const bar = mountBar(app);
  app.panels.add({ id: "solve", title: text("solve.title"), order: 40, mount: (/** @type {HTMLElement} */ box) => mountPanel(box, app, bar) });
  app.toolbar.add({
    id: "solve",
    label: text("solve.label"),
    icon: "solve",
    key: "s",
    order: 31,
    run: () => {
      app.panels.show("solve");
      app.emit("solve");
    },
    enabled: () => Boolean(app.game),
  });
}

/** @param {HTMLElement} box @param {any} app @param {ReturnType<typeof mountBar>} bar */
function mountPanel(box, app, bar) {
  const { text } = app;
  /** @type {AbortController | null} */
  let running = null;
  /** @type {import("./forms.js").Form} */
  let settings = formOf([]);
  const engine = el("select", { id: "solve-engine", onchange: () => chooseEngine() });
  const summary = el("p", { class: "help", id: "solve-summary" });
  engine.setAttribute("aria-describedby", "solve-summary");
  const time = el("input", { id: "solve-time", type: "number", min: 0.1, step: "any", value: TIME, inputmode: "decimal" });
  const nodes = el("input", { id: "solve-nodes", type: "number", min: 1, step: 1, inputmode: "numeric", placeholder: text("solve.unlimited") });
  const details = el("div", { class: "fields" });
  const start = el("button", { type: "submit", class: "button main" }, text("solve.start"));
  const form = el(
    "form",
    { class: "solve-form", oninput: () => (isChosen = true), onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void solve()) },
    el("div", { class: "field" }, el("label", { for: "solve-engine" }, text("solve.engine")), engine, summary),
    el(
      "details",
      {},
      el("summary", {}, text("solve.more")),
      el("div", { class: "field" }, el("label", { for: "solve-time" }, text("solve.time")), time),
      el("div", { class: "field" }, el("label", { for: "solve-nodes" }, text("solve.nodes")), nodes),
      details,
    ),
    start,
  );
  const progress = el("p", { class: "help progress" });
  const cancel = button(text("solve.cancel"), () => running?.abort());
  const busy = el("div", { class: "searching", hidden: true }, el("span", { class: "spinner" }), progress, cancel);
  const result = el("div", { class: "result" });
  box.append(busy, result, form);

  /** @type {import("./solving.js").EngineAbout[]} */
  let engines = [];
  /** Whether the user has changed anything in the form. */
  let isChosen = false;
  const chosen = () => engines.find((one) => one.name === engine.value);
  const chooseEngine = () => {
    const one = chosen();
    summary.textContent = one ? sentence(one.summary) : "";
    settings = formOf(usable(one?.settings ?? []), { usual: text("form.usual") });
    fill(details, settings.element);
  };
  let offered = "";
  const offer = () => {
    running?.abort();
    fill(result);
    bar.leave();
    const game = app.game;
    form.hidden = !game || game.hidden;
    if (!game) return;
    if (game.hidden) fill(result, el("p", { class: "help" }, text("solve.hidden")));
    if (offered === game.puzzle) return;
    offered = game.puzzle;
    isChosen = false;
    engines = game.about.engines ?? [];
    fill(engine, ...engines.map((one) => el("option", { value: one.name }, one.name)));
    chooseEngine();
  };

  // The engine that decides positions of this puzzle is the one that solves them soonest.
  const prefer = () => {
    const name = hintsOf(app).known().hint?.engine;
    if (isChosen || running || !name || name === engine.value || !engines.some((one) => one.name === name)) return;
    engine.value = name;
    chooseEngine();
  };
  hintsOf(app).on(prefer);

  const number = (/** @type {HTMLInputElement} */ input) => (input.value.trim() === "" ? null : Number(input.value));

  const solve = async () => {
    const game = app.game;
    if (!game || game.hidden || running) return;
    const from = game.node;
    if (from.scene.solved) return void fill(result, el("p", { class: "help" }, text("hint.solved")));
    const control = new AbortController();
    running = control;
    const request = requestOf({ puzzle: game.puzzle, position: from.scene.position, engine: engine.value, settings: settings.values(), time: number(time), nodes: number(nodes) });
    busy.hidden = false;
    start.disabled = true;
    fill(result);
    progress.textContent = text("solve.searching", { engine: engine.value });
    app.say(progress.textContent);
    const begun = performance.now();
    try {
      const onProgress = (/** @type {any} */ at) => (progress.textContent = progressWords(text, at));
      const answer = await searchesOf(app).ask(request, { signal: control.signal, onProgress });
      await show(game, from, answer);
    } catch (error) {
      if (isAbort(error)) {
        const seconds = (performance.now() - begun) / 1000;
        if (app.game === game) await show(game, from, { engine: engine.value, metric: "", outcome: "limit", stop: "cancelled", seconds });
      } else {
        fail(/** @type {Error} */ (error));
      }
    } finally {
      running = null;
      busy.hidden = true;
      start.disabled = false;
    }
  };

  /** @param {Error} error */
  const fail = (error) => {
    fill(result, el("p", { class: "error", role: "alert" }, error.message));
    app.say(error.message);
  };

  /** @param {any} game @param {any} from @param {import("./solving.js").Solved} answer */
  const show = async (game, from, answer) => {
    const said = describe(text, game.about, chosen(), engines, answer);
    app.say(said.title);
    const lines = said.help.map((line) => el("li", {}, line));
    fill(result, el("p", { class: "answer", "data-kind": said.kind === "open" ? "none" : said.kind }, said.title), el("ul", { class: "help" }, ...lines));
    const hints = hintsOf(app);
    if (answer.outcome === "unsolvable") hints.teach(targetOf(game, from), { outcome: "unsolvable", metric: answer.metric, reason: answer.reason ?? undefined });
    if (!answer.moves || answer.moves.length === 0) return hints.emit();
    const nodes = await addLine(app, game, from, answer.moves);
    hints.teach(targetOf(game, from), { outcome: "solved", metric: answer.metric, distance: answer.optimal ? answer.cost : null, at_most: answer.cost, best: nodes[1]?.move });
    hints.emit();
    result.append(button(text("solve.watch"), () => bar.watch(game, nodes, true), { class: "button main" }));
    bar.watch(game, nodes, false);
  };

  app.on("game", offer);
  app.on("solve", () => void solve());
  offer();
}

/**
 * The bar below the board: play, pause, step, back, speed.
 * @param {any} app
 */
function mountBar(app) {
  const { text, settings } = app;
  /** @type {Watch | null} */
  let watch = null;
  const tool = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ run) => el("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick: run }, icon(sign));
  const back = tool("left", text("watch.back"), () => void watch?.step(-1));
  const on = tool("right", text("watch.step"), () => void watch?.step(1));
  const playing = el("button", { type: "button", class: "tool", onclick: () => (watch?.isPlaying ? watch.pause() : void watch?.play()) });
  const slider = el("input", { type: "range", min: 0, step: 1, "aria-label": text("watch.place"), oninput: () => void watch?.jump(Number(slider.value)) });
  const counter = el("span", { class: "counter" });
  const speed = el("select", { "aria-label": text("watch.speed"), title: text("watch.speed"), onchange: () => (settings.set("speed", Number(speed.value)), setSpeed()) });
  speed.append(...SPEEDS.map((one) => el("option", { value: one }, `${one}×`)));
  const leave = tool("close", text("watch.leave"), () => api.leave());
  const bar = el("div", { class: "watch", role: "group", "aria-label": text("watch.title"), hidden: true }, back, playing, on, slider, counter, speed, leave);
  app.toolbar.element.before(bar);

  const setSpeed = () => {
    const value = SPEEDS.includes(settings.get("speed")) ? settings.get("speed") : 1;
    speed.value = String(value);
    if (watch) watch.interval = interval(value);
  };

  const draw = () => {
    bar.hidden = !watch || watch.at < 0;
    if (!watch || watch.at < 0) return;
    const last = watch.nodes.length - 1;
    const label = text(watch.isPlaying ? "watch.pause" : "watch.play");
    playing.setAttribute("aria-label", label);
    playing.title = label;
    fill(playing, icon(watch.isPlaying ? "pause" : "play"));
    slider.max = String(last);
    slider.value = String(watch.at);
    counter.textContent = `${watch.at} / ${last}`;
    // A button that has the focus must not become disabled under it.
    back.setAttribute("aria-disabled", String(watch.at === 0));
    on.setAttribute("aria-disabled", String(watch.isAtEnd));
  };

  const api = {
    /** @param {any} game @param {any[]} nodes @param {boolean} starts */
    watch(game, nodes, starts) {
      watch?.pause();
      watch = new Watch(game, nodes, draw);
      setSpeed();
      if (starts) void watch.play();
      draw();
    },
    leave() {
      watch?.pause();
      watch = null;
      draw();
    },
  };
  // Whoever plays another move has left the line: the bar goes, and comes back with the line.
  app.on("node", () => (watch && watch.at < 0 && watch.isPlaying ? watch.pause() : draw()));
  app.on("watch", (/** @type {any} */ game, /** @type {any[]} */ nodes) => api.watch(game, nodes, false));
  return api;
}
