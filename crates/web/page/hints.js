// @ts-check
// What the engines say about the current position: asked in the background, step by step, and remembered by position. No DOM.

/** @typedef {import("./words.js").Hint} Hint */
/** @typedef {import("./words.js").Choice} Choice */
/** @typedef {{hint: Hint | null, all: Hint | null, spent: number, spentAll: number, exact: boolean}} Known what is known of a position, and the seconds that were allowed */
/** @typedef {{verdict: boolean, best: boolean, all: boolean, exact: boolean}} Want */
/** @typedef {{puzzle: string, position: string, hidden: boolean, solved: boolean}} Target */
/** @typedef {{all: boolean, distances: boolean, time: number}} Step */

/** Seconds of the first and the second question about a position. */
const FIRST = 0.4;
const SECOND = 5;
/** Seconds of the questions about positions with hidden pieces: games are played on, which takes longer; the last only for a hint. */
const HIDDEN = [1, 6, 20];
/** Seconds of the question with exact distances. */
const EXACT = 30;
/** Positions that are remembered. */
const MOST = 2000;

/** @returns {Known} */
export function nothing() {
  return { hint: null, all: null, spent: 0, spentAll: 0, exact: false };
}

/** @param {Hint | null} hint */
const isDecided = (hint) => hint !== null && (hint.outcome === "solved" || hint.outcome === "unsolvable" || hint.outcome === "exhausted");

/**
 * The next question about a position, or null if nothing more is worth asking.
 * @param {Target} target
 * @param {Known} known
 * @param {Want} want
 * @returns {Step | null}
 */
export function nextStep(target, known, want) {
  if (target.solved || !(want.verdict || want.best || want.all)) return null;
  const after = (/** @type {number} */ spent) => (spent < FIRST ? FIRST : spent < SECOND ? SECOND : null);
  if (target.hidden) {
    const steps = want.best && !known.all?.best ? HIDDEN : HIDDEN.slice(0, 2);
    const time = isDecided(known.all) ? undefined : steps.find((one) => known.spentAll < one);
    return time === undefined ? null : { all: true, distances: false, time };
  }
  const wantsBest = want.best && known.hint?.outcome === "solved" && !known.hint.best;
  if (!isDecided(known.hint) || (wantsBest && !known.all)) {
    const time = after(known.spent);
    if (time !== null) return { all: false, distances: false, time };
  }
  if (!want.all) return null;
  const isOpen = !known.all || (known.all.stop != null && known.all.moves?.some((choice) => choice.verdict === "unknown"));
  if (isOpen && known.spentAll < SECOND) return { all: true, distances: false, time: SECOND };
  return want.exact && !known.exact ? { all: true, distances: true, time: EXACT } : null;
}

/**
 * What is known after an answer. Nothing that was decided is lost again.
 * @param {Known} known
 * @param {Step} step
 * @param {Hint} answer
 * @returns {Known}
 */
export function learn(known, step, answer) {
  const isBetter = (/** @type {Hint | null} */ old) => !isDecided(old) || isDecided(answer);
  const kept = { ...known, exact: known.exact || step.distances };
  if (step.all) {
    kept.spentAll = Math.max(known.spentAll, step.time);
    kept.all = answer;
  } else {
    kept.spent = Math.max(known.spent, step.time);
  }
  if (isBetter(known.hint)) kept.hint = nearer(known.hint, answer);
  return kept;
}

/**
 * The newer answer, with the bound of the older one where that is tighter.
 * @param {Hint | null} old
 * @param {Hint} answer
 * @returns {Hint}
 */
function nearer(old, answer) {
  if (!old || old.outcome !== "solved" || answer.outcome !== "solved") return answer;
  if (answer.distance != null || old.distance == null) {
    const isTighter = answer.distance == null && old.at_most != null && old.at_most < (answer.at_most ?? Infinity);
    return isTighter ? { ...answer, at_most: old.at_most, best: old.best ?? answer.best } : answer;
  }
  return { ...answer, distance: old.distance, best: old.best ?? answer.best };
}

