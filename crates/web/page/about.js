// @ts-check
// The page `#/about`: what the engines are, as they describe themselves, keys, and what the page does with data: nothing.

import { el } from "./dom.js";
import { docOf, sentence } from "./forms.js";
import { fill } from "./panel.js";

/** @param {any} app */
export function mount(app) {
  app.routes.add("about", { title: app.text("about.title"), mount: (/** @type {HTMLElement} */ box) => mountPage(box, app) });
}

/** @param {HTMLElement} box @param {any} app */
function mountPage(box, app) {
  const { text } = app;
  const puzzles = el("div", { class: "sections" }, el("p", { class: "help" }, text("about.loading")));
  const engine = text(app.engine.kind === "server" ? "about.server" : "about.worker");
  const version = el("span", {});
  versionOf(app).then((number) => number && version.append(text("about.version", { number })));
  box.append(
    el(
      "div",
      { class: "sheet-page about" },
      el("h1", {}, text("about.title")),
      el("p", {}, text("about.what"), " ", version),
      el("section", { class: "card" }, el("h2", {}, text("about.privacy")), el("p", {}, engine), el("p", {}, text("about.stored"))),
      keys(app),
      el("h2", {}, text("about.puzzles")),
      puzzles,
      links(app),
    ),
  );
  load(app, puzzles).catch((error) => fill(puzzles, el("p", { class: "error", role: "alert" }, error.message)));
}

/** @param {any} app */
function keys(app) {
  const { text } = app;
  const list = app.keys.all.map((/** @type {any} */ one) => el("div", {}, el("dt", {}, el("kbd", {}, one.key)), el("dd", {}, one.label)));
  return list.length === 0 ? "" : el("section", { class: "card" }, el("h2", {}, text("about.keys")), el("dl", { class: "keys" }, ...list));
}

/** The version of the program behind the page; nothing if nobody says it. @param {any} app @returns {Promise<string | undefined>} */
async function versionOf(app) {
  const isServer = app.engine.kind === "server";
  try {
    const answer = await (await fetch(isServer ? "api/server" : "site.json")).json();
    return isServer ? answer.ok.version : answer.version;
  } catch {
    return undefined;
  }
}

/** @param {any} app */
function links(app) {
  const { text } = app;
  const link = (/** @type {string} */ href, /** @type {string} */ key) => el("li", {}, el("a", { href }, text(key)));
  return el("section", { class: "card" }, el("h2", {}, text("about.more")), el("ul", {}, link("#/make", "about.make"), app.engine.hasRuns ? link("#/runs", "about.runs") : null, app.engine.kind === "server" ? link("api/openapi.json", "about.api") : null));
}

/** @param {any} app @param {HTMLElement} box */
async function load(app, box) {
  const abouts = await Promise.all(app.puzzles.map((/** @type {any} */ one) => app.about(one.name)));
  fill(box, ...abouts.map((about) => puzzle(app, about)));
}

/** @param {any} app @param {any} about */
function puzzle(app, about) {
  const { engines, players, grading, features } = about;
  const { text } = app;
  const named = (/** @type {{name: string, summary: string}} */ one) => [el("dt", {}, one.name), el("dd", {}, sentence(one.summary))];
  const list = (/** @type {string} */ title, /** @type {any[] | undefined} */ all, /** @type {(one: any) => any[]} */ row) =>
    all && 0 < all.length ? el("details", {}, el("summary", {}, `${text(title)} (${all.length})`), el("dl", {}, ...all.flatMap(row))) : null;
  const engine = (/** @type {any} */ one) => [
    el("dt", {}, one.name),
    el("dd", {}, sentence(one.summary), " ", el("small", {}, text(one.complete ? "about.complete" : "about.incomplete"), " ", text("about.optimal", { when: docOf(one.optimal) }))),
  ];
  return el(
    "section",
    { class: "card" },
    el("h3", {}, el("a", { href: `#/${about.name}` }, about.title)),
    list("about.engines", engines, engine),
    list("about.players", players, named),
    list("about.metrics", about.metrics, named),
    list("about.formats", about.formats, named),
    list("about.features", features, named),
    grading ? el("details", {}, el("summary", {}, text("about.grading")), el("p", {}, sentence(grading.definition))) : null,
  );
}
