// @ts-check
// Making puzzles in requests and words: dates, places of errors, sheets. No DOM.

import { countWords, durationWords } from "./words.js";

/**
 * A date as `2026-11-16`, in the time zone of the user.
 * @param {Date} date
 */
export function isoDate(date) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The date some days later.
 * @param {string} iso
 * @param {number} days
 */
export function shifted(iso, days) {
  const date = new Date(`${iso}T12:00:00`);
  date.setDate(date.getDate() + days);
  return Number.isNaN(date.getTime()) ? iso : isoDate(date);
}

/**
 * Where an error is in a text: the offsets of what to select, and the lines around it.
 * @param {string} text
 * @param {number} line from 1
 * @param {number} column from 1, in characters
 * @returns {{start: number, end: number, number: number, before: string, at: string, after: string} | null}
 */
export function locate(text, line, column) {
  const lines = text.split("\n");
  if (line < 1 || lines.length < line) return null;
  const row = lines[line - 1].replace(/\r$/, "");
  const letters = [...row];
  const index = Math.min(Math.max(column, 1) - 1, letters.length);
  // A whole word is easier to find than one letter.
  let end = index;
  while (end < letters.length && !/\s/.test(letters[end])) end += 1;
  if (end === index) end = Math.min(index + 1, letters.length);
  const before = letters.slice(0, index).join("");
  const at = letters.slice(index, end).join("");
  const offset = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return { start: offset + before.length, end: offset + before.length + at.length, number: line, before, at, after: letters.slice(end).join("") };
}

/**
 * What an instance can be given as, without what only a command line can take: files, standard input, ranges.
 * @param {string} instance
 */
export function instanceWords(instance) {
  const parts = instance.split(/(?<=[,;]) (?![^(]*\))/);
  const isForFiles = (/** @type {string} */ part) => /^(or )?(- for standard input|a file\b.*|a range of .*)[,;]?$/.test(part);
  const kept = parts.filter((part) => !isForFiles(part)).map((part) => part.replace(/: a file(?=[,;]?$)/, "").replace(/ or a range of [^,;]*/, ""));
  return kept.join(" ").replace(/[,;]$/, "");
}

/**
 * A seed that nobody chose, short enough to type. Seeds are text: they may be larger than what JavaScript holds.
 * @param {() => number} random
 */
export function randomSeed(random = Math.random) {
  return String(1 + Math.floor(random() * 1_000_000));
}

/**
 * The progress of a generator in words: it counts candidates.
 * @param {import("./words.js").Text} text
 * @param {{seconds?: number, expanded?: number, message?: string}} progress
 */
export function makingWords(text, progress) {
  const seconds = durationWords(progress.seconds ?? 0);
  return progress.message ? `${seconds} · ${progress.message}` : text("make.progress", { seconds, count: countWords(progress.expanded ?? 0) });
}

/**
 * What a generator says about something that it made, without the name or board before it: `15 slides, 11 vehicles`.
 * @param {string | undefined} words
 */
export function madeWords(words = "") {
  const at = words.lastIndexOf(": ");
  return at < 0 ? "" : words.slice(at + 2);
}

/**
 * The request for a maker's settings; the count and the seed are fields of their own.
 * @param {{puzzle: string, maker: string | null, settings: Record<string, any>, count: number, seed: string, time: number}} asked
 */
export function generateRequest({ puzzle, maker, settings, count, seed, time }) {
  return { do: "generate", puzzle, maker, settings, count, seed, limits: { time } };
}
