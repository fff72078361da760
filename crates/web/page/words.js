// @ts-check
// Answers of the engines in words: costs, verdicts, chances, durations. No DOM, so that node can test it.

/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text `app.text` */
/** @typedef {{field: string, summary: string | null, label: {Before?: string, Unit?: [string, string]}}} Length */
/** @typedef {{name: string, summary: string}} Named */
/** @typedef {{title: string, one: string, many: string, metrics: Named[], lengths: Length[]}} AboutPuzzle */
/** @typedef {{value: number, low: number, high: number, games: number}} Chance */
/**
 * What `hint` answers, as far as the page uses it.
 * @typedef {object} Hint
 * @property {string} outcome `solved`, `unsolvable`, `exhausted`, `limit` or `chance`
 * @property {string} [metric]
 * @property {string | null} [stop] the limit that left something unknown
 * @property {string | null} [reason] why there is no solution
 * @property {string} [engine] the engine that decided
 * @property {number | null} [distance]
 * @property {number | null} [at_most]
 * @property {string | null} [best]
 * @property {string[]} [next]
 * @property {Chance | null} [chance]
 * @property {number | null} [winnable] of hidden positions: sampled arrangements that are winnable with everything known
 * @property {number | null} [tried] sampled arrangements
 * @property {Choice[]} [moves]
 */
/** @typedef {{move: string, verdict: "wins" | "loses" | "unknown", distance?: number | null, at_most?: number | null, best?: boolean, chance?: Chance, words?: string}} Choice `words` is the plan behind it, where there is one */
/** @typedef {"won" | "wins" | "loses" | "chance" | "unknown"} State */

/** Games that a chance needs at least: with fewer, its interval says nothing. */
const FEWEST_GAMES = 10;

/** Whether a chance says something. @param {Chance | null | undefined} chance @returns {chance is Chance} */
export const isMeasured = (chance) => chance != null && FEWEST_GAMES <= chance.games;

/** A shape for each state, so that nothing depends on colour alone. */
export const SHAPES = { won: "★", wins: "●", loses: "✗", chance: "◐", unknown: "?" };

/**
 * The length that a metric measures.
 * @param {AboutPuzzle} about
 * @param {string | undefined} metric
 */
function lengthOf(about, metric) {
  return about.lengths.find((length) => (length.summary ?? length.field) === metric);
}

/**
 * A cost in words: `14 moves`, `1 slide`.
 * @param {Text} text
 * @param {AboutPuzzle} about
 * @param {string | undefined} metric
 * @param {number} cost
 */
export function costWords(text, about, metric, cost) {
  const unit = lengthOf(about, metric)?.label.Unit;
  if (unit) return `${cost} ${cost === 1 ? unit[0] : unit[1]}`;
  return text(cost === 1 ? "words.move" : "words.moves", { count: cost });
}

/**
 * What a metric counts, in one sentence.
 * @param {AboutPuzzle} about
 * @param {string | undefined} metric
 */
export function metricWords(about, metric) {
  const named = about.metrics.find((one) => one.name === metric) ?? about.metrics[0];
  const before = lengthOf(about, named?.name)?.label.Before;
  return named ? (before ? `${before}: ${named.summary}` : named.summary) : "";
}

/**
 * What is known of a position.
 * @param {Hint | null} hint
 * @param {boolean} solved
 * @returns {State}
 */
export function stateOf(hint, solved) {
  if (solved) return "won";
  if (!hint) return "unknown";
  if (hint.outcome === "solved" || hint.distance != null) return "wins";
  if (hint.outcome === "unsolvable") return "loses";
  return hint.outcome === "chance" && isMeasured(hint.chance) ? "chance" : "unknown";
}

/**
 * How far it is to the goal: `14 moves to go`, `at most 98 moves to go`, or nothing.
 * @param {Text} text
 * @param {AboutPuzzle} about
 * @param {string | undefined} metric
 * @param {{distance?: number | null, at_most?: number | null}} known
 */
export function distanceWords(text, about, metric, known) {
  const words = (/** @type {number} */ cost) => costWords(text, about, metric, cost);
  if (known.distance === 0) return text("words.atOnce");
  if (known.distance != null) return text("words.toGo", { cost: words(known.distance) });
  if (known.at_most != null) return text("words.atMost", { cost: words(known.at_most) });
  return "";
}

/**
 * A chance with its interval: `31 % (25 to 37 %)`.
 * @param {Text} text
 * @param {Chance} chance
 */
export function chanceWords(text, chance) {
  const percent = (/** @type {number} */ share) => String(Math.round(100 * share));
  return text("words.chance", { value: percent(chance.value), low: percent(chance.low), high: percent(chance.high) });
}

/**
 * A position in words: the first is short, the second says more.
 * @param {Text} text
 * @param {AboutPuzzle} about
 * @param {Hint | null} hint
 * @param {boolean} solved
 * @returns {{state: State, short: string, more: string}}
 */
export function verdictWords(text, about, hint, solved) {
  const state = stateOf(hint, solved);
  const short = state === "chance" ? "" : text(`verdict.${state}`);
  if (state === "won" || !hint) return { state, short, more: "" };
  if (state === "wins") return { state, short, more: distanceWords(text, about, hint.metric, hint) };
  if (state === "loses") return { state, short, more: hint.reason ?? text("verdict.proven") };
  if (hint.chance && state === "chance") {
    return { state, short: text("verdict.chance", { chance: chanceWords(text, hint.chance) }), more: text("verdict.games", { count: hint.chance.games }) };
  }
  if (hint.tried) return { state, short, more: text("verdict.sampled", { winnable: hint.winnable ?? 0, tried: hint.tried }) };
  return { state, short, more: hint.stop ? text(`stop.${hint.stop}`) : "" };
}

/**
 * A legal move in words: `wins, 13 moves to go`.
 * @param {Text} text
 * @param {AboutPuzzle} about
 * @param {string | undefined} metric
 * @param {Choice} choice
 */
export function choiceWords(text, about, metric, choice) {
  if (isMeasured(choice.chance)) return chanceWords(text, choice.chance);
  const words = (/** @type {number} */ cost) => costWords(text, about, metric, cost);
  if (choice.verdict !== "wins") return text(`choice.${choice.verdict}`);
  if (choice.distance === 0) return text("choice.atOnce");
  if (choice.distance != null) return text("choice.then", { cost: words(choice.distance) });
  return choice.at_most != null ? text("choice.thenAtMost", { cost: words(choice.at_most) }) : text("choice.wins");
}

/**
 * A duration: `0.3 s`, `12 s`, `3 min 5 s`.
 * @param {number} seconds
 */
export function durationWords(seconds) {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * A count with thin spaces between groups of three digits.
 * @param {number} count
 */
export function countWords(count) {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/**
 * The progress of a search in words.
 * @param {Text} text
 * @param {{seconds?: number, expanded?: number, message?: string}} progress
 */
export function progressWords(text, progress) {
  const seconds = durationWords(progress.seconds ?? 0);
  if (progress.message) return `${seconds} · ${progress.message}`;
  return text("words.progress", { seconds, nodes: countWords(progress.expanded ?? 0) });
}
