// Tests of hints.js: which questions are asked about a position, in which order, and what is remembered.
import assert from "node:assert/strict";
import test from "node:test";

import { Hints, afterMove, learn, nextStep, nothing } from "../page/hints.js";

const at = (position, more = {}) => ({ puzzle: "blocks", position, hidden: false, solved: false, ...more });
const verdict = { verdict: true, best: false, all: false, exact: false };
const all = { ...verdict, all: true };

test("a short question comes first, then a longer one", () => {
  const short = nextStep(at("a"), nothing(), verdict);
  assert.equal(short.all, false);
  const open = learn(nothing(), short, { outcome: "limit", stop: "time" });
  const long = nextStep(at("a"), open, verdict);
  assert.ok(short.time < long.time);
  const still = learn(open, long, { outcome: "limit", stop: "time" });
  assert.equal(nextStep(at("a"), still, verdict), null);
  const solved = learn(nothing(), short, { outcome: "solved", distance: 3 });
  assert.equal(nextStep(at("a"), solved, verdict), null);
});

test("every move is judged only when it is wanted", () => {
  const solved = learn(nothing(), { all: false, distances: false, time: 0.4 }, { outcome: "solved", best: "x" });
  assert.equal(nextStep(at("a"), solved, verdict), null);
  const step = nextStep(at("a"), solved, all);
  assert.equal(step.all, true);
  const judged = learn(solved, step, { outcome: "solved", best: "x", moves: [{ move: "x", verdict: "wins" }] });
  assert.equal(nextStep(at("a"), judged, all), null);
  assert.equal(nextStep(at("a"), judged, { ...all, exact: true }).distances, true);
});

test("nothing is asked about a solved position, or when nothing is wanted", () => {
  assert.equal(nextStep(at("a", { solved: true }), nothing(), all), null);
  assert.equal(nextStep(at("a"), nothing(), { verdict: false, best: false, all: false, exact: false }), null);
});

test("a hidden position is asked with all its moves", () => {
  const target = at("a", { hidden: true });
  const step = nextStep(target, nothing(), verdict);
  assert.equal(step.all, true);
  const chance = { value: 0.5, low: 0.4, high: 0.6, games: 50 };
  const open = learn(nothing(), step, { outcome: "chance", chance, moves: [] });
  const longer = nextStep(target, open, verdict);
  assert.ok(step.time < longer.time);
  const still = learn(open, longer, { outcome: "chance", chance, best: null, moves: [] });
  assert.equal(nextStep(target, still, verdict), null);
  assert.ok(longer.time < nextStep(target, still, { ...verdict, best: true }).time);
});

test("what was decided is not lost again, and the tighter bound stays", () => {
  const step = { all: true, distances: false, time: 5 };
  const decided = { ...nothing(), hint: { outcome: "solved", distance: 4, best: "x" } };
  assert.equal(learn(decided, step, { outcome: "limit", stop: "time" }).hint.distance, 4);
  assert.equal(learn(decided, step, { outcome: "solved", distance: null, at_most: 9 }).hint.distance, 4);
  const bound = { ...nothing(), hint: { outcome: "solved", at_most: 7, best: "x" } };
  assert.equal(learn(bound, step, { outcome: "solved", at_most: 9, best: "y" }).hint.at_most, 7);
  assert.equal(learn(bound, step, { outcome: "solved", at_most: 5, best: "y" }).hint.at_most, 5);
});

test("a judged move says what is known after it", () => {
  assert.equal(afterMove({ move: "x", verdict: "loses" }, "m").outcome, "unsolvable");
  assert.equal(afterMove({ move: "x", verdict: "wins", distance: 3 }, "m").distance, 3);
  assert.equal(afterMove({ move: "x", verdict: "unknown" }, "m"), null);
});

test("a change of position cancels the question, and answers are remembered", async () => {
  const asked = [];
  const ask = (request, signal) =>
    new Promise((resolve, reject) => {
      asked.push(request.position);
      signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      if (request.position === "quick") resolve({ outcome: "solved", distance: 1, best: "x" });
    });
  const hints = new Hints(ask, 0);
  const settled = () => new Promise((done) => setTimeout(done, 60));
  hints.follow(at("slow"));
  await settled();
  assert.equal(hints.isThinking, true);
  hints.follow(at("quick"));
  await settled();
  assert.equal(hints.isThinking, false);
  assert.equal(hints.known().hint.distance, 1);
  hints.follow(at("slow"));
  hints.follow(at("quick"));
  await settled();
  assert.deepEqual(asked, ["slow", "quick"]);
});

test("an error is kept, and goes with the position", async () => {
  const hints = new Hints(() => Promise.reject(new Error("no engine")), 0);
  hints.follow(at("a"));
  await new Promise((done) => setTimeout(done, 60));
  assert.equal(hints.error.message, "no engine");
  hints.follow(at("b", { solved: true }));
  assert.equal(hints.error, null);
});
