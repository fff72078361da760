// @ts-check
// The error of a request: what both carriers of requests throw.

/** A request that the engine refused or could not answer. */
export class EngineError extends Error {
  /**
   * @param {{message: string, line?: number, column?: number}} error
   * @param {boolean} [busy] whether the same request may be answered later
   */
  constructor(error, busy = false) {
    super(error.message);
    this.name = "EngineError";
    this.line = error.line;
    this.column = error.column;
    this.busy = busy;
  }
}

/**
 * What an answer has under `ok`.
 * @param {any} answer
 */
export function unwrap(answer) {
  if (answer.error) {
    throw new EngineError(answer.error, answer.busy === true);
  }
  return answer.ok;
}
