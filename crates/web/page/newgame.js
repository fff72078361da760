// @ts-check
// The dialog for a new game: a number, any text, rules made from their descriptions, hidden or open, winnable.

import { el } from "./dom.js";

/**
 * @typedef {{name: string, doc: string, type: string, min?: number, max?: number, choices?: {name: string, summary: string}[], default: unknown}} Field
 */

/**
 * Form fields made from the descriptions of settings; `read` gives the values that were changed. The make page uses them too.
 * @param {Field[]} fields
 * @param {Record<string, unknown>} [values]
 * @param {string} [prefix] of the ids
 * @returns {{element: HTMLElement, read: () => Record<string, unknown>}}
 */
export function formFields(fields, values = {}, prefix = "field") {
  const controls = fields.map((field) => {
    const id = `${prefix}-${field.name}`;
    const value = values[field.name] ?? field.default;
    const help = el("p", { class: "help", id: `${id}-help` }, field.doc);
    const label = el("label", { for: id }, title(field.name));
    const common = { id, "aria-describedby": `${id}-help` };
    if (field.type === "flag") {
      const input = el("input", { ...common, type: "checkbox", role: "switch", checked: value === true });
      return { field, read: () => input.checked, element: el("div", { class: "field flag" }, label, input, help) };
    }
    if (field.type === "choice") {
      const names = (field.choices ?? []).map((choice) => el("option", { value: choice.name }, choice.name));
      const input = el("select", common, field.default === null && el("option", { value: "" }, "–"), ...names);
      input.value = value ?? "";
      const note = el("p", { class: "help", id: `${id}-help` });
      const explain = () => { note.textContent = `${field.doc}. ${field.choices?.find((choice) => choice.name === input.value)?.summary ?? ""}`; };
      input.addEventListener("change", explain);
      explain();
      return { field, read: () => input.value || null, element: el("div", { class: "field" }, label, input, note) };
    }
    const isNumber = field.type === "integer" || field.type === "number";
    const input = el("input", { ...common, inputmode: isNumber ? "decimal" : null, autocomplete: "off", spellcheck: "false", value: value ?? "" });
    const read = () => (input.value.trim() === "" ? null : isNumber && Number.isFinite(Number(input.value)) ? Number(input.value) : input.value.trim());
    return { field, read, element: el("div", { class: "field" }, label, input, help) };
  });
  return {
    element: el("div", { class: "fields" }, ...controls.map((control) => control.element)),
    read: () => Object.fromEntries(controls.map((control) => [control.field, control.read()]).filter(([field, value]) => value !== null && value !== /** @type {Field} */ (field).default).map(([field, value]) => [/** @type {Field} */ (field).name, value])),
  };
}

/** A name of a setting for people: `no_bring_back` is "No bring back". @param {string} name */
export function title(name) {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Asks for a new game and opens it.
 * @param {any} app
 * @param {string} puzzle
 */
export async function openNewGame(app, puzzle) {
  const { text } = app;
  const about = await app.about(puzzle);
  const game = app.game?.puzzle === puzzle ? app.game : null;
  const flag = (/** @type {string} */ id, /** @type {boolean} */ isOn) => {
    const input = el("input", { type: "checkbox", role: "switch", id, checked: isOn, "aria-describedby": `${id}-help` });
    return { input, element: el("div", { class: "field flag" }, el("label", { for: id }, text(id)), input, el("p", { class: "help", id: `${id}-help` }, text(`${id}-help`))) };
  };
  const hidden = about.hidden ? flag("new-hidden", game?.hidden ?? false) : null;
  const winnable = about.numbers ? flag("new-winnable", false) : null;
  const instance = el("textarea", { id: "new-text", rows: 2, autocomplete: "off", spellcheck: "false", "aria-describedby": "new-text-help", autofocus: true });
  instance.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && !event.shiftKey && !instance.value.includes("\n")) { event.preventDefault(); instance.form.requestSubmit(); }
  });
  const rules = about.rules?.length ? formFields(about.rules, game?.rules ?? {}, "rule") : null;
  const error = el("p", { class: "error", role: "alert" });
  const body = el(
    "div", { class: "fields" },
    el("div", { class: "field" }, el("label", { for: "new-text" }, text("new-text", { one: about.one })), instance, el("p", { class: "help", id: "new-text-help" }, text("new-text-help", { instance: about.instance }))),
    error, hidden?.element, winnable?.element,
    rules && el("details", { open: game ? Object.keys(game.rules).length > 0 : false }, el("summary", {}, text("rules")), rules.element),
  );
  const start = async () => {
    error.textContent = "";
    const options = { rules: rules?.read() ?? {}, hidden: hidden?.input.checked ?? false };
    const given = instance.value.trim();
    try {
      if (given === "") await app.deal(puzzle, { ...options, winnable: winnable?.input.checked ?? false });
      else await app.open(puzzle, given, options);
      return true;
    } catch (problem) {
      const { message, line, column } = /** @type {any} */ (problem);
      error.textContent = line ? text("error-at", { message, line, column }) : message;
      instance.focus();
      return false;
    }
  };
  return app.openDialog({ title: text("new-title", { title: about.title }), body, actions: [{ label: text("cancel") }, { label: text("deal"), kind: "main", run: start }] });
}
