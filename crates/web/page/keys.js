// @ts-check
// Shortcuts: one key each, listed under `?`, and none while a text field has the focus.

import { el } from "./dom.js";

/** @typedef {{key: string, label: string, run: () => unknown, enabled?: () => boolean}} Shortcut */

/**
 * Whether keys write text there. What is not shown takes none: when a dialog closes, the focus may stay on its field for a moment.
 * @param {EventTarget | null} target
 */
function takesText(target) {
  if (!(target instanceof HTMLElement) || target.checkVisibility?.() === false) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit", "reset", "range"].includes(target.type);
}

/** The shortcuts of the page. */
export class Keys {
  /** @type {Shortcut[]} */
  all = [];

  /** @param {any} app */
  constructor(app) {
    this.app = app;
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {Shortcut} shortcut @returns {() => void} removes it */
  add(shortcut) {
    this.all.push(shortcut);
    return () => { this.all = this.all.filter((each) => each !== shortcut); };
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.defaultPrevented || event.repeat && !["u", "r"].includes(event.key) || takesText(event.target) || document.querySelector("dialog[open]")) return;
    if (event.key.startsWith("Arrow") && this.app.screen === "game" && (event.target === document.body || event.target === document.getElementById("main"))) {
      event.preventDefault();
      return this.app.board.button(this.app.board.at)?.focus();
    }
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.altKey;
    const key = isUndo ? (event.shiftKey ? "r" : "u") : event.key;
    if (!isUndo && (event.ctrlKey || event.metaKey || event.altKey || !this.app.settings.get("shortcuts"))) return;
    const shortcut = this.all.find((each) => each.key === key);
    if (!shortcut || (shortcut.enabled && !shortcut.enabled())) return;
    event.preventDefault();
    shortcut.run();
  }

  /** Lists them in a dialog. */
  open() {
    const { app } = this;
    const fixed = [["↑ ↓ ← →", "key-arrows"], ["Enter", "key-enter"], ["Enter Enter", "key-twice"], ["Esc", "key-escape"], ["Ctrl ↑ ↓", "key-piles"], ["Ctrl Z", "key-undo"]];
    const row = (/** @type {string} */ keys, /** @type {string} */ label) => el("tr", {}, el("th", { scope: "row" }, ...keys.split(" ").map((key) => el("kbd", {}, key))), el("td", {}, label));
    const rows = [...fixed.map(([keys, label]) => row(keys, app.text(label))), ...this.all.map(({ key, label }) => row(key, label))];
    return app.openDialog({ title: app.text("keys"), body: el("div", {}, el("p", { class: "lead" }, app.text("how-to-play")), el("table", { class: "keys" }, el("tbody", {}, ...rows))) });
  }
}
