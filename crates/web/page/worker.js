// @ts-check
// An engine in a worker: it gets the compiled module once, then requests, and answers them one after the other.
//
// Messages to it:   {module}, then {id, request, translate, progress}
// Messages from it: {ready}, {id, progress}, {id, answer, memory}, or {died} as the last one

// @ts-ignore: scripts/wasm builds it
import init, { Engine } from "./wasm/patience.js";

/** Why the engine panicked. @type {string | null} */
let panic = null;
/** @type {any} */ (globalThis).patiencePanicked = (/** @type {string} */ message) => {
  panic = message;
};

/** @type {{engine: Engine, memory: WebAssembly.Memory} | null} */
let started = null;

onmessage = async ({ data }) => {
  try {
    if (data.module) {
      const { memory } = await init({ module_or_path: data.module });
      const [first, second] = crypto.getRandomValues(new BigUint64Array(2));
      started = { engine: new Engine(first, second), memory };
      postMessage({ ready: true });
    } else {
      answer(data);
    }
  } catch (error) {
    // After a panic nothing in the memory can be trusted: the page starts another worker.
    postMessage({ died: panic ?? String(error) });
    close();
  }
};

/** @param {{id: number, request: string, translate: boolean, progress: boolean}} asked */
function answer({ id, request, translate, progress }) {
  if (!started) {
    throw new Error("a request came before the module");
  }
  const { engine, memory } = started;
  const report = (/** @type {string} */ text) => postMessage({ id, progress: text });
  const answer = translate ? engine.translate(request) : engine.ask(request, progress ? report : undefined);
  postMessage({ id, answer, memory: memory.buffer.byteLength });
}
