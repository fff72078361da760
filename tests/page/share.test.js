// @ts-check
// Sharing, for every puzzle: links to a variation, a position and a deal open again; files in every format.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectBoard, movesIn, plainMove, played, tapMove } from "./board.js";
import { PUZZLES, addressOf, ask, inPage, instanceOf } from "./browser.js";
import { expectSoon, expectText } from "./wait.js";

/** Formats that can write every game. */
const EVERY = ["svg", "player", "animation", "json"];

for (const puzzle of PUZZLES) {
  const { start } = await ask({ do: "open", puzzle: puzzle.name, text: instanceOf(puzzle) });

  test(`${puzzle.name}: share a link and open it again`, () => inPage(addressOf(puzzle), {}, async (page, context) => {
    await expectBoard(page, start);
    await tapMove(page, start, plainMove(start));
    const { line, scene } = await played(page, puzzle, start);
    await expectBoard(page, scene);
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share" });
    const link = (/** @type {string} */ name) => dialog.getByRole("textbox", { name }).inputValue();
    const links = { moves: await link("Link to the moves so far"), position: await link("Link to this position"), deal: await link(`Link to the ${puzzle.one}`) };
    const opened = { moves: { scene, line }, position: { scene, line: [] }, deal: { scene: start, line: [] } };
    for (const [kind, address] of Object.entries(links)) {
      const other = await context.newPage();
      await other.goto(address);
      await expectBoard(other, opened[kind].scene);
      assert.deepEqual(await movesIn(other), opened[kind].line, `${kind}: ${address}`);
      await other.close();
    }
    // The moves of a link can be taken back.
    const other = await context.newPage();
    await other.goto(links.moves);
    await expectBoard(other, scene);
    for (let undone = 0; (await movesIn(other)).length > 0; undone++) {
      assert(undone < line.length, "undo ends at the start");
      const before = other.url();
      await other.getByRole("button", { name: "Undo" }).click();
      await expectSoon(async () => other.url() !== before, "undo takes a move back");
    }
    await expectBoard(other, start);
  }));

  test(`${puzzle.name}: files in every format`, () => inPage(addressOf(puzzle), { acceptDownloads: true }, async (page) => {
    await expectBoard(page, start);
    await tapMove(page, start, plainMove(start));
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share" });
    const select = dialog.getByRole("combobox", { name: "Copy or download as" });
    const labels = await select.evaluate((list) => [.../** @type {HTMLSelectElement} */ (list).options].map((option) => option.label));
    for (const wanted of EVERY) assert(labels.some((label) => label.startsWith(`${wanted}:`)), `${wanted} is offered`);
    for (const label of labels) {
      const [format] = label.split(":");
      await select.selectOption({ label });
      const save = dialog.getByRole("button", { name: "Download" });
      const alert = dialog.getByRole("alert");
      await expectSoon(async () => (await save.isEnabled()) || (await alert.count()) > 0, `${format} is made`);
      if ((await alert.count()) > 0) {
        // Some formats cannot write every position, and say so.
        assert(!EVERY.includes(format), `${format}: ${await alert.textContent()}`);
        continue;
      }
      const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
      const chunks = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      assert(text.trim().length > 0, `${format} is not empty`);
      if (format === "svg" || format === "animation") assert.match(text, /^<svg /);
      if (format === "player") assert.match(text, /^<!doctype html>/i);
      if (format === "json") JSON.parse(text);
    }
    const copy = dialog.getByRole("button", { name: /^Copy|^Copied|Ctrl/ }).last();
    await copy.click();
    await expectText(copy, /Copied|Ctrl/);
  }));
}
