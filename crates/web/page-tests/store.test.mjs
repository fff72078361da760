// Tests of the game tree: node --test crates/web/page-tests/

import assert from "node:assert/strict";
import test from "node:test";
import { Game } from "../page/store.js";

/** A puzzle whose positions are the moves that led to them; `x` is illegal. */
const scene = (position) => ({ position, solved: false, moves: [], view: { places: [] }, svg: "" });
function game(log = []) {
  const ask = async (request) => {
    log.push(request.move);
    await new Promise((done) => setTimeout(done, 5 - log.length));
    if (request.move === "x") throw new Error("not legal");
    return scene(request.position + request.move);
  };
  return new Game(ask, { name: "1", puzzle: "test", start: scene(""), moves: [] }, {});
}

test("quick moves are played in order, each at the position after the one before", async () => {
  const it = game();
  await Promise.all(["a", "b", "c"].map((move) => it.play(move)));
  assert.deepEqual(it.moves(), ["a", "b", "c"]);
  assert.equal(it.node.scene.position, "abc");
});

test("undo between two quick moves makes a branch", async () => {
  const it = game();
  await Promise.all([it.play("a"), it.play("b"), it.undo(), it.play("c")]);
  assert.deepEqual(it.moves(), ["a", "c"]);
  assert.deepEqual(it.node.parent.children.map((node) => node.move), ["b", "c"]);
});

test("a known move is gone to without a question", async () => {
  const log = [];
  const it = game(log);
  const first = await it.play("a");
  await it.undo();
  assert.equal(await it.play("a"), first);
  assert.deepEqual(log, ["a"]);
  assert.equal(it.root.children.length, 1);
});

test("redo follows the branch that was visited last", async () => {
  const it = game();
  await it.play("a");
  await it.undo();
  await it.play("b");
  await it.play("c");
  await it.restart();
  await it.redo();
  await it.redo();
  assert.deepEqual(it.moves(), ["b", "c"]);
  await it.goTo(it.root.children[0]);
  await it.undo();
  await it.redo();
  assert.deepEqual(it.moves(), ["a"]);
});

test("undo and redo take moves that were played by themselves along", async () => {
  const it = game();
  await it.play("a");
  await it.play("b");
  await it.play("c", { auto: true });
  await it.play("d", { auto: true });
  await it.undo();
  assert.deepEqual(it.moves(), ["a"]);
  await it.redo();
  assert.deepEqual(it.moves(), ["a", "b", "c", "d"]);
});

test("an illegal move changes nothing, and the next one is played", async () => {
  const it = game();
  const bad = it.play("x");
  const good = it.play("a");
  await assert.rejects(bad, /not legal/);
  await good;
  assert.deepEqual(it.moves(), ["a"]);
});

test("a move for a position that has gone is not played", async () => {
  const it = game();
  const start = it.node;
  const [first, second] = await Promise.all([it.play("a", { at: start }), it.play("b", { at: start })]);
  assert.equal(first.move, "a");
  assert.equal(second, null);
  assert.deepEqual(it.moves(), ["a"]);
});

test("marks replace each other and are told", async () => {
  const it = game();
  const node = await it.play("a");
  let told = 0;
  it.on("tree", () => told++);
  it.markPath(new Map([[node, { verdict: "loses" }]]));
  assert.equal(node.mark.verdict, "loses");
  it.markPath(new Map());
  assert.equal(node.mark, null);
  assert.equal(told, 2);
});

test("a game that is opened with moves stands after them", () => {
  const it = new Game(async () => scene(""), { name: "1", puzzle: "test", start: scene(""), moves: [{ text: "a", scene: scene("a") }] }, {});
  assert.deepEqual(it.moves(), ["a"]);
  assert.deepEqual([...it.nodes()].map((node) => node.depth), [0, 1]);
});
