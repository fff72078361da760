// Tests of analysis.js: order, groups and arrows of moves.
import assert from "node:assert/strict";
import test from "node:test";

import { arrowsOf, grouped } from "../page/analysis.js";

const wins = (move, distance) => ({ move, verdict: "wins", distance });
const loses = (move) => ({ move, verdict: "loses" });

test("the best three moves have arrows, and none that loses", () => {
  assert.deepEqual(arrowsOf([wins("a", 1), wins("b", 2), wins("c", 3), wins("d", 4)]).map((one) => one.rank), [1, 2, 3]);
  assert.deepEqual(arrowsOf([wins("a", 1), loses("b")]).map((one) => one.move), ["a"]);
  assert.deepEqual(arrowsOf([loses("a")]), []);
});

test("moves with a measured chance have arrows, too", () => {
  const chance = { move: "a", verdict: "unknown", chance: { value: 0.2, low: 0.1, high: 0.4, games: 50 } };
  assert.deepEqual(arrowsOf([chance, { move: "b", verdict: "unknown" }]).map((one) => one.move), ["a"]);
});

test("moves to equal empty places are one entry", () => {
  const place = (id, kind, ...pieces) => ({ id, kind, pieces });
  const move = (text, to) => ({ text, piece: "K", from: "1", to });
  const scene = {
    moves: [move("1a", "a"), move("1b", "b"), move("12", "2"), move("13", "3")],
    view: { places: [place("a", "cell"), place("b", "cell"), place("2", "column"), place("3", "column", {})] },
  };
  const same = grouped([wins("1a", 5), wins("1b", 5), wins("12", 5), wins("13", 5)], scene);
  assert.deepEqual(same.map(({ choice, same }) => [choice.move, ...same]), [["1a", "1b"], ["12"], ["13"]]);
  const different = grouped([wins("1a", 5), wins("1b", 4)], scene);
  assert.equal(different.length, 2);
});
