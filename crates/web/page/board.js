// @ts-check
// The board: the picture of a position, buttons over its pieces and places, arrows, and what is lifted or glows.

import { drawArrow } from "./arrows.js";
import { el } from "./dom.js";
import { Events } from "./events.js";
import { SMALL, fansOf, frameOf, scaleOf, spreadFans, spreadOf, unite } from "./fit.js";
import { flights } from "./flights.js";
import { Motion } from "./motion.js";
import { drawPicture } from "./picture.js";
import { placeOf, spots } from "./targets.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {import("./store.js").Scene} Scene
 * @typedef {import("./store.js").Move} Move
 * @typedef {import("./targets.js").Spot} Spot
 * @typedef {import("./motion.js").Box} Box
 * @typedef {{move: string, rank: 1 | 2 | 3, label?: string}} Arrow
 */

/** A table with one position on it. Events: `drawn`, when another picture is there or its size has changed. */
export class Board extends Events {
  /** @type {Scene | null} */
  scene = null;
  /** @type {Spot[]} */
  spots = [];
  /** The key of the spot that the keyboard is at. @type {string | null} */
  at = null;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {SVGSVGElement | null} */
  #picture = null;
  #tallest = 0;
  /** @type {Arrow[]} */
  #arrows = [];
  /** What of the picture is shown. @type {import("./fit.js").Frame} */
  #frame = { x: 0, y: 0, width: 1, height: 1 };
  /** The height that positions of this game have needed. */
  #kept = 0;
  /** The longest fan of this game. */
  #span = 0;
  /** @type {ReturnType<typeof fansOf>} */
  #fans = [];
  scale = 1;
  /** The same with piles spread. */
  #shown = this.#frame;

