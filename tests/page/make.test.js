// @ts-check
// Making, for every puzzle: the daily deal, deals of a grade, generated boards with a sheet, pasted text; new games and settings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, expectBoard, movesIn } from "./board.js";
import { PUZZLES, SEARCH, SERVER, addressOf, ask, inPage, instanceOf } from "./browser.js";
import { openByKey } from "./keys.js";
import { expectSoon, expectText } from "./wait.js";

/** @param {import("playwright-core").Page} page @param {string | RegExp} title */
const card = (page, title) => page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });

/** Waits until a game is on the table. @param {import("playwright-core").Page} page @param {import("./browser.js").Puzzle} puzzle */
async function expectGame(page, puzzle) {
  await expectSoon(async () => new URL(page.url()).hash.startsWith(`#/${puzzle.name}/`), "a game is opened", SEARCH);
  await board(page).getByRole("button").first().waitFor();
}

for (const puzzle of PUZZLES) {
  const make = `${SERVER}#/make/${puzzle.name}`;

  test(`${puzzle.name}: the daily one is the same everywhere`, () => inPage(make, {}, async (page) => {
    const daily = card(page, "Daily");
    await daily.getByLabel("Date").fill("2026-11-16");
    await daily.getByRole("button", { name: "The day after" }).click();
    await daily.getByRole("button", { name: "Play", exact: true }).click();
    await expectGame(page, puzzle);
    const { start } = await ask({ do: "daily", puzzle: puzzle.name, date: "2026-11-17" });
    await expectBoard(page, start);
  }));

  if (puzzle.graded) {
    test(`${puzzle.name}: a new one of a grade`, () => inPage(make, {}, async (page) => {
      const section = card(page, /by difficulty/);
      await section.getByRole("combobox", { name: "Difficulty" }).selectOption("easy");
      await section.getByRole("button", { name: "Deal" }).click();
      await expectGame(page, puzzle);
      const opened = await ask({ do: "open", puzzle: puzzle.name, text: decodeURIComponent(new URL(page.url()).hash.split("/")[2]) });
      await expectBoard(page, opened.start);
      const graded = await ask({ do: "grade", puzzle: puzzle.name, position: opened.start.position });
      assert.match(JSON.stringify(graded), /"easy"/);
    }));
  }

  test(`${puzzle.name}: generate and print`, () => inPage(make, {}, async (page, context) => {
    const section = card(page, /^Generate /);
    await section.waitFor();
    if ((await section.getByText("There is no generator").count()) > 0) return;
    await section.getByRole("spinbutton", { name: "How many" }).fill("2");
    await section.getByRole("button", { name: "Generate", exact: true }).click();
    await expectText(section, /\d+ made/, SEARCH);
    const items = section.getByRole("listitem");
    assert((await items.count()) >= 1);
    await expectSoon(async () => (await items.first().getByRole("img").count()) > 0, "boards have pictures");
    const [sheet] = await Promise.all([context.waitForEvent("page"), section.getByRole("button", { name: "Open the sheet to print" }).click()]);
    await expectSoon(async () => (await Promise.all(sheet.frames().map((frame) => frame.locator("svg, img").count()))).some((count) => count > 0), "the sheet has boards", SEARCH);
    await items.first().getByRole("button", { name: /^Play/ }).click();
    await expectGame(page, puzzle);
  }));

  test(`${puzzle.name}: paste text`, () => inPage(make, {}, async (page) => {
    const opened = await ask({ do: "open", puzzle: puzzle.name, text: instanceOf(puzzle) });
    const section = card(page, "Open anything");
    await section.getByRole("textbox", { name: "Text" }).fill("no such thing: 12 34 %%");
    await section.getByRole("button", { name: "Open" }).click();
    await expectText(section.getByRole("alert"), /\S/);
    await section.getByRole("textbox", { name: "Text" }).fill(opened.start.text);
    await section.getByRole("button", { name: "Open" }).click();
    await expectGame(page, puzzle);
    await expectBoard(page, opened.start);
  }));

  test(`${puzzle.name}: a new game from the dialog`, () => inPage(addressOf(puzzle), {}, async (page) => {
    await board(page).getByRole("button").first().waitFor();
    const before = page.url();
    const dialog = await openByKey(page, "n", /New game/);
    const hidden = dialog.getByRole("switch", { name: "Hidden cards" });
    if ((await hidden.count()) > 0) await hidden.uncheck();
    await dialog.getByRole("button", { name: "Start" }).click();
    await dialog.waitFor({ state: "hidden" });
    await expectSoon(async () => page.url() !== before, "another game is on the table");
    assert.deepEqual(await movesIn(page), []);
    await page.goBack();
    await expectSoon(async () => page.url() === before, "the browser goes back");
    const { start } = await ask({ do: "open", puzzle: puzzle.name, text: instanceOf(puzzle) });
    await expectBoard(page, start);
  }));
}

test("settings are kept: theme, four colours", () => inPage(SERVER, {}, async (page) => {
  await page.goto(addressOf(PUZZLES[0]));
  await board(page).getByRole("button").first().waitFor();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  const dialog = await openByKey(page, ",", "Settings");
  await dialog.getByRole("group", { name: "Theme" }).getByRole("radio", { name: "Dark" }).check();
  await dialog.getByRole("group", { name: "Cards" }).getByRole("radio", { name: "Four colours" }).check();
  await page.keyboard.press("Escape");
  assert.notEqual(await ground(), light);
  await page.reload();
  await board(page).getByRole("button").first().waitFor();
  assert.notEqual(await ground(), light, "the theme is kept");
  const inks = await page.evaluate(() => ["clubs", "diamonds", "hearts", "spades"].map((suit) => {
    const card = document.querySelector(`svg .${suit}`);
    return card ? getComputedStyle(card).fill : suit;
  }));
  assert.equal(new Set(inks).size, 4, `four suits, four colours: ${inks}`);
}));
