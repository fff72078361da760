// @ts-check
// The screen of a game: board, tools, panels, clock, auto-play, and what happens at the end.

import { Board } from "./board.js";
import { Clock, writeTime } from "./clock.js";
import { el, icon } from "./dom.js";
import { Input, chooseMove } from "./input.js";
import { openNewGame } from "./newgame.js";
import { openSettings } from "./settings.js";
import { describeMove, describeSpot, describeTable } from "./speech.js";
import { Panels, Toolbar } from "./toolbar.js";

/** Milliseconds of a move, and of one in fast play. */
const MOVE = 180;
const FAST = 60;

/** The clock of each game. @type {WeakMap<object, Clock>} */
const clocks = new WeakMap();

/** @param {any} app */
export function mount(app) {
  app.board = new Board({ describe: (spot) => describeSpot(app.text, spot), label: app.text("board"), help: app.text("board-help"), target: app.text("target") });
  app.board.element.dataset.paused = app.text("paused");
  app.board.element.addEventListener("click", () => { if (app.paused) toggleClock(app); });
  app.toolbar = new Toolbar(app);
  app.panels = new Panels(app);
  app.clock = new Clock();
  app.chooseMove = (/** @type {any} */ moves) => chooseMove(app, moves);
  app.motionTime = () => motionTime(app);
  app.playMove = (/** @type {string} */ move, /** @type {any} */ at) => playMove(app, move, at);
  app.input = new Input(app);
  app.table = buildTable(app);
  addTools(app);
  watchClock(app);
  app.on("game", () => {
    app.clock.stop();
    app.clock = clocks.get(app.game) ?? new Clock();
    clocks.set(app.game, app.clock);
    const wasAtEnd = !app.end.hidden && (app.end.contains(document.activeElement) || document.activeElement === document.body);
    app.board.clear();
    hideEnd(app);
    app.board.show(app.game.node.scene);
    if (wasAtEnd && app.board.at !== null) app.board.moveTo(app.board.at);
    drawClock(app);
  });
  app.on("screen", (/** @type {string} */ screen) => {
    if (screen === "game") return;
    app.clock.stop();
    app.input.cancel();
  });
  app.on("node", (/** @type {any} */ node, /** @type {any} */ before, /** @type {string} */ how) => showNode(app, node, before, how));
}

/** @param {any} app */
function motionTime(app) {
  const setting = app.settings.get("motion");
  if (setting === "none" || (setting === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches)) return 0;
  return setting === "fast" || app.fast ? FAST : MOVE;
}

/** @param {any} app @param {any} node @param {any} before @param {string} how */
function showNode(app, node, before, how) {
  const forward = node.parent === before;
  const back = before?.parent === node;
  const [scene, text] = forward ? [before.scene, node.move] : back ? [node.scene, before.move] : [null, null];
  const move = scene?.moves.find((/** @type {any} */ each) => each.text === text) ?? null;
  const duration = how === "auto" ? Math.min(FAST * 2, app.motionTime()) : app.motionTime();
  app.settled = app.board.show(node.scene, { move, back, duration });
  const words = forward ? describeMove(app.text, before.scene, node.move, node.scene) : back ? app.text("taken-back", { move: describeMove(app.text, node.scene, before.move, before.scene) }) : app.text(node.parent ? "at-move" : "at-start", { number: node.depth });
  if (how === "auto") app.spoken = [...(app.spoken ?? []), words];
  else app.spoken = [words];
  app.say(app.spoken.join(". "));
  hideEnd(app);
  if (node.scene.solved) showEnd(app, how !== "go");
  else if (node.scene.stuck && how !== "go") app.notice(app.text("stuck"));
}

/**
 * Plays a move, and then what is safe, if that is wanted.
 * @param {any} app
 * @param {string} move
 * @param {any} [at] the node that the move is meant for
 * @param {boolean} [andSafe] whether safe moves follow
 */
async function playMove(app, move, at, andSafe = app.settings.get("autoplay")) {
  const { game } = app;
  let node = await game.play(move, { at });
  if (node && !node.scene.solved) app.clock.start();
  while (node && andSafe && node.scene.safe && app.game === game) {
    // Each move is seen, unless the player is quicker.
    if (!app.input.isWaiting) await app.settled;
    if (game.node !== node) break;
    node = await game.play(node.scene.safe, { auto: true, at: node });
  }
  return node;
}

/** @param {any} app */
function buildTable(app) {
  const time = el("button", { type: "button", class: "timer", onclick: () => toggleClock(app) });
  app.timer = time;
  app.end = el("div", { class: "end", hidden: true });
  app.typed = typedField(app);
  const middle = el("div", { class: "middle" }, app.board.element, app.end, app.typed.element);
  return el("div", { class: "game" }, app.panels.pinned, middle, el("div", { class: "under" }, app.toolbar.element, time), el("aside", { class: "side", "aria-label": app.text("panels") }, app.panels.tabs, app.panels.column));
}

