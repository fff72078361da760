// @ts-check
// Arrows on the board.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * An arrow from one box to another; the best is the widest.
 * @param {Box} start
 * @param {Box} end
 * @param {1 | 2 | 3} rank
 * @param {string} [label]
 * @returns {SVGGElement}
 */
export function drawArrow(start, end, rank, label) {
  const a = { x: start.x + start.width / 2, y: start.y + Math.min(start.height, start.width) / 2 };
  const b = { x: end.x + end.width / 2, y: end.y + Math.min(end.height, end.width) / 2 };
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const wide = 6.5 - rank;
  const neck = { x: b.x - ux * wide * 3, y: b.y - uy * wide * 3 };
  const side = wide * 1.9;
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `arrow rank-${rank}`);
  const make = (/** @type {string} */ tag, /** @type {Record<string, unknown>} */ attributes) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    group.append(element);
    return element;
  };
  make("path", { d: `M${a.x} ${a.y}L${neck.x} ${neck.y}`, "stroke-width": wide });
  make("path", { d: `M${neck.x - uy * side} ${neck.y + ux * side}L${b.x} ${b.y}L${neck.x + uy * side} ${neck.y - ux * side}Z`, "stroke-width": 2 });
  make("circle", { cx: a.x, cy: a.y, r: wide * 1.25 });
  if (label) make("text", { x: (a.x + b.x) / 2 - uy * 14, y: (a.y + b.y) / 2 + ux * 14 + 5 }).textContent = label;
  return group;
}
