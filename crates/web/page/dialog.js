// @ts-check
// Dialogs, on the element of that name: focus stays inside, Escape closes, focus goes back.

import { el, icon } from "./dom.js";
import { text } from "./texts.js";

/**
 * @typedef {{label: string, value?: unknown, kind?: "main" | "plain", run?: () => unknown}} Action `run` may return false to keep the dialog open
 */

let count = 0;

/**
 * Opens a dialog; the answer is the value of the action, or what the body closes it with, or null.
 * @param {{title: string, body: globalThis.Node | string | ((close: (value: unknown) => void) => globalThis.Node), actions?: Action[], small?: boolean, wide?: boolean}} options
 * @returns {Promise<any>}
 */
export function openDialog({ title, body, actions = [{ label: text("close") }], small = false, wide = false }) {
  return new Promise((resolve) => {
    const id = `dialog-${count++}`;
    const dialog = el("dialog", { class: `dialog${small ? " small" : ""}${wide ? " wide" : ""}`, "aria-labelledby": id });
    /** @type {unknown} */
    let answer = null;
    const close = (/** @type {unknown} */ value) => {
      answer = value;
      dialog.close();
    };
    const content = typeof body === "function" ? body(close) : typeof body === "string" ? el("p", {}, body) : body;
    let isBusy = false;
    const act = async (/** @type {Action} */ action) => {
      if (isBusy) return;
      isBusy = true;
      form.setAttribute("aria-busy", "true");
      const result = action.run ? await action.run() : action.value;
      form.removeAttribute("aria-busy");
      isBusy = false;
      if (result !== false) close(result === undefined ? action.value ?? null : result);
    };
    const main = actions.find((action) => action.kind === "main");
    const form = el(
      "form",
      { method: "dialog", novalidate: true, onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); if (main) act(main); } },
      el("header", {}, el("h2", { id }, title), el("button", { type: "button", class: "plain round", "aria-label": text("close"), onclick: () => close(null) }, icon("close"))),
      el("div", { class: "dialog-body" }, content),
      actions.length > 0 && el("footer", {}, ...actions.map((action) => el("button", { type: action === main ? "submit" : "button", class: `button ${action.kind ?? "plain"}`, onclick: action === main ? null : () => act(action) }, action.label))),
    );
    dialog.append(form);
    dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => { if (event.target === dialog) close(null); });
    dialog.addEventListener("close", () => { dialog.remove(); resolve(answer); });
    // A text that scrolls can be reached by keys.
    const box = dialog.querySelector(".dialog-body");
    if (!box.querySelector("input, select, textarea, button, a, summary")) box.tabIndex = 0;
    document.body.append(dialog);
    dialog.showModal();
    const first = dialog.querySelector("[autofocus]") ?? dialog.querySelector(".dialog-body input, .dialog-body select, .dialog-body textarea, .dialog-body button") ?? dialog.querySelector("footer button");
    first?.focus();
  });
}
