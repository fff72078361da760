// @ts-check
// Searches that the user asks for come first: they interrupt the background ones, which begin again afterwards. No DOM.

/** @typedef {{ask(request: object, options?: {signal?: AbortSignal, onProgress?: (progress: object) => void}): Promise<any>}} Engine */

export class Searches {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.foreground = 0;
    /** @type {Set<AbortController>} */
    this.background = new Set();
    /** @type {Set<() => void>} */
    this.waiting = new Set();
  }

  /**
   * A search that the user waits for.
   * @param {object} request
   * @param {{signal?: AbortSignal, onProgress?: (progress: object) => void}} options
   */
  async ask(request, options = {}) {
    this.foreground += 1;
    for (const control of this.background) control.abort();
    try {
      return await this.engine.ask(request, options);
    } finally {
      this.foreground -= 1;
      if (this.foreground === 0) {
        for (const resume of this.waiting) resume();
        this.waiting.clear();
      }
    }
  }

  /**
   * A search in the background: it waits for those of the user, and begins again when one of them interrupts it.
   * @param {object} request
   * @param {AbortSignal} signal
   */
  async askQuietly(request, signal) {
    for (;;) {
      if (0 < this.foreground) await new Promise((resume) => this.waiting.add(() => resume(undefined)));
      signal.throwIfAborted();
      const control = new AbortController();
      const abort = () => control.abort();
      signal.addEventListener("abort", abort, { once: true });
      this.background.add(control);
      try {
        return await this.engine.ask(request, { signal: control.signal });
      } catch (error) {
        const isInterrupted = control.signal.aborted && !signal.aborted;
        if (!isInterrupted) throw error;
      } finally {
        this.background.delete(control);
        signal.removeEventListener("abort", abort);
      }
    }
  }
}

/** @type {WeakMap<object, Searches>} */
const searches = new WeakMap();

/**
 * The searches of an application: one object for all panels.
 * @param {{engine: Engine}} app
 */
export function searchesOf(app) {
  let found = searches.get(app);
  if (!found) searches.set(app, (found = new Searches(app.engine)));
  return found;
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof Error ? error.name === "AbortError" : /** @type {any} */ (error)?.name === "AbortError";
