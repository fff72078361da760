// Tests of making.js: dates, and places of errors in a text.
import assert from "node:assert/strict";
import test from "node:test";

import { instanceWords, isoDate, locate, madeWords, randomSeed, shifted } from "../page/making.js";

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

test("what only a command line can read is left out", () => {
  assert.equal(instanceWords("A deal number (617), a range of numbers (1..=1000), or a board: a file, - for standard input, or its text"), "A deal number (617), or a board, or its text");
  assert.equal(instanceWords("Letters (36, or with `/`), a card (A40) or a range of cards (A01..=A40), a set (6x6, 8x8), a file, or - for standard input"), "Letters (36, or with `/`), a card (A40), a set (6x6, 8x8)");
  assert.equal(instanceWords("a seed from 1, or rows"), "a seed from 1, or rows");
  assert.equal(instanceWords("A board (a, b, ...); or a drawing; or a file with one; or - for standard input"), "A board (a, b, ...); or a drawing");
});

test("what was made is described without its board", () => {
  assert.equal(madeWords("AA..: 15 slides, 11 vehicles"), "15 slides, 11 vehicles");
  assert.equal(madeWords(undefined), "");
});

test("a random seed is a whole number from 1", () => {
  assert.equal(randomSeed(() => 0), "1");
  assert.equal(randomSeed(() => 0.999999999999), "1000000");
});
