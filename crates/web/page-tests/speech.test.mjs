// Tests of what is said: spots, moves, the table.

import assert from "node:assert/strict";
import test from "node:test";
import { describeMove, describeSpot, describeTable, spellOut } from "../page/speech.js";
import { addTexts, text } from "../page/texts.js";

const piece = (id, name, more = {}) => ({ id, name, ink: "red", size: [1, 1], ...more });
const column = { id: "3", name: "column 3", kind: "column", spread: "down", pieces: [piece("KS", "king of spades"), piece("5D", "five of diamonds")] };
const stock = { id: "stock", name: "stock", kind: "stock", spread: "stack", pieces: [piece("s1", "unknown card", { down: true, ink: "neutral" })] };
const cells = ["a", "b"].map((id) => ({ id, name: `cell ${id}`, kind: "cell", spread: "stack", pieces: [] }));
const scene = { view: { places: [stock, column, ...cells] }, moves: [{ text: "3a", piece: "5D", from: "3", to: "a" }, { text: "T", piece: "s1", from: "stock", to: "w", words: "a card is turned, 5D on top" }] };

test("a piece is named in full, with its place and its rank in the pile", () => {
  assert.equal(describeSpot(text, { place: column, piece: column.pieces[1], index: 1 }), "five of diamonds, column 3, 2 of 2");
  assert.equal(describeSpot(text, { place: cells[0], piece: null, index: -1 }), "cell a, empty");
  assert.equal(describeSpot(text, { place: stock, piece: null, index: 0 }), "stock, 1 face down");
});

test("a move names piece and place, or takes the puzzle's words with cards in full", () => {
  assert.equal(describeMove(text, scene, "3a"), "five of diamonds to cell a");
  assert.equal(describeMove(text, scene, "T"), "a card is turned, five of diamonds on top");
  assert.equal(describeMove(text, scene, "unknown"), "unknown");
});

test("only words that are ids of cards are spelled out", () => {
  assert.equal(spellOut([scene], "5D, column 3, onto s1"), "five of diamonds, column 3, onto s1");
});

test("the table says what lies where, counts what is empty, and hides what is face down", () => {
  assert.equal(describeTable(text, scene), "stock: 1 face down. column 3: king of spades, five of diamonds. 2 empty cells. 2 legal moves.");
});

test("texts take values and the form of a count, and an unknown key is shown", () => {
  addTexts({ "test-count": { one: "{count} card", other: "{count} cards" }, "test-plain": "from {a} to {b}" });
  assert.equal(text("test-count", { count: 1 }), "1 card");
  assert.equal(text("test-count", { count: 2 }), "2 cards");
  assert.equal(text("test-plain", { a: "x", b: 0 }), "from x to 0");
  assert.equal(text("no-such-text"), "no-such-text");
});
