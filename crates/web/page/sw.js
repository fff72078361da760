// @ts-check
/// <reference lib="webworker" />
// The service worker of the static site: it keeps every file, so that the page opens without a network.
//
// `patience site` fills the list in. A new version is installed beside the old one, whole or not at all, and takes over when no page of the
// old one is open: files of two versions never meet.

/** Every file with its SHA-256. @type {[string, string][]} */
const FILES = [/* FILES */];
/** The SHA-256 of the list. */
const VERSION = "/* VERSION */";

const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self)).registration.scope;
/** Other sites of the same host keep other caches. */
const PREFIX = `patience ${scope} `;
const CACHE = PREFIX + VERSION;

self.addEventListener("install", (event) => {
  /** @type {ExtendableEvent} */ (event).waitUntil(install());
});

self.addEventListener("activate", (event) => {
  /** @type {ExtendableEvent} */ (event).waitUntil(forgetOthers());
});

self.addEventListener("fetch", (event) => {
  const { request } = /** @type {FetchEvent} */ (event);
  if (request.method === "GET" && request.url.startsWith(scope)) {
    /** @type {FetchEvent} */ (event).respondWith(answer(request));
  }
});

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    FILES.map(async ([name, hash]) => {
      const url = new URL(name, scope).href;
      await cache.put(url, await verified(url, hash));
    }),
  );
}

/**
 * A file whose content is the one in the list: from an older version, or from the host.
 * @param {string} url
 * @param {string} hash
 */
async function verified(url, hash) {
  for (const find of [() => caches.match(url), () => fetch(url), () => fetch(url, { cache: "reload" })]) {
    const response = await find();
    if (response?.ok && (await sha256(response.clone())) === hash) {
      return response;
    }
  }
  throw new Error(`${url} is not the file of version ${VERSION}`);
}

/** @param {Response} response */
async function sha256(response) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self)).clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const isPage = request.mode === "navigate";
  const url = new URL(request.url);
  const at = isPage && url.pathname === new URL(scope).pathname ? new URL("index.html", scope).href : request.url;
  return (await cache.match(at, { ignoreSearch: isPage })) ?? fetch(request);
}
