// @ts-check
// The panel of moves: a tree of variations.

import { el } from "./dom.js";
import { describeMove } from "./speech.js";

/** @typedef {import("./store.js").Node} Node */

/** @param {any} app */
export function mount(app) {
  app.panels.add({ id: "moves", title: app.text("moves"), order: 20, mount: (/** @type {HTMLElement} */ element) => new MoveTree(element, app) });
}

/** The tree of a game as buttons. */
class MoveTree {
  /** @type {Map<Node, HTMLButtonElement>} */
  #buttons = new Map();
  #stale = true;

  /** @param {HTMLElement} element @param {any} app */
  constructor(element, app) {
    this.app = app;
    this.element = element;
    element.classList.add("tree");
    element.addEventListener("keydown", (event) => this.#key(event));
    for (const name of ["game", "tree"]) app.on(name, () => { this.#stale = true; this.#refresh(); });
    app.on("node", () => this.#refresh());
    this.#refresh();
  }

  #refresh() {
    const { game } = this.app;
    if (!game) return this.element.replaceChildren();
    if (this.#stale) this.#build();
    this.#stale = false;
    const path = new Set(game.path());
    for (const [node, button] of this.#buttons) {
      const isCurrent = node === game.node;
      button.classList.toggle("on-path", path.has(node));
      button.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const current = this.#buttons.get(game.node);
    if (current) {
      // Only the list scrolls, never the page.
      const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
      if (top < this.element.scrollTop) this.element.scrollTop = top - 8;
      else if (bottom > this.element.scrollTop + this.element.clientHeight) this.element.scrollTop = bottom - this.element.clientHeight + 8;
    }
  }

  #build() {
    const { game } = this.app;
    const hadFocus = this.element.contains(document.activeElement);
    this.#buttons.clear();
    const start = this.#button(game.root);
    this.element.replaceChildren(start, this.#line(game.root));
    if (game.root.children.length === 0) this.element.append(el("p", { class: "help" }, this.app.text("no-moves-yet")));
    if (hadFocus) this.#buttons.get(game.node)?.focus();
  }

  /** The moves after a node: the first line in full, other first moves as lines of their own behind it. @param {Node} node */
  #line(node) {
    const line = el("div", { class: "line" });
    for (let at = node; at.children.length > 0; at = at.children[0]) {
      const [first, ...others] = at.children;
      line.append(this.#button(first));
      for (const other of others) line.append(el("div", { class: "variation" }, this.#button(other), this.#line(other)));
    }
    return line;
  }

  /** @param {Node} node */
  #button(node) {
    const { app } = this;
    const label = node.parent ? app.text("move-button", { number: node.depth, move: node.move, words: describeMove(app.text, node.parent.scene, node.move ?? "", node.scene) }) : app.text("start");
    const mark = node.mark ? app.text(`mark-${node.mark.verdict}`) : "";
    const button = el(
      "button",
      { type: "button", class: `move${node.auto ? " auto" : ""}${node.mark ? ` mark-${node.mark.verdict}` : ""}`, tabindex: -1, "aria-label": [label, node.mark?.note ?? mark].filter(Boolean).join(", "), title: node.mark?.note ?? null, onclick: () => app.game.goTo(node) },
      // The name begins with what is seen: number, move.
      node.parent ? el("span", { class: "number" }, `${node.depth} `) : null,
      node.parent ? el("b", {}, node.move) : app.text("start"),
      node.mark && ["loses", "lost", "losing"].includes(node.mark.verdict) ? el("span", { class: "sign", "aria-hidden": "true" }, "✗") : null,
    );
    this.#buttons.set(node, button);
    return button;
  }

  /** Left and right go along a line, up and down to other moves at the same point. @param {KeyboardEvent} event */
  #key(event) {
    const { game } = this.app;
    const node = game?.node;
    if (!node) return;
    const siblings = node.parent?.children ?? [];
    const at = siblings.indexOf(node);
    const to = {
      ArrowLeft: node.parent, ArrowRight: node.next ?? node.children[0], ArrowUp: siblings[at - 1] ?? node.parent, ArrowDown: siblings[at + 1] ?? node.next ?? node.children[0], Home: game.root, End: end(node),
    }[event.key];
    if (!to) return;
    event.preventDefault();
    game.goTo(to).then(() => this.#buttons.get(to)?.focus());
  }
}

/** The end of the line that redo follows. @param {Node} node @returns {Node} */
function end(node) {
  while (node.next ?? node.children[0]) node = node.next ?? node.children[0];
  return node;
}
