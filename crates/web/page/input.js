// @ts-check
// One model for pointer, touch, keyboard and screen reader: choose a source, choose a target.

import { el } from "./dom.js";
import { bestMove, directMove, movesFrom, nearest, placeOf, slideAxis, targets } from "./targets.js";

/**
 * @typedef {import("./store.js").Move} Move
 * @typedef {import("./targets.js").Spot} Spot
 * @typedef {{spot: Spot, moves: Move[], goals: Map<string, Move[]>, position: string, time: number}} Chosen
 * @typedef {{spot: Spot, x: number, y: number, id: number, drag: null | {moves: Move[], axis: "x" | "y" | null, pieces: SVGGraphicsElement[], dx: number, dy: number}}} Press
 */

/** A second tap within this many milliseconds is a double tap. */
const DOUBLE = 450;
/** A pointer that moves this many pixels drags. */
const SLOP = 8;

/** Turns taps, keys and drags on a board into moves. */
export class Input {
  /** What is picked up. @type {Chosen | null} */
  chosen = null;
  /** @type {Press | null} */
  #press = null;
  /** Taps wait for the one before. @type {Promise<unknown>} */
  #last = Promise.resolve();
  #lastPointer = 0;

  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.board = app.board;
    const list = this.board.list;
    const stage = this.board.element;
    stage.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.#down(event));
    stage.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.#move(event));
    stage.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.#up(event));
    stage.addEventListener("pointercancel", () => this.#abort());
    list.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      // Keys and screen readers click without a pointer; pointers were heard before.
      if (performance.now() - this.#lastPointer < 700 && event.detail !== 0) return;
      const spot = this.board.spotOf(event.target);
      if (spot) this.tap(spot, true);
    });
    list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#key(event));
    list.addEventListener("focusin", (/** @type {FocusEvent} */ event) => {
      const spot = this.board.spotOf(event.target);
      if (spot) this.board.moveTo(spot.key, false);
    });
    // Another size of the window does not put down what is picked up.
    this.board.on("drawn", () => { if (this.chosen && this.board.scene?.position === this.chosen.position) this.#mark(); });
    app.on("node", () => this.cancel());
    app.on("game", () => this.cancel());
  }

  /** Puts down what is picked up. */
  cancel() {
    this.#abort();
    this.chosen = null;
    this.board.mark([], null, []);
  }

  /**
   * A tap on what was there when it happened; it takes its turn after earlier taps and their moves.
   * @param {Spot} spot
   * @param {boolean} isKey whether it came from a key or a screen reader
   */
  tap(spot, isKey = false) {
    const time = performance.now();
    this.board.motion.skip();
    return this.#turn(() => this.#tap(spot, isKey, time));
  }

  /** @param {() => unknown} action */
  #turn(action) {
    const result = this.#last.then(action);
    this.#last = result.catch((error) => this.app.fail(error));
    return this.#last;
  }

