// @ts-check
// Lines of play that an engine found: they become branches of the tree, and can be watched.

/**
 * The text that opens a position with moves after it, as links write them.
 * @param {any} scene
 * @param {string[]} moves
 */
export function lineText(scene, moves) {
  return `${scene.code ?? scene.position}/${moves.join(".")}`;
}

/**
 * Adds a line of moves to the tree, without going there.
 * @param {any} app
 * @param {any} game
 * @param {any} from the node that it begins at
 * @param {string[]} moves
 * @returns {Promise<any[]>} the nodes from `from` to the end of the line
 */
export async function addLine(app, game, from, moves) {
  const opened = await app.engine.ask({ do: "open", puzzle: game.puzzle, text: lineText(from.scene, moves) });
  return game.graft(from, opened.moves);
}

/** Plays a line of nodes by itself, until somebody stops it or leaves the line. */
export class Watch {
  /**
   * @param {any} game
   * @param {any[]} nodes
   * @param {() => void} changed is called when it starts, stops, or the position changes
   */
  constructor(game, nodes, changed) {
    this.game = game;
    this.nodes = nodes;
    this.changed = changed;
    /** Milliseconds between two moves. */
    this.interval = 900;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
  }

  /** Where the game is on the line; -1 if it is not on it. */
  get at() {
    return this.nodes.indexOf(this.game.node);
  }

  get isPlaying() {
    return this.timer !== null;
  }

  get isAtEnd() {
    return this.at === this.nodes.length - 1;
  }

  /** Plays from where the game is; from the start if it is at the end or elsewhere. */
  async play() {
    if (this.at < 0 || this.isAtEnd) await this.goTo(0);
    this.schedule();
    this.changed();
  }

  pause() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.changed();
  }

  schedule() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.tick(), this.interval);
  }

  async tick() {
    const at = this.at;
    if (at < 0 || this.isAtEnd) return this.pause();
    this.schedule();
    await this.goTo(at + 1);
    if (this.isAtEnd) this.pause();
  }

  /**
   * A step along the line, forwards or backwards.
   * @param {number} by
   */
  step(by) {
    return this.jump(this.at < 0 ? 0 : this.at + by);
  }

  /**
   * Goes to a position of the line, and stays there.
   * @param {number} index
   */
  async jump(index) {
    this.pause();
    await this.goTo(index);
  }

  /** @param {number} index */
  async goTo(index) {
    const node = this.nodes[Math.max(0, Math.min(this.nodes.length - 1, index))];
    await this.game.goTo(node);
    this.changed();
  }
}
