// Tests of forms.js: what was typed becomes a value, and defaults are left out.
import assert from "node:assert/strict";
import test from "node:test";

import { docOf, labelOf, usable, valueOf } from "../page/forms.js";

test("only values that differ from the default are read", () => {
  const count = { name: "count", doc: "", type: "integer", min: 1, max: 99, default: 6 };
  assert.equal(valueOf(count, "6"), undefined);
  assert.equal(valueOf(count, " 7 "), 7);
  assert.equal(valueOf(count, ""), undefined);
  assert.equal(valueOf({ ...count, default: null }, "6"), 6);
  const flag = { name: "any", doc: "", type: "flag", default: false };
  assert.equal(valueOf(flag, false), undefined);
  assert.equal(valueOf(flag, true), true);
  const text = { name: "size", doc: "", type: "text", default: "6" };
  assert.equal(valueOf(text, "6"), undefined);
  assert.equal(valueOf(text, "7x5"), "7x5");
});

test("a whole number above 2^53 stays text, and nonsense goes to the engine, which says what is wrong", () => {
  const seed = { name: "seed", doc: "", type: "integer", default: null };
  assert.equal(valueOf(seed, "9007199254740993"), "9007199254740993");
  assert.equal(valueOf(seed, "many"), "many");
});

test("labels and texts suit a page", () => {
  assert.equal(labelOf("no_bring_back"), "No bring back");
  assert.equal(docOf("32768 for short, with --time unlimited"), "32768 for short, with time unlimited");
  assert.equal(docOf("Heuristic by name, one of `patience features`"), "Heuristic by name");
  assert.equal(docOf("Only of this grade; `patience show PUZZLE POSITION --grade` prints the measures"), "Only of this grade");
  assert.equal(docOf("Boards of a size; a list for `solve x --file` has a line NAME, or grids; more"), "Boards of a size; more");
  assert.deepEqual(usable([{ name: "disk", type: "path" }, { name: "width", type: "integer" }, { name: "count", type: "integer" }], ["count"]).map((it) => it.name), ["width"]);
});
