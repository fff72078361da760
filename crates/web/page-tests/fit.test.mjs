// Tests of how a picture fits into its room.

import assert from "node:assert/strict";
import test from "node:test";
import { scaleOf, spreadOf, unite } from "../page/fit.js";

test("a picture is as large as width, height and the greatest scale allow", () => {
  const frame = { x: 0, y: 0, width: 100, height: 50 };
  assert.equal(scaleOf({ width: 200, height: 1000 }, frame, 50, 4), 2);
  assert.equal(scaleOf({ width: 900, height: 200 }, frame, 100, 4), 2);
  assert.equal(scaleOf({ width: 9000, height: 9000 }, frame, 50, 4), 4);
});

test("piles spread into spare height, up to a limit, and never shrink", () => {
  assert.equal(spreadOf(500, 400, 1000, 1), 1.1);
  assert.equal(spreadOf(5000, 400, 100, 1), 1.35);
  assert.equal(spreadOf(5000, 400, 100, 0.5), 2.1);
  assert.equal(spreadOf(300, 400, 100, 1), 1);
  assert.equal(spreadOf(5000, 400, 0, 1), 1);
});

test("frames of a game grow sideways together, and each has its own height", () => {
  assert.deepEqual(unite({ x: 5, y: 5, width: 90, height: 400 }, { x: 0, y: 10, width: 90, height: 100 }), { x: 0, y: 5, width: 95, height: 105 });
});