  /** @param {Spot} spot @param {boolean} isKey @param {number} time */
  async #tap(spot, isKey, time) {
    const { app, board } = this;
    const scene = app.game?.node.scene;
    if (!scene || board.scene !== scene) return;
    // The same piece may lie elsewhere by now: a tap means the piece, and a place where there was none.
    const now = board.spots.find((/** @type {Spot} */ each) => each.key === spot.key) ?? (spot.piece ? board.spots.find((/** @type {Spot} */ each) => each.piece?.id === spot.piece?.id) : board.lastSpot(spot.place.id));
    if (!now) return;
    const chosen = this.chosen;
    if (chosen && chosen.position === scene.position) {
      if (chosen.spot.key === now.key) {
        const best = isKey || time - chosen.time < DOUBLE ? bestMove(scene, chosen.moves, app.hintMove?.() ?? null) : null;
        this.cancel();
        return best ? this.#play(best) : app.say(app.text("put-down"));
      }
      const goal = chosen.goals.get(now.place.id);
      if (goal) {
        this.cancel();
        return this.#choose(goal, now);
      }
      this.cancel();
      if (movesFrom(scene, now).length === 0 || now.place.id === chosen.spot.place.id) return isKey ? app.say(app.text("put-down")) : undefined;
    }
    const direct = directMove(scene, now);
    if (direct) return this.#play(direct);
    this.#pick(now, time, isKey);
  }

  /** @param {Spot} spot @param {number} time @param {boolean} isKey */
  #pick(spot, time, isKey) {
    const { app, board } = this;
    const scene = app.game.node.scene;
    const moves = movesFrom(scene, spot);
    if (moves.length === 0) {
      board.button(spot.key)?.animate(app.motionTime() ? [{ translate: "0" }, { translate: "-3px" }, { translate: "3px" }, { translate: "0" }] : [], { duration: 160 });
      return app.say(app.text("no-move-here", { what: board.words.describe(spot, scene) }));
    }
    const goals = targets(scene, moves);
    this.chosen = { spot, moves, goals, position: scene.position, time };
    this.#mark();
    board.moveTo(spot.key, isKey);
    const names = [...goals.keys()].map((id) => placeOf(scene, id)?.name ?? id);
    if (isKey) app.say(app.text("picked", { piece: spot.piece?.name ?? spot.place.name, count: names.length, places: names.slice(0, 8).join("; ") }));
  }

  #mark() {
    const { spot, moves, goals } = /** @type {Chosen} */ (this.chosen);
    const lead = moves.find((move) => move.piece === spot.piece?.id) ?? moves[0];
    this.board.mark(this.board.load(lead), spot.key, goals.keys());
  }

  /**
   * Plays the only move, or asks which.
   * @param {Move[]} moves
   * @param {Spot} spot
   */
  async #choose(moves, spot) {
    if (moves.length === 1) return this.#play(moves[0]);
    const move = await this.app.chooseMove(moves, this.board.button(spot.key));
    if (move) return this.#play(move);
  }

  /** @param {Move} move */
  async #play(move) {
    this.cancel();
    await this.app.playMove(move.text, this.app.game.node);
    const spot = this.board.lastSpot(move.to);
    if (spot) this.board.moveTo(spot.key, this.board.list.contains(document.activeElement));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    this.#lastPointer = performance.now();
    this.board.motion.skip();
    const spot = this.board.spotOf(event.target);
    if (!spot) {
      if (event.target === this.board.element || this.board.table.contains(/** @type {globalThis.Node} */ (event.target))) this.cancel();
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
    this.cancel();
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
    this.#lastPointer = performance.now();
    this.#press = null;
    if (!press.drag) return void this.tap(press.spot);
    const scene = this.app.game?.node.scene;
    const moves = this.#drop(press, event);
    if (moves.length === 0 || !scene) {
      this.#settle(press);
      return;
    }
    this.#turn(() => this.#choose(moves, press.spot)).then(() => this.#settle(press));
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
      this.cancel();
      const scene = this.board.scene;
      if (scene) this.board.show(scene);
    }
  }

  #abort() {
    const press = this.#press;
    this.#press = null;
    if (press?.drag) this.#settle(press);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey) return;
    if (event.key === "Escape" && this.chosen) {
      event.preventDefault();
      event.stopPropagation();
      this.cancel();
      return this.app.say(this.app.text("put-down"));
    }
    const { board } = this;
    const here = board.spots.find((/** @type {Spot} */ spot) => spot.key === board.at);
    if (!here) return;
    let next = null;
    if (event.key === "Home") next = board.spots[0];
    else if (event.key === "End") next = board.spots.at(-1);
    else if (event.key.startsWith("Arrow")) next = this.#arrow(here, /** @type {any} */ (event.key), event.ctrlKey || event.shiftKey);
    else return;
    event.preventDefault();
    if (next) board.moveTo(next.key);
  }

  /**
   * Up and down go through a fanned pile first; otherwise arrows go to the last piece of the nearest place. While a piece is picked up, they go through its targets.
   * @param {Spot} here
   * @param {"ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown"} key
   * @param {boolean} byPlace whether pieces of the same pile are passed over
   * @returns {Spot | null}
   */
  #arrow(here, key, byPlace) {
    const { board, chosen } = this;
    if (chosen && !byPlace) {
      // With a piece in hand, arrows go from target to target.
      /** @type {Spot[]} */
      const goals = board.spots.filter((/** @type {Spot} */ spot) => spot !== here && (spot.key === chosen.spot.key || (chosen.goals.has(spot.place.id) && board.lastSpot(spot.place.id) === spot)));
      const goal = nearest(board.centre(here), goals.map((spot) => board.centre(spot)), key, 20);
      return goals[goal] ?? null;
    }
    const along = here.place.spread === "right" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const pile = board.spots.filter((/** @type {Spot} */ spot) => spot.place.id === here.place.id);
    const beside = pile[pile.indexOf(here) + (key === along[0] ? -1 : key === along[1] ? 1 : Number.NaN)];
    if (beside && !byPlace) return beside;
    /** @type {Spot[]} */
    const others = board.spots.filter((/** @type {Spot} */ spot) => spot.place.id !== here.place.id && board.lastSpot(spot.place.id) === spot);
    const centre = (/** @type {Spot} */ spot) => {
      // Piles are compared where they begin, so that their height does not matter.
      const first = board.spots.find((/** @type {Spot} */ each) => each.place.id === spot.place.id);
      return spot.place.spread === "down" ? board.centre(first) : board.centre(spot);
    };
    const index = nearest(centre(here), others.map(centre), key);
    return index < 0 ? null : others[index];
  }
}

/**
 * A small menu of moves between the same piece and place.
 * @param {any} app
 * @param {Move[]} moves
 * @returns {Promise<Move | null>}
 */
export function chooseMove(app, moves) {
  const list = el("div", { class: "choices" });
  return app.openDialog({
    title: app.text("which-move"),
    body: (/** @type {(value: unknown) => void} */ close) => {
      list.append(...moves.map((move) => el("button", { type: "button", class: "button", onclick: () => close(move) }, move.words ?? move.text)));
      return list;
    },
    actions: [],
    small: true,
  });
}
