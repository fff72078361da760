// @ts-check
// Asking, for every puzzle: the verdict, hints, solutions to watch, the review of a game that was lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, expectBoard, movesIn, sourceName, tap } from "./board.js";
import { PUZZLES, SEARCH, addressOf, ask, inPage, instanceOf } from "./browser.js";
import { expectSoon, expectText } from "./wait.js";

/** Nodes of a search that decides: the same game is found under any load. */
const DECIDES = 100_000;

for (const puzzle of PUZZLES) {
  const { start } = await ask({ do: "open", puzzle: puzzle.name, text: instanceOf(puzzle) });

  test(`${puzzle.name}: verdict and hint`, () => inPage(addressOf(puzzle), {}, async (page) => {
    await expectBoard(page, start);
    await expectText(page.getByRole("region", { name: "Verdict" }), /Winnable|Lost|Not known/, SEARCH);
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    const said = await expectText(page.getByRole("status").first(), /Best move: |No move wins|found no winning move/, SEARCH);
    if (said.includes("Best move")) await expectSoon(async () => (await page.locator(".arrow").count()) > 0, "an arrow shows the move");
    assert.deepEqual(await movesIn(page), [], "a hint plays nothing");
  }));

  test(`${puzzle.name}: solve and watch`, () => inPage(addressOf(puzzle), {}, async (page) => {
    await expectBoard(page, start);
    await page.getByRole("toolbar").getByRole("button", { name: "Solve" }).click();
    const panel = page.getByRole("region", { name: "Solve" });
    await expectText(panel, /Solved in/, SEARCH);
    const bar = page.getByRole("group", { name: "Watch the solution" });
    const speed = bar.getByRole("combobox", { name: "Speed" });
    await speed.selectOption(await speed.evaluate((select) => /** @type {HTMLSelectElement} */ (select).options[select.options.length - 1].value));
    await panel.getByRole("button", { name: "Watch" }).click();
    await expectSoon(async () => (await movesIn(page)).length >= 2, "the solution plays by itself");
    await bar.getByRole("button", { name: "Pause" }).click();
    const paused = await movesIn(page);
    await bar.getByRole("button", { name: "One move back" }).click();
    await expectSoon(async () => (await movesIn(page)).length === paused.length - 1, "one move back");
    await bar.getByRole("button", { name: "One move on" }).click();
    await expectSoon(async () => (await movesIn(page)).length === paused.length, "one move on");
    const slider = bar.getByRole("slider", { name: "Move of the solution" });
    await slider.focus();
    await slider.press("End");
    await page.getByRole("button", { name: "Play again" }).waitFor();
    const line = await movesIn(page);
    const { moves } = await ask({ do: "open", puzzle: puzzle.name, text: `${start.code}/${line.join(".")}` });
    assert(moves.at(-1).scene.solved, "the last position is solved");
    await bar.getByRole("button", { name: "Stop watching" }).click();
    await bar.waitFor({ state: "hidden" });
  }));

  test(`${puzzle.name}: review`, async () => {
    const { line, isLost } = await findGame(puzzle, start);
    await inPage(addressOf(puzzle, `${instanceOf(puzzle)}/${line.map(encodeURIComponent).join(".")}`), {}, async (page) => {
      await expectSoon(async () => (await movesIn(page)).length === line.length, "the link plays its moves");
      await page.getByRole("toolbar").getByRole("button", { name: "Review" }).click();
      const panel = page.getByRole("region", { name: "Review" });
      if (!isLost) {
        await expectText(panel, /can still be won/, SEARCH);
        return;
      }
      await expectText(panel, /Move \d+ of \d+, .+, lost the game/, SEARCH);
      const losing = page.getByRole("region", { name: "Moves" }).getByRole("button", { name: /lost the game/ });
      assert.equal(await losing.count(), 1, "the losing move is marked in the list of moves");
      assert.match((await losing.textContent()) ?? "", /✗/);
      const on = panel.getByRole("button", { name: "Play on from here" });
      await on.click();
      await expectSoon(async () => (await movesIn(page)).length < line.length, "the game goes back to before the losing move");
      const bar = page.getByRole("group", { name: "Watch the solution" });
      await bar.getByRole("slider").press("End");
      await page.getByRole("button", { name: "Play again" }).waitFor();
    });
  });

  if (!puzzle.hidden) continue;
  test(`${puzzle.name}: hidden game`, () => inPage(addressOf(puzzle, "?hidden"), {}, async (page, context) => {
    await board(page).getByRole("button").first().waitFor();
    /** Every message from the engine. @type {string[]} */
    const heard = [];
    context.on("response", async (response) => {
      if (response.url().endsWith("/api")) heard.push(await response.text().catch(() => ""));
    });
    const down = board(page).getByRole("button", { name: /face down/ });
    const before = await down.count();
    assert(before > 0, "some cards are face down");
    await expectText(page.getByRole("region", { name: "Verdict" }), /Chance|Lost|Not known/, SEARCH);
    const status = page.getByRole("status").first();
    const said = await status.textContent();
    await down.first().click();
    // A hint that is asked for before the move is made is about a position that is gone.
    await expectSoon(async () => heard.length > 0 && (await status.textContent()) !== said, "the move is made");
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await expectText(status, /Best move|No move wins|found no winning move/, SEARCH);
    const open = await board(page).getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    const told = heard.join("\n");
    await page.getByRole("toolbar").getByRole("button", { name: "Review" }).click();
    await page.getByRole("dialog", { name: "Reveal the hidden cards?" }).getByRole("button", { name: "Reveal" }).click();
    await expectSoon(async () => !page.url().includes("hidden"), "the game is open now", SEARCH);
    // What lay face down was in no message before.
    const position = new URL(page.url()).hash.split("/")[2];
    const { start: revealed } = await ask({ do: "open", puzzle: puzzle.name, text: position });
    const secret = revealed.view.places.filter((place) => place.spread === "down").flatMap((place) => place.pieces).filter((piece) => piece.down);
    const still = secret.filter((piece) => !open.some((name) => name?.startsWith(piece.name.replace(", face down", ""))));
    assert(still.length > 0);
    for (const piece of still) assert(!told.includes(`"${piece.id}"`), `${piece.name} was in no message`);
  }));
}

/**
 * A game that was lost on the way, if the puzzle can be lost: random moves until the engine knows one that loses.
 * @param {import("./browser.js").Puzzle} puzzle
 * @param {import("./board.js").Scene} start
 */
async function findGame(puzzle, start) {
  const line = [];
  let scene = start;
  let random = 7;
  for (let step = 0; step < 40 && !scene.solved && scene.moves.length > 0; step++) {
    const hint = await ask({ do: "hint", puzzle: puzzle.name, position: scene.position, all: true, limits: { nodes: DECIDES } });
    const losing = hint.moves?.find((move) => move.verdict === "loses");
    const winning = hint.moves?.filter((move) => move.verdict !== "loses") ?? [];
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    const move = losing?.move ?? winning[random % winning.length]?.move ?? scene.moves[0].text;
    line.push(move);
    if (losing && hint.outcome === "solved") return { line, isLost: true };
    scene = await ask({ do: "play", puzzle: puzzle.name, position: scene.position, move, scene: true });
  }
  return { line: line.slice(0, 8), isLost: false };
}
