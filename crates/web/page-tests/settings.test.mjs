// Tests of settings: defaults, what is kept, what is not believed.

import assert from "node:assert/strict";
import test from "node:test";

/** A storage that holds a text. @param {string | null} kept */
function storage(kept) {
  let value = kept;
  Object.assign(globalThis, { localStorage: { getItem: () => value, setItem: (_, text) => { value = text; } } });
  return () => value;
}

test("settings have defaults, are kept, and tell who listens", async () => {
  const read = storage(null);
  const { Settings } = await import("../page/settings.js");
  const settings = new Settings();
  assert.equal(settings.get("theme"), "auto");
  const heard = [];
  settings.on("theme", (value) => heard.push(value));
  settings.set("theme", "dark");
  settings.set("theme", "dark");
  assert.deepEqual(heard, ["dark"]);
  assert.equal(JSON.parse(read()).theme, "dark");
  assert.equal(new Settings().get("theme"), "dark");
});

test("what storage holds is not believed", async () => {
  const { Settings } = await import("../page/settings.js");
  for (const kept of ["not JSON", "null", "7", '{"theme": "pink", "timer": "yes"}']) {
    storage(kept);
    const settings = new Settings();
    assert.equal(settings.get("theme"), "auto", kept);
    assert.equal(settings.get("timer"), true, kept);
  }
});
