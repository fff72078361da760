// @ts-check
// The engine in the browser itself: two workers around one WebAssembly module.
//
// One worker answers quick requests and keeps hidden games. The other one searches: it is ended and started again to cancel a search. So the
// table never waits for a search, and a cancelled search costs nothing more.

import { EngineError, unwrap } from "./engine-error.js";
import { Lane } from "./lane.js";

/** Requests that may take long. */
const SEARCHES = new Set(["hint", "judge", "solve", "review", "generate", "grade", "sheet"]);
/** Requests that begin a game: with hidden pieces, it stays with the worker that began it. */
const BEGINNINGS = new Set(["open", "deal", "daily"]);

/**
 * Loads the engine and starts its workers.
 * @returns {Promise<import("./engine.js").Engine>}
 */
export async function connect() {
  const module = await load();
  const quick = new Lane(module, { keeps: true });
  const search = new Lane(module, { keeps: false });
  await quick.started();
  installServiceWorker();

  /**
   * @param {any} request
   * @param {import("./engine.js").AskOptions} [options]
   */
  async function ask(request, options = {}) {
    let text = JSON.stringify(request);
    if (request.do === "hint" && isHidden(request)) {
      // What the player sees is enough for a hint, and the worker that searches never has the rest.
      text = unwrap(JSON.parse(await quick.ask(text, { signal: options.signal, translate: true })));
      return unwrap(JSON.parse(await search.ask(text, options)));
    }
    const lane = isSearch(request) ? search : quick;
    return unwrap(JSON.parse(await lane.ask(text, options)));
  }
  return { kind: "worker", hasRuns: false, ask };
}

/**
 * Whether a request goes to the worker that searches.
 * @param {any} request
 */
function isSearch(request) {
  if (BEGINNINGS.has(request.do)) {
    return !request.hidden && (Boolean(request.winnable) || (request.grade ?? null) !== null);
  }
  return SEARCHES.has(request.do) && !isHidden(request);
}

/**
 * Whether a request is about a hidden game.
 * @param {any} request
 */
function isHidden(request) {
  return typeof request.position === "string" && request.position.startsWith("hidden.");
}

/** Compiles the module once for both workers, and for those that replace them. */
async function load() {
  const url = new URL("wasm/patience_bg.wasm", import.meta.url);
  try {
    const response = await fetch(url);
    if (!response.ok) {
      throw new Error(`the host answers ${response.status}`);
    }
    const isStream = response.headers.get("Content-Type")?.startsWith("application/wasm");
    // Some hosts do not know the type of the file.
    return await (isStream ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new EngineError({ message: `the engine cannot be loaded from wasm/patience_bg.wasm: ${why}` });
  }
}

/** Keeps the site for times without a network. Browsers allow it with HTTPS and on this machine only. */
function installServiceWorker() {
  navigator.serviceWorker?.register(new URL("sw.js", import.meta.url)).catch((error) => {
    console.info(`The page will not work offline: ${error}`);
  });
}
