// Tests of searches.js: what the user asks for comes first.
import assert from "node:assert/strict";
import test from "node:test";

import { Searches } from "../page/searches.js";

const settled = () => new Promise((done) => setTimeout(done, 5));

/** An engine whose answers are given by hand. */
function engine() {
  const open = [];
  const ask = (request, { signal } = {}) =>
    new Promise((resolve, reject) => {
      open.push({ name: request.do, resolve, reject });
      signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    });
  return { ask, open };
}

test("a search of the user interrupts the background, which begins again", async () => {
  const { ask, open } = engine();
  const searches = new Searches({ ask });
  const quiet = searches.askQuietly({ do: "hint" }, new AbortController().signal);
  await settled();
  const loud = searches.ask({ do: "solve" });
  await settled();
  assert.deepEqual(open.map((one) => one.name), ["hint", "solve"]);
  open[1].resolve("solved");
  assert.equal(await loud, "solved");
  await settled();
  assert.equal(open[2].name, "hint");
  open[2].resolve("hinted");
  assert.equal(await quiet, "hinted");
});

test("a background search that is cancelled does not begin again", async () => {
  const { ask, open } = engine();
  const searches = new Searches({ ask });
  const control = new AbortController();
  const quiet = searches.askQuietly({ do: "hint" }, control.signal);
  await settled();
  control.abort();
  await assert.rejects(quiet, { name: "AbortError" });
  assert.equal(open.length, 1);
});
