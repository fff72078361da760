// @ts-check
// Play, for every puzzle: tap and tap, undo and redo, branches, drag, typed moves, the keyboard alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, expectBoard, grip, movesIn, plainMove, played, sourceName, spot, tapMove, targetName } from "./board.js";
import { PUZZLES, addressOf, ask, inPage, instanceOf } from "./browser.js";
import { openByKey } from "./keys.js";
import { expectSoon, expectText } from "./wait.js";

for (const puzzle of PUZZLES) {
  const { start } = await ask({ do: "open", puzzle: puzzle.name, text: instanceOf(puzzle) });
  const sceneNow = async (/** @type {import("playwright-core").Page} */ page) => (await played(page, puzzle, start)).scene;

  test(`${puzzle.name}: tap, undo, redo, branch`, () => inPage(addressOf(puzzle), {}, async (page) => {
    await expectBoard(page, start);
    const first = plainMove(start);
    await tapMove(page, start, first);
    assert.equal((await movesIn(page))[0], first.text);
    const after = await sceneNow(page);
    await expectBoard(page, after);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectBoard(page, start);
    await page.getByRole("button", { name: "Redo" }).click();
    await expectBoard(page, after);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectBoard(page, start);
    const other = plainMove(start, (move) => move.text !== first.text);
    await tapMove(page, start, other);
    assert.equal((await movesIn(page))[0], other.text);
    const tree = page.getByRole("region", { name: "Moves" }).getByRole("button", { name: /^1 / });
    assert.equal(await tree.count(), 2, "both first moves are in the tree");
    await tree.first().click();
    await expectSoon(async () => (await movesIn(page))[0] === first.text, "the first branch is back");
    await expectBoard(page, await sceneNow(page));
  }));

  test(`${puzzle.name}: drag`, () => inPage(addressOf(puzzle), {}, async (page) => {
    await expectBoard(page, start);
    const move = plainMove(start);
    const from = spot(page, sourceName(start, move));
    const box = await from.boundingBox();
    const target = await spot(page, targetName(start, move)).boundingBox();
    assert(box && target);
    const at = await grip(page, sourceName(start, move));
    const grabbed = { x: box.x + at.x, y: box.y + at.y };
    await page.mouse.move(grabbed.x, grabbed.y);
    await page.mouse.down();
    const goal = { x: target.x + target.width / 2, y: target.y + Math.min(target.height / 2, box.height / 2) };
    await page.mouse.move((grabbed.x + goal.x) / 2, (grabbed.y + goal.y) / 2, { steps: 4 });
    await page.mouse.move(goal.x, goal.y, { steps: 4 });
    await page.mouse.up();
    await expectSoon(async () => (await movesIn(page)).length > 0, "the drag plays");
    assert.equal((await movesIn(page))[0], move.text);
    await expectBoard(page, await sceneNow(page));
  }));

  test(`${puzzle.name}: typed moves`, () => inPage(addressOf(puzzle), {}, async (page) => {
    await expectBoard(page, start);
    await page.keyboard.press("/");
    const field = page.getByRole("textbox", { name: "Move" });
    const move = start.moves.at(-1);
    await field.fill(move.text);
    await field.press("Enter");
    await expectSoon(async () => (await movesIn(page))[0] === move.text, "the typed move is played");
    await expectBoard(page, await sceneNow(page));
    const moves = await movesIn(page);
    await field.fill("nonsense!");
    await field.press("Enter");
    await expectText(page.getByRole("alert"), /\S/);
    assert.deepEqual(await movesIn(page), moves, "nonsense plays nothing");
  }));

  test(`${puzzle.name}: safe auto-play`, async () => {
    const before = await findSafe(puzzle, start);
    if (!before) return;
    await inPage(addressOf(puzzle, before.code), {}, async (page) => {
      await expectBoard(page, before);
      await page.getByRole("toolbar").getByRole("button", { name: "Auto" }).click();
      await expectSoon(async () => (await movesIn(page))[0] === before.safe, "the safe move is played");
      await expectSoon(async () => (await played(page, puzzle, before)).scene.safe === null, "all safe moves are played");
      await expectBoard(page, (await played(page, puzzle, before)).scene);
      await page.getByRole("button", { name: "Undo" }).click();
      await expectBoard(page, before);
    });
  });

  test(`${puzzle.name}: keyboard only`, () => inPage(addressOf(puzzle), {}, async (page) => {
    await expectBoard(page, start);
    // The skip link is the first stop, and leads to the board.
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the board");
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    const move = plainMove(start);
    await walkTo(page, sourceName(start, move));
    await page.keyboard.press("Enter");
    if ((await board(page).getByRole("button", { pressed: true }).count()) > 0) {
      await expectText(page.getByRole("status").first(), /can go to|places/);
      await walkTo(page, targetName(start, move));
      await page.keyboard.press("Enter");
    }
    await expectSoon(async () => (await movesIn(page))[0] === move.text, "Enter, arrows, Enter play");
    assert.notEqual(await focused(), "", "the focus stays on the board");
    await page.keyboard.press("u");
    await expectBoard(page, start);
    await page.keyboard.press("r");
    await expectSoon(async () => (await movesIn(page))[0] === move.text, "r redoes");
    await page.keyboard.press("t");
    await expectText(page.getByRole("status").first(), /legal move/);
    await openByKey(page, "?", "Keys");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press("u");
    await expectBoard(page, start);
    // Enter twice sends a piece to its best place.
    await walkTo(page, sourceName(start, move));
    await page.keyboard.press("Enter");
    if ((await movesIn(page)).length === 0) await page.keyboard.press("Enter");
    await expectSoon(async () => (await movesIn(page)).length > 0, "Enter twice plays");
  }));
}

/** A position that has a safe move, on the way to a solution; null where the puzzle has no safe moves. @param {import("./browser.js").Puzzle} puzzle @param {import("./board.js").Scene & {code: string}} start */
async function findSafe(puzzle, start) {
  const { moves } = await ask({ do: "solve", puzzle: puzzle.name, position: start.code });
  const opened = await ask({ do: "open", puzzle: puzzle.name, text: `${start.code}/${moves.join(".")}` });
  return [opened.start, ...opened.moves.map((/** @type {any} */ each) => each.scene)].find((scene) => scene.safe !== null) ?? null;
}

/** Moves the focus to a spot with arrow keys. @param {import("playwright-core").Page} page @param {string} name */
async function walkTo(page, name) {
  const centre = (/** @type {Element} */ element) => {
    const { x, y, width } = element.getBoundingClientRect();
    return { x: x + width / 2, y, name: element.getAttribute("aria-label") };
  };
  const goal = await spot(page, name).evaluate(centre);
  const tried = new Map();
  for (let step = 0; step < 80; step++) {
    const here = await page.evaluate(`(${centre})(document.activeElement)`);
    if (here.name === name) return;
    const [dx, dy] = [goal.x - here.x, goal.y - here.y];
    const across = dx > 0 ? "ArrowRight" : "ArrowLeft";
    const along = dy > 0 ? "ArrowDown" : "ArrowUp";
    const order = Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across];
    // A key that has been tried here leads nowhere new.
    const keys = [...order, "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"].filter((key) => !tried.get(here.name)?.has(key));
    assert(keys.length > 0, `arrows lead from ${here.name} to ${name}`);
    tried.set(here.name, (tried.get(here.name) ?? new Set()).add(keys[0]));
    await page.keyboard.press(keys[0]);
  }
  assert.fail(`arrows lead to ${name}`);
}
