// @ts-check
// Opening dialogs by their keys.

/** Milliseconds until the key is pressed once more, and then until the dialog must be there. */
const WAITS = [5_000, 10_000];

/** How often a key was pressed once more. A shortcut that needs it always is broken. */
let again = 0;

/** Where the focus is, and what else decides whether a key is a shortcut, in words. @param {import("playwright-core").Page} page */
function describe(page) {
  return page.evaluate(() => {
    const focus = document.activeElement;
    const named = focus ? `<${focus.tagName.toLowerCase()}${focus.id ? ` id=${focus.id}` : ""}>, ${focus.checkVisibility() ? "visible" : "not visible"}` : "nowhere";
    const [all, open] = ["dialog", "dialog[open]"].map((selector) => document.querySelectorAll(selector).length);
    return `the focus is on ${named}; ${open} of ${all} dialogs are open; the document has ${document.hasFocus() ? "the" : "no"} focus; the address is ${location.href}`;
  });
}

/**
 * Presses a key until it opens a dialog: a second time if need be, which may happen once in a run of the tests.
 * @param {import("playwright-core").Page} page
 * @param {string} key
 * @param {string | RegExp} [name] the title of the dialog
 * @returns {Promise<import("playwright-core").Locator>} the dialog
 */
export async function openByKey(page, key, name) {
  const dialog = page.getByRole("dialog", name === undefined ? {} : { name });
  const found = [];
  for (const timeout of WAITS) {
    await page.keyboard.press(key);
    const isOpen = await dialog.waitFor({ timeout }).then(() => true, () => false);
    if (isOpen && found.length === 0) return dialog;
    if (isOpen) {
      again++;
      console.error(`the key ${key} was pressed twice; after the first time ${found[0]}`);
      if (again === 1) return dialog;
      throw new Error(`${again} keys opened their dialogs only when pressed again, the last one ${key}: ${found[0]}`);
    }
    found.push(await describe(page));
  }
  throw new Error(`the key ${key} opens no dialog${name === undefined ? "" : ` ${name}`}: ${found.join("; then ")}`);
}
