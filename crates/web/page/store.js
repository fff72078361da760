// @ts-check
// A game: a tree of positions, and which of them is on the board. It asks the engine, and touches no document.

import { Events } from "./events.js";

/**
 * @typedef {{text: string, ascii: string}} Label
 * @typedef {{id: string, name: string, label: Label, ink: string, down?: boolean, size: [number, number]}} Piece
 * @typedef {{left: number, top: number, width: number, height: number}} Area
 * @typedef {{id: string, name: string, kind: string, label: Label, area: Area, spread: "stack" | "down" | "right", solid?: boolean, pieces: Piece[]}} Place
 * @typedef {{text: string, piece: string, from: string, to: string, words?: string}} Move
 * @typedef {{position: string, text?: string, code?: string, solved: boolean, stuck?: boolean, hidden?: boolean, moves: Move[], safe?: string | null, move?: string,
 *   view: {places: Place[]}, svg: string}} Scene
 * @typedef {{verdict: string, note?: string}} Mark
 * @typedef {{name: string | null, link?: string | null, puzzle: string, rules?: Record<string, unknown>, hidden?: boolean, start: Scene, moves?: {text: string, scene: Scene}[]}} Opened
 */

/** A position that was reached, with the moves that were played from it. */
export class Node {
  /** The children, in the order in which they were played first. @type {Node[]} */
  children = [];
  /** The child that was visited last, which redo goes to. @type {Node | null} */
  next = null;
  /** Whether an engine found it, and nobody has played it. */
  found = false;
  /** What a review says about the move that led here. @type {Mark | null} */
  mark = null;

  /**
   * @param {number} id
   * @param {Node | null} parent
   * @param {string | null} move the move that led here
   * @param {Scene} scene
   * @param {boolean} auto whether the move was played by itself
   */
  constructor(id, parent, move, scene, auto = false) {
    this.id = id;
    this.parent = parent;
    this.move = move;
    this.scene = scene;
    this.auto = auto;
    const before = parent?.depth ?? -1;
    /** The number of moves from the start. */
    this.depth = before + 1;
  }
}

/**
 * A game. Events: `node` (node, before, how: "play" | "auto" | "go"), when another position is on the board; `tree`, when nodes were added or marked.
 */
export class Game extends Events {
  #ids = 0;
  /** Requests wait for the one before. @type {Promise<unknown>} */
  #last = Promise.resolve();
  #ask;

  /**
   * @param {(request: object) => Promise<any>} ask
   * @param {Opened} opened
   * @param {any} about what the engine says about the puzzle
   */
  constructor(ask, opened, about) {
    super();
    this.#ask = ask;
    this.puzzle = opened.puzzle;
    this.about = about;
    this.name = opened.name;
    /** What the start goes by in an address; null if it has no name that others could open. */
    this.link = opened.link ?? null;
    this.rules = opened.rules ?? {};
    this.hidden = opened.hidden ?? false;
    /** Whether the player has begun; a game that was opened with moves has not. */
    this.begun = false;
    this.root = new Node(this.#ids++, null, null, opened.start);
    this.node = this.root;
    for (const { text, scene } of opened.moves ?? []) this.node = this.#child(this.node, text, scene, false);
  }

  /**
   * The nodes from the start to a node.
   * @param {Node} node
   * @returns {Node[]}
   */
  path(node = this.node) {
    const path = [];
    for (let at = /** @type {Node | null} */ (node); at; at = at.parent) path.push(at);
    return path.reverse();
  }

  /**
   * The moves from the start to a node.
   * @param {Node} node
   * @returns {string[]}
   */
  moves(node = this.node) {
    return this.path(node).slice(1).map((each) => /** @type {string} */ (each.move));
  }

  /** Every node, parents before children. @returns {Generator<Node>} */
  *nodes() {
    const open = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      yield node;
      open.push(...[...node.children].reverse());
    }
  }

  /**
   * Plays a move in any spelling at the position that is on the board when its turn comes. `at` refuses it quietly (the answer is null) if that is no longer the
   * position that it was meant for.
   * @param {string} move
   * @param {{auto?: boolean, at?: Node}} [options]
   * @returns {Promise<Node | null>}
   */
  play(move, { auto = false, at } = {}) {
    return this.exclusive(async () => {
      const before = this.node;
      if (at && at !== before) return null;
      const known = before.children.find((child) => child.move === move);
      if (known) {
        this.#show(known, auto ? "auto" : "play");
        return known;
      }
      const scene = await this.#ask({ do: "play", puzzle: this.puzzle, position: before.scene.position, move, scene: true });
      const text = scene.move ?? move.trim();
      const same = before.children.find((child) => child.move === text || (!this.hidden && child.scene.position === scene.position && child.move?.toLowerCase() === text.toLowerCase()));
      const node = same ?? this.#child(before, text, scene, auto);
      if (!auto) this.begun = true;
      if (!same) this.emit("tree");
      this.#show(node, auto ? "auto" : "play");
      return node;
    });
  }

  /**
   * Goes to a node of the tree.
   * @param {Node} node
   */
  goTo(node) {
    return this.exclusive(() => this.#show(node, "go"));
  }

  /** Takes a move back, with those that were played by themselves after it. */
  undo() {
    return this.exclusive(() => {
      let node = this.node;
      while (node.auto && node.parent?.parent) node = node.parent;
      if (node.parent) this.#show(node.parent, "go");
    });
  }

  /** Plays again what was taken back last. */
  redo() {
    return this.exclusive(() => {
      let node = this.node.next ?? this.node.children[0];
      if (!node) return;
      for (let after = node.next ?? node.children[0]; after?.auto; after = node.next ?? node.children[0]) node = after;
      this.#show(node, "go");
    });
  }

  /** Goes back to the start; nothing is forgotten. */
  restart() {
    return this.goTo(this.root);
  }

  /**
   * Adds a line of moves after a node, without going there. Moves that are in the tree stay as they are, and redo goes where it went before.
   * @param {Node} from
   * @param {{text: string, scene: Scene}[]} moves
   * @returns {Node[]} the nodes from `from` to the end of the line
   */
  graft(from, moves) {
    const line = [from];
    for (const { text, scene } of moves) {
      const at = line[line.length - 1];
      const { next } = at;
      const known = at.children.find((child) => child.move === text);
      const node = known ?? this.#child(at, text, scene, false);
      if (!known) node.found = true;
      at.next = next ?? node;
      line.push(node);
    }
    this.emit("tree");
    return line;
  }

  /**
   * Marks nodes, and unmarks all others.
   * @param {Map<Node, Mark>} marks
   */
  markPath(marks) {
    for (const node of this.nodes()) node.mark = marks.get(node) ?? null;
    this.emit("tree");
  }

  /**
   * Runs an action after those that were asked for before it, so that quick inputs keep their order.
   * @template T
   * @param {() => T | Promise<T>} action
   * @returns {Promise<T>}
   */
  exclusive(action) {
    const result = this.#last.then(action);
    this.#last = result.catch(() => {});
    return result;
  }

  /**
   * @param {Node} parent
   * @param {string} move
   * @param {Scene} scene
   * @param {boolean} auto
   */
  #child(parent, move, scene, auto) {
    const node = new Node(this.#ids++, parent, move, scene, auto);
    parent.children.push(node);
    parent.next = node;
    return node;
  }

  /**
   * @param {Node} node
   * @param {"play" | "auto" | "go"} how
   */
  #show(node, how) {
    const before = this.node;
    for (let at = node; at.parent; at = at.parent) at.parent.next = at;
    this.node = node;
    if (before !== node) this.emit("node", node, before, how);
  }
}
