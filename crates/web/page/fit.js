// @ts-check
// Fits a picture into the room that it has: margins are cut, and fanned piles spread where there is height to spare.

/**
 * @typedef {import("./store.js").Scene} Scene
 * @typedef {{x: number, y: number, width: number, height: number}} Frame the part of the picture that is shown, in its units
 * @typedef {{width: number, height: number}} Room in pixels
 */

/** The space around what is drawn. */
const MARGIN = 5;
/** How far piles spread at most, where pictures are small and where they are large. */
const MOST_SPREAD = { small: 2.1, large: 1.35 };
/** Pictures below this scale are small: their marks need help to be read. */
export const SMALL = 0.72;

/**
 * The part of a picture that anything is drawn in.
 * @param {SVGSVGElement} picture
 * @param {Scene} scene
 * @returns {Frame}
 */
export function frameOf(picture, scene) {
  const [, , width, height] = (picture.getAttribute("viewBox") ?? "0 0 100 100").split(/[\s,]+/).map(Number);
  // The pattern on the back of a card reaches beyond its clip, so face-down pieces do not count; their places do.
  const backs = scene.view.places.flatMap((place) => place.pieces).filter((piece) => piece.down).map((piece) => picture.querySelector(`[data-piece="${CSS.escape(piece.id)}"]`));
  for (const back of backs) back?.setAttribute("display", "none");
  const box = boxOf(picture);
  for (const back of backs) back?.removeAttribute("display");
  if (box.width === 0 || box.height === 0) return { x: 0, y: 0, width, height };
  const x = Math.max(0, box.x - MARGIN);
  const y = Math.max(0, box.y - MARGIN);
  return { x, y, width: Math.min(width, box.x + box.width + MARGIN) - x, height: Math.min(height, box.y + box.height + MARGIN) - y };
}

/**
 * A frame as wide as both, so that nothing jumps from move to move, and as tall as the second one.
 * @param {Frame} before
 * @param {Frame} now
 * @returns {Frame}
 */
export function unite(before, now) {
  const [x, y] = [Math.min(before.x, now.x), Math.min(before.y, now.y)];
  return { x, y, width: Math.max(before.x + before.width, now.x + now.width) - x, height: now.y + now.height - y };
}

/**
 * How large the picture is drawn: as large as the room allows for the tallest picture so far, so that it does not change from move to move.
 * @param {Room} room
 * @param {Frame} frame
 * @param {number} tallest
 * @param {number} most
 */
export function scaleOf(room, frame, tallest, most) {
  return Math.max(0.2, Math.min(room.width / frame.width, Math.max(room.height, 180) / Math.max(tallest, frame.height), most));
}

/**
 * How much wider fanned piles may lie: 1 is as they are drawn.
 * @param {number} room the height in the units of the picture
 * @param {number} height of the picture
 * @param {number} span the height of the longest fan without its last piece
 * @param {number} scale
 */
export function spreadOf(room, height, span, scale) {
  if (span <= 0) return 1;
  const most = scale < SMALL ? MOST_SPREAD.small : MOST_SPREAD.large;
  return Math.max(1, Math.min(most, 1 + (room - height) / span));
}

/**
 * The fanned piles of a picture, each with the heights at which its pieces lie.
 * @param {SVGSVGElement} picture
 * @param {Scene} scene
 * @returns {{element: SVGGraphicsElement, transform: string, below: number}[][]}
 */
export function fansOf(picture, scene) {
  const fans = [];
  for (const place of scene.view.places) {
    if (place.spread !== "down" || place.pieces.length < 2) continue;
    const elements = /** @type {SVGGraphicsElement[]} */ (place.pieces.map((piece) => picture.querySelector(`[data-piece="${CSS.escape(piece.id)}"]`)).filter(Boolean));
    const tops = elements.map((element) => topOf(element));
    fans.push(elements.map((element, index) => ({ element, transform: element.getAttribute("transform") ?? "", below: tops[index] - tops[0] })));
  }
  return fans;
}

/** The box of what is drawn; a picture that is not in sight has none, and some browsers refuse the question. @param {SVGGraphicsElement} element */
function boxOf(element) {
  try {
    return element.getBBox();
  } catch {
    return { x: 0, y: 0, width: 0, height: 0 };
  }
}

/** Where an element begins in its parent. @param {SVGGraphicsElement} element */
function topOf(element) {
  const matrix = element.transform.baseVal.consolidate()?.matrix;
  return (matrix?.f ?? 0) + boxOf(element).y * (matrix?.d ?? 1);
}

/**
 * Spreads piles.
 * @param {ReturnType<typeof fansOf>} fans
 * @param {number} spread
 */
export function spreadFans(fans, spread) {
  for (const { element, transform, below } of fans.flat()) element.setAttribute("transform", `translate(0 ${((spread - 1) * below).toFixed(2)}) ${transform}`);
}
