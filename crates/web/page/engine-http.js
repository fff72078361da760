// @ts-check
// The engine behind HTTP: requests go to the server that served the page, progress comes back as server-sent events.

import { EngineError, unwrap } from "./engine-error.js";

/** How often a busy server is asked again, and for how long the client waits each time. */
const RETRIES = 3;
const RETRY_MS = 1000;

/**
 * Connects to the server.
 * @returns {Promise<import("./engine.js").Engine>}
 */
export async function connect() {
  const answer = await fetch("api/server", { headers: { Accept: "application/json" } });
  if (!answer.ok) {
    throw new EngineError({ message: `the server answers ${answer.status}` });
  }
  const { ok } = await answer.json();
  return { kind: "server", hasRuns: ok.runs > 0, ask };
}

/**
 * Asks the engine. Aborting the signal closes the connection, which stops the search.
 * @param {object} request
 * @param {import("./engine.js").AskOptions} [options]
 * @returns {Promise<any>} what the answer has under `ok`
 */
export async function ask(request, { signal, onProgress } = {}) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await askOnce(request, signal, onProgress);
    } catch (error) {
      const again = error instanceof EngineError && error.busy && attempt < RETRIES;
      if (!again) {
        throw error;
      }
      await pause(RETRY_MS, signal);
    }
  }
}

/**
 * @param {object} request
 * @param {AbortSignal} [signal]
 * @param {(progress: import("./engine.js").Progress) => void} [onProgress]
 */
async function askOnce(request, signal, onProgress) {
  let response;
  try {
    response = await fetch("api", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: onProgress ? "text/event-stream" : "application/json",
      },
      body: JSON.stringify(request),
      signal,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") {
      throw error;
    }
    throw new EngineError({ message: "the server does not answer" });
  }
  const type = response.headers.get("Content-Type") ?? "";
  if (type.startsWith("text/event-stream") && response.body) {
    for await (const { event, data } of events(response.body)) {
      if (event === "progress") {
        onProgress?.(data.progress);
      } else if (event === "answer") {
        return unwrap(data);
      }
    }
    throw new EngineError({ message: "the server closed the connection before its answer" });
  }
  if (!type.startsWith("application/json")) {
    throw new EngineError({ message: `the server answers ${response.status}` });
  }
  return unwrap(await response.json());
}

/**
 * The events of a stream.
 * @param {ReadableStream<Uint8Array>} body
 */
async function* events(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const lines = block.split("\n");
        const field = (/** @type {string} */ name) =>
          lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
        const data = field("data").join("\n");
        if (data) {
          yield { event: field("event")[0] ?? "message", data: JSON.parse(data) };
        }
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * @param {number} ms
 * @param {AbortSignal} [signal]
 */
function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("aborted", "AbortError"));
    });
  });
}
