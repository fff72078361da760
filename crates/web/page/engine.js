// @ts-check
// The engine of the page: a server or a worker, as index.html says. Both answer the same requests.

export { EngineError } from "./engine-error.js";

/**
 * @typedef {object} Progress
 * @property {number} seconds
 * @property {number} expanded
 * @property {number} generated
 * @property {number} memory bytes
 * @property {string} [message]
 */

/**
 * @typedef {object} AskOptions
 * @property {AbortSignal} [signal] ends the request with an AbortError, and its search
 * @property {(progress: Progress) => void} [onProgress] called at most five times a second
 */

/**
 * @typedef {object} Engine
 * @property {"server" | "worker"} kind
 * @property {boolean} hasRuns whether run folders can be followed
 * @property {(request: object, options?: AskOptions) => Promise<any>} ask resolves to what the answer has under `ok`; rejects with an EngineError
 */

/**
 * Connects to the engine that index.html names.
 * @returns {Promise<Engine>}
 */
export async function connect() {
  const meta = document.querySelector('meta[name="patience-engine"]');
  const kind = meta?.getAttribute("content");
  switch (kind) {
    case "http":
      return (await import("./engine-http.js")).connect();
    case "worker":
      return (await import("./engine-worker.js")).connect();
    default:
      throw new Error(`index.html names the engine ${JSON.stringify(kind)}: expected "http" or "worker"`);
  }
}
