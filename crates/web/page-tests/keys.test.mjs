// Tests of keys.js: which keys are shortcuts, and where they write text instead.

import assert from "node:assert/strict";
import test from "node:test";

/** An element of the page, as far as shortcuts look at it. */
class HTMLElement {
  isContentEditable = false;
  constructor(properties = {}) { Object.assign(this, properties); }
}
class HTMLInputElement extends HTMLElement { type = "text"; constructor(properties) { super(); Object.assign(this, properties); } }
class HTMLTextAreaElement extends HTMLElement {}
class HTMLSelectElement extends HTMLElement {}
let dialog = null;
let press = null;
const document = { addEventListener: (_, listener) => { press = listener; }, querySelector: () => dialog, getElementById: () => null, body: new HTMLElement() };
Object.assign(globalThis, { HTMLElement, HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, document });
const { Keys } = await import("../page/keys.js");

/** Whether a key on an element is a shortcut. */
function isShortcut(target) {
  let count = 0;
  const keys = new Keys({ screen: "game", settings: { get: () => true } });
  keys.add({ key: "n", label: "", run: () => count++ });
  press({ key: "n", target, preventDefault() {} });
  return count === 1;
}

const shown = (is) => ({ checkVisibility: () => is });

test("a key is a shortcut unless it writes text", () => {
  assert(isShortcut(document.body));
  assert(isShortcut(new HTMLInputElement({ type: "checkbox", ...shown(true) })));
  assert(!isShortcut(new HTMLInputElement(shown(true))));
  assert(!isShortcut(new HTMLTextAreaElement(shown(true))));
  assert(!isShortcut(new HTMLSelectElement(shown(true))));
  assert(!isShortcut(new HTMLElement({ isContentEditable: true, ...shown(true) })));
});

test("a field that is not shown takes no text", () => {
  assert(isShortcut(new HTMLInputElement(shown(false))));
  assert(isShortcut(new HTMLTextAreaElement(shown(false))));
});

test("a browser that cannot say what is shown gives every field its keys", () => {
  assert(!isShortcut(new HTMLInputElement({})));
});

test("an open dialog has the keys for itself", () => {
  dialog = {};
  assert(!isShortcut(document.body));
  dialog = null;
});
