// @ts-check
// Waiting for what a page will show.

/**
 * Waits until something is so.
 * @param {() => Promise<boolean>} condition
 * @param {string} what
 * @param {number} [limit] milliseconds
 */
export async function expectSoon(condition, what, limit = 10_000) {
  const end = Date.now() + limit;
  for (;;) {
    if (await condition()) return;
    if (Date.now() > end) throw new Error(`expected within ${limit / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Waits until an element says something.
 * @param {import("playwright-core").Locator} locator
 * @param {RegExp} pattern
 * @param {number} [limit] milliseconds
 * @returns {Promise<string>} what it says
 */
export async function expectText(locator, pattern, limit = 10_000) {
  let text = "";
  const says = async () => {
    text = (await locator.allTextContents()).join("\n");
    return pattern.test(text);
  };
  await expectSoon(says, `${pattern}`, limit).catch((error) => {
    throw new Error(`${error.message}, found ${JSON.stringify(text)}`);
  });
  return text;
}
