// @ts-check
// What is said: one polite live region, short notices for eyes, names of spots, and the table in words.

import { el } from "./dom.js";
import { pieceOf, placeOf } from "./targets.js";

/**
 * @typedef {import("./store.js").Scene} Scene
 * @typedef {import("./targets.js").Spot} Spot
 * @typedef {(key: string, values?: Record<string, unknown>) => string} Text
 */

/**
 * A spot in full: "five of diamonds, column 3, 4 of 6".
 * @param {Text} text
 * @param {Spot} spot
 */
export function describeSpot(text, { place, piece, index }) {
  if (!piece) {
    if (place.pieces.length === 0) return text("empty-place", { place: place.name });
    return text("face-down-place", { place: place.name, count: place.pieces.length });
  }
  if (place.pieces.length === 1) return text("single-piece", { piece: piece.name, place: place.name });
  return text("piece-in-pile", { piece: piece.name, place: place.name, index: index + 1, of: place.pieces.length });
}

/**
 * A move in words: the puzzle's own, or the piece and the place.
 * @param {Text} text
 * @param {Scene} scene the position before it
 * @param {string} move
 * @param {Scene} [after] the position after it, which may show more
 */
export function describeMove(text, scene, move, after = scene) {
  const info = scene.moves.find((each) => each.text === move);
  if (!info) return move;
  if (info.words) return spellOut([scene, after], info.words);
  const piece = pieceOf(scene, info.piece);
  const place = placeOf(scene, info.to);
  const name = piece && !piece.down ? piece.name : placeOf(scene, info.from)?.name ?? info.from;
  return text("moved", { piece: name, place: place?.name ?? info.to });
}

/**
 * Words with the names of cards in full; other pieces are short enough.
 * @param {Scene[]} scenes that show the cards
 * @param {string} words
 */
export function spellOut(scenes, words) {
  const names = new Map(scenes.flatMap((scene) => scene.view.places).flatMap((place) => place.pieces).filter((piece) => piece.ink === "red" || piece.ink === "black").map((piece) => [piece.id, piece.name]));
  return words.replace(/\b[\w-]+\b/g, (word) => names.get(word) ?? word);
}

/**
 * The table in words, a place a sentence; empty places of a kind are counted.
 * @param {Text} text
 * @param {Scene} scene
 */
export function describeTable(text, scene) {
  const covered = scene.view.places.filter((place) => !place.solid);
  const sentences = [];
  /** @type {Map<string, number>} */
  const empty = new Map();
  for (const place of covered) {
    if (place.pieces.length === 0) {
      empty.set(place.kind, (empty.get(place.kind) ?? 0) + 1);
      continue;
    }
    const down = place.pieces.filter((piece) => piece.down).length;
    const up = place.pieces.filter((piece) => !piece.down);
    const seen = place.spread === "stack" ? up.slice(-1) : up;
    const parts = [];
    if (down > 0) parts.push(text("face-down", { count: down }));
    parts.push(...seen.map((piece) => piece.name));
    sentences.push(text("table-place", { place: place.name, pieces: parts.join(", ") }));
  }
  for (const [kind, count] of empty) sentences.push(text("table-empty", { count, kind }));
  sentences.push(text("table-moves", { count: scene.moves.length }));
  return sentences.join(" ");
}

/** The live region and the notices. */
export class Speech {
  #last = "";
  #timer = 0;

  /**
   * @param {HTMLElement} live
   * @param {HTMLElement} notices
   */
  constructor(live, notices) {
    this.live = live;
    this.notices = notices;
  }

  /**
   * Says a text; the same text twice is said twice.
   * @param {string} text
   */
  say(text) {
    this.live.textContent = text === this.#last ? `${text}\u00a0` : text;
    this.#last = this.live.textContent ?? "";
  }

  /**
   * Says a text and shows it for a while.
   * @param {string} text
   * @param {"note" | "error"} kind
   */
  notice(text, kind = "note") {
    this.say(text);
    clearTimeout(this.#timer);
    this.notices.replaceChildren(el("p", { class: `notice ${kind}` }, text));
    this.#timer = window.setTimeout(() => this.notices.replaceChildren(), Math.min(9000, 2500 + 45 * text.length));
  }
}
