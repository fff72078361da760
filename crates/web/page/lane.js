// @ts-check
// A lane: one worker, and the requests that wait for it. A worker that dies fails its request and is replaced.

import { EngineError } from "./engine-error.js";

/** Memory never shrinks: a worker that holds more than this is replaced after its answer. */
const MOST_IDLE_BYTES = 256 * 2 ** 20;

/**
 * A request in the queue or in the worker.
 * @typedef {object} Job
 * @property {number} id
 * @property {string} request
 * @property {AbortSignal | undefined} signal
 * @property {boolean} translate
 * @property {((progress: any) => void) | undefined} onProgress
 * @property {(answer: string) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {() => void} onAbort
 */

export class Lane {
  /** @type {Job[]} */
  #waiting = [];
  /** @type {Job | null} */
  #current = null;
  /** @type {Worker | null} */
  #worker = null;
  #isReady = false;
  #ids = 0;
  #module;
  #keeps;

  /**
   * @param {WebAssembly.Module} module
   * @param {{keeps: boolean}} options whether the worker keeps something that must outlive requests: then it is not ended to cancel one
   */
  constructor(module, { keeps }) {
    this.#module = module;
    this.#keeps = keeps;
    this.#start();
  }

  /** Resolves when the worker answers; rejects if it cannot start. */
  started() {
    return this.ask('{"do":"puzzles"}');
  }

  /**
   * The text of the answer to the text of a request. With `translate`, the answer is a request that any other worker can answer.
   * @param {string} request
   * @param {import("./engine.js").AskOptions & {translate?: boolean}} [options]
   * @returns {Promise<string>}
   */
  ask(request, { signal, onProgress, translate = false } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(aborted());
        return;
      }
      this.#ids += 1;
      const onAbort = () => this.#abort(job);
      /** @type {Job} */
      const job = { id: this.#ids, request, signal, translate, onProgress, resolve, reject, onAbort };
      signal?.addEventListener("abort", onAbort);
      this.#waiting.push(job);
      this.#next();
    });
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#died(event.message || "worker.js cannot be loaded");
    };
    worker.postMessage({ module: this.#module });
    this.#worker = worker;
    this.#isReady = false;
  }

  #end() {
    if (this.#worker) {
      // Messages that are under way are of no interest any more.
      this.#worker.onmessage = this.#worker.onerror = null;
      this.#worker.terminate();
      this.#worker = null;
    }
  }

  /** Sends the next request to a worker that has nothing to do. */
  #next() {
    if (this.#current || this.#waiting.length === 0) {
      return;
    }
    if (!this.#worker) {
      this.#start();
    }
    if (this.#isReady) {
      this.#current = this.#waiting.shift() ?? null;
      const { id, request, translate, onProgress } = /** @type {Job} */ (this.#current);
      this.#worker?.postMessage({ id, request, translate, progress: Boolean(onProgress) });
    }
  }

  /** @param {any} data a message of the worker */
  #hear(data) {
    if (data.ready) {
      this.#isReady = true;
      this.#next();
      return;
    }
    if ("died" in data) {
      this.#died(data.died);
      return;
    }
    const job = this.#current;
    if (job?.id !== data.id) {
      return;
    }
    if ("progress" in data) {
      job?.onProgress?.(JSON.parse(data.progress).progress);
      return;
    }
    this.#current = null;
    this.#finish(/** @type {Job} */ (job)).resolve(data.answer);
    if (!this.#keeps && data.memory > MOST_IDLE_BYTES) {
      this.#end();
      this.#start();
    }
    this.#next();
  }

  /** @param {string} why */
  #died(why) {
    const wasReady = this.#isReady;
    const job = this.#current;
    this.#current = null;
    this.#end();
    if (wasReady) {
      const lost = this.#keeps ? " Hidden games in progress are lost." : "";
      this.#finish(job)?.reject(new EngineError({ message: `The engine failed and was started again: ${why}.${lost}` }));
      this.#start();
      this.#next();
      return;
    }
    // It would not start the next time either: nobody waits for it in vain, and a later request tries again.
    for (const waiting of this.#waiting.splice(0)) {
      this.#finish(waiting).reject(new EngineError({ message: `The engine does not start: ${why}` }));
    }
  }

  /** @param {Job} job */
  #abort(job) {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
    } else if (!this.#keeps) {
      this.#current = null;
      this.#end();
      this.#start();
    }
    this.#finish(job).reject(aborted());
    this.#next();
  }

  /**
   * @template {Job | null} J
   * @param {J} job
   * @returns {J}
   */
  #finish(job) {
    job?.signal?.removeEventListener("abort", job.onAbort);
    return job;
  }
}

function aborted() {
  return new DOMException("The request was cancelled.", "AbortError");
}
