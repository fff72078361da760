// @ts-check
// Settings: declared once, kept in local storage, changed in a dialog made from their declarations.

import { el } from "./dom.js";
import { Events } from "./events.js";

/**
 * @typedef {{key: string, label: string, help?: string, type: "flag" | "choice", default: string | boolean, choices?: {value: string, label: string}[]}} Setting texts are keys of texts
 */

const STORE = "patience.settings";

/** @type {Setting[]} */
const SETTINGS = [
  { key: "theme", label: "setting-theme", type: "choice", default: "auto", choices: [{ value: "auto", label: "theme-auto" }, { value: "light", label: "theme-light" }, { value: "dark", label: "theme-dark" }] },
  { key: "deck", label: "setting-deck", type: "choice", default: "two", choices: [{ value: "two", label: "deck-two" }, { value: "four", label: "deck-four" }] },
  { key: "motion", label: "setting-motion", help: "setting-motion-help", type: "choice", default: "auto", choices: [{ value: "auto", label: "motion-auto" }, { value: "fast", label: "motion-fast" }, { value: "none", label: "motion-none" }] },
  { key: "autoplay", label: "setting-autoplay", help: "setting-autoplay-help", type: "flag", default: false },
  { key: "timer", label: "setting-timer", type: "flag", default: true },
  { key: "shortcuts", label: "setting-shortcuts", help: "setting-shortcuts-help", type: "flag", default: true },
];

/** Settings by key. Events: the key, with its new value. */
export class Settings extends Events {
  /** @type {Record<string, string | boolean>} */
  #values = {};
  /** @type {Setting[]} */
  all = [...SETTINGS];

  constructor() {
    super();
    try {
      const kept = JSON.parse(localStorage.getItem(STORE) ?? "{}");
      if (kept && typeof kept === "object") this.#values = kept;
    } catch {
      // Storage may be off, or hold something else: defaults are fine.
    }
  }

  /** Declares another setting. @param {Setting} setting */
  define(setting) {
    this.all.push(setting);
  }

  /** @param {string} key @returns {any} */
  get(key) {
    const setting = this.all.find((each) => each.key === key);
    const value = this.#values[key];
    if (!setting) return value;
    const isValid = setting.type === "flag" ? typeof value === "boolean" : setting.choices?.some((choice) => choice.value === value);
    return isValid ? value : setting.default;
  }

  /** @param {string} key @param {string | boolean} value */
  set(key, value) {
    if (this.get(key) === value) return;
    this.#values[key] = value;
    try {
      localStorage.setItem(STORE, JSON.stringify(this.#values));
    } catch {
      // Without storage a setting lasts as long as the page.
    }
    this.emit(key, value);
  }
}

/**
 * Applies what the style sheets read.
 * @param {Settings} settings
 */
export function applySettings(settings) {
  const root = document.documentElement;
  for (const key of ["theme", "deck", "motion"]) {
    const apply = () => { root.dataset[key] = settings.get(key); };
    settings.on(key, apply);
    apply();
  }
}

/** @param {any} app */
export function openSettings(app) {
  /** @param {Setting} setting */
  const control = (setting) => {
    const id = `setting-${setting.key}`;
    const help = setting.help && el("p", { class: "help", id: `${id}-help` }, app.text(setting.help));
    const described = setting.help ? `${id}-help` : null;
    if (setting.type === "flag") {
      const input = el("input", { type: "checkbox", role: "switch", id, checked: app.settings.get(setting.key), "aria-describedby": described, onchange: () => app.settings.set(setting.key, input.checked) });
      return el("div", { class: "field flag" }, el("label", { for: id }, app.text(setting.label)), input, help);
    }
    const radios = (setting.choices ?? []).map((choice) => {
      const radio = el("input", { type: "radio", name: id, value: choice.value, checked: app.settings.get(setting.key) === choice.value, onchange: () => app.settings.set(setting.key, choice.value) });
      return el("label", {}, radio, el("span", {}, app.text(choice.label)));
    });
    return el("fieldset", { class: "field", "aria-describedby": described }, el("legend", {}, app.text(setting.label)), el("div", { class: "segments" }, ...radios), help);
  };
  return app.openDialog({
    title: app.text("settings"),
    body: el("div", { class: "fields" }, ...app.settings.all.map(control), el("p", { class: "help" }, app.text("settings-note"))),
    actions: [{ label: app.text("done"), kind: "main" }],
  });
}
