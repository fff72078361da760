// Tests of addresses.

import assert from "node:assert/strict";
import test from "node:test";
import { findGame, gameAddress, openHidden, parseAddress } from "../page/router.js";

const game = (more) => ({ puzzle: "freecell", link: "617", hidden: false, node: {}, moves: () => [], ...more });

test("an address has a name, a rest and flags", () => {
  const parts = (hash) => { const { name, rest, flags } = parseAddress(hash); return [name, rest, flags.has("hidden")]; };
  assert.deepEqual(parts("#/freecell/617/83.2a"), ["freecell", "617/83.2a", false]);
  assert.deepEqual(parts("#/klondike/7?hidden"), ["klondike", "7", true]);
  assert.deepEqual(parts(""), ["", "", false]);
  assert.deepEqual(parts("#/make"), ["make", "", false]);
  assert.deepEqual(parts("#/peg/%zz"), ["peg", "%zz", false]);
});

test("a game goes by its link and its moves", () => {
  assert.equal(gameAddress(game({ moves: () => ["83", "2a"] })), "#/freecell/617/83.2a");
});

test("a hidden game without a name goes by the word of its position", async () => {
  assert.equal(gameAddress(game({ hidden: true, link: null, node: { scene: { position: "hidden.key/T" } } })), "#/freecell/hidden.key/T");
  const opened = await openHidden(async (request) => ({ position: request.position }), "freecell", "hidden.key/T.w-3");
  assert.deepEqual(opened.start, { position: "hidden.key" });
  assert.deepEqual(opened.moves, [{ text: "T", scene: { position: "hidden.key/T" } }, { text: "w-3", scene: { position: "hidden.key/T.w-3" } }]);
});

test("a hidden game with a number says that it is hidden", () => {
  assert.equal(gameAddress(game({ hidden: true, link: "7", moves: () => ["T"] })), "#/freecell/7/T?hidden");
});

test("what is written is read back", () => {
  const { name, rest } = parseAddress(gameAddress(game({ moves: () => ["A+3", "w-3"] })));
  assert.deepEqual([name, rest], ["freecell", "617/A+3.w-3"]);
});

test("a game of this visit is found again by its start and its moves", () => {
  const leaf = { move: "2a", children: [] };
  const root = { scene: { position: "hidden.key" }, children: [{ move: "83", children: [leaf] }] };
  const [open, hidden] = [game({ root }), game({ root, link: null, hidden: true })];
  assert.equal(findGame([open], "freecell", "617/83.2a", false).node, leaf);
  assert.equal(findGame([open], "freecell", "617", false).node, root);
  assert.equal(findGame([open], "freecell", "617/83.2b", false), null);
  assert.equal(findGame([open], "freecell", "617", true), null);
  assert.equal(findGame([open], "klondike", "617", false), null);
  assert.equal(findGame([open, hidden], "freecell", "hidden.key/83", false).game, hidden);
  assert.equal(findGame([open], "freecell", "", false), null);
});
