// Tests of texts/en-panels.js: every text that is asked for is there, and every text is asked for.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import panels from "../page/texts/en-panels.js";

const folder = new URL("../page/", import.meta.url);
const sources = readdirSync(folder).filter((name) => name.endsWith(".js")).map((name) => readFileSync(new URL(name, folder), "utf8"));
const written = new Set(sources.flatMap((source) => [...source.matchAll(/"([a-z]+\.[\w.]+)"/gi)].map((match) => match[1])));
/** Beginnings of keys whose end is a value: `verdict.${state}`. */
const begun = sources.flatMap((source) => [...source.matchAll(/`([a-z]+\.(?:\w+\.)?)\$\{/g)].map((match) => match[1]));

test("every text is used", () => {
  const unused = Object.keys(panels).filter((key) => !written.has(key) && !begun.some((start) => key.startsWith(start)));
  assert.deepEqual(unused, []);
});

test("every key has a text", () => {
  const groups = new Set(Object.keys(panels).map((key) => key.split(".")[0]));
  const missing = [...written].filter((key) => groups.has(key.split(".")[0]) && !/\.(js|css|html|json)$/.test(key) && !(key in panels));
  assert.deepEqual(missing, []);
});
