// Tests of lines.js and solving.js: watching a line, and what an answer means.
import assert from "node:assert/strict";
import test from "node:test";

import { Watch, lineText } from "../page/lines.js";
import { describe, interval, requestOf } from "../page/solving.js";
import { text } from "./text.mjs";

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** Waits until something holds, however busy the machine is. */
async function until(holds) {
  for (let turn = 0; turn < 400 && !holds(); turn += 1) await pause(5);
  assert.ok(holds());
}

function game(count) {
  const nodes = Array.from({ length: count }, (_, id) => ({ id }));
  const it = { node: nodes[0], goTo: async (node) => void (it.node = node) };
  return { it, nodes };
}

test("a line is watched to its end, and from the start again", async () => {
  const { it, nodes } = game(3);
  const watch = new Watch(it, nodes, () => {});
  watch.interval = 5;
  await watch.play();
  assert.equal(watch.isPlaying, true);
  await until(() => it.node === nodes[2] && !watch.isPlaying);
  await watch.play();
  assert.equal(it.node, nodes[0]);
  watch.pause();
});

test("steps stay on the line, and pause", async () => {
  const { it, nodes } = game(3);
  const watch = new Watch(it, nodes, () => {});
  await watch.step(-1);
  assert.equal(it.node, nodes[0]);
  await watch.step(1);
  await watch.step(1);
  await watch.step(1);
  assert.equal(it.node, nodes[2]);
  assert.equal(watch.isPlaying, false);
  await watch.jump(1);
  assert.equal(it.node, nodes[1]);
  await watch.jump(9);
  assert.equal(it.node, nodes[2]);
});

test("whoever leaves the line stops the show", async () => {
  const { it, nodes } = game(3);
  const watch = new Watch(it, nodes, () => {});
  watch.interval = 5;
  await watch.play();
  const elsewhere = { id: 9 };
  it.node = elsewhere;
  await until(() => !watch.isPlaying);
  assert.equal(it.node, elsewhere);
});

test("a line is opened as a link", () => {
  assert.equal(lineText({ code: "p1.x", position: "long" }, ["83", "2a"]), "p1.x/83.2a");
});

const about = { title: "", one: "", many: "", metrics: [], lengths: [{ field: "slides", summary: "slides", label: { Unit: ["slide", "slides"] } }] };
const quick = { name: "quick", summary: "finds any", complete: true };
const greedy = { name: "greedy", summary: "proves nothing", complete: false };
const say = (answer, engine = quick) => describe(text, about, engine, [quick, greedy], { engine: engine.name, metric: "slides", expanded: 1000, seconds: 0.2, ...answer });

test("an answer says honestly what happened", () => {
  assert.deepEqual(say({ outcome: "solved", cost: 8, optimal: true, moves: [] }).title, "Solved in 8 slides: no solution is shorter.");
  assert.deepEqual(say({ outcome: "solved", cost: 8, optimal: false, moves: [] }).title, "Solved in 8 slides. There may be shorter solutions.");
  assert.equal(say({ outcome: "unsolvable" }).kind, "proved");
  assert.match(say({ outcome: "unsolvable", reason: "a corner is blocked" }).title, /a corner is blocked/);
  const limit = say({ outcome: "limit", stop: "time" });
  assert.equal(limit.kind, "open");
  assert.match(limit.title, /time limit/);
  assert.match(limit.help.join(" "), /more time/);
  assert.match(say({ outcome: "limit", stop: "time" }, greedy).help.join(" "), /quick/);
  assert.match(say({ outcome: "limit", stop: "cancelled" }).title, /^Cancelled/);
});

test("an engine that gave up proved nothing", () => {
  const gone = say({ outcome: "exhausted" }, greedy);
  assert.equal(gone.kind, "open");
  assert.match(gone.help.join(" "), /quick/);
});

test("empty limits are left out of a request", () => {
  const asked = { puzzle: "blocks", position: "x", engine: "quick", settings: {}, time: 20, nodes: null };
  assert.deepEqual(requestOf(asked).limits, { time: 20 });
  assert.deepEqual(requestOf({ ...asked, time: null, nodes: 5 }).limits, { nodes: 5 });
  assert.ok(interval(4) < interval(1));
});
