// Tests of the stopwatch.

import assert from "node:assert/strict";
import test from "node:test";
import { Clock, writeTime } from "../page/clock.js";

test("a clock counts while it runs", () => {
  let now = 0;
  const clock = new Clock(() => now);
  now = 5;
  assert.equal(clock.elapsed, 0);
  clock.start();
  now = 15;
  clock.start();
  assert.equal(clock.elapsed, 10);
  clock.stop();
  now = 100;
  assert.equal(clock.elapsed, 10);
  clock.start();
  now = 101;
  assert.equal(clock.elapsed, 11);
  assert.equal(clock.isRunning, true);
});

test("times are written as people do", () => {
  assert.equal(writeTime(0), "0:00");
  assert.equal(writeTime(245_900), "4:05");
  assert.equal(writeTime(3_723_000), "1:02:03");
});
