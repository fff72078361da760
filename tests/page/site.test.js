// @ts-check
// The static site: engines in the browser give the same games; it works offline, after the host is gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectBoard, movesIn, plainMove, tapMove } from "./board.js";
import { PUZZLES, SEARCH, SITE, ask, inPage, instanceOf } from "./browser.js";
import { serveFolder } from "./static-server.js";
import { expectSoon, expectText } from "./wait.js";

const skip = SITE ? false : "there is no static site";

for (const puzzle of PUZZLES) {
  test(`site, ${puzzle.name}: play and ask`, { skip }, async () => {
    const host = await serveFolder(SITE, "/some/where/");
    const { start } = await ask({ do: "open", puzzle: puzzle.name, text: instanceOf(puzzle) });
    try {
      await inPage(`${host.address}#/${puzzle.name}/${instanceOf(puzzle)}`, { origin: new URL(host.address).origin }, async (page) => {
        await expectBoard(page, start);
        await expectText(page.getByRole("region", { name: "Verdict" }), /Winnable/, SEARCH);
        const move = plainMove(start);
        await tapMove(page, start, move);
        assert.equal((await movesIn(page))[0], move.text);
        await page.getByRole("button", { name: "Undo" }).click();
        await expectBoard(page, start);
        await page.getByRole("button", { name: "Hint", exact: true }).click();
        await expectText(page.getByRole("status").first(), /Best move: /, SEARCH);
      });
    } finally {
      await host.stop();
    }
  });
}

test("site: offline, after the host is gone", { skip }, async () => {
  const host = await serveFolder(SITE, "/");
  const puzzle = PUZZLES[0];
  const { start } = await ask({ do: "open", puzzle: puzzle.name, text: instanceOf(puzzle) });
  let isUp = true;
  try {
    await inPage(`${host.address}#/${puzzle.name}/${instanceOf(puzzle)}`, { origin: new URL(host.address).origin }, async (page, context) => {
      await expectBoard(page, start);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      // What the worker keeps is complete once it controls the page.
      await expectSoon(() => page.evaluate(async () => navigator.serviceWorker.controller !== null || (await navigator.serviceWorker.ready).active?.state === "activated"), "the service worker is active", SEARCH);
      await host.stop();
      isUp = false;
      await context.setOffline(true);
      await page.reload();
      await expectBoard(page, start);
      for (const other of PUZZLES) {
        await page.goto(`${host.address}#/${other.name}/${instanceOf(other)}`);
        const opened = await ask({ do: "open", puzzle: other.name, text: instanceOf(other) });
        await expectBoard(page, opened.start);
        await tapMove(page, opened.start, plainMove(opened.start));
      }
      await page.getByRole("button", { name: "Hint", exact: true }).click();
      await expectText(page.getByRole("status").first(), /Best move: |No move wins/, SEARCH);
    });
  } finally {
    if (isUp) await host.stop();
  }
});