  /** @param {{describe: (spot: Spot, scene: Scene) => string, label: string, help: string, target: string}} words */
  constructor(words) {
    super();
    this.words = words;
    this.layer = /** @type {SVGSVGElement} */ (document.createElementNS(SVG, "svg"));
    this.layer.setAttribute("class", "flying");
    this.arrowLayer = document.createElementNS(SVG, "svg");
    this.arrowLayer.setAttribute("class", "arrows");
    for (const layer of [this.layer, this.arrowLayer]) layer.setAttribute("aria-hidden", "true");
    this.motion = new Motion(this.layer);
    this.holder = el("div", { class: "picture", "aria-hidden": "true" });
    this.list = el("div", { class: "spots", role: "group", "aria-label": words.label, "aria-describedby": "board-help" });
    const help = el("p", { class: "unseen", id: "board-help" }, words.help);
    this.table = el("div", { class: "table" }, this.holder, this.layer, this.arrowLayer, this.list, help);
    this.element = el("div", { class: "stage" }, this.table);
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  /** Forgets the height that earlier positions needed: for a new game. */
  clear() {
    this.#tallest = 0;
    this.#span = 0;
    this.#kept = 0;
    this.#picture = null;
    this.at = null;
    this.arrows([]);
    this.motion.skip();
  }

  /**
   * Draws a position at once; pieces then move there from where they were.
   * @param {Scene} scene
   * @param {{move?: Move | null, back?: boolean, duration?: number}} [options] the move that led here or, with `back`, that was taken back
   * @returns {Promise<void>} when nothing moves any more
   */
  show(scene, { move = null, back = false, duration = 0 } = {}) {
    this.motion.skip();
    const before = this.#picture && duration > 0 ? this.#pieces() : new Map();
    const old = this.scene;
    const picture = drawPicture(this.#picture, scene.svg);
    for (const layer of [this.layer, this.arrowLayer]) layer.setAttribute("font-family", picture.getAttribute("font-family") ?? "sans-serif");
    if (picture !== this.#picture) this.holder.replaceChildren(picture);
    this.#picture = picture;
    this.scene = scene;
    const frame = frameOf(picture, scene);
    this.#frame = this.#tallest > 0 ? unite(this.#frame, frame) : frame;
    this.#fans = fansOf(picture, scene);
    this.#tallest = Math.max(this.#tallest, this.#frame.height);
    this.#span = Math.max(this.#span, ...this.#fans.map((fan) => fan.at(-1)?.below ?? 0));
    this.#fit();
    this.#placeSpots();
    this.arrows([]);
    this.emit("drawn");
    if (before.size === 0 || !old) return Promise.resolve();
    const between = this.#between(move, back);
    const { arrivals, leaving } = flights(old, scene, before, this.#pieces(), { move, back, between });
    return this.motion.run(arrivals, leaving, duration);
  }

  /** Fits the table into the room that it has now. */
  resize() {
    if (!this.#picture) return;
    const arrows = this.#arrows;
    this.motion.skip();
    this.#fit();
    this.#placeSpots();
    this.arrows(arrows);
    this.emit("drawn");
  }

  #fit() {
    const picture = /** @type {SVGSVGElement} */ (this.#picture);
    const style = getComputedStyle(this.element);
    const pixels = (/** @type {string} */ name) => Number.parseFloat(style.getPropertyValue(name)) || 0;
    const width = this.element.clientWidth - pixels("padding-left") - pixels("padding-right");
    const height = this.element.clientHeight - pixels("padding-top") - pixels("padding-bottom");
    const frame = this.#frame;
    const before = this.scale;
    this.scale = scaleOf({ width, height }, frame, this.#tallest, pixels("--most-scale") || 3);
    const spread = spreadOf(height / this.scale, this.#tallest, this.#span, this.scale);
    spreadFans(this.#fans, spread);
    // The room that was needed once stays, so that the board does not jump when piles get shorter.
    const needed = frame.height + Math.max(0, ...this.#fans.map((fan) => fan.at(-1)?.below ?? 0)) * (spread - 1);
    const kept = before === this.scale ? Math.min(this.#kept, height / this.scale) : 0;
    this.#kept = Math.max(needed, kept);
    this.#shown = { ...frame, height: this.#kept };
    const box = `${frame.x} ${frame.y} ${frame.width} ${this.#shown.height}`;
    for (const layer of [picture, this.layer, this.arrowLayer]) layer.setAttribute("viewBox", box);
    this.table.style.width = `${frame.width * this.scale}px`;
    this.table.style.height = `${this.#shown.height * this.scale}px`;
    this.table.style.setProperty("--unit", `${this.scale}px`);
    // Large corners need room between the pieces of a fan.
    this.table.classList.toggle("small", this.scale < SMALL && (spread > 1.3 || this.#span === 0));
    this.table.classList.toggle("fanned", this.#span > 0);
  }

  /** The element of a piece in the picture. @param {string} id @returns {SVGGraphicsElement | null} */
  pieceElement(id) {
    return this.#picture?.querySelector(`[data-piece="${CSS.escape(id)}"]`) ?? null;
  }

  /** The box of a place, in the units of the picture. @param {string} id @returns {Box | null} */
  placeBox(id) {
    const element = this.#picture?.querySelector(`[data-place="${CSS.escape(id)}"]`);
    return element ? this.#box(element) : null;
  }

  /** The box of a piece; of one that reaches far beyond what is seen, that of its place. @param {string} id @returns {Box | null} */
  pieceBox(id) {
    const element = this.pieceElement(id);
    if (!element) return null;
    const box = this.#box(element);
    const place = this.scene?.view.places.find((each) => each.pieces.some((piece) => piece.id === id && piece.down));
    return (place && this.placeBox(place.id)) ?? box;
  }

  /** Where a piece lies after a move, about: on the last piece of the place, or in the place. @param {Move} move @returns {Box | null} */
  landing(move) {
    const scene = this.scene;
    const place = scene && placeOf(scene, move.to);
    if (!scene || !place) return null;
    const last = place.pieces.at(-1);
    const own = this.pieceBox(move.piece);
    const on = (last && last.id !== move.piece && this.pieceBox(last.id)) || this.placeBox(move.to);
    if (!on) return null;
    if (!own) return on;
    const shift = last && place.spread === "down" ? own.height * 0.2 : 0;
    const piece = scene.view.places.flatMap((each) => each.pieces).find((each) => each.id === move.piece);
    const isLarge = piece && (piece.size[0] > 1 || piece.size[1] > 1);
    const left = isLarge ? on.x + (own.x - (this.placeBox(move.from)?.x ?? own.x)) : on.x + (on.width - own.width) / 2;
    const top = isLarge ? on.y + (own.y - (this.placeBox(move.from)?.y ?? own.y)) : place.spread === "down" ? on.y + shift : on.y + (on.height - own.height) / 2;
    return { x: left, y: top, width: own.width, height: own.height };
  }

  /** Arrows for moves of the position; none clears them. @param {Arrow[]} arrows */
  arrows(arrows) {
    this.#arrows = arrows;
    this.arrowLayer.replaceChildren();
    for (const { move: text, rank, label } of [...arrows].sort((a, b) => b.rank - a.rank)) {
      const move = this.scene?.moves.find((each) => each.text === text);
      const start = move && (this.pieceBox(move.piece) ?? this.placeBox(move.from));
      const end = move && this.landing(move);
      if (start && end) this.arrowLayer.append(drawArrow(start, end, rank, label));
    }
  }

  /** The pieces that a move takes along: its piece and those on it. @param {Move} move @returns {string[]} */
  load(move) {
    const place = this.scene && placeOf(this.scene, move.from);
    if (!place) return [];
    const first = place.pieces.findIndex((piece) => piece.id === move.piece);
    return first < 0 ? [] : place.pieces.slice(first).map((piece) => piece.id);
  }

  /**
   * Shows what is picked up and where it can go.
   * @param {string[]} lifted pieces
   * @param {string | null} source the key of the spot that was chosen
   * @param {Iterable<string>} goals places
   */
  mark(lifted, source, goals) {
    for (const element of this.#picture?.querySelectorAll(".lifted") ?? []) element.classList.remove("lifted");
    for (const id of lifted) this.pieceElement(id)?.classList.add("lifted");
    const glowing = new Set(goals);
    this.table.classList.toggle("choosing", glowing.size > 0);
    for (const spot of this.spots) {
      const button = this.button(spot.key);
      const isLast = spot.piece === null || spot.piece === spot.place.pieces.at(-1);
      const isTarget = isLast && glowing.has(spot.place.id) && spot.key !== source;
      button?.classList.toggle("target", isTarget);
      button?.classList.toggle("source", spot.key === source);
      if (isTarget) button?.setAttribute("aria-description", this.words.target);
      else button?.removeAttribute("aria-description");
      if (spot.key === source) button?.setAttribute("aria-pressed", "true");
      else button?.removeAttribute("aria-pressed");
    }
  }

  /** @param {string} key @returns {HTMLButtonElement | undefined} */
  button(key) {
    return this.#buttons.get(key);
  }

  /** The spot of a button, or of something in it. @param {EventTarget | null} target @returns {Spot | null} */
  spotOf(target) {
    const button = target instanceof Element ? target.closest(".spot") : null;
    const key = button instanceof HTMLElement ? button.dataset.key : undefined;
    return this.spots.find((spot) => spot.key === key) ?? null;
  }

  /** The last spot of a place. @param {string} place @returns {Spot | null} */
  lastSpot(place) {
    return this.spots.findLast((spot) => spot.place.id === place) ?? null;
  }

  /** Moves the keyboard to a spot. @param {string} key @param {boolean} focus whether it takes the focus as well */
  moveTo(key, focus = true) {
    const button = this.#buttons.get(key);
    if (!button) return;
    if (this.at !== null) this.#buttons.get(this.at)?.setAttribute("tabindex", "-1");
    this.at = key;
    button.setAttribute("tabindex", "0");
    if (focus) button.focus();
  }

  /** The centre of a spot, in the units of the picture. @param {Spot} spot */
  centre(spot) {
    const box = this.#spotBox(spot);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  #placeSpots() {
    const scene = /** @type {Scene} */ (this.scene);
    const hadFocus = this.list.contains(document.activeElement);
    const place = this.spots.find((spot) => spot.key === this.at)?.place.id;
    this.spots = spots(scene, (id) => this.pieceElement(id) !== null);
    const known = this.#buttons;
    this.#buttons = new Map();
    const buttons = this.spots.map((spot) => {
      const box = this.#spotBox(spot);
      // A button stays the same element while it means the same, for the focus, for screen readers, and for whoever is about to press it.
      const button = known.get(spot.key) ?? el("button", { type: "button", class: "spot", tabindex: -1, "data-key": spot.key, "data-place": spot.place.id, "data-piece": spot.piece?.id });
      const label = this.words.describe(spot, scene);
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      button.tabIndex = -1;
      button.classList.remove("source", "target");
      button.removeAttribute("aria-pressed");
      button.removeAttribute("aria-description");
      button.classList.toggle("movable", scene.moves.some((move) => move.from === spot.place.id && (spot.piece === null || move.piece === spot.piece.id)));
      button.style.left = `${(box.x - this.#shown.x) * this.scale}px`;
      button.style.top = `${(box.y - this.#shown.y) * this.scale}px`;
      button.style.width = `${box.width * this.scale}px`;
      button.style.height = `${box.height * this.scale}px`;
      this.#buttons.set(spot.key, button);
      return button;
    });
    for (const [key, button] of known) if (this.#buttons.get(key) !== button) button.remove();
    buttons.forEach((button, index) => { if (this.list.children[index] !== button) this.list.insertBefore(button, this.list.children[index] ?? null); });
    const key = this.at !== null && this.#buttons.has(this.at) ? this.at : place !== undefined ? this.lastSpot(place)?.key : undefined;
    const start = key ?? (this.spots.find((spot) => this.button(spot.key)?.classList.contains("movable")) ?? this.spots[0])?.key;
    if (start !== undefined) this.moveTo(start, hadFocus);
  }

  /** @param {Spot} spot @returns {Box} */
  #spotBox(spot) {
    const piece = spot.piece && this.pieceBox(spot.piece.id);
    const place = this.placeBox(spot.place.id);
    if (piece && place && spot.place.spread === "stack" && spot.piece?.size[0] === 1 && spot.piece.size[1] === 1) return place;
    if (!piece && place && spot.place.pieces.length === 0 && spot.place.spread === "down") {
      // An empty column is as tall as what is put there first, not as the room below it.
      return { ...place, height: Math.min(place.height, place.width * 1.6) };
    }
    return piece ?? place ?? { x: 0, y: 0, width: 24, height: 24 };
  }

  /** @param {Element} element @returns {Box} */
  #box(element) {
    const box = element.getBoundingClientRect();
    const frame = this.table.getBoundingClientRect();
    const { x, y } = this.#shown;
    return { x: x + (box.left - frame.left) / this.scale, y: y + (box.top - frame.top) / this.scale, width: box.width / this.scale, height: box.height / this.scale };
  }

  /** The way from the place where a move ends to the one where it begins; the other way round if it is taken back. @param {Move | null} move @param {boolean} back */
  #between(move, back) {
    const [start, end] = [move && this.placeBox(move.from), move && this.placeBox(move.to)];
    if (!start || !end) return null;
    const sign = back ? -1 : 1;
    return { x: sign * (start.x - end.x), y: sign * (start.y - end.y) };
  }

  /** The origin of what an element draws. @param {SVGGraphicsElement} element */
  #origin(element) {
    const matrix = element.getScreenCTM();
    const frame = this.table.getBoundingClientRect();
    return { x: this.#shown.x + ((matrix?.e ?? 0) - frame.left) / this.scale, y: this.#shown.y + ((matrix?.f ?? 0) - frame.top) / this.scale };
  }

  /** Every piece that is drawn, and where. Boxes would not do: a shape may be larger than what is seen of it. */
  #pieces() {
    /** @type {Map<string, {at: {x: number, y: number}, element: SVGGraphicsElement}>} */
    const found = new Map();
    for (const element of /** @type {NodeListOf<SVGGraphicsElement>} */ (this.#picture?.querySelectorAll("[data-piece]") ?? [])) {
      const id = element.getAttribute("data-piece") ?? "";
      if (!found.has(id)) found.set(id, { at: this.#origin(element), element });
    }
    return found;
  }
}
