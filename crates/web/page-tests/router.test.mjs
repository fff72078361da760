// Tests of addresses.

import assert from "node:assert/strict";
import test from "node:test";
import { gameAddress, parseAddress } from "../page/router.js";

const game = (more) => ({ puzzle: "freecell", name: "617", rules: {}, hidden: false, root: { scene: { code: "p1.abc" } }, node: {}, moves: () => [], ...more });

test("an address has a name, a rest and flags", () => {
  const parts = (hash) => { const { name, rest, flags } = parseAddress(hash); return [name, rest, flags.has("hidden")]; };
  assert.deepEqual(parts("#/freecell/617/83.2a"), ["freecell", "617/83.2a", false]);
  assert.deepEqual(parts("#/klondike/7?hidden"), ["klondike", "7", true]);
  assert.deepEqual(parts(""), ["", "", false]);
  assert.deepEqual(parts("#/make"), ["make", "", false]);
  assert.deepEqual(parts("#/peg/%zz"), ["peg", "%zz", false]);
});

test("a named game with usual rules keeps its name", () => {
  assert.equal(gameAddress(game({ moves: () => ["83", "2a"] })), "#/freecell/617/83.2a");
});

test("other rules and texts that are not one word go by their code", () => {
  assert.equal(gameAddress(game({ rules: { cells: 2 } })), "#/freecell/p1.abc");
  assert.equal(gameAddress(game({ name: "8 1 3/4 . 2" })), "#/freecell/p1.abc");
  assert.equal(gameAddress(game({ name: null })), "#/freecell/p1.abc");
});

test("a hidden game shows no code", () => {
  assert.equal(gameAddress(game({ hidden: true, name: null, moves: () => ["T"] })), "#/freecell/?hidden");
  assert.equal(gameAddress(game({ hidden: true, name: "7", moves: () => ["T"] })), "#/freecell/7/T?hidden");
});

test("what is written is read back", () => {
  const { name, rest } = parseAddress(gameAddress(game({ moves: () => ["A+3", "w-3"] })));
  assert.deepEqual([name, rest], ["freecell", "617/A+3.w-3"]);
});
