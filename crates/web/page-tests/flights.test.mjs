// Tests of which pieces move between two positions.

import assert from "node:assert/strict";
import test from "node:test";
import { flights } from "../page/flights.js";

/** A row of places ten units apart, each with the ids of its pieces; `-` before an id: face down. */
const scene = (...rows) => ({ view: { places: rows.map((ids, index) => ({ id: String(index), pieces: ids.map((id) => ({ id: id.replace("-", ""), down: id.startsWith("-") })) })) } });
/** What is drawn: the last piece of each place, its element being its id. */
const drawn = (it) => new Map(it.view.places.flatMap((place, index) => place.pieces.slice(-1).map((piece) => [piece.id, { at: { x: 10 * index, y: 0 }, element: piece.id }])));
const fly = (old, now, move, back = false, between = null) => flights(old, now, drawn(old), drawn(now), { move, back, between });

test("a piece that keeps its id flies from where it was", () => {
  assert.deepEqual(fly(scene(["A"], []), scene([], ["A"]), { from: "0", to: "1" }), { arrivals: [{ element: "A", by: { x: -10, y: 0 }, turns: false }], leaving: [] });
});

test("a piece that is named by its place flies too, and the one that is taken away fades", () => {
  const [before, after] = [scene(["p0"], ["p1"], []), scene([], [], ["p2"])];
  assert.deepEqual(fly(before, after, { from: "0", to: "2" }), { arrivals: [{ element: "p2", by: { x: -20, y: 0 }, turns: false }], leaving: ["p1"] });
  const undone = fly(after, before, { from: "0", to: "2" }, true);
  assert.deepEqual(undone, { arrivals: [{ element: "p0", by: { x: 20, y: 0 }, turns: false }, { element: "p1", by: null, turns: false }], leaving: [] });
});

test("a face-down piece turns on its way; those under it do not move", () => {
  const moved = fly(scene(["-B", "-A"], []), scene(["-B"], ["A"]), { from: "0", to: "1" });
  assert.deepEqual(moved, { arrivals: [{ element: "A", by: { x: -10, y: 0 }, turns: true }], leaving: [] });
});

test("a piece from nowhere comes the way of the move, others appear", () => {
  const moved = fly(scene([], [], []), scene([], ["A"], ["B"]), { from: "0", to: "1" }, false, { x: -10, y: 0 });
  assert.deepEqual(moved.arrivals, [{ element: "A", by: { x: -10, y: 0 }, turns: false }, { element: "B", by: null, turns: false }]);
});

test("nothing moves where nothing has changed", () => {
  assert.deepEqual(fly(scene(["A"]), scene(["A"]), null), { arrivals: [], leaving: [] });
});
