// @ts-check
// What can be picked up, and where it can go: questions about a scene, for any puzzle. The legal moves are the engine's; no rules are here.

/**
 * @typedef {import("./store.js").Scene} Scene
 * @typedef {import("./store.js").Move} Move
 * @typedef {import("./store.js").Place} Place
 * @typedef {import("./store.js").Piece} Piece
 * @typedef {import("./store.js").Area} Area
 * @typedef {{key: string, place: Place, piece: Piece | null, index: number}} Spot something that can be tapped or focused: a piece, or a place without one
 */

/** @param {string} place @param {string | null | undefined} piece */
export const spotKey = (place, piece) => (piece === null || piece === undefined ? place : `${place} ${piece}`);

/** @param {Scene} scene @param {string} id @returns {Place | undefined} */
export const placeOf = (scene, id) => scene.view.places.find((place) => place.id === id);

/** @param {Scene} scene @param {string} id @returns {Piece | undefined} */
export function pieceOf(scene, id) {
  for (const place of scene.view.places) {
    const piece = place.pieces.find((each) => each.id === id);
    if (piece) return piece;
  }
  return undefined;
}

/**
 * The area that a piece covers when it lies at a place.
 * @param {Area} area
 * @param {[number, number]} size
 * @returns {Area}
 */
function covered(area, [columns, rows]) {
  return columns === 1 && rows === 1 ? area : { left: area.left, top: area.top, width: 2 * columns, height: rows };
}

/** @param {Area} a @param {Area} b */
const overlap = (a, b) => a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/** @param {Area} a @param {Area} b */
const distance = (a, b) => Math.abs(a.left - b.left) / 2 + Math.abs(a.top - b.top);

/** Whether two areas share an edge. @param {Area} a @param {Area} b */
export function adjoin(a, b) {
  const across = a.top < b.top + b.height && b.top < a.top + a.height && (a.left + a.width === b.left || b.left + b.width === a.left);
  const along = a.left < b.left + b.width && b.left < a.left + a.width && (a.top + a.height === b.top || b.top + b.height === a.top);
  return across || along;
}

/**
 * The ids of the places that a piece covers when it lies at a place.
 * @param {Scene} scene
 * @param {string} place
 * @param {[number, number]} size
 * @returns {string[]}
 */
export function footprint(scene, place, size) {
  const at = placeOf(scene, place);
  if (!at) return [place];
  if (size[0] === 1 && size[1] === 1) return [place];
  const area = covered(at.area, size);
  return scene.view.places.filter((each) => !each.solid && overlap(each.area, area)).map((each) => each.id);
}

/**
 * What can be tapped, in reading order: the pieces that can be seen face up, and the places without one.
 * @param {Scene} scene
 * @param {(piece: string) => boolean} isDrawn
 * @returns {Spot[]}
 */
export function spots(scene, isDrawn) {
  const hidden = new Set();
  for (const place of scene.view.places) {
    for (const piece of place.pieces) for (const id of footprint(scene, place.id, piece.size)) if (id !== place.id) hidden.add(id);
  }
  /** @type {Spot[]} */
  const spots = [];
  for (const place of scene.view.places) {
    if (place.solid || (place.pieces.length === 0 && hidden.has(place.id))) continue;
    const last = place.pieces.length - 1;
    const seen = place.pieces.map((piece, index) => ({ piece, index })).filter(({ piece, index }) => (place.spread !== "stack" || index === last) && !piece.down && isDrawn(piece.id));
    for (const { piece, index } of seen) spots.push({ key: spotKey(place.id, piece.id), place, piece, index });
    if (seen.length === 0) spots.push({ key: place.id, place, piece: null, index: last });
  }
  return spots;
}

/**
 * The moves that begin at a spot: those of the piece itself, otherwise those of other pieces at its place.
 * @param {Scene} scene
 * @param {Spot} spot
 * @returns {Move[]}
 */
export function movesFrom(scene, spot) {
  const here = scene.moves.filter((move) => move.from === spot.place.id);
  const exact = here.filter((move) => move.piece === spot.piece?.id);
  return exact.length > 0 ? exact : here;
}

/**
 * The move that one tap plays, where a choice of the target would say nothing new: a face-down pile that has one move, the only piece that can come to an empty place, and
 * pieces that slide into the only gap.
 * @param {Scene} scene
 * @param {Spot} spot
 * @returns {Move | null}
 */
export function directMove(scene, spot) {
  const from = movesFrom(scene, spot);
  if (spot.place.pieces.length === 0) {
    const to = scene.moves.filter((move) => move.to === spot.place.id);
    return from.length === 0 && to.length === 1 ? to[0] : null;
  }
  if (from.length !== 1) return null;
  const to = placeOf(scene, from[0].to);
  const slides = to && to.pieces.length === 0 && adjoin(spot.place.area, to.area) && scene.moves.every((move) => move.to === to.id);
  return spot.piece === null || slides ? from[0] : null;
}

