// Tests of the service worker without a browser: caches and a host that tests control.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SCOPE = "https://example.org/puzzles/";
const template = await readFile(new URL("../page/sw.js", import.meta.url), "utf8");
const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** The caches of a browser. */
class Caches {
  all = new Map();
  async open(name) {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const files = this.all.get(name);
    const plain = (url, { ignoreSearch = false } = {}) => (ignoreSearch ? url.split("?")[0] : url);
    return {
      put: async (url, response) => void files.set(url, response),
      match: async (url, options) => files.get(plain(url, options))?.clone(),
    };
  }
  async match(url) {
    for (const files of this.all.values()) if (files.has(url)) return files.get(url).clone();
  }
  keys = async () => [...this.all.keys()];
  delete = async (name) => this.all.delete(name);
}

/** A service worker for some files, as `patience site` writes it. */
function worker(version, files, caches, fetch) {
  const handlers = {};
  const list = JSON.stringify(Object.entries(files).map(([name, text]) => [name, sha256(text)]));
  const code = template.replace("[/* FILES */]", list).replace("/* VERSION */", version);
  const self = { registration: { scope: SCOPE }, clients: { claim: async () => {} }, addEventListener: (name, handler) => (handlers[name] = handler) };
  runInNewContext(code, { self, caches, fetch, crypto, URL, Uint8Array, Array, Promise, Error });
  const until = (name) => new Promise((resolve, reject) => handlers[name]({ waitUntil: (work) => work.then(resolve, reject) }));
  const ask = (url, mode = "no-cors") =>
    new Promise((resolve, reject) => {
      const request = { method: "GET", url, mode };
      let isOurs = false;
      handlers.fetch({ request, respondWith: (work) => { isOurs = true; work.then(resolve, reject); } });
      if (!isOurs) resolve(null);
    });
  return { until, ask };
}

/** A host with files; it counts what is fetched. */
function host(files) {
  const fetched = [];
  const fetch = async (url) => {
    const name = (url.url ?? url).replace(SCOPE, "");
    fetched.push(name);
    return name in files ? new Response(files[name]) : new Response("", { status: 404 });
  };
  return { fetch, fetched };
}
const offline = async () => { throw new TypeError("offline"); };

const ONE = { "index.html": "page 1", "main.js": "code", "wasm/a.wasm": "module" };
const TWO = { ...ONE, "index.html": "page 2" };

test("what was installed is answered without the host, whatever follows the address", async () => {
  const caches = new Caches();
  await worker("1", ONE, caches, host(ONE).fetch).until("install");
  const { ask } = worker("1", ONE, caches, offline);
  for (const url of [SCOPE, `${SCOPE}?from=link`, `${SCOPE}index.html`]) {
    assert.equal(await (await ask(url, "navigate")).text(), "page 1", url);
  }
  assert.equal(await (await ask(`${SCOPE}wasm/a.wasm`)).text(), "module");
  assert.equal(await ask("https://example.org/other/"), null);
});

test("a new version loads what changed, and removes the old one when it takes over", async () => {
  const caches = new Caches();
  await worker("1", ONE, caches, host(ONE).fetch).until("install");
  await caches.open("somebody else's");
  const { fetch, fetched } = host(TWO);
  const next = worker("2", TWO, caches, fetch);
  await next.until("install");
  assert.deepEqual(fetched, ["index.html"]);
  assert.equal(await (await worker("1", ONE, caches, offline).ask(SCOPE, "navigate")).text(), "page 1");
  await next.until("activate");
  assert.deepEqual(await caches.keys(), ["somebody else's", `patience ${SCOPE} 2`]);
  assert.equal(await (await next.ask(SCOPE, "navigate")).text(), "page 2");
});

test("a host with files of two versions installs nothing", async () => {
  const { fetch } = host({ ...TWO, "main.js": "code of another version" });
  await assert.rejects(worker("2", TWO, new Caches(), fetch).until("install"), /main.js is not the file of version 2/);
});
