// @ts-check
// Addresses: what is after the `#`, and which page that is.

/** Words that can stand in an address as they are. */
const PLAIN = /^[\w:+~-][\w:+.~-]*$/;

/**
 * The parts of an address: `#/freecell/617/83.2a?hidden`.
 * @param {string} hash
 * @returns {{name: string, rest: string, flags: URLSearchParams}}
 */
export function parseAddress(hash) {
  const [path, query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const slash = path.indexOf("/");
  const name = decode(slash < 0 ? path : path.slice(0, slash));
  return { name, rest: slash < 0 ? "" : decode(path.slice(slash + 1)), flags: new URLSearchParams(query) };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The address of a game at a node: the instance as it was named, or its code, and the moves.
 * @param {import("./store.js").Game} game
 * @param {import("./store.js").Node} node
 */
export function gameAddress(game, node = game.node) {
  const start = game.root.scene;
  const isNamed = game.name !== null && PLAIN.test(game.name) && Object.keys(game.rules).length === 0;
  const instance = isNamed || game.hidden ? game.name ?? "" : start.code ?? game.name ?? "";
  const moves = game.moves(node).map(encodeURIComponent).join(".");
  const tail = moves && instance ? `/${moves}` : "";
  return `#/${game.puzzle}/${encodeURIComponent(instance)}${tail}${game.hidden ? "?hidden" : ""}`;
}

/** Pages by name; what has no page is a puzzle. */
export class Routes {
  /** @type {Map<string, {mount: Function, title: string}>} */
  pages = new Map();

  /**
   * Adds a page `#/name`.
   * @param {string} name
   * @param {{mount: (el: HTMLElement, app: any, rest: string) => void | (() => void), title: string}} page
   */
  add(name, page) {
    this.pages.set(name, page);
  }
}
