// Both carriers of requests for tests in node: the WebAssembly module, and `patience api` as a process.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

/**
 * The module of a folder that scripts/wasm wrote. It answers at once.
 * @param {string} folder
 */
export async function wasm(folder) {
  const panics = [];
  globalThis.patiencePanicked = (message) => panics.push(message);
  // From memory, since node takes a file of this name for something else than a module.
  const bindings = await readFile(`${folder}/patience.js`);
  const { initSync, Engine } = await import(`data:text/javascript;base64,${bindings.toString("base64")}`);
  const { memory } = initSync({ module: await readFile(`${folder}/patience_bg.wasm`) });
  const engine = new Engine(1n, 2n);
  return {
    memory: () => memory.buffer.byteLength,
    panics,
    /** @returns {any} */
    ask: (request, onProgress) => JSON.parse(engine.ask(text(request), onProgress && ((report) => onProgress(JSON.parse(report).progress)))),
  };
}

/**
 * The program.
 * @param {string} program
 */
export function native(program) {
  const process = spawn(program, ["api"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
  return {
    /** @returns {Promise<any>} */
    async ask(request) {
      process.stdin.write(`${text(request)}\n`);
      const { value, done } = await lines.next();
      if (done) {
        throw new Error(`${program} api ended`);
      }
      return JSON.parse(value);
    },
    id: process.pid,
    end: () => process.stdin.end(),
  };
}

const text = (request) => (typeof request === "string" ? request : JSON.stringify(request));
