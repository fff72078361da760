// @ts-check
// What the panels share: contents of elements, pictures, buttons.

import { el } from "./dom.js";

/**
 * Replaces what an element contains.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * A picture of an SVG text. Pictures in lists are images, so that their ids do not clash with the board's.
 * @param {string} svg
 * @param {string} alt
 */
export function picture(svg, alt) {
  return el("img", { class: "picture", alt, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
}

/**
 * A button with a text.
 * @param {string} label
 * @param {() => void} run
 * @param {Record<string, any>} [more]
 */
export function button(label, run, more = {}) {
  return el("button", { type: "button", class: "button", onclick: run, ...more }, label);
}

/**
 * A text that is marked by a shape, which screen readers skip.
 * @param {string} shape
 * @param {string} words
 */
export function shaped(shape, words) {
  return el("span", { class: "shaped" }, el("span", { class: "shape", "aria-hidden": "true" }, shape), words);
}
