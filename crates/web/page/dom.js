// @ts-check
// Small helpers that build elements.

/**
 * An element with attributes, listeners (`onclick`), properties of the same name, and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

const PATHS = {
  undo: "M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  redo: "m15 5 5 5-5 5M20 10H10a6 6 0 0 0 0 12h3",
  restart: "M4 5v6h6M4.600 11A8.500 8.500 0 1 1 5 16",
  hint: "M9 18h6M10 21.500h4M8.500 15a6.500 6.500 0 1 1 7 0c-.6.5-.5 1.500-.5 3H9c0-1.500.1-2.500-.5-3z",
  solve: "m13 2.500-8 11h6l-1 8 8-11h-6z",
  safe: "m4 14 4-4 4 4 4-4 4 4M4 20l4-4 4 4 4-4 4 4M12 3v4M9.500 5 12 2.500 14.500 5",
  review: "M4 6h10M4 12h7M4 18h5M14 17l2.500 2.500L21 14",
  share: "M12 15V3.500M7.500 7.500 12 3l4.500 4.500M5 12v8h14v-8",
  new: "M12 5v14M5 12h14",
  settings: "M12 15.200a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400zM19.400 14.500l1.600 1.200-1.800 3.200-1.900-.8a7 7 0 0 1-2 1.200l-.3 2.100h-3.800l-.3-2.100a7 7 0 0 1-2-1.200l-1.900.8-1.800-3.200 1.600-1.200a7 7 0 0 1 0-2.400L5.200 10.900 7 7.700l1.900.8a7 7 0 0 1 2-1.200l.3-2.100h3.800l.3 2.100a7 7 0 0 1 2 1.200l1.900-.8 1.800 3.200-1.600 1.200a7 7 0 0 1 0 2.400z",
  help: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.2M12 21.500a9.500 9.500 0 1 0 0-19 9.500 9.500 0 0 0 0 19z",
  menu: "M4 6.500h16M4 12h16M4 17.500h16",
  more: "M5.500 12h.1M12 12h.1M18.500 12h.1",
  play: "M7 4.500v15l12-7.500z",
  pause: "M8 5v14M16 5v14",
  close: "M6 6l12 12M18 6 6 18",
  type: "M4 7h16v10H4zM7.500 10.500h.1M12 10.500h.1M16.500 10.500h.1M8 14h8",
  read: "M4 10v4h3.500l5 4V6l-5 4zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  down: "m6 9 6 6 6-6",
  left: "m15 5-7 7 7 7",
  right: "m9 5 7 7-7 7",
};

/**
 * A drawn sign of 24 by 24, as wide as the text around it, that screen readers skip.
 * @param {string} name one of the signs, or the path of another one
 */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", /** @type {Record<string, string>} */ (PATHS)[name] ?? name);
  svg.append(path);
  return svg;
}
