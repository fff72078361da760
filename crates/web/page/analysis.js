// @ts-check
// Every legal move with its verdict and distance, the best first, and arrows for the best three.

import { el } from "./dom.js";
import { fill } from "./panel.js";
import { describeMove } from "./speech.js";
import { hintsOf } from "./verdict.js";
import { SHAPES, choiceWords, isMeasured, metricWords } from "./words.js";

/** @typedef {import("./words.js").Choice} Choice */

/** Arrows on the board. */
const ARROWS = 3;

/**
 * The best moves that are worth an arrow: no move that is known to lose.
 * @param {Choice[]} choices the best first
 */
export function arrowsOf(choices) {
  const worth = choices.filter((choice) => choice.verdict === "wins" || choice.chance);
  return worth.slice(0, ARROWS).map((choice, at) => ({ move: choice.move, rank: at + 1, label: choice.move }));
}

/**
 * Moves that differ only in which of several empty places of a kind they go to are one entry.
 * @param {Choice[]} choices
 * @param {{moves: {text: string, piece: string, from: string, to: string}[], view: {places: {id: string, kind: string, pieces: any[]}[]}}} scene
 * @returns {{choice: Choice, same: string[]}[]}
 */
export function grouped(choices, scene) {
  /** @type {Map<string, {choice: Choice, same: string[]}>} */
  const groups = new Map();
  for (const choice of choices) {
    const move = scene.moves.find((one) => one.text === choice.move);
    const to = scene.view.places.find((place) => place.id === move?.to);
    const isAny = move && to && to.pieces.length === 0;
    const key = isAny ? JSON.stringify([move.piece, move.from, to.kind, choice.verdict, choice.distance, choice.at_most, choice.chance]) : choice.move;
    const known = groups.get(key);
    if (known) known.same.push(choice.move);
    else groups.set(key, { choice, same: [] });
  }
  return [...groups.values()];
}

/** @param {any} app */
export function mount(app) {
  const { text, settings } = app;
  settings.define({ key: "analysis", label: "analysis.setting", type: "flag", default: false });
  settings.define({ key: "arrows", label: "analysis.arrows", type: "flag", default: true });
  settings.define({ key: "exact", label: "analysis.exact", type: "flag", default: false });
  app.panels.add({ id: "analysis", title: text("analysis.title"), order: 30, mount: (/** @type {HTMLElement} */ box) => mountPanel(box, app) });
}

/** @param {HTMLElement} box @param {any} app */
function mountPanel(box, app) {
  const { text, settings } = app;
  const hints = hintsOf(app);
  const isOn = () => settings.get("analysis");
  const hasArrows = () => isOn() && settings.get("arrows");

  const toggle = (/** @type {string} */ key, /** @type {string} */ label, isMain = false) => {
    const input = el("input", { type: "checkbox", role: isMain ? "switch" : null, onchange: () => settings.set(key, input.checked) });
    const show = () => (input.checked = settings.get(key));
    settings.on(key, show);
    show();
    return el("label", { class: "switch" }, input, label);
  };
  const more = el("div", { class: "switches" }, toggle("arrows", text("analysis.arrowsShort")), toggle("exact", text("analysis.exactShort")));
  const list = el("ol", { class: "judged" });
  const note = el("p", { class: "help" });
  box.append(toggle("analysis", text("analysis.on"), true), more, list, note);

  /** The move that is pointed at, or nothing. @type {string | null} */
  let shown = null;
  let hadArrows = false;
  let drawn = "";
  const draw = () => {
    const game = app.game;
    more.hidden = !isOn();
    if (!game || !isOn()) {
      drawn = "";
      fill(list);
      note.textContent = game ? text("analysis.off") : "";
      return showArrows([]);
    }
    const { scene } = game.node;
    const all = hints.known().all;
    const judged = all?.moves ?? [];
    const choices = 0 < judged.length ? judged : scene.moves.map((/** @type {any} */ move) => ({ move: move.text, verdict: "unknown" }));
    const state = JSON.stringify([scene.position, all === null, choices]);
    if (state !== drawn) {
      drawn = state;
      const focused = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.move : null;
      fill(list, ...grouped(choices, scene).map(({ choice, same }) => el("li", {}, row(game, scene, all, choice, same))));
      // Whoever goes through the list with the keyboard stays in it.
      if (focused) (list.querySelector(`[data-move="${CSS.escape(focused)}"]`) ?? list.querySelector("button"))?.focus();
    }
    note.textContent = remark(scene, all);
    showArrows(all ? arrowsOf(choices) : []);
  };

  /** @param {any} scene @param {import("./words.js").Hint | null} all */
  const remark = (scene, all) => {
    if (scene.solved) return text("analysis.solved");
    if (scene.moves.length === 0) return text("analysis.stuck");
    if (hints.error) return text("verdict.error", { message: hints.error.message });
    if (hints.isThinking) return text("verdict.thinking");
    if (all?.chance) return text("analysis.chances");
    return all ? text("analysis.metric", { metric: metricWords(app.game.about, all.metric) }) : "";
  };

  /** @param {any} game @param {any} scene @param {import("./words.js").Hint | null} all @param {Choice} choice @param {string[]} same */
  const row = (game, scene, all, choice, same) => {
    const state = isMeasured(choice.chance) && choice.verdict === "unknown" ? "chance" : choice.verdict;
    const point = () => {
      shown = choice.move;
      app.board.arrows([{ move: choice.move, rank: 1, label: choice.move }]);
      hadArrows = true;
    };
    const leave = () => {
      shown = null;
      drawArrows();
    };
    return el(
      "button",
      { type: "button", class: "choice", "data-move": choice.move, "data-state": all ? state : "thinking", onclick: () => app.playMove(choice.move, game.node).catch(app.fail), onpointerenter: point, onpointerleave: leave, onfocus: point, onblur: leave },
      el("span", { class: "shape", "aria-hidden": "true" }, all ? SHAPES[state] : "…"),
      el("span", { class: "move" }, choice.move, choice.best ? el("span", { class: "best", title: text("analysis.best") }, " ★") : null),
      el("span", { class: "state" }, all ? choiceWords(text, game.about, all.metric, choice) : ""),
      el("span", { class: "named" }, choice.words || describeMove(text, scene, choice.move), same.length === 0 ? null : text("analysis.same", { moves: same.join(", ") })),
    );
  };

  /** @type {any[]} */
  let arrows = [];
  const showArrows = (/** @type {any[]} */ wanted) => {
    arrows = wanted;
    if (shown === null) drawArrows();
  };
  const drawArrows = () => {
    const wanted = hasArrows() ? arrows : [];
    if (wanted.length === 0 && !hadArrows) return;
    hadArrows = wanted.length !== 0;
    app.board.arrows(wanted);
  };

  const forget = () => (shown = null);
  app.on("game", forget);
  app.on("node", forget);
  hints.on(draw);
  const choose = () => hints.wants({ all: isOn(), exact: isOn() && settings.get("exact") });
  settings.on("analysis", choose);
  settings.on("exact", choose);
  settings.on("arrows", draw);
  choose();
  draw();
}
