// Times requests in WebAssembly and in the program, in turn, and prints the ratios.
//
//   node scripts/wasm-bench.mjs FOLDER PROGRAM
//
// Where the system tells it (Linux), time is that of the processor, so that other work on the machine does not count.

import { readFileSync } from "node:fs";
import { native, wasm } from "./wasm-engines.mjs";

const [folder, program] = process.argv.slice(2);
const here = await wasm(folder);
const there = native(program);
const DEALS = 100;

/** @type {[string, object, number][]} name, request, passes */
const BENCHES = [
  ["freecell, default engine", { do: "solve", puzzle: "freecell" }, 10],
  ["klondike, exact", { do: "solve", puzzle: "klondike", engine: "exact", limits: { nodes: 1_000_000 } }, 3],
];

/** Milliseconds that the main thread of a process has used. @param {number | string} id */
function clock(id) {
  try {
    return Number(readFileSync(`/proc/${id}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** The answers to all deals, and the milliseconds they took. */
async function pass(request, id, ask) {
  const answers = [];
  const begun = clock(id);
  for (let deal = 1; deal <= DEALS; deal += 1) {
    const { ok } = await ask({ ...request, position: String(deal) });
    answers.push(JSON.stringify([ok?.outcome, ok?.expanded, ok?.moves]));
  }
  return { answers: answers.join("\n"), ms: clock(id) - begun };
}

const column = (value) => value.padStart(10);
console.log(`${DEALS} deals; milliseconds for all of them`);
console.log(`${"".padEnd(26)}${["pass", "wasm", "native", "ratio"].map(column).join("")}`);
let failed = false;
for (const [name, request, passes] of BENCHES) {
  const rows = [];
  for (let number = 1; number <= passes; number += 1) {
    const a = await pass(request, "self", here.ask);
    const b = await pass(request, there.id, there.ask);
    failed ||= a.answers !== b.answers;
    rows.push([a.ms, b.ms]);
  }
  const print = (label, [a, b]) => console.log(`${name.padEnd(26)}${[label, a.toFixed(1), b.toFixed(1), (a / b).toFixed(2)].map(column).join("")}`);
  // The first pass includes the compilation of the module; the others are what a running page has.
  print("first", rows[0]);
  const sum = (at) => rows.slice(1).reduce((total, row) => total + row[at], 0) / (passes - 1);
  print("others", [sum(0), sum(1)]);
}
console.log(`memory of the module: ${(here.memory() / 2 ** 20).toFixed(0)} MiB`);
if (failed) {
  console.log("FAILED  the answers differ: scripts/wasm-test says where");
}
there.end();
process.exitCode = failed ? 1 : 0;
