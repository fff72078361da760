// @ts-check
// Addresses: what is after the `#`, and which page that is.

/**
 * The parts of an address: `#/PUZZLE/617/83.2a?hidden`.
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
 * The address of a game at a node: the name or code of its start, and the moves. A hidden game without a name goes by the secret word of its position, which only this
 * engine knows, and only for a while.
 * @param {import("./store.js").Game} game
 * @param {import("./store.js").Node} node
 */
export function gameAddress(game, node = game.node) {
  const word = (/** @type {string} */ text) => encodeURIComponent(text).replaceAll("%2B", "+").replaceAll("%3A", ":");
  if (game.link === null && game.hidden) return `#/${game.puzzle}/${node.scene.position}`;
  const moves = game.link === null ? "" : game.moves(node).map(word).join(".");
  return `#/${game.puzzle}/${word(game.link ?? "")}${moves && `/${moves}`}${game.hidden ? "?hidden" : ""}`;
}

/**
 * The game of an address among those that are known, and its node, if the moves of the address are in its tree.
 * @param {import("./store.js").Game[]} games
 * @param {string} puzzle
 * @param {string} rest
 * @param {boolean} hidden
 */
export function findGame(games, puzzle, rest, hidden) {
  const [start, line = ""] = rest.split("/", 2);
  if (start === "") return null;
  const game = games.findLast((each) => each.puzzle === puzzle && (each.link === null ? each.root.scene.position === start : each.link === start && each.hidden === hidden));
  let node = game?.root;
  for (const move of line === "" ? [] : line.split(".")) node = node?.children.find((child) => child.move === move);
  return game && node ? { game, node } : null;
}

/**
 * A hidden game from the word of its position, `hidden.key/T.w-3`: every position on the way is asked for.
 * @param {(request: object) => Promise<any>} ask
 * @param {string} puzzle
 * @param {string} word
 * @returns {Promise<import("./store.js").Opened>}
 */
export async function openHidden(ask, puzzle, word) {
  const [key, line = ""] = word.split("/", 2);
  const moves = line === "" ? [] : line.split(".");
  const words = [key, ...moves.map((_, index) => `${key}/${moves.slice(0, index + 1).join(".")}`)];
  const [start, ...scenes] = await Promise.all(words.map((position) => ask({ do: "scene", puzzle, position })));
  return { name: null, link: null, puzzle, rules: {}, hidden: true, start, moves: scenes.map((scene, index) => ({ text: moves[index], scene })) };
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
