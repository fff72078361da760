// @ts-check
// The picture of a position in the document: what stays the same from one position to the next is kept, since drawing it again costs most of the time.

/** The keys of elements that are in a picture, as they were parsed. @type {WeakMap<Element, string>} */
const keys = new WeakMap();

/**
 * Makes a picture show an SVG text; the ground is left out, since the page has a table of its own.
 * @param {SVGSVGElement | null} old the picture so far
 * @param {string} svg
 * @returns {SVGSVGElement} the same element, or a new one
 */
export function drawPicture(old, svg) {
  const parsed = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (new DOMParser().parseFromString(svg, "image/svg+xml").documentElement));
  for (const ground of parsed.querySelectorAll(".ground")) ground.remove();
  for (const name of ["role", "width", "height"]) parsed.removeAttribute(name);
  if (!old) {
    const picture = document.importNode(parsed, true);
    [...picture.children].forEach((child, index) => keys.set(child, keyOf(parsed.children[index])));
    return picture;
  }
  copyAttributes(parsed, old);
  const defs = [parsed, old].map((each) => each.querySelector(":scope > defs"));
  if (defs[0] && defs[1]) addDefinitions(defs[0], defs[1]);
  merge(parsed, old);
  return old;
}

/** Adds shapes that are not there yet; those of earlier positions stay. @param {Element} from @param {Element} to */
function addDefinitions(from, to) {
  for (const shape of from.children) {
    const known = shape.id === "" ? null : to.querySelector(`:scope > #${CSS.escape(shape.id)}`);
    if (!known) to.append(document.importNode(shape, true));
    else if (!known.isEqualNode(shape)) known.replaceWith(document.importNode(shape, true));
  }
}

/** Makes the children of a picture those of another one. @param {Element} from @param {Element} to */
function merge(from, to) {
  /** @type {Map<string, Element[]>} */
  const known = new Map();
  for (const child of to.children) {
    const key = keys.get(child) ?? "";
    known.set(key, [...(known.get(key) ?? []), child]);
  }
  let at = to.firstElementChild;
  for (const child of from.children) {
    const key = keyOf(child);
    const kept = known.get(key)?.shift();
    const node = kept ?? document.importNode(child, true);
    keys.set(node, key);
    if (kept && kept.tagName !== "defs") copyAttributes(child, kept);
    if (node === at) at = at.nextElementSibling;
    else to.insertBefore(node, at);
  }
  for (const child of [...known.values()].flat()) child.remove();
}

/** Elements of the same key differ in nothing but the attributes of the element itself. @param {Element} element */
function keyOf(element) {
  if (element.tagName === "defs") return "defs";
  const content = element.childElementCount > 0 || element.textContent ? element.innerHTML : "";
  return [element.tagName, element.getAttribute("href"), element.getAttribute("data-piece"), element.getAttribute("data-place"), content].join(" ");
}

/** @param {Element} from @param {Element} to */
function copyAttributes(from, to) {
  for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}
