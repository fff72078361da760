// @ts-check
// A file host for the static site: files of one folder, and nothing else.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".json": "application/json", ".webmanifest": "application/manifest+json" };

/**
 * Serves a folder below a path, as hosts of project pages do.
 * @param {string} folder
 * @param {string} base a path that begins and ends with `/`
 * @returns {Promise<{address: string, stop: () => Promise<void>}>}
 */
export async function serveFolder(folder, base) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = path.startsWith(base) ? normalize(path.slice(base.length - 1)).replace(/\/$/, "/index.html") : null;
    const content = file && !file.includes("..") ? await readFile(join(folder, file)).catch(() => null) : null;
    response.writeHead(content ? 200 : 404, { "Content-Type": TYPES[extname(file ?? "")] ?? "application/octet-stream" });
    response.end(content ?? "not found");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const stop = () => new Promise((resolve) => {
    server.close(() => resolve(undefined));
    server.closeAllConnections();
  });
  return { address: `http://localhost:${port}${base}`, stop };
}
