// @ts-check
// The board as a user meets it: buttons with names, found by role, and what they should be according to the engine.

import assert from "node:assert/strict";
import { ask } from "./browser.js";
import { expectSoon } from "./wait.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{left: number, top: number, width: number, height: number}} Area
 * @typedef {{id: string, name: string, down?: boolean, size: [number, number]}} Piece
 * @typedef {{id: string, name: string, area: Area, spread: "stack" | "down" | "right", solid?: boolean, pieces: Piece[]}} Place
 * @typedef {{text: string, piece: string, from: string, to: string}} Move
 * @typedef {{position: string, solved: boolean, moves: Move[], safe: string | null, view: {places: Place[]}}} Scene
 */

/** @param {Page} page */
export const board = (page) => page.getByRole("group", { name: "Board" });

/** @param {Scene} scene @param {string} id @returns {Place} */
function placeOf(scene, id) {
  const place = scene.view.places.find((each) => each.id === id);
  assert(place, `there is a place ${id}`);
  return place;
}

/** The name of a piece at a place, or of the place where nothing can be seen. @param {Place} place @param {Piece | undefined} piece */
function nameOf(place, piece) {
  const count = place.pieces.length;
  if (count === 0) return `${place.name}, empty`;
  if (!piece || piece.down) return `${place.name}, ${count} face down`;
  const index = place.pieces.indexOf(piece) + 1;
  return count === 1 ? `${piece.name}, ${place.name}` : `${piece.name}, ${place.name}, ${index} of ${count}`;
}

/** The name of the button that a move begins with. @param {Scene} scene @param {Move} move */
export function sourceName(scene, move) {
  const place = placeOf(scene, move.from);
  return nameOf(place, place.pieces.find((piece) => piece.id === move.piece));
}

/** The cells that a piece covers at a place. @param {Scene} scene @param {Place} place @param {[number, number]} size */
function footprint(scene, place, [columns, rows]) {
  if (columns === 1 && rows === 1) return [place];
  const inside = ({ left, top }) => place.area.left <= left && left < place.area.left + 2 * columns && place.area.top <= top && top < place.area.top + rows;
  return scene.view.places.filter((each) => !each.solid && inside(each.area));
}

/** The name of the button that a move ends with: the last piece of its place, or the farthest cell that a long piece newly covers. @param {Scene} scene @param {Move} move */
export function targetName(scene, move) {
  const [from, to] = [placeOf(scene, move.from), placeOf(scene, move.to)];
  const size = from.pieces.find((piece) => piece.id === move.piece)?.size ?? [1, 1];
  const before = new Set(footprint(scene, from, size).map((place) => place.id));
  const fresh = footprint(scene, to, size).filter((place) => !before.has(place.id));
  const far = (/** @type {Place} */ place) => Math.abs(place.area.left - from.area.left) + Math.abs(place.area.top - from.area.top);
  const last = fresh.sort((a, b) => far(a) - far(b)).at(-1) ?? to;
  return nameOf(last, last.pieces.at(-1));
}

/** @param {Page} page @param {string} name */
export const spot = (page, name) => board(page).getByRole("button", { name, exact: true });

/** A tap where a covered piece can still be seen. @param {Page} page @param {string} name */
export async function tap(page, name) {
  await spot(page, name).click({ position: await grip(page, name) });
}

/** A point of a button that nothing covers: near its upper left corner. @param {Page} page @param {string} name */
export async function grip(page, name) {
  const box = await spot(page, name).boundingBox();
  assert(box, `${name} can be seen`);
  return { x: Math.min(box.width / 2, 10), y: Math.min(box.height / 2, 10) };
}

/** The moves in the address. @param {Page} page @returns {Promise<string[]>} */
export async function movesIn(page) {
  const path = new URL(page.url()).hash.split("?")[0].split("/");
  return (path[3] ?? "").split(".").filter(Boolean).map(decodeURIComponent);
}

/** Plays a move by tapping its piece and its target. One tap may be enough. @param {Page} page @param {Scene} scene @param {Move} move */
export async function tapMove(page, scene, move) {
  const before = page.url();
  await tap(page, sourceName(scene, move));
  const pressed = board(page).getByRole("button", { pressed: true });
  await expectSoon(async () => page.url() !== before || (await pressed.count()) > 0, "the tap picks a piece up, or plays");
  if (page.url() === before) await tap(page, targetName(scene, move));
  await expectSoon(async () => page.url() !== before, `${move.text} is played`);
}

/** A legal move that can be meant by two taps alone: no other move has its piece and its places. @param {Scene} scene @param {(move: Move) => boolean} [wanted] @returns {Move} */
export function plainMove(scene, wanted = () => true) {
  const same = (/** @type {Move} */ a, /** @type {Move} */ b) => a.from === b.from && a.to === b.to;
  const move = scene.moves.find((each) => wanted(each) && scene.moves.filter((other) => same(each, other)).length === 1);
  assert(move, "there is a legal move");
  return move;
}

/**
 * What the address says.
 * @param {Page} page
 * @param {{name: string}} puzzle
 * @param {{code: string}} start
 * @returns {Promise<{line: string[], scene: Scene}>} the moves of the address, and the position after them
 */
export async function played(page, puzzle, start) {
  const line = await movesIn(page);
  const { moves, start: first } = await ask({ do: "open", puzzle: puzzle.name, text: line.length > 0 ? `${start.code}/${line.join(".")}` : start.code });
  return { line, scene: moves.at(-1)?.scene ?? first };
}

/** Waits until the board shows a scene: each place its last piece, and nothing that is not there. @param {Page} page @param {Scene} scene */
export async function expectBoard(page, scene) {
  const allowed = new Set(scene.view.places.flatMap((place) => [nameOf(place, undefined), ...place.pieces.map((piece) => nameOf(place, piece))]));
  const needed = scene.view.places.filter((place) => !place.solid && place.pieces.length > 0).map((place) => nameOf(place, place.pieces.at(-1)));
  let shown = [];
  const isShown = async () => {
    shown = await board(page).getByRole("button").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? ""));
    return shown.length > 0 && shown.every((name) => allowed.has(name)) && needed.every((name) => shown.includes(name));
  };
  await expectSoon(isShown, "the board shows the position").catch((error) => {
    const extra = shown.filter((name) => !allowed.has(name));
    const missing = needed.filter((name) => !shown.includes(name));
    throw new Error(`${error.message}: extra ${JSON.stringify(extra)}, missing ${JSON.stringify(missing)}`);
  });
}
