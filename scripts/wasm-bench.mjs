// Times requests in WebAssembly and in the program, in turn, and prints the ratios.
//
//   node scripts/wasm-bench.mjs FOLDER PROGRAM

import { native, wasm } from "./wasm-engines.mjs";

const [folder, program] = process.argv.slice(2);
const here = await wasm(folder);
const there = native(program);
const DEALS = 100;

/** @type {[string, object, number][]} name, request, passes */
const BENCHES = [
  ["freecell fast", { do: "solve", puzzle: "freecell" }, 10],
  ["klondike exact", { do: "solve", puzzle: "klondike", engine: "exact", limits: { nodes: 1_000_000 } }, 1],
];

/** Milliseconds that an answer takes, and the answer. */
async function timed(ask) {
  const start = performance.now();
  const answer = await ask();
  return { ms: performance.now() - start, answer };
}

console.log(`${DEALS} deals each; milliseconds of all requests together\n`);
console.log("requests         pass       wasm     native   ratio   ratio of the median deal");
let failed = false;
for (const [name, request, passes] of BENCHES) {
  for (let pass = 1; pass <= passes; pass += 1) {
    const sums = { wasm: 0, native: 0 };
    const ratios = [];
    for (let deal = 1; deal <= DEALS; deal += 1) {
      const ask = { ...request, position: String(deal) };
      const a = await timed(() => here.ask(ask));
      const b = await timed(() => there.ask(ask));
      if (a.answer.ok?.expanded !== b.answer.ok?.expanded || a.answer.ok?.outcome !== b.answer.ok?.outcome) {
        console.log(`DIFFERENT: ${JSON.stringify(ask)}\n  wasm   ${JSON.stringify(a.answer)}\n  native ${JSON.stringify(b.answer)}`);
        failed = true;
      }
      sums.wasm += a.ms;
      sums.native += b.ms;
      ratios.push(a.ms / b.ms);
    }
    const median = ratios.sort((a, b) => a - b)[DEALS / 2];
    // The first pass includes compilation; the last one is what a running page has.
    if (pass === 1 || pass === passes) {
      console.log(
        `${name.padEnd(15)} ${String(pass).padStart(5)} ${sums.wasm.toFixed(1).padStart(10)} ${sums.native.toFixed(1).padStart(10)} ${(sums.wasm / sums.native).toFixed(2).padStart(7)} ${median.toFixed(2).padStart(7)}`,
      );
    }
  }
}
console.log(`\nmemory of the module: ${(here.memory() / 2 ** 20).toFixed(0)} MiB`);
there.end();
process.exitCode = failed ? 1 : 0;
