// Tests of share.js: which links and formats a game has.
import assert from "node:assert/strict";
import test from "node:test";

import { formatsOf, linksOf } from "../page/share.js";
import { text } from "./text.mjs";

const about = {
  formats: [{ name: "table", summary: "Rows" }, { name: "json", summary: "Another program's JSON" }],
  line_formats: [{ name: "notation", summary: "Moves" }, { name: "table", summary: "Taken" }],
};
const ids = (...options) => formatsOf(text, about, ...options).map((one) => one.id);

test("formats of moves need moves, and hidden cards allow only the picture", () => {
  assert.deepEqual(ids(false, false), ["svg", "table", "json", "code", "json"]);
  assert.deepEqual(ids(true, false), ["svg", "player", "animation", "table", "json", "code", "notation", "table", "json"]);
  assert.deepEqual(ids(true, true), ["svg"]);
});

/** A game with the parts that addresses need. */
function game(moves, more = {}) {
  const root = { parent: null, move: null, scene: { code: "p1.start" } };
  const node = moves.length === 0 ? root : { parent: root, move: moves[0], scene: { code: "p1.end" } };
  return { puzzle: "blocks", name: "617", link: "617", rules: {}, hidden: false, root, node, moves: (at = node) => (at === root ? [] : moves), ...more };
}

test("a link names the deal, the variation, or the position", () => {
  assert.deepEqual(linksOf(game([]), "http://x/"), [{ id: "deal", url: "http://x/#/blocks/617" }]);
  assert.deepEqual(linksOf(game(["83"]), "http://x/"), [
    { id: "moves", url: "http://x/#/blocks/617/83" },
    { id: "position", url: "http://x/#/blocks/p1.end" },
    { id: "deal", url: "http://x/#/blocks/617" },
  ]);
});

test("rules that are not the usual ones are in the code", () => {
  assert.equal(linksOf(game([], { rules: { cells: 2 }, link: "p1.start" }), "")[0].url, "#/blocks/p1.start");
});
