// @ts-check
// The texts of the page: one language at a time, each text under a key.

import english from "./texts/en.js";

/** @typedef {string | {one?: string, other: string}} Phrase */

/** Texts of other parts of the page, which a part adds before it is mounted. @type {Record<string, Phrase>} */
const phrases = { ...english };

/**
 * Adds texts.
 * @param {Record<string, Phrase>} more
 */
export function addTexts(more) {
  Object.assign(phrases, more);
}

const plural = new Intl.PluralRules("en");

/**
 * The text of a key with `{name}` replaced by values; a text with several forms takes the form of `values.count`.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function text(key, values = {}) {
  const phrase = phrases[key];
  if (phrase === undefined) return key;
  const form = typeof phrase === "string" ? phrase : (plural.select(Number(values.count)) === "one" && phrase.one) || phrase.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
