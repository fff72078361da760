// @ts-check
// Forms from declared settings: rules, settings of engines and of makers. A new setting appears without a change here.

import { el } from "./dom.js";

/** @typedef {{name: string, doc: string, type: string, min?: number, max?: number, choices?: {name: string, summary: string}[], default: any}} Field */
/** @typedef {{element: HTMLElement, values(): Record<string, any>}} Form */

/** The name of a field for people: `no_bring_back` is `No bring back`. @param {string} name */
export function labelOf(name) {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The text of a declaration as a page shows it: clauses about commands are left out, and names of flags lose their dashes.
 * @param {string} doc
 */
export function docOf(doc) {
  const plain = doc.replace(/[;,] [^;,]*`(?:patience|solve|show) [^`]*`[^;]*/g, "");
  return plain.replace(/--([a-z][a-z-]*)/g, (_, name) => name.replaceAll("-", " "));
}

/** A summary as a sentence. @param {string} summary */
export function sentence(summary) {
  const text = docOf(summary.charAt(0).toUpperCase() + summary.slice(1));
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Fields that a page can fill in: files and folders are for the command line.
 * @param {Field[]} fields
 * @param {string[]} [without]
 */
export function usable(fields, without = []) {
  return fields.filter((field) => field.type !== "path" && !without.includes(field.name));
}

/**
 * The value of what was typed; `undefined` where it is the default.
 * @param {Field} field
 * @param {string | boolean} raw
 */
export function valueOf(field, raw) {
  if (typeof raw === "boolean") return raw === Boolean(field.default) ? undefined : raw;
  const text = raw.trim();
  if (text === "") return undefined;
  if (["integer", "number", "size"].includes(field.type)) {
    const value = Number(text);
    // A whole number that JavaScript cannot hold stays text.
    const exact = field.type !== "number" && !Number.isSafeInteger(value) && /^\d+$/.test(text) ? text : value;
    if (typeof exact === "number" && Number.isNaN(exact)) return text;
    return exact === field.default ? undefined : exact;
  }
  return text === field.default ? undefined : text;
}

/**
 * A form for fields. Only values that differ from the defaults are read.
 * @param {Field[]} fields
 * @param {{values?: Record<string, any>, onchange?: () => void, usual?: string}} [options] `usual` is the text of a choice that takes the default
 * @returns {Form}
 */
export function formOf(fields, { values = {}, onchange = () => {}, usual = "usual" } = {}) {
  /** @type {[Field, any][]} */
  const inputs = [];
  const rows = fields.map((field) => {
    const input = inputOf(field, values[field.name] ?? field.default, usual);
    input.addEventListener("change", onchange);
    inputs.push([field, input]);
    const id = `field-${(serial += 1)}`;
    input.id = id;
    input.setAttribute("aria-describedby", `${id}-doc`);
    const label = el("label", { for: id }, labelOf(field.name));
    const doc = el("p", { class: "help", id: `${id}-doc` }, docOf(field.doc));
    const isFlag = field.type === "flag";
    return el("div", { class: isFlag ? "field flag" : "field" }, ...(isFlag ? [input, label] : [label, input]), doc);
  });
  return {
    element: el("div", { class: "fields" }, ...rows),
    values: () => {
      /** @type {Record<string, any>} */
      const read = {};
      for (const [field, input] of inputs) {
        const value = valueOf(field, field.type === "flag" ? input.checked : input.value);
        if (value !== undefined) read[field.name] = value;
      }
      return read;
    },
  };
}

let serial = 0;

/** @param {Field} field @param {any} value @param {string} usual */
function inputOf(field, value, usual) {
  if (field.type === "flag") return el("input", { type: "checkbox", checked: value === true });
  if (field.type === "choice") {
    const choices = (field.choices ?? []).map((choice) => el("option", { value: choice.name, title: choice.summary }, choice.name));
    const select = el("select", {}, field.default === null ? el("option", { value: "" }, usual) : null, ...choices);
    select.value = value ?? "";
    return select;
  }
  if (field.type === "content") return el("textarea", { rows: 3, spellcheck: "false", value: value ?? "" });
  if (field.type === "integer" || field.type === "number") {
    const most = field.max !== undefined && field.max <= Number.MAX_SAFE_INTEGER ? field.max : null;
    const step = field.type === "integer" ? 1 : "any";
    return el("input", { type: "number", inputmode: "decimal", min: field.min, max: most, step, value: value ?? "", placeholder: value ?? usual });
  }
  return el("input", { type: "text", spellcheck: "false", autocomplete: "off", value: value ?? "", placeholder: usual });
}
