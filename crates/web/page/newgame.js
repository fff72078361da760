// @ts-check
// The dialog for a new game: a number, any text, rules made from their descriptions, hidden or open, winnable.

import { el } from "./dom.js";
import { formOf, usable } from "./forms.js";

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
  const hidden = about.hidden ? flag("new-hidden", game?.hidden ?? true) : null;
  const winnable = about.numbers ? flag("new-winnable", false) : null;
  const grades = about.makers?.flatMap((/** @type {any} */ maker) => maker.settings).find((/** @type {any} */ field) => field.name === "grade")?.choices ?? [];
  const grade = grades.length > 0 ? el("select", { id: "new-grade", "aria-describedby": "new-grade-help" }, el("option", { value: "" }, text("new-grade-any")), ...grades.map((/** @type {any} */ choice) => el("option", { value: choice.name, title: choice.summary }, choice.name))) : null;
  const instance = el("textarea", { id: "new-text", rows: 2, autocomplete: "off", spellcheck: "false", "aria-describedby": "new-text-help", autofocus: true });
  instance.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && !event.shiftKey && !instance.value.includes("\n")) { event.preventDefault(); instance.form.requestSubmit(); }
  });
  const fields = usable(about.rules ?? []);
  const rules = fields.length > 0 ? formOf(fields, { values: game?.rules ?? {}, usual: text("usual") }) : null;
  const error = el("p", { class: "error", role: "alert" });
  const body = el(
    "div", { class: "fields" },
    el("div", { class: "field" }, el("label", { for: "new-text" }, text("new-text")), instance, el("p", { class: "help", id: "new-text-help" }, text("new-text-help", { many: about.many }))),
    error,
    grade && el("div", { class: "field" }, el("label", { for: "new-grade" }, text("new-grade")), grade, el("p", { class: "help", id: "new-grade-help" }, text("new-grade-help"))),
    winnable?.element, hidden?.element,
    rules && el("details", { open: game ? Object.keys(game.rules).length > 0 : false }, el("summary", {}, text("rules")), rules.element),
  );
  const search = new AbortController();
  const start = async () => {
    error.textContent = "";
    const options = { rules: rules?.values() ?? {}, hidden: hidden?.input.checked ?? false };
    const given = instance.value.trim();
    try {
      if (given === "") await app.deal(puzzle, { ...options, winnable: winnable?.input.checked ?? false, grade: grade?.value || null, signal: search.signal });
      else await app.open(puzzle, given, options);
      return true;
    } catch (problem) {
      const { name, message, line, column } = /** @type {any} */ (problem);
      if (name === "AbortError") return false;
      error.textContent = line ? text("error-at", { message, line, column }) : message;
      instance.focus();
      return false;
    }
  };
  await app.openDialog({ title: text("new-title", { title: about.title }), body, actions: [{ label: text("cancel") }, { label: text("deal"), kind: "main", run: start }] });
  search.abort();
}
