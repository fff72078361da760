// @ts-check
// The running verdict: whether the position can be won, and how far it is. It is computed in the background and never blocks play.

import { el } from "./dom.js";
import { Hints, afterMove } from "./hints.js";
import { fill } from "./panel.js";
import { searchesOf } from "./searches.js";
import { describeMove } from "./speech.js";
import { SHAPES, choiceWords, verdictWords } from "./words.js";

/** Milliseconds for which the verdict of the position before stays. */
const CALM = 500;

/** @type {WeakMap<object, Hints>} */
const shared = new WeakMap();

/**
 * What the engines say about the current position: one object for all panels.
 * @param {any} app
 */
export function hintsOf(app) {
  const found = shared.get(app);
  if (found) return found;
  const searches = searchesOf(app);
  const hints = new Hints((request, signal) => searches.askQuietly(request, signal));
  shared.set(app, hints);
  const follow = () => {
    const game = app.game;
    if (!game) return hints.follow(null);
    const node = game.node;
    const target = targetOf(game, node);
    if (node.parent) {
      const before = hints.known(targetOf(game, node.parent)).all;
      const choice = before?.moves?.find((one) => one.move === node.move);
      if (choice && before) hints.teach(target, afterMove(choice, before.metric));
    }
    hints.follow(target);
  };
  app.on("game", follow);
  app.on("node", follow);
  follow();
  return hints;
}

/** @param {any} game @param {any} node */
export function targetOf(game, node) {
  const { position, solved, hidden } = node.scene;
  return { puzzle: game.puzzle, position, solved, hidden: Boolean(hidden) };
}

/**
 * The legal move that a move of a solution begins with: a solution may write several as one.
 * @param {{moves: {text: string}[]}} scene
 * @param {string | null | undefined} move
 */
export function legalMove(scene, move) {
  if (!move) return undefined;
  const found = scene.moves.find((one) => one.text === move) ?? scene.moves.find((one) => move.startsWith(one.text));
  return found?.text;
}

/** @param {any} app */
export function mount(app) {
  app.settings.define({ key: "verdict", label: "verdict.setting", type: "flag", default: true });
  app.panels.add({ id: "verdict", title: app.text("verdict.title"), order: 10, pinned: true, mount: (/** @type {HTMLElement} */ box) => mountPanel(box, app) });
}

/** @param {HTMLElement} box @param {any} app */
function mountPanel(box, app) {
  const hints = hintsOf(app);
  const text = app.text;
  const line = el("p", { class: "verdict" });
  const note = el("p", { class: "hint-note", hidden: true });
  box.append(line, note);
  let wantsHint = false;
  /** The position that the line is about, and when it came. @type {unknown} */
  let seen = null;
  let changed = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let calm;

  const words = () => {
    const game = app.game;
    return verdictWords(text, game.about, hints.known().hint, game.node.scene.solved);
  };

  const sayVerdict = () => {
    if (!app.game) return;
    const { short, more } = words();
    const thinking = hints.isThinking ? text("verdict.thinking") : "";
    app.say([short, more, thinking].filter(Boolean).join(", "));
  };

  const draw = () => {
    const shows = app.settings.get("verdict");
    line.hidden = !app.game || !shows;
    if (!app.game) return;
    if (seen !== hints.target) change();
    const { state, short, more } = words();
    const isFirst = hints.isThinking && state === "unknown";
    // The old words stay for a moment, pale: most answers come so soon that the line would flicker.
    const isStale = isFirst && performance.now() - changed < CALM && line.childElementCount !== 0;
    line.classList.toggle("stale", isStale);
    if (isStale) return;
    line.dataset.state = isFirst ? "thinking" : state;
    line.title = hints.error?.message ?? "";
    fill(
      line,
      el("span", { class: "shape", "aria-hidden": "true" }, isFirst ? "…" : SHAPES[state]),
      el("strong", {}, isFirst ? text("verdict.first") : short),
      hints.error ? el("span", { class: "more error" }, text("verdict.error", { message: hints.error.message })) : more && !isFirst ? el("span", { class: "more" }, more) : null,
      el("span", { class: "spinner", hidden: !hints.isThinking, title: text("verdict.thinking") }),
    );
    if (wantsHint) showHint();
  };

  /** Shows the best move as an arrow, and says why. */
  const showHint = () => {
    const { hint, all } = hints.known();
    const scene = app.game.node.scene;
    const best = legalMove(scene, hint?.best ?? all?.best ?? all?.moves?.find((one) => one.best)?.move);
    if (!best && hints.isThinking) return void tell(text("hint.thinking"), false);
    wantsHint = false;
    hints.wants({ best: false });
    if (scene.solved) return void tell(text("hint.solved"));
    if (!best) return void tell(noHint(hint));
    const named = describeMove(text, scene, best);
    const choice = all?.moves?.find((one) => one.move === best);
    const { short, more } = words();
    const why = choice ? choiceWords(text, app.game.about, all?.metric, choice) : [short.toLowerCase(), more].filter(Boolean).join(", ");
    app.board.arrows([{ move: best, rank: 1, label: best }]);
    tell(text("hint.best", { move: named === best ? best : `${best} (${named})`, why }));
  };

  /** @param {import("./words.js").Hint | null} hint */
  const noHint = (hint) => {
    if (hints.error) return text("verdict.error", { message: hints.error.message });
    return text(hint?.outcome === "unsolvable" ? "hint.lost" : app.game.hidden ? "hint.noneHidden" : "hint.none");
  };

  /** @param {string} words @param {boolean} aloud */
  const tell = (words, aloud = true) => {
    note.hidden = false;
    note.textContent = words;
    if (aloud) app.say(words);
  };

  const forget = () => {
    wantsHint = false;
    if (hints.want.best) hints.wants({ best: false });
    note.hidden = true;
  };

  /** Another position is on the board. */
  const change = () => {
    seen = hints.target;
    changed = performance.now();
    clearTimeout(calm);
    calm = setTimeout(draw, CALM + 10);
    forget();
  };
  hints.on(draw);
  const choose = () => hints.wants({ verdict: app.settings.get("verdict") });
  app.settings.on("verdict", choose);
  choose();
  draw();

  app.toolbar.add({
    id: "hint",
    label: text("hint.label"),
    key: "h",
    order: 30,
    run: () => {
      wantsHint = true;
      hints.wants({ best: true });
      if (app.game) showHint();
    },
    enabled: () => Boolean(app.game),
  });
  app.keys.add({ key: "v", label: text("verdict.say"), run: sayVerdict });
}
