// Asks WebAssembly and the program the same requests, and compares the answers.
//
//   node scripts/wasm-test.mjs FOLDER PROGRAM

import { native, wasm } from "./wasm-engines.mjs";

const [folder, program] = process.argv.slice(2);
const here = await wasm(folder);
const there = native(program);

/** A game of each puzzle that is solved in a moment; a puzzle that is not here has its first instance. */
const INSTANCES = { freecell: "617", klondike: "7", rushhour: "JAM01", peg: "oo.o.", tiles: "5" };
/** Searches end at the same node everywhere, and at different times. */
const limits = { nodes: 20_000 };

let asked = 0;
let failed = 0;
/** Fields that tell of time, of a secret, or of the largest number of the machine are not compared. */
const hidden = (key, value) => {
  if (key === "seconds") return 0;
  if (key === "max" && value >= 2 ** 32 - 1) return "any";
  return typeof value === "string" ? value.replace(/hidden\.[0-9a-z]+/g, "hidden.KEY") : value;
};
const comparable = (answer) => JSON.stringify(answer, hidden);

/** Asks both. @returns {Promise<any>} what the module answers */
async function same(request, requestThere = request) {
  asked += 1;
  const answer = here.ask(request);
  const [a, b] = [comparable(answer), comparable(await there.ask(requestThere))];
  if (a !== b) {
    failed += 1;
    const from = [...a].findIndex((character, at) => character !== b[at]) - 40;
    const cut = (text) => text.slice(Math.max(from, 0), Math.max(from, 0) + 200);
    console.log(`DIFFERENT ${JSON.stringify(request).slice(0, 300)}\n  wasm   … ${cut(a)}\n  native … ${cut(b)}`);
  }
  return answer;
}

/** Asks both, and expects an answer that is no error. */
async function ok(request) {
  const answer = await same(request);
  if (!("ok" in answer)) {
    failed += 1;
    console.log(`ERROR ${JSON.stringify(request).slice(0, 300)}\n  ${JSON.stringify(answer).slice(0, 600)}`);
  }
  return answer.ok;
}

const puzzles = await ok({ do: "puzzles" });
for (const { name: puzzle, default_instance } of puzzles) {
  const [before, failedBefore] = [asked, failed];
  const about = await ok({ do: "about", puzzle });
  const text = INSTANCES[puzzle] ?? default_instance ?? "1";
  const { position, code } = await ok({ do: "read", puzzle, text });
  await ok({ do: "open", puzzle, text });
  for (const what of ["moves", "view", "svg", "scene"]) {
    for (const at of [position, code]) {
      await ok({ do: what, puzzle, position: at });
    }
  }
  await ok({ do: "judge", puzzle, position, limits });
  await ok({ do: "hint", puzzle, position, all: true, limits });
  const { moves: solution } = await ok({ do: "solve", puzzle, position });
  // Engines that need a setting answer with an error: the same one.
  for (const { name } of about.engines) {
    await same({ do: "solve", puzzle, position, engine: name, limits });
  }
  // The solution, played move by move, and every other first move.
  let at = position;
  for (const move of solution ?? []) {
    ({ position: at } = await ok({ do: "play", puzzle, position: at, move, scene: true }));
  }
  for (const { text: move } of await ok({ do: "moves", puzzle, position })) {
    await ok({ do: "play", puzzle, position, move });
    await ok({ do: "review", puzzle, position, moves: [move], limits });
  }
  await ok({ do: "review", puzzle, position, moves: solution ?? [], limits });
  await same({ do: "play", puzzle, position, move: "no move" });
  await same({ do: "read", puzzle, text: "no position\nat all" });
  const game = await same({ do: "open", puzzle, text: "7", hidden: true });
  if (game.ok) {
    await hiddenGame(puzzle);
  }
  for (const format of ["json", "svg", "animation", "player", "link", ...about.about.formats.map(({ name }) => name)]) {
    await same({ do: "export", puzzle, position, moves: solution ?? [], format });
  }
  await same({ do: "daily", puzzle, date: "2026-11-16" });
  await same({ do: "grade", puzzle, position, limits });
  await same({ do: "generate", puzzle, count: 2, seed: "1", limits });
  await same({ do: "sheet", puzzle, positions: [position], title: "Test", answers: true });
  console.log(`${failed === failedBefore ? "ok    " : "FAILED"}  ${puzzle}: ${asked - before} requests`);
}

/** Handles differ, so each side plays its own game. */
async function hiddenGame(puzzle) {
  const open = { do: "open", puzzle, text: "7", hidden: true };
  let [a, b] = [here.ask(open).ok.start, (await there.ask(open)).ok.start];
  for (let turn = 0; turn < 10 && a.moves.length > 0; turn += 1) {
    const play = { do: "play", puzzle, move: a.moves[0].text, scene: true };
    const answer = await same({ ...play, position: a.position }, { ...play, position: b.position });
    [a, b] = [answer.ok, (await there.ask({ ...play, position: b.position })).ok];
  }
}

for (const bad of ['{"do": }', "[]", '{"do": "dance"}', '{"do": "read", "puzzle": "chess", "text": "1"}', '"\\ud800"']) {
  await same(bad);
}

// A search of half a second or more reports its progress, and its reports grow.
const reports = [];
here.ask({ do: "solve", puzzle: "klondike", position: "51", engine: "exact" }, (report) => reports.push(report));
const grows = reports.every((report, at) => at === 0 || (report.expanded >= reports[at - 1].expanded && report.seconds > reports[at - 1].seconds));
if (reports.length === 0 || !grows || reports.some((report) => typeof report.memory !== "number")) {
  failed += 1;
  console.log(`FAILED  progress: ${JSON.stringify(reports)}`);
}

if (here.panics.length > 0) {
  failed += 1;
  console.log(`PANIC   ${here.panics.join("\n")}`);
}
there.end();
console.log(failed === 0 ? `${asked} requests, the same answers` : `${failed} of ${asked} differ`);
process.exitCode = failed === 0 ? 0 : 1;
