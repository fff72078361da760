// @ts-check
// A review in words and marks: what each move did, and what would have won. No DOM.

import { costWords } from "./words.js";

/** @typedef {import("./words.js").Text} Text */
/** @typedef {import("./words.js").AboutPuzzle} AboutPuzzle */
/** @typedef {"kept" | "lost" | "after" | "wasted" | "unknown"} CellKind */
/** @typedef {{step: number, move: string, kind: CellKind, words: string}} Cell */
/** @typedef {{moves: string[], cost: number | null, optimal: boolean}} Solution */
/**
 * What `review` answers, as far as the page uses it.
 * @typedef {object} Review
 * @property {string} metric
 * @property {"won" | "open" | "lost" | "unknown"} result
 * @property {number} length
 * @property {number | null} won_until
 * @property {number | null} lost_from
 * @property {{step: number, move: string, instead: Solution} | null} first_losing
 * @property {Solution | null} rest
 * @property {number | null} [wasted]
 * @property {string} [stop]
 * @property {number | null} [distance]
 * @property {{move: string, verdict: "wins" | "loses" | "unknown", distance?: number | null, wasted?: number | null}[]} moves
 */

/** A shape for each kind of move, so that nothing depends on colour alone. */
export const CELL_SHAPES = { kept: "●", lost: "✗", after: "·", wasted: "▲", unknown: "?" };

/**
 * What each move of a game did.
 * @param {Text} text
 * @param {AboutPuzzle} about
 * @param {Review} review
 * @returns {Cell[]}
 */
export function cellsOf(text, about, review) {
  let isLost = review.lost_from === 0;
  return review.moves.map((one, at) => {
    const step = at + 1;
    /** @type {CellKind} */
    let kind = one.verdict === "unknown" ? "unknown" : "kept";
    if (one.verdict === "loses") {
      kind = isLost ? "after" : "lost";
      isLost = true;
    } else if (one.wasted != null && 0 < one.wasted) {
      kind = "wasted";
    }
    const wasted = kind === "wasted" ? costWords(text, about, review.metric, one.wasted ?? 0) : "";
    // The loser may be an earlier move that nothing is known about.
    const isSure = kind !== "lost" || review.first_losing?.step === step;
    return { step, move: one.move, kind, words: text(isSure ? `review.${kind}` : "review.lostByNow", { step, move: one.move, wasted }) };
  });
}

/**
 * The game in one sentence.
 * @param {Text} text
 * @param {AboutPuzzle} about
 * @param {Review} review
 */
export function summaryOf(text, about, review) {
  const { result, won_until: won, lost_from: lost, length } = review;
  const count = length;
  if (result === "won") {
    const least = review.distance;
    return least != null ? text("review.wonLeast", { count, cost: costWords(text, about, review.metric, least) }) : text("review.won", { count });
  }
  if (result === "open") return text("review.open", { count });
  if (result === "lost" && lost === 0) return text("review.lostStart");
  if (result === "lost" && lost !== null && won !== null && won + 1 === lost) return text("review.lostBy", { step: lost, move: review.moves[lost - 1]?.move ?? "", count });
  if (result === "lost" && lost !== null && won !== null) return text("review.lostBetween", { first: won + 1, last: lost, count });
  if (result === "lost" && lost !== null) return text("review.lostAfter", { step: lost, count });
  return won !== null && 0 < won ? text("review.openUntil", { step: won, count }) : text("review.unknownAll", { count });
}

/**
 * The line that wins, and after how many moves of the game it begins; nothing if there is none.
 * @param {Review} review
 * @returns {{after: number, solution: Solution} | null}
 */
export function winningLine(review) {
  if (review.first_losing) return { after: review.first_losing.step - 1, solution: review.first_losing.instead };
  if (review.rest && 0 < review.rest.moves.length) return { after: review.length, solution: review.rest };
  return null;
}

/**
 * The length of a winning line in words.
 * @param {Text} text
 * @param {AboutPuzzle} about
 * @param {Review} review
 * @param {Solution} solution
 */
export function lineWords(text, about, review, solution) {
  const cost = solution.cost != null ? costWords(text, about, review.metric, solution.cost) : text("words.moves", { count: solution.moves.length });
  return solution.optimal ? text("words.toGo", { cost }) : text("words.atMost", { cost });
}

/**
 * The nodes of a game, from the first move on: the path to the current node, and on along the moves that were played last. Lines that an
 * engine found count only as far as somebody has followed them.
 * @template {{children: any[], next?: any, found?: boolean, [key: string]: any}} N
 * @param {N[]} path from the root to the current node
 * @returns {N[]}
 */
export function playedLine(path) {
  const line = [...path];
  for (let node = line[line.length - 1]?.next; node && !node.found; node = node.next) line.push(node);
  return line.slice(1);
}
