// @ts-check
// Takes the pictures of the page for the documentation: desktop, phone, dark.
//
//   node pictures.js FOLDER        # PATIENCE_URL: the server, CHROMIUM: the browser

import { join } from "node:path";
import { chromium } from "playwright-core";

const [folder] = process.argv.slice(2);
const server = process.env.PATIENCE_URL ?? "";

/** @typedef {import("playwright-core").Page} Page */

/** @type {{name: string, address: string, width: number, height: number, theme: "light" | "dark", prepare: (page: Page) => Promise<void>}[]} */
const PICTURES = [
  {
    name: "page.png", address: "#/freecell/617/83.2a.21.72.8b.83.82.8c", width: 1280, height: 800, theme: "light",
    prepare: async (page) => {
      await page.getByRole("switch", { name: "Judge every move" }).or(page.getByRole("checkbox", { name: "Judge every move" })).check();
      await page.getByText(/wins/).first().waitFor();
    },
  },
  {
    name: "page-phone.png", address: "#/klondike/7", width: 390, height: 844, theme: "light",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Hint", exact: true }).click();
      await page.locator(".arrow").first().waitFor();
    },
  },
  {
    name: "page-dark.png", address: "#/rushhour/JAM40", width: 1280, height: 800, theme: "dark",
    prepare: async (page) => {
      await page.getByRole("toolbar").getByRole("button", { name: "Solve" }).click();
      const bar = page.getByRole("group", { name: "Watch the solution" });
      await bar.waitFor();
      for (let step = 0; step < 5; step++) await bar.getByRole("button", { name: "One move on" }).click();
    },
  },
];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const { name, address, width, height, theme, prepare } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce", hasTouch: width < 500 });
  await page.goto(server + address);
  await page.getByRole("group", { name: "Board" }).getByRole("button").first().waitFor();
  await page.getByRole("region", { name: "Verdict" }).getByText(/Winnable|Lost|Not known/).first().waitFor({ timeout: 60_000 });
  await prepare(page);
  // Nothing is pointed at.
  await page.mouse.move(0, 0);
  await page.waitForTimeout(3_500);
  await page.screenshot({ path: join(folder, name) });
  console.log(join(folder, name));
  await page.close();
}
await browser.close();
