// @ts-check
// Review of the played game: what each move did, the first losing move, and what would have won.

import { el } from "./dom.js";
import { addLine } from "./lines.js";
import { button, fill, shaped } from "./panel.js";
import { CELL_SHAPES, cellsOf, lineWords, playedLine, summaryOf, winningLine } from "./reviewing.js";
import { isAbort, searchesOf } from "./searches.js";
import { hintsOf, targetOf } from "./verdict.js";
import { progressWords } from "./words.js";

/** Seconds that a review may take. */
const TIME = 30;

/** @param {any} app */
export function mount(app) {
  const { text } = app;
  app.panels.add({ id: "review", title: text("review.title"), order: 50, mount: (/** @type {HTMLElement} */ box) => mountPanel(box, app) });
  app.toolbar.add({
    id: "review",
    label: text("review.label"),
    icon: "review",
    key: "w",
    order: 32,
    run: () => {
      app.panels.show("review");
      app.emit("review");
    },
    enabled: () => Boolean(app.game && (app.game.node.parent || 0 < app.game.node.children.length)),
  });
}

/** @param {HTMLElement} box @param {any} app */
function mountPanel(box, app) {
  const { text } = app;
  /** @type {AbortController | null} */
  let running = null;
  /** The nodes of the buttons in the strip. @type {WeakMap<Element, any>} */
  const cells = new WeakMap();
  const progress = el("p", { class: "help progress" });
  const busy = el("div", { class: "searching", hidden: true }, el("span", { class: "spinner" }), progress, button(text("solve.cancel"), () => running?.abort()));
  const result = el("div", { class: "result" });
  const start = button(text("review.start"), () => void begin(), { class: "button main" });
  const exact = el("input", { type: "checkbox" });
  const options = el("label", { class: "switch" }, exact, text("review.distances"));
  box.append(busy, result, el("p", { class: "help" }, text("review.what")), options, start);

  const begin = async () => {
    const game = app.game;
    if (!game || running) return;
    const nodes = playedLine(game.path());
    if (nodes.length === 0) return void tell(text("review.nothing"));
    if (!game.hidden) return run(game, nodes, game.root.scene.position);
    const isOver = game.node.scene.solved || game.node.scene.moves.length === 0;
    if (!isOver && !(await confirmReveal())) return;
    try {
      const { start: code, moves } = await app.engine.ask({ do: "reveal", puzzle: game.puzzle, position: nodes[nodes.length - 1].scene.position });
      await app.open(game.puzzle, `${code}/${moves.join(".")}`, { rules: {}, hidden: false });
      app.panels.show("review");
      const opened = app.game;
      await run(opened, playedLine(opened.path()), opened.root.scene.position);
    } catch (error) {
      fail(/** @type {Error} */ (error));
    }
  };

  const confirmReveal = async () => {
    const answer = await app.openDialog({
      title: text("review.revealTitle"),
      body: el("p", {}, text("review.revealBody")),
      actions: [
        { label: text("review.keep") },
        { label: text("review.reveal"), value: true, kind: "main" },
      ],
    });
    return answer === true;
  };

  /** @param {any} game @param {any[]} nodes @param {string} position */
  const run = async (game, nodes, position) => {
    const control = new AbortController();
    running = control;
    busy.hidden = false;
    start.disabled = true;
    fill(result);
    progress.textContent = text("review.running", { count: nodes.length });
    app.say(progress.textContent);
    try {
      const request = { do: "review", puzzle: game.puzzle, position, moves: nodes.map((node) => node.move), distances: exact.checked, limits: { time: TIME } };
      const onProgress = (/** @type {any} */ at) => (progress.textContent = progressWords(text, at));
      const review = await searchesOf(app).ask(request, { signal: control.signal, onProgress });
      if (app.game === game) show(game, nodes, review);
    } catch (error) {
      if (isAbort(error)) tell(text("review.cancelled"));
      else fail(/** @type {Error} */ (error));
    } finally {
      running = null;
      busy.hidden = true;
      start.disabled = false;
    }
  };

  /** @param {string} words */
  const tell = (words) => {
    fill(result, el("p", { class: "help" }, words));
    app.say(words);
  };

  /** @param {Error} error */
  const fail = (error) => {
    fill(result, el("p", { class: "error", role: "alert" }, error.message));
    app.say(error.message);
  };

  /** @param {any} game @param {any[]} nodes @param {import("./reviewing.js").Review} review */
  const show = (game, nodes, review) => {
    const about = game.about;
    const done = cellsOf(text, about, review);
    const summary = summaryOf(text, about, review);
    mark(game, nodes, done);
    teach(game, nodes, review);
    const strip = el("ol", { class: "strip", "aria-label": text("review.strip") }, ...done.map((cell, at) => stripCell(game, nodes[at], cell)));
    const kinds = [...new Set(done.map((cell) => cell.kind))];
    const legend = el("p", { class: "legend help" }, ...kinds.map((kind) => shaped(CELL_SHAPES[kind], text(`review.legend.${kind}`))));
    fill(result, el("p", { class: "answer", "data-kind": review.result }, summary), strip, legend, ...better(game, nodes, review));
    if (review.stop) result.append(el("p", { class: "help" }, text("review.stopped", { limit: text(`stop.${review.stop}`) })));
    follow();
    app.say(summary);
  };

  /** @param {any} game @param {any} node @param {import("./reviewing.js").Cell} cell */
  const stripCell = (game, node, cell) => {
    const go = el("button", { type: "button", class: "cell", "data-kind": cell.kind, title: cell.words, "aria-label": cell.words, onclick: () => void game.goTo(node) }, CELL_SHAPES[cell.kind]);
    cells.set(go, node);
    return el("li", {}, go);
  };

  /** @param {any} game @param {any[]} nodes @param {import("./reviewing.js").Cell[]} cells */
  const mark = (game, nodes, cells) => {
    const marks = new Map();
    cells.forEach((cell, at) => {
      const verdict = { kept: "wins", lost: "loses", after: "after", wasted: "wasted", unknown: "unknown" }[cell.kind];
      if (nodes[at]) marks.set(nodes[at], { verdict, note: cell.words });
    });
    game.markPath(marks);
  };

  /** What the review knows, the verdict line knows too. @param {any} game @param {any[]} nodes @param {import("./reviewing.js").Review} review */
  const teach = (game, nodes, review) => {
    const hints = hintsOf(app);
    review.moves.forEach((one, at) => {
      if (!nodes[at] || one.verdict === "unknown" || (at === nodes.length - 1 && review.rest)) return;
      const hint = one.verdict === "wins" ? { outcome: "solved", metric: review.metric, distance: one.distance } : { outcome: "unsolvable", metric: review.metric };
      hints.teach(targetOf(game, nodes[at]), hint);
    });
    const last = nodes[nodes.length - 1];
    if (last && review.rest) hints.teach(targetOf(game, last), { outcome: "solved", metric: review.metric, at_most: review.rest.cost, distance: review.rest.optimal ? review.rest.cost : null, best: review.rest.moves[0] });
    hints.emit();
  };

  /** What would have won, and the button that plays on from there. @param {any} game @param {any[]} nodes @param {import("./reviewing.js").Review} review */
  const better = (game, nodes, review) => {
    const winning = winningLine(review);
    if (!winning) return [];
    const { after, solution } = winning;
    const from = after === 0 ? game.root : nodes[after - 1];
    const key = review.first_losing ? "review.instead" : "review.rest";
    const words = text(key, { step: after + 1, move: solution.moves[0] ?? "", length: lineWords(text, game.about, review, solution) });
    const line = el("details", {}, el("summary", {}, text("review.line")), el("p", { class: "line" }, solution.moves.join(" ")));
    const playOn = async () => {
      try {
        const added = await addLine(app, game, from, solution.moves);
        await game.goTo(from);
        app.emit("watch", game, added);
        app.say(text("review.added"));
      } catch (error) {
        fail(/** @type {Error} */ (error));
      }
    };
    return [el("p", {}, words), line, button(text("review.playOn"), () => void playOn(), { class: "button main" })];
  };

  /** Marks where the game is in the strip. */
  const follow = () => {
    result.querySelectorAll(".cell").forEach((/** @type {Element} */ cell) => {
      const isHere = cells.get(cell) === app.game?.node;
      cell.classList.toggle("here", isHere);
      if (isHere) cell.setAttribute("aria-current", "true");
      else cell.removeAttribute("aria-current");
    });
  };
  app.on("node", follow);

  const forget = () => {
    running?.abort();
    fill(result);
  };
  app.on("game", forget);
  app.on("review", () => void begin());
}