/** The field for typed moves. @param {any} app */
function typedField(app) {
  const input = el("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go" });
  const error = el("p", { class: "error", role: "alert" });
  const help = el("pre", { class: "help" });
  const notation = el("details", {}, el("summary", {}, app.text("notation")), help);
  const close = () => {
    element.hidden = true;
    app.board.button(app.board.at)?.focus();
  };
  const element = el(
    "form",
    {
      class: "typed", hidden: true,
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const moves = input.value.trim().split(/[\s,;]+/).filter(Boolean);
        error.textContent = "";
        try {
          // The moves follow each other: whoever goes elsewhere meanwhile ends the line.
          for (let node = app.game.node; node && moves.length > 0; moves.shift()) {
            node = await app.playMove(moves[0], node);
            if (!node) break;
            input.value = moves.slice(1).join(" ");
          }
        } catch (problem) {
          error.textContent = /** @type {Error} */ (problem).message;
        }
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") close(); },
    },
    el("label", { for: "typed" }, app.text("typed-move")), input,
    el("button", { class: "button main", type: "submit" }, app.text("play-move")),
    el("button", { class: "plain round", type: "button", "aria-label": app.text("close"), onclick: close }, icon("close")),
    error, notation,
  );
  return {
    element,
    open: () => {
      element.hidden = false;
      help.textContent = app.game?.about.move_help ?? "";
      notation.hidden = help.textContent === "";
      error.textContent = "";
      input.focus();
    },
  };
}

/** @param {any} app */
function addTools(app) {
  const { toolbar, text } = app;
  const has = (/** @type {any} */ it) => it.game !== null;
  toolbar.add({ id: "undo", label: text("undo"), key: "u", order: 10, run: () => app.game.undo(), enabled: (/** @type {any} */ it) => it.game?.node.parent != null });
  toolbar.add({ id: "redo", label: text("redo"), key: "r", order: 11, run: () => app.game.redo(), enabled: (/** @type {any} */ it) => (it.game?.node.children.length ?? 0) > 0 });
  const safe = (/** @type {any} */ it) => Boolean(it.game?.node.scene.safe);
  toolbar.add({ id: "safe", label: text("safe"), key: "a", order: 40, run: () => playMove(app, app.game.node.scene.safe, app.game.node, true), enabled: safe, shown: safe });
  toolbar.add({ id: "restart", label: text("restart"), order: 12, place: "menu", run: () => app.game.restart(), enabled: (/** @type {any} */ it) => it.game?.node.parent != null });
  toolbar.add({ id: "new", label: text("new-game"), key: "n", order: 50, place: "head", run: () => openNewGame(app, app.game.puzzle), enabled: has });
  toolbar.add({ id: "type", label: text("type-move"), key: "/", order: 60, place: "menu", run: () => app.typed.open(), enabled: has });
  toolbar.add({ id: "read", label: text("read-table"), key: "t", order: 61, place: "menu", run: () => app.speech.say(describeTable(text, app.game.node.scene)), enabled: has });
  toolbar.add({ id: "settings", label: text("settings"), key: ",", order: 80, place: "head", run: () => openSettings(app) });
  app.keys.add({ key: "?", label: text("keys"), run: () => app.keys.open() });
}

/** @param {any} app */
function toggleClock(app) {
  if (app.clock.isRunning) app.clock.stop();
  else if (app.game && !app.game.node.scene.solved) app.clock.start();
  app.paused = !app.clock.isRunning && app.clock.elapsed > 0;
  drawClock(app);
}

/** @param {any} app */
function drawClock(app) {
  const { clock, timer } = app;
  timer.hidden = !app.settings.get("timer");
  timer.replaceChildren(icon(clock.isRunning ? "pause" : "play"), el("span", {}, writeTime(clock.elapsed)));
  timer.setAttribute("aria-label", app.text(clock.isRunning ? "pause-clock" : "start-clock", { time: writeTime(clock.elapsed) }));
  app.table.classList.toggle("paused", Boolean(app.paused) && clock.elapsed > 0 && !clock.isRunning && !app.game?.node.scene.solved);
}

/** @param {any} app */
function watchClock(app) {
  let wasRunning = false;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      wasRunning = app.clock.isRunning;
      app.clock.stop();
    } else if (wasRunning) app.clock.start();
    drawClock(app);
  });
  setInterval(() => { if (app.clock.isRunning) drawClock(app); }, 1000);
  for (const name of ["game", "node"]) app.on(name, () => { app.paused = false; drawClock(app); });
  app.settings.on("timer", () => drawClock(app));
  drawClock(app);
}

/** @param {any} app */
function hideEnd(app) {
  if (app.end.contains(document.activeElement)) app.board.button(app.board.at)?.focus();
  app.end.hidden = true;
  app.table.classList.remove("solved");
}

/** A short celebration, and what to do next. @param {any} app @param {boolean} isFresh whether the player has just got there */
function showEnd(app, isFresh) {
  const { game, clock } = app;
  clock.stop();
  drawClock(app);
  const count = game.node.depth;
  const words = app.text(clock.elapsed > 1000 && app.settings.get("timer") ? "solved-in-time" : "solved", { count, time: writeTime(clock.elapsed) });
  app.end.replaceChildren(
    el("p", {}, el("span", { class: "tick" }, "✓"), words),
    el("div", { class: "row" },
      el("button", { type: "button", class: "button main", onclick: () => app.deal(game.puzzle, { rules: game.rules, hidden: game.hidden }).catch(app.fail) }, app.text("another")),
      el("button", { type: "button", class: "button", onclick: () => app.game.restart() }, app.text("again")),
      el("button", { type: "button", class: "plain round", "aria-label": app.text("close"), onclick: () => hideEnd(app) }, icon("close"))),
  );
  app.end.hidden = false;
  app.table.classList.add("solved");
  if (!isFresh) return;
  app.spoken = [...(app.spoken ?? []), words];
  app.say(app.spoken.join(". "));
  const time = app.motionTime();
  if (time === 0) return;
  app.settled.then(() => {
    const pieces = [...app.board.holder.querySelectorAll("[data-piece]")];
    pieces.forEach((piece, index) => piece.animate([{ translate: "0 0" }, { translate: "0 -14px" }, { translate: "0 0" }], { duration: 420, delay: (600 * index) / pieces.length, easing: "ease-in-out" }));
  });
}