/**
 * The places that moves lead to, each with its moves. A piece that covers several cells may be sent to any cell that it would newly cover; the shortest way is taken.
 * @param {Scene} scene
 * @param {Move[]} moves
 * @returns {Map<string, Move[]>}
 */
export function targets(scene, moves) {
  /** @type {Map<string, {far: number, moves: Move[]}>} */
  const found = new Map();
  for (const move of moves) {
    const size = pieceOf(scene, move.piece)?.size ?? [1, 1];
    const from = placeOf(scene, move.from);
    const to = placeOf(scene, move.to);
    const old = new Set(footprint(scene, move.from, size));
    const fresh = footprint(scene, move.to, size).filter((id) => !old.has(id));
    const far = from && to && (size[0] > 1 || size[1] > 1) ? distance(from.area, to.area) : 0;
    for (const id of fresh.length > 0 ? fresh : [move.to]) {
      const known = found.get(id);
      if (!known || far < known.far) found.set(id, { far, moves: [move] });
      else if (far === known.far) known.moves.push(move);
    }
  }
  return new Map([...found].map(([id, each]) => [id, each.moves]));
}

/**
 * How good a move looks without knowing the rules: a move that is safe or recommended, then one onto a pile of another kind that takes only this piece, then one onto
 * other pieces, then one to an empty place.
 * @param {Scene} scene
 * @param {Move} move
 * @param {string | null} [hint] a move that is known to be good
 */
export function promise(scene, move, hint = null) {
  if (move.text === scene.safe) return 100;
  if (hint !== null && move.text === hint) return 90;
  const from = placeOf(scene, move.from);
  const to = placeOf(scene, move.to);
  if (!from || !to) return 0;
  const moved = from.pieces.length - from.pieces.findIndex((piece) => piece.id === move.piece);
  const run = Math.min(moved, 30) / 100;
  const isOther = from.kind !== to.kind && to.spread === "stack";
  if (to.pieces.length > 0) return (isOther ? 50 : 40) + run;
  const peers = scene.view.places.filter((place) => place.kind === to.kind && place.id !== to.id);
  const takes = (/** @type {Place} */ place) => scene.moves.some((each) => each.piece === move.piece && each.to === place.id);
  const isParticular = peers.some((place) => (place.pieces.length === 0 && !takes(place)) || place.pieces.length > 1);
  if (isOther && isParticular) return 45;
  return (isOther ? 10 : 20) + run;
}

/**
 * The best of some moves by {@link promise}; the first of those that are equally good.
 * @param {Scene} scene
 * @param {Move[]} moves
 * @param {string | null} [hint]
 * @returns {Move | null}
 */
export function bestMove(scene, moves, hint = null) {
  let best = null;
  let most = -1;
  for (const move of moves) {
    const value = promise(scene, move, hint);
    if (value > most) [best, most] = [move, value];
  }
  return best;
}

/**
 * Whether the moves of a piece are all slides along one line into places beside it, so that a drag stays on that line: "x", "y", or null.
 * @param {Scene} scene
 * @param {Move[]} moves
 * @returns {"x" | "y" | null}
 */
export function slideAxis(scene, moves) {
  const [first] = moves;
  const from = first && placeOf(scene, first.from);
  const piece = first && pieceOf(scene, first.piece);
  if (!from || !piece || from.spread !== "stack" || moves.some((move) => move.piece !== piece.id)) return null;
  const areas = moves.map((move) => placeOf(scene, move.to)).map((place) => (place && place.kind === from.kind ? place.area : null));
  const body = covered(from.area, piece.size);
  if (!areas.some((area) => area !== null && (adjoin(area, body) || overlap(area, body)))) return null;
  if (areas.every((area) => area !== null && area.top === from.area.top)) return "x";
  if (areas.every((area) => area !== null && area.left === from.area.left)) return "y";
  return null;
}

/**
 * The nearest of some boxes in the direction of an arrow key; straight ahead counts more than near.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}[]} centres
 * @param {"ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown"} key
 * @param {number} wide how far aside a box may be, in its distance ahead
 * @returns {number} an index, or -1
 */
export function nearest(from, centres, key, wide = 3) {
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best = -1;
  let least = Infinity;
  centres.forEach((to, index) => {
    const ahead = sign * (sideways ? to.x - from.x : to.y - from.y);
    const aside = Math.abs(sideways ? to.y - from.y : to.x - from.x);
    if (ahead <= 2 || aside > wide * ahead) return;
    const cost = ahead + 2.5 * aside;
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}