/**
 * What a judged move says about the position after it.
 * @param {Choice} choice
 * @param {string | undefined} metric
 * @returns {Hint | null}
 */
export function afterMove(choice, metric) {
  if (choice.verdict === "loses") return { outcome: "unsolvable", metric };
  if (choice.verdict === "unknown") return null;
  return { outcome: "solved", metric, distance: choice.distance, at_most: choice.at_most };
}

/** Asks about one position at a time, and tells listeners what is known. */
export class Hints {
  /**
   * @param {(request: object, signal: AbortSignal) => Promise<Hint>} ask
   * @param {number} delay milliseconds before the first question
   */
  constructor(ask, delay = 120) {
    this.ask = ask;
    this.delay = delay;
    /** @type {Map<string, Known>} */
    this.memory = new Map();
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {Target | null} */
    this.target = null;
    /** @type {Want} */
    this.want = { verdict: true, best: false, all: false, exact: false };
    /** @type {AbortController | null} */
    this.running = null;
    /** Whether a question is on its way. */
    this.isThinking = false;
    /** @type {Error | null} */
    this.error = null;
  }

  /** @param {() => void} listener */
  on(listener) {
    this.listeners.add(listener);
  }

  emit() {
    for (const listener of this.listeners) listener();
  }

  /** @param {Target} target */
  key = (target) => `${target.puzzle}\n${target.position}`;

  /** @param {Target | null} target */
  known(target = this.target) {
    return (target && this.memory.get(this.key(target))) || nothing();
  }

  /** @param {Target} target @param {Known} known */
  remember(target, known) {
    const key = this.key(target);
    this.memory.delete(key);
    this.memory.set(key, known);
    const oldest = this.memory.keys().next().value;
    if (MOST < this.memory.size && oldest !== undefined) this.memory.delete(oldest);
  }

  /**
   * Takes what another answer says about a position, unless more is known.
   * @param {Target} target
   * @param {Hint | null} hint
   */
  teach(target, hint) {
    const known = this.known(target);
    if (hint && !isDecided(known.hint)) this.remember(target, { ...known, hint });
  }

  /**
   * Goes to another position: what was asked about the old one is cancelled.
   * @param {Target | null} target
   */
  follow(target) {
    if (target && this.target && this.key(target) === this.key(this.target) && !this.error) return;
    this.target = target;
    this.restart();
  }

  /** @param {Partial<Want>} want */
  wants(want) {
    const old = this.want;
    this.want = { ...old, ...want };
    const isMore = (/** @type {keyof Want} */ key) => this.want[key] && !old[key];
    const asksMore = isMore("verdict") || isMore("best") || isMore("all") || isMore("exact");
    // Whoever is thinking goes on to what is wanted now.
    if (asksMore && !this.isThinking) this.restart();
    else this.emit();
  }

  /** Cancels, and begins again with what is not yet known. */
  restart() {
    this.stop();
    this.error = null;
    const target = this.target;
    if (target && nextStep(target, this.known(target), this.want)) void this.run(target);
    else this.emit();
  }

  /** Cancels the question that is on its way. */
  stop() {
    this.running?.abort();
    this.running = null;
    this.isThinking = false;
  }

  /** @param {Target} target */
  async run(target) {
    const control = new AbortController();
    this.running = control;
    this.isThinking = true;
    this.emit();
    try {
      await pause(this.delay, control.signal);
      for (;;) {
        const step = nextStep(target, this.known(target), this.want);
        if (!step) break;
        const { puzzle, position } = target;
        const limits = { time: step.time };
        const request = { do: "hint", puzzle, position, all: step.all, distances: step.distances, limits };
        const answer = await this.ask(request, control.signal);
        if (control.signal.aborted) return;
        this.remember(target, learn(this.known(target), step, answer));
        this.emit();
      }
    } catch (error) {
      if (control.signal.aborted) return;
      this.error = /** @type {Error} */ (error);
    }
    this.isThinking = false;
    this.running = null;
    this.emit();
  }
}

/**
 * Waits, or rejects when the signal aborts.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new DOMException("cancelled", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
