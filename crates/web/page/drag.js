// @ts-check
// Pointers: a short press is a tap, a longer way drags; both end in the same moves.

import { movesFrom, slideAxis, targets } from "./targets.js";

/**
 * @typedef {import("./store.js").Move} Move
 * @typedef {import("./targets.js").Spot} Spot
 * @typedef {{spot: Spot, x: number, y: number, id: number, drag: null | {moves: Move[], axis: "x" | "y" | null, pieces: SVGGraphicsElement[], dx: number, dy: number}}} Press
 */

/** A pointer that moves this many pixels drags. */
const SLOP = 8;

/** What a pointer does on a board. */
export class Drag {
  /** @type {Press | null} */
  #press = null;
  /** When a pointer was heard last. */
  lastPointer = 0;

  /** @param {any} app @param {import("./input.js").Input} input */
  constructor(app, input) {
    this.app = app;
    this.board = app.board;
    this.input = input;
    const stage = this.board.element;
    stage.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.#down(event));
    stage.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.#move(event));
    stage.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.#up(event));
    stage.addEventListener("pointercancel", () => this.abort());
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    this.lastPointer = performance.now();
    this.board.motion.skip();
    const spot = this.board.spotOf(event.target);
    if (!spot) {
      if (event.target === this.board.element || this.board.table.contains(/** @type {globalThis.Node} */ (event.target))) this.input.cancel();
      return;
    }
    this.#press = { spot, x: event.clientX, y: event.clientY, id: event.pointerId, drag: null };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    const [x, y] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.drag && Math.hypot(x, y) > SLOP) this.#lift(press);
    if (!press.drag) return;
    event.preventDefault();
    const unit = this.board.scale;
    press.drag.dx = press.drag.axis === "y" ? 0 : x / unit;
    press.drag.dy = press.drag.axis === "x" ? 0 : y / unit;
    if (press.drag.axis) this.#clamp(press);
    for (const element of press.drag.pieces) element.style.translate = `${press.drag.dx}px ${press.drag.dy}px`;
  }

  /** A slide stays between the ends of its moves. @param {Press} press */
  #clamp(press) {
    const drag = /** @type {NonNullable<Press["drag"]>} */ (press.drag);
    const from = this.board.placeBox(drag.moves[0].from);
    if (!from) return;
    const shifts = drag.moves.map((move) => this.board.placeBox(move.to)).filter(Boolean).map((box) => (drag.axis === "x" ? box.x - from.x : box.y - from.y));
    const [low, high] = [Math.min(0, ...shifts), Math.max(0, ...shifts)];
    if (drag.axis === "x") drag.dx = Math.min(high, Math.max(low, drag.dx));
    else drag.dy = Math.min(high, Math.max(low, drag.dy));
  }

  /** @param {Press} press */
  #lift(press) {
    const scene = this.app.game?.node.scene;
    if (!scene || this.board.scene !== scene) return;
    const all = movesFrom(scene, press.spot);
    const lead = all.find((move) => move.piece === press.spot.piece?.id) ?? all[0];
    if (!lead) return;
    const moves = all.filter((move) => move.piece === lead.piece);
    const load = this.board.load(lead);
    this.input.cancel();
    this.#press = press;
    this.board.mark(load, press.spot.key, targets(scene, moves).keys());
    const pieces = load.map((/** @type {string} */ id) => this.board.pieceElement(id)).filter(Boolean);
    if (pieces.length === 0) return;
    for (const element of pieces) element.classList.add("dragged");
    // What is dragged is drawn last, above everything.
    for (const element of pieces) element.parentNode.append(element);
    press.drag = { moves, axis: slideAxis(scene, moves), pieces, dx: 0, dy: 0 };
    this.board.element.setPointerCapture(press.id);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    this.lastPointer = performance.now();
    this.#press = null;
    if (!press.drag) return void this.input.tap(press.spot);
    const scene = this.app.game?.node.scene;
    const moves = this.#drop(press, event);
    if (moves.length === 0 || !scene) {
      this.#settle(press);
      return;
    }
    this.input.turn(() => this.input.choose(moves, press.spot)).then(() => this.#settle(press));
  }

  /** The moves that a drop means: those to the place under the pointer, otherwise those whose landing the piece covers most. @param {Press} press @param {PointerEvent} event */
  #drop(press, event) {
    const drag = /** @type {NonNullable<Press["drag"]>} */ (press.drag);
    const scene = this.app.game.node.scene;
    const over = document.elementsFromPoint(event.clientX, event.clientY).map((element) => this.board.spotOf(element)).find((spot) => spot && spot.place.id !== press.spot.place.id);
    const goal = !drag.axis && over && targets(scene, drag.moves).get(over.place.id);
    if (goal) return goal;
    const own = this.board.pieceBox(drag.moves[0].piece);
    if (!own) return [];
    /** @type {Move[]} */
    let best = [];
    let most = 0.3;
    for (const move of drag.moves) {
      const box = this.board.landing(move);
      if (!box) continue;
      const shift = drag.axis ? { x: drag.dx, y: drag.dy } : { x: 0, y: 0 };
      const at = drag.axis ? this.#slid(move, shift) : Math.max(0, 1 - Math.abs(box.x - own.x) / box.width) * Math.max(0, 1 - Math.abs(box.y - own.y) / Math.max(box.height, 1));
      if (at > most) [best, most] = [[move], at];
      else if (at === most && best.length > 0) best.push(move);
    }
    return best;
  }

  /** How near a slide came to the end of a move: 1 is there. @param {Move} move @param {{x: number, y: number}} shift */
  #slid(move, shift) {
    const from = this.board.placeBox(move.from);
    const to = this.board.placeBox(move.to);
    if (!from || !to) return 0;
    return 1 - Math.hypot(to.x - from.x - shift.x, to.y - from.y - shift.y) / Math.max(from.width, from.height);
  }

  /** Lets what was dragged go back to its place. @param {Press} press */
  #settle(press) {
    for (const element of press.drag?.pieces ?? []) {
      element.style.translate = "";
      element.classList.remove("dragged");
    }
    if (press.drag && press.drag.pieces.some((element) => element.isConnected)) {
      this.input.cancel();
      const scene = this.board.scene;
      if (scene) this.board.show(scene);
    }
  }

  /** Ends a drag without a move. */
  abort() {
    const press = this.#press;
    this.#press = null;
    if (press?.drag) this.#settle(press);
  }
}
