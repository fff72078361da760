// @ts-check
// The browser of the tests: a page that must not leave its origin, throw, or log an error.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

/** The address of the server under test. */
export const SERVER = process.env.PATIENCE_URL ?? "";
/** The folder of the static site under test; empty if there is none. */
export const SITE = process.env.PATIENCE_SITE ?? "";
/** Milliseconds that a search may take until the test fails. */
export const SEARCH = 60_000;

/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
});
after(() => browser?.close());

/**
 * Runs a test in a page of its own, and fails it if the page asked anybody else or reported an error.
 * @param {string} address
 * @param {import("playwright-core").BrowserContextOptions & {origin?: string}} options
 * @param {(page: import("playwright-core").Page, context: import("playwright-core").BrowserContext) => Promise<void>} test
 */
export async function inPage(address, options, test) {
  const { origin = new URL(SERVER).origin, ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...rest });
  context.setDefaultTimeout(15_000);
  /** @type {string[]} */
  const faults = [];
  context.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (["http:", "https:", "ws:", "wss:"].includes(protocol) && asked !== origin) faults.push(`asked ${request.url()}`);
  });
  context.on("weberror", (error) => faults.push(`threw ${error.error().stack ?? error.error()}`));
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(`logged ${message.text()} ${message.location().url}`);
  });
  const page = await context.newPage();
  try {
    await page.goto(address);
    await test(page, context);
    assert.deepEqual(faults, [], "the page asked only its own origin, and reported no error");
  } catch (error) {
    if (faults.length > 0) console.error(faults.join("\n"));
    if (process.env.PAGE_TEST_SHOTS) await page.screenshot({ path: `${process.env.PAGE_TEST_SHOTS}/failed-${Date.now()}.png` });
    throw error;
  } finally {
    await context.close();
  }
}

/**
 * Asks the server, as the page does.
 * @param {Record<string, unknown>} request
 * @returns {Promise<any>}
 */
export async function ask(request) {
  const response = await fetch(`${SERVER}api`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });
  const answer = await response.json();
  if (!answer.ok) throw new Error(`${JSON.stringify(request)}: ${answer.error?.message}`);
  return answer.ok;
}

/** @typedef {{name: string, title: string, one: string, instance: string, default_instance: string | null, numbers: [string, string] | null, hidden: boolean, graded: boolean}} Puzzle */

/** Every registered puzzle. @type {Puzzle[]} */
export const PUZZLES = SERVER ? await ask({ do: "puzzles" }) : [];

/** An instance of a puzzle that can be won: a small number, the usual one, or an example of its help. @param {Puzzle} puzzle @returns {Promise<string>} */
async function findInstance(puzzle) {
  if (puzzle.numbers) {
    for (let number = BigInt(puzzle.numbers[0]) + 6n; ; number++) {
      const { outcome } = await ask({ do: "hint", puzzle: puzzle.name, position: String(number), limits: { time: 5 } });
      if (outcome === "solved") return String(number);
    }
  }
  for (const word of [puzzle.default_instance ?? "", ...puzzle.instance.split(/[^\w]+/)]) {
    const opened = word ? await ask({ do: "open", puzzle: puzzle.name, text: word }).catch(() => null) : null;
    if (opened) return word;
  }
  throw new Error(`${puzzle.name} has numbers, a usual instance, or an example`);
}

/** @type {Map<string, string>} */
const INSTANCES = new Map();
for (const puzzle of PUZZLES) INSTANCES.set(puzzle.name, await findInstance(puzzle));

/** @param {Puzzle} puzzle */
export const instanceOf = (puzzle) => INSTANCES.get(puzzle.name) ?? "";

/** @param {Puzzle} puzzle @param {string} [rest] */
export const addressOf = (puzzle, rest = instanceOf(puzzle)) => `${SERVER}#/${puzzle.name}/${rest}`;
