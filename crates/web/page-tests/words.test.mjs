// Tests of words.js: what the panels say.
import assert from "node:assert/strict";
import test from "node:test";

import { chanceWords, choiceWords, costWords, countWords, durationWords, metricWords, stateOf, verdictWords } from "../page/words.js";
import { text } from "./text.mjs";

const slides = {
  title: "Blocks", one: "board", many: "boards",
  metrics: [{ name: "slides", summary: "A block that moves any distance counts one" }],
  lengths: [{ field: "slides", summary: "slides", label: { Unit: ["slide", "slides"] } }],
};
const cards = {
  title: "Cards", one: "deal", many: "deals",
  metrics: [{ name: "m2", summary: "A run counts one" }, { name: "m3", summary: "Home is free" }],
  lengths: [
    { field: "m2", summary: "m2", label: { Before: "M2" } },
    { field: "m3", summary: null, label: { Before: "M3" } },
  ],
};

test("costs have the unit of their metric", () => {
  assert.equal(costWords(text, slides, "slides", 1), "1 slide");
  assert.equal(costWords(text, slides, "slides", 8), "8 slides");
  assert.equal(costWords(text, cards, "m2", 98), "98 moves");
  assert.equal(costWords(text, cards, "m3", 1), "1 move");
  assert.equal(metricWords(cards, "m3"), "M3: Home is free");
  assert.equal(metricWords(slides, undefined), "A block that moves any distance counts one");
});

test("a verdict is lost only with a proof", () => {
  assert.equal(stateOf({ outcome: "limit", stop: "time" }, false), "unknown");
  assert.equal(stateOf({ outcome: "exhausted" }, false), "unknown");
  assert.equal(stateOf({ outcome: "chance", chance: { value: 0, low: 0, high: 0.07, games: 50 } }, false), "chance");
  assert.equal(stateOf({ outcome: "chance", chance: { value: 0, low: 0, high: 0.87, games: 1 } }, false), "unknown");
  assert.equal(stateOf({ outcome: "unsolvable" }, false), "loses");
  assert.equal(stateOf(null, true), "won");
});

test("a verdict has a short part, and one that says more", () => {
  const say = (hint, about = slides) => {
    const { short, more } = verdictWords(text, about, hint, false);
    return more ? `${short} | ${more}` : short;
  };
  assert.equal(say({ outcome: "solved", metric: "slides", distance: 14 }), "Winnable | 14 slides to go");
  assert.equal(say({ outcome: "solved", metric: "m2", distance: null, at_most: 98 }, cards), "Winnable | at most 98 moves to go");
  assert.equal(say({ outcome: "solved", metric: "m2", distance: null }, cards), "Winnable");
  assert.equal(say({ outcome: "unsolvable" }), "Lost | proven: no line wins");
  assert.equal(say({ outcome: "unsolvable", reason: "there is no legal move" }), "Lost | there is no legal move");
  assert.equal(say({ outcome: "limit", stop: "time" }), "Not known | the time limit came first");
  assert.equal(say({ outcome: "chance", chance: null, winnable: 14, tried: 16 }), "Not known | of 16 ways the hidden cards may lie, 14 are winnable if one sees them");
  const chance = { value: 0.314, low: 0.25, high: 0.374, games: 400 };
  assert.equal(say({ outcome: "chance", chance }), "Chance 31 % (25 to 37 %) | estimated from 400 games");
  assert.equal(chanceWords(text, { value: 1, low: 0.931, high: 1, games: 50 }), "100 % (93 to 100 %)");
});

test("a move has its verdict and distance", () => {
  const say = (choice) => choiceWords(text, slides, "slides", choice);
  assert.equal(say({ move: "A+1", verdict: "wins", distance: 0 }), "wins at once");
  assert.equal(say({ move: "A+1", verdict: "wins", distance: 1 }), "wins, 1 slide left");
  assert.equal(say({ move: "A+1", verdict: "loses" }), "loses");
  assert.equal(say({ move: "A+1", verdict: "unknown" }), "not known");
});

test("numbers are short", () => {
  assert.equal(durationWords(0.34), "0.3 s");
  assert.equal(durationWords(9.96), "10 s");
  assert.equal(durationWords(185), "3 min 5 s");
  assert.equal(countWords(1234567), "1\u202f234\u202f567");
  assert.equal(countWords(999), "999");
});
