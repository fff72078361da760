// Tests of verdict.js: the move that a hint shows is a legal one.
import assert from "node:assert/strict";
import test from "node:test";

import { legalMove } from "../page/verdict.js";

test("a move of a solution that is several moves begins with a legal one", () => {
  const scene = { moves: [{ text: "41-21" }, { text: "41-43" }, { text: "74" }, { text: "74v2" }] };
  assert.equal(legalMove(scene, "41-43-45"), "41-43");
  assert.equal(legalMove(scene, "74v2"), "74v2");
  assert.equal(legalMove(scene, "13"), undefined);
  assert.equal(legalMove(scene, null), undefined);
});
