// @ts-check
// Solving in words and requests: what is asked, and what an answer means. No DOM.

import { costWords, countWords, durationWords } from "./words.js";

/** @typedef {import("./words.js").Text} Text */
/** @typedef {import("./words.js").AboutPuzzle} AboutPuzzle */
/** @typedef {{name: string, summary: string, complete: boolean, optimal: string, guided: boolean, default_nodes: number | null, settings: import("./forms.js").Field[]}} EngineAbout */
/**
 * What `solve` answers, as far as the page uses it.
 * @typedef {object} Solved
 * @property {string} engine
 * @property {string} metric
 * @property {string} outcome
 * @property {string | null} [stop]
 * @property {string | null} [reason]
 * @property {number | null} [cost]
 * @property {boolean} [optimal]
 * @property {string[] | null} [moves]
 * @property {number} [expanded]
 * @property {number} [seconds]
 */

/** The effort in words: `950 states in 0.1 s`. @param {Text} text @param {Solved} answer */
function effort(text, answer) {
  return text("solve.effort", { nodes: countWords(answer.expanded ?? 0), seconds: durationWords(answer.seconds ?? 0) });
}

/**
 * What an answer means, and what may help where there is no solution.
 * @param {Text} text
 * @param {AboutPuzzle} about
 * @param {EngineAbout | undefined} engine
 * @param {EngineAbout[]} engines
 * @param {Solved} answer
 * @returns {{kind: "solved" | "proved" | "open", title: string, help: string[]}}
 */
export function describe(text, about, engine, engines, answer) {
  const spent = effort(text, answer);
  if (answer.outcome === "solved") {
    const cost = answer.cost != null ? costWords(text, about, answer.metric, answer.cost) : text("words.moves", { count: answer.moves?.length ?? 0 });
    return { kind: "solved", title: text(answer.optimal ? "solve.shortest" : "solve.solved", { cost }), help: [spent] };
  }
  if (answer.outcome === "unsolvable") {
    const title = answer.reason ? text("solve.provedBy", { reason: answer.reason }) : text("solve.proved");
    return { kind: "proved", title, help: [spent, text("solve.goBack")] };
  }
  const help = [spent];
  const complete = engines.find((one) => one.complete && one.name !== answer.engine);
  if (answer.outcome === "exhausted") {
    help.push(complete ? text("solve.tryComplete", { engine: complete.name }) : text("solve.trySettings"));
    return { kind: "open", title: text("solve.exhausted", { engine: answer.engine }), help };
  }
  help.push(text(answer.stop === "memory" ? "solve.moreMemory" : answer.stop === "nodes" ? "solve.moreNodes" : "solve.moreTime"));
  const quick = engines[0];
  if (engine && quick && engine.name !== quick.name) help.push(text("solve.tryEngine", { engine: quick.name, summary: quick.summary }));
  const title = answer.stop === "cancelled" ? text("solve.cancelled") : text("solve.limit", { limit: text(`stop.${answer.stop ?? "time"}`) });
  return { kind: "open", title, help };
}

/**
 * A request to solve; empty limits are left out.
 * @param {{puzzle: string, position: string, engine: string, settings: Record<string, any>, time: number | null, nodes: number | null}} asked
 */
export function requestOf({ puzzle, position, engine, settings, time, nodes }) {
  /** @type {Record<string, number>} */
  const limits = {};
  if (time !== null && 0 < time) limits.time = time;
  if (nodes !== null && 0 < nodes) limits.nodes = nodes;
  return { do: "solve", puzzle, position, engine, settings, limits };
}

/** Milliseconds between two moves at a speed. @param {number} speed */
export const interval = (speed) => Math.round(900 / speed);

/** Speeds that are offered. */
export const SPEEDS = [0.5, 1, 2, 4, 8];
