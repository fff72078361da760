// @ts-check
// Access: axe-core finds no violation on any page and in any dialog, on a phone and a desktop, light and dark; nothing is wider than the window.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { board, expectBoard, plainMove, played, tapMove } from "./board.js";
import { PUZZLES, SERVER, addressOf, ask, inPage, instanceOf } from "./browser.js";
import { openByKey } from "./keys.js";
import { expectSoon, expectText } from "./wait.js";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @type {{name: string, options: import("playwright-core").BrowserContextOptions}[]} */
const SCREENS = [];
for (const width of [360, 1280]) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    SCREENS.push({ name: `${width} px, ${colorScheme}`, options: { viewport: { width, height: width < 500 ? 740 : 800 }, colorScheme, hasTouch: width < 500 } });
  }
}

/** @param {import("playwright-core").Page} page @param {string} what */
async function check(page, what) {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ rule) => `${rule.id}: ${rule.help}: ${rule.nodes.map((/** @type {any} */ node) => node.html.slice(0, 160)).slice(0, 3).join(" | ")}`);
  });
  assert.deepEqual(violations, [], what);
  const { scrolls, window } = await page.evaluate(() => ({ scrolls: document.documentElement.scrollWidth, window: innerWidth }));
  assert(scrolls <= window, `${what}: ${scrolls} px in a window of ${window} px`);
}

for (const { name, options } of SCREENS) {
  test(`axe, ${name}: home, make, about`, () => inPage(SERVER, options, async (page) => {
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await expectSoon(async () => (await page.getByRole("link", { name: PUZZLES[0].title }).count()) > 0, "puzzles are listed");
    await check(page, "home");
    for (const path of ["make", "about"]) {
      await page.goto(`${SERVER}#/${path}`);
      await expectText(page.getByRole("main"), /\S.{200}/s);
      await check(page, path);
    }
  }));

  for (const puzzle of PUZZLES) {
    test(`axe, ${name}: ${puzzle.name}`, () => inPage(addressOf(puzzle), options, async (page) => {
      const { start } = await ask({ do: "open", puzzle: puzzle.name, text: instanceOf(puzzle) });
      await expectBoard(page, start);
      await check(page, "a game");
      await tapMove(page, start, plainMove(start));
      assert((await played(page, puzzle, start)).line.length > 0);
      await check(page, "after a move");
    }));
  }

  test(`axe, ${name}: dialogs and panels`, () => inPage(addressOf(PUZZLES[0]), options, async (page) => {
    const { start } = await ask({ do: "open", puzzle: PUZZLES[0].name, text: instanceOf(PUZZLES[0]) });
    await expectBoard(page, start);
    for (const key of ["n", "c", ",", "?"]) {
      const dialog = await openByKey(page, key);
      await check(page, `the dialog of ${key}`);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    }
    await page.keyboard.press("/");
    await check(page, "the field for moves");
    await page.keyboard.press("Escape");
    await tapMove(page, start, plainMove(start));
    for (const tool of ["Hint", "Solve", "Review"]) {
      await page.getByRole("toolbar").getByRole("button", { name: tool }).click();
      await expectText(page.getByRole("status").first(), /Best move|No move|found no|Solved|Proved|lost|won/, 60_000);
      await check(page, `after ${tool}`);
    }
  }));
}

test("touch targets on a phone are large enough", () => inPage(SERVER, SCREENS[0].options, async (page) => {
  for (const puzzle of PUZZLES) {
    await page.goto(addressOf(puzzle));
    await board(page).getByRole("button").first().waitFor();
    const small = await page.evaluate(() => [...document.querySelectorAll("button, a, select, input")].filter((element) => {
      if (!(element instanceof HTMLElement) || element.closest(".spots") || element.classList.contains("skip") || !element.checkVisibility()) return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && (width < 24 || height < 24);
    }).map((element) => element.outerHTML.slice(0, 120)));
    assert.deepEqual(small, [], puzzle.name);
  }
}));
