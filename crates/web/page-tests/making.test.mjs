// Tests of making.js: dates, and places of errors in a text.
import assert from "node:assert/strict";
import test from "node:test";

import { isoDate, locate, randomSeed, shifted } from "../page/making.js";

test("dates are those of the user's clock", () => {
  assert.equal(isoDate(new Date(2026, 10, 6, 23, 59)), "2026-11-06");
  assert.equal(shifted("2026-12-31", 1), "2027-01-01");
  assert.equal(shifted("2026-03-01", -1), "2026-02-28");
  assert.equal(shifted("soon", 1), "soon");
});

test("an error is found in the text", () => {
  const text = "7D TD\nAD XX QC\n";
  const found = locate(text, 2, 4);
  assert.equal(text.slice(found.start, found.end), "XX");
  assert.deepEqual([found.before, found.at, found.after], ["AD ", "XX", " QC"]);
});

test("columns are characters, and the end of a line is a place, too", () => {
  const text = "♥5 ♦X\r\nnext";
  const found = locate(text, 1, 4);
  assert.equal(text.slice(found.start, found.end), "♦X");
  const end = locate("ab", 1, 9);
  assert.deepEqual([end.start, end.end], [2, 2]);
  assert.equal(locate("ab", 3, 1), null);
});

test("a random seed is a whole number from 1", () => {
  assert.equal(randomSeed(() => 0), "1");
  assert.equal(randomSeed(() => 0.999999999999), "4294967295");
});
