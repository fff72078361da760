// Tests of the page's engine without a browser: lanes with workers that answer, hang or die on command.
//
//   node --test crates/web/page-tests/

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** Every worker that was started, the oldest first. */
let workers = [];

/** A worker that does what a test tells it. */
class FakeWorker {
  constructor() {
    this.heard = [];
    this.ended = false;
    workers.push(this);
  }
  postMessage(message) {
    this.heard.push(message);
  }
  terminate() {
    this.ended = true;
  }
  say(data) {
    this.onmessage?.({ data });
  }
  /** Answers the request that it got last. */
  answer(answer, memory = 0) {
    this.say({ id: this.heard.at(-1).id, answer, memory });
  }
  get asked() {
    return this.heard.slice(1).map(({ request }) => request);
  }
}
globalThis.Worker = FakeWorker;
const { Lane } = await import("../page/lane.js");
const { EngineError } = await import("../page/engine-error.js");

beforeEach(() => {
  workers = [];
});

function lane(keeps = false) {
  const lane = new Lane({}, { keeps });
  workers[0].say({ ready: true });
  return lane;
}

test("requests wait for the module, and are answered in order, one at a time", async () => {
  const lane = new Lane({}, { keeps: false });
  const [first, second] = [lane.ask("1"), lane.ask("2")];
  const [worker] = workers;
  assert.deepEqual(worker.asked, []);
  worker.say({ ready: true });
  assert.deepEqual(worker.asked, ["1"]);
  worker.answer("one");
  assert.deepEqual(worker.asked, ["1", "2"]);
  worker.answer("two");
  assert.deepEqual(await Promise.all([first, second]), ["one", "two"]);
  assert.equal(workers.length, 1);
});

test("progress reaches the request that runs", async () => {
  const seen = [];
  const asked = lane().ask("1", { onProgress: (progress) => seen.push(progress.expanded) });
  const [worker] = workers;
  assert.equal(worker.heard.at(-1).progress, true);
  const { id } = worker.heard.at(-1);
  worker.say({ id, progress: '{"progress": {"expanded": 7}}' });
  worker.say({ id: id + 1, progress: '{"progress": {"expanded": 8}}' });
  worker.answer("one");
  await asked;
  assert.deepEqual(seen, [7]);
});

test("cancelling a search ends its worker, and the next request gets a new one", async () => {
  const it = lane();
  const controller = new AbortController();
  const search = it.ask("search", { signal: controller.signal });
  const next = it.ask("next");
  controller.abort();
  await assert.rejects(search, { name: "AbortError" });
  assert.equal(workers[0].ended, true);
  assert.deepEqual(workers[1].asked, []);
  // The old worker has nothing to say any more.
  workers[0].say({ id: 1, answer: "late", memory: 0 });
  workers[1].say({ ready: true });
  assert.deepEqual(workers[1].asked, ["next"]);
  workers[1].answer("done");
  assert.equal(await next, "done");
});

test("cancelling a request that waits disturbs nobody", async () => {
  const it = lane();
  const controller = new AbortController();
  const [runs, waits] = [it.ask("runs"), it.ask("waits", { signal: controller.signal })];
  controller.abort();
  await assert.rejects(waits, { name: "AbortError" });
  workers[0].answer("done");
  assert.equal(await runs, "done");
  assert.deepEqual([workers.length, workers[0].asked], [1, ["runs"]]);
  await assert.rejects(it.ask("late", { signal: controller.signal }), { name: "AbortError" });
  assert.deepEqual(workers[0].asked, ["runs"]);
});

test("a worker that keeps games is not ended to cancel", async () => {
  const it = lane(true);
  const controller = new AbortController();
  const slow = it.ask("slow", { signal: controller.signal });
  const next = it.ask("next");
  controller.abort();
  await assert.rejects(slow, { name: "AbortError" });
  assert.deepEqual([workers.length, workers[0].ended, workers[0].asked], [1, false, ["slow"]]);
  workers[0].answer("late");
  assert.deepEqual(workers[0].asked, ["slow", "next"]);
  workers[0].answer("done");
  assert.equal(await next, "done");
});

test("a worker that dies fails its request with the reason, and is replaced", async () => {
  const it = lane(true);
  const [bad, next] = [it.ask("bad"), it.ask("next")];
  workers[0].say({ died: "index out of bounds" });
  await assert.rejects(bad, (error) => error instanceof EngineError && /index out of bounds.*Hidden games/.test(error.message));
  assert.equal(workers[0].ended, true);
  workers[1].say({ ready: true });
  workers[1].answer("done");
  assert.equal(await next, "done");
});

test("a worker that cannot start fails all requests, and later ones try again", async () => {
  const it = new Lane({}, { keeps: false });
  const asked = [it.ask("1"), it.ask("2")];
  workers[0].onerror({ message: "", preventDefault() {} });
  for (const each of asked) {
    await assert.rejects(each, /does not start: worker.js cannot be loaded/);
  }
  assert.equal(workers.length, 1);
  const again = it.ask("3");
  workers[1].say({ ready: true });
  workers[1].answer("done");
  assert.equal(await again, "done");
});

test("a worker with much memory is replaced after its answer, unless it keeps games", async () => {
  for (const [keeps, count] of [[false, 2], [true, 1]]) {
    workers = [];
    const asked = lane(keeps).ask("1");
    workers[0].answer("done", 2 ** 30);
    assert.equal(await asked, "done");
    assert.equal(workers.length, count);
  }
});
