// @ts-check
// Which pieces move between two positions, and from where.

import { placeOf } from "./targets.js";

/**
 * @typedef {import("./store.js").Scene} Scene
 * @typedef {import("./store.js").Move} Move
 * @typedef {{x: number, y: number}} Point
 * @typedef {Map<string, {at: Point, element: any}>} Drawn pieces that are drawn, by id
 */

/**
 * Pieces keep their ids, so most of them are found where they were. Where ids change with the place, the piece that was on top of the place that the move leaves is the one
 * that arrives. Face-down pieces come to light, or are covered, without a motion of their own.
 * @param {Scene} old
 * @param {Scene} scene
 * @param {Drawn} before
 * @param {Drawn} after
 * @param {{move: Move | null, back: boolean, between: Point | null}} way the move that led here or, with `back`, that was taken back; `between` is the way between its places
 * @returns {{arrivals: {element: any, by: Point | null, turns: boolean}[], leaving: any[]}}
 */
export function flights(old, scene, before, after, { move, back, between }) {
  const [from, to] = move ? (back ? [move.to, move.from] : [move.from, move.to]) : [null, null];
  const pieces = (/** @type {Scene} */ each) => each.view.places.flatMap((place) => place.pieces);
  const down = new Set(pieces(old).filter((piece) => piece.down).map((piece) => piece.id));
  const up = new Set(pieces(scene).filter((piece) => !piece.down).map((piece) => piece.id));
  const there = new Set(to ? placeOf(scene, to)?.pieces.map((piece) => piece.id) : []);
  const source = from ? placeOf(old, from)?.pieces.findLast((piece) => before.has(piece.id)) : undefined;
  const gone = new Map([...before].filter(([id]) => !after.has(id)));
  const arrivals = [];
  for (const [id, { at, element }] of after) {
    const known = before.get(id) ?? (there.has(id) && source ? before.get(source.id) : undefined);
    if (known) {
      if (!before.has(id) && source) gone.delete(source.id);
      const by = { x: known.at.x - at.x, y: known.at.y - at.y };
      const turns = down.has(id) && up.has(id);
      if (turns || Math.hypot(by.x, by.y) > 0.5) arrivals.push({ element, by, turns });
    } else if (up.has(id)) arrivals.push({ element, by: there.has(id) ? between : null, turns: false });
  }
  return { arrivals, leaving: [...gone].filter(([id]) => !down.has(id)).map(([, each]) => each.element) };
}
