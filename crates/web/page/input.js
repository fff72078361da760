// @ts-check
// One model for pointer, touch, keyboard and screen reader: choose a source, choose a target.

import { el } from "./dom.js";
import { Drag } from "./drag.js";
import { bestMove, directMove, movesFrom, nearest, placeOf, targets } from "./targets.js";

/**
 * @typedef {import("./store.js").Move} Move
 * @typedef {import("./targets.js").Spot} Spot
 * @typedef {{spot: Spot, moves: Move[], goals: Map<string, Move[]>, position: string, time: number}} Chosen
 */

/** A second tap within this many milliseconds is a double tap. */
const DOUBLE = 450;

/** Turns taps, keys and drags on a board into moves. */
export class Input {
  /** What is picked up. @type {Chosen | null} */
  chosen = null;
  /** Taps wait for the one before. @type {Promise<unknown>} */
  #last = Promise.resolve();
  #waiting = 0;

  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.board = app.board;
    const list = this.board.list;
    this.drag = new Drag(app, this);
    list.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      // Keys and screen readers click without a pointer; pointers were heard before.
      if (performance.now() - this.drag.lastPointer < 700 && event.detail !== 0) return;
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
    this.drag.abort();
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
    return this.turn(() => this.#tap(spot, isKey, time));
  }

  /** Whether somebody waits for the move that is played now. */
  get isWaiting() {
    return this.#waiting > 0;
  }

  /** Runs an action after earlier taps and their moves. @param {() => unknown} action */
  turn(action) {
    this.#waiting++;
    const result = this.#last.then(() => {
      this.#waiting--;
      return action();
    });
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
        const best = isKey || time - chosen.time < DOUBLE ? bestMove(scene, chosen.moves, app.hintMove()) : null;
        this.cancel();
        return best ? this.#play(best) : app.say(app.text("put-down"));
      }
      const goal = chosen.goals.get(now.place.id);
      if (goal) {
        this.cancel();
        return this.choose(goal, now);
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
  async choose(moves, spot) {
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
