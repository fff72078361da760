// Tests of reviewing.js: what each move did.
import assert from "node:assert/strict";
import test from "node:test";

import { cellsOf, lineWords, playedLine, summaryOf, winningLine } from "../page/reviewing.js";
import { text } from "./text.mjs";

const about = { title: "", one: "", many: "", metrics: [], lengths: [{ field: "move_count", summary: "moves", label: { Unit: ["move", "moves"] } }] };
const base = { metric: "moves", won_until: null, lost_from: null, first_losing: null, rest: null, wasted: null, distance: null };
const wins = (move, more = {}) => ({ move, verdict: "wins", ...more });
const loses = (move) => ({ move, verdict: "loses" });

test("the first losing move is marked once", () => {
  const instead = { moves: ["x", "y"], cost: 2, optimal: true };
  const review = { ...base, result: "lost", length: 4, won_until: 1, lost_from: 2, first_losing: { step: 2, move: "b", instead }, moves: [wins("a"), loses("b"), loses("c"), loses("d")] };
  assert.deepEqual(cellsOf(text, about, review).map((cell) => cell.kind), ["kept", "lost", "after", "after"]);
  assert.equal(cellsOf(text, about, review)[1].words, "Move 2, b: lost the game");
  assert.equal(summaryOf(text, about, review), "Move 2 of 4, b, lost the game.");
  assert.deepEqual(winningLine(review), { after: 1, solution: instead });
  assert.equal(lineWords(text, about, review, instead), "2 moves to go");
});

test("a game that was lost from the start has no losing move", () => {
  const review = { ...base, result: "lost", length: 2, lost_from: 0, moves: [loses("a"), loses("b")] };
  assert.deepEqual(cellsOf(text, about, review).map((cell) => cell.kind), ["after", "after"]);
  assert.equal(summaryOf(text, about, review), "It was lost from the start: no line wins.");
  assert.equal(winningLine(review), null);
});

test("wasted moves say how much", () => {
  const review = { ...base, result: "won", length: 3, distance: 1, moves: [wins("7", { wasted: 2 }), wins("7", { wasted: 0 }), wins("8", { distance: 0, wasted: 0 })] };
  const cells = cellsOf(text, about, review);
  assert.deepEqual(cells.map((cell) => cell.kind), ["wasted", "kept", "kept"]);
  assert.match(cells[0].words, /2 moves/);
  assert.equal(summaryOf(text, about, review), "Won in 3 moves; the shortest solution takes 1 move.");
});

test("what is not known is not called lost", () => {
  const unknown = { move: "b", verdict: "unknown" };
  const review = { ...base, result: "lost", length: 3, won_until: 1, lost_from: 3, moves: [wins("a"), unknown, loses("c")] };
  assert.deepEqual(cellsOf(text, about, review).map((cell) => cell.kind), ["kept", "unknown", "lost"]);
  assert.equal(cellsOf(text, about, review)[2].words, "Move 3, c: lost by now");
  assert.equal(summaryOf(text, about, review), "One of the moves 2 to 3 of 3 lost the game.");
  assert.match(summaryOf(text, about, { ...review, result: "unknown", lost_from: null }), /until move 1/);
  assert.match(summaryOf(text, about, { ...review, result: "unknown", lost_from: null, won_until: null }), /not decided/);
});

test("an unfinished game that can be won has a line from its end", () => {
  const rest = { moves: ["x"], cost: 1, optimal: false };
  const review = { ...base, result: "open", length: 1, won_until: 1, rest, moves: [wins("a")] };
  assert.deepEqual(winningLine(review), { after: 1, solution: rest });
  assert.equal(lineWords(text, about, review, rest), "at most 1 move to go");
});

test("the played line goes on along the moves that were visited last", () => {
  const leaf = { id: "leaf", children: [] };
  const other = { id: "other", children: [] };
  const one = { id: "one", children: [other, leaf], next: leaf };
  const root = { id: "root", children: [one], next: one };
  assert.deepEqual(playedLine([root]).map((node) => node.id), ["one", "leaf"]);
  assert.deepEqual(playedLine([root, one, other]).map((node) => node.id), ["one", "other"]);
  const found = { id: "found", children: [], found: true };
  Object.assign(other, { children: [found], next: found });
  assert.deepEqual(playedLine([root, one, other]).map((node) => node.id), ["one", "other"]);
  assert.deepEqual(playedLine([root, one, other, found]).map((node) => node.id), ["one", "other", "found"]);
});
