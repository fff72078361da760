// Tests of what can be picked up and where it can go, on scenes made by hand.

import assert from "node:assert/strict";
import test from "node:test";
import { bestMove, directMove, movesFrom, nearest, slideAxis, spots, targets } from "../page/targets.js";

const piece = (id, more = {}) => ({ id, name: id, label: { text: id, ascii: id }, ink: "neutral", size: [1, 1], ...more });
const place = (id, left, top, pieces = [], more = {}) => ({ id, name: id, kind: "cell", label: { text: "", ascii: "" }, area: { left: 2 * left, top, width: 2, height: 1 }, spread: "stack", pieces, ...more });
const scene = (places, moves, more = {}) => ({ position: "", solved: false, svg: "", view: { places }, moves: moves.map(([text, from, to, which]) => ({ text, from, to, piece: which })), ...more });
const all = () => true;
const spotOf = (it, id) => spots(it, all).find((spot) => (spot.piece?.id ?? spot.place.id) === id);

/** A road of four cells with a vehicle of two cells on the first two: it can go one or two cells ahead. */
const road = scene([place("1", 0, 0, [piece("A", { size: [2, 1] })]), place("2", 1, 0), place("3", 2, 0), place("4", 3, 0)], [["A+1", "1", "2", "A"], ["A+2", "1", "3", "A"]]);

test("places under a long piece cannot be tapped", () => {
  assert.deepEqual(spots(road, all).map((spot) => spot.key), ["1 A", "3", "4"]);
});

test("a long piece is sent to the cell that its front comes to", () => {
  const goals = targets(road, road.moves);
  assert.deepEqual([...goals].map(([id, moves]) => [id, moves.map((move) => move.text)]), [["3", ["A+1"]], ["4", ["A+2"]]]);
});

test("a long piece is dragged along its road", () => {
  assert.equal(slideAxis(road, road.moves), "x");
});

/** Three columns, a cell and two foundations: K5 lies in the first column, the ace in the second one. */
const cards = scene(
  [
    place("a", 0, 0), place("b", 1, 0), place("hC", 2, 0, [], { kind: "foundation" }), place("hD", 3, 0, [], { kind: "foundation" }),
    place("1", 0, 1, [piece("K"), piece("5")], { kind: "column", spread: "down" }), place("2", 1, 1, [piece("AC")], { kind: "column", spread: "down" }), place("3", 2, 1, [piece("6")], { kind: "column", spread: "down" }),
  ],
  [["1a", "1", "a", "5"], ["1b", "1", "b", "5"], ["13", "1", "3", "5"], ["2a", "2", "a", "AC"], ["2b", "2", "b", "AC"], ["2h", "2", "hC", "AC"]],
);

test("a piece that cannot move stands for those at its place that can", () => {
  assert.deepEqual(movesFrom(cards, spotOf(cards, "K")).map((move) => move.text), ["1a", "1b", "13"]);
  assert.deepEqual(movesFrom(cards, spotOf(cards, "6")), []);
});

test("the best move is onto another piece before an empty cell, and home before a cell", () => {
  assert.equal(bestMove(cards, movesFrom(cards, spotOf(cards, "5"))).text, "13");
  assert.equal(bestMove(cards, movesFrom(cards, spotOf(cards, "AC"))).text, "2h");
});

test("a safe move is best, then a hint", () => {
  const moves = movesFrom(cards, spotOf(cards, "5"));
  assert.equal(bestMove(cards, moves, "1b").text, "1b");
  assert.equal(bestMove({ ...cards, safe: "1a" }, moves, "1b").text, "1a");
  assert.equal(bestMove(cards, []), null);
});

test("cards need a target, also where only one is left", () => {
  assert.equal(directMove(cards, spotOf(cards, "5")), null);
  const single = { ...cards, moves: cards.moves.filter((move) => move.text === "13") };
  assert.equal(directMove(single, spotOf(single, "5")), null);
});

test("one tap turns a face-down pile, and fills it again when it is empty", () => {
  const full = scene([place("stock", 0, 0, [piece("x", { down: true })], { kind: "stock" }), place("w", 1, 0, [], { kind: "waste" })], [["T", "stock", "w", "x"]]);
  assert.equal(directMove(full, spots(full, all)[0]).text, "T");
  const empty = scene([place("stock", 0, 0, [], { kind: "stock" }), place("w", 1, 0, [piece("x")], { kind: "waste" })], [["R", "w", "stock", "x"]]);
  assert.equal(directMove(empty, spots(empty, all)[0]).text, "R");
});

test("one tap slides a tile into the only gap, but a peg that jumps needs a target", () => {
  const tiles = scene([place("1", 0, 0, [piece("A")]), place("2", 1, 0), place("3", 2, 0, [piece("B")])], [["A", "1", "2", "A"], ["B", "3", "2", "B"]]);
  assert.equal(directMove(tiles, spotOf(tiles, "A")).text, "A");
  const pegs = scene([place("1", 0, 0, [piece("A")]), place("2", 1, 0, [piece("B")]), place("3", 2, 0), place("4", 3, 0, [piece("C")]), place("5", 4, 0, [piece("D")])], [["1-3", "1", "3", "A"], ["5-3", "5", "3", "D"]]);
  assert.equal(directMove(pegs, spotOf(pegs, "A")), null);
});

test("several moves to one place are all offered", () => {
  const it = scene([place("1", 0, 0, [piece("A")]), place("2", 3, 0)], [["1-x-2", "1", "2", "A"], ["1-y-2", "1", "2", "A"]]);
  assert.deepEqual(targets(it, it.moves).get("2").map((move) => move.text), ["1-x-2", "1-y-2"]);
});

test("arrow keys go straight ahead first", () => {
  const grid = [{ x: 10, y: 0 }, { x: 20, y: 0 }, { x: 10, y: 12 }, { x: -10, y: 1 }];
  assert.equal(nearest({ x: 0, y: 0 }, grid, "ArrowRight"), 0);
  assert.equal(nearest({ x: 0, y: 0 }, grid, "ArrowLeft"), 3);
  assert.equal(nearest({ x: 10, y: 0 }, grid, "ArrowDown"), 2);
  assert.equal(nearest({ x: 0, y: 0 }, grid, "ArrowUp"), -1);
});
