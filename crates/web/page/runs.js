// @ts-check
// The page `#/runs`: run folders live. A list, one run with its charts, and several runs side by side.

import { el } from "./dom.js";
import { fill, picture } from "./panel.js";

/** @typedef {{id: string, name: string, kind: string, puzzle: string | null, about: string | null, facts: [string, string, string][] | null, error: string | null}} Card */

/** @param {any} app */
export function mount(app) {
  for (const href of ["charts.css", "runs.css"]) document.head.append(el("link", { rel: "stylesheet", href }));
  app.routes.add("runs", {
    title: app.text("runs.title"),
    mount: (/** @type {HTMLElement} */ box, /** @type {any} */ _, /** @type {string} */ rest) => mountPage(box, app, rest),
  });
}

/** @param {HTMLElement} box @param {any} app @param {string} rest nothing, the id of a run, or `compare/` and ids */
function mountPage(box, app, rest) {
  const page = el("div", { class: "sheet-page runs" });
  box.append(page);
  if (rest.startsWith("compare/")) return mountCompared(page, app, rest.slice("compare/".length).split(","));
  return rest ? mountOne(page, app, rest) : mountList(page, app);
}

/**
 * Follows events of the server until the page is left. The browser connects again by itself.
 * @param {any} app
 * @param {string} address
 * @param {(state: any) => void} show
 * @param {() => void} [gone] there is nothing to follow
 */
function follow(app, address, show, gone = () => {}) {
  const status = el("p", { class: "help live-state" });
  const source = new EventSource(address);
  source.addEventListener("state", (event) => {
    status.textContent = app.text("runs.live", { time: new Date().toLocaleTimeString() });
    show(JSON.parse(event.data));
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) gone();
    else status.textContent = app.text("runs.offline");
  });
  return { status, leave: () => source.close() };
}

/** The list of all runs. @param {HTMLElement} page @param {any} app */
function mountList(page, app) {
  const { text } = app;
  /** @type {Set<string>} */
  const selected = new Set();
  const list = el("ul", { class: "run-list" });
  const compare = el("a", { class: "button main", "aria-disabled": "true" }, text("runs.compare"));
  const help = el("p", { class: "help" }, text("runs.compareTwo"));
  const update = () => {
    const isReady = 1 < selected.size;
    if (isReady) compare.href = `#/runs/compare/${[...selected].join(",")}`;
    else compare.removeAttribute("href");
    compare.setAttribute("aria-disabled", String(!isReady));
  };
  const { status, leave } = follow(app, "api/runs/events", (/** @type {Card[]} */ cards) => {
    const focused = document.activeElement?.id;
    for (const id of selected) if (!cards.some((card) => card.id === id)) selected.delete(id);
    fill(list, ...cards.map((card) => listed(app, card, selected, update)));
    if (focused) document.getElementById(focused)?.focus();
    const compared = cards.filter(canCompare).length;
    compare.hidden = help.hidden = compared < 2;
    if (cards.length === 0) fill(list, el("li", { class: "help" }, text("runs.none")));
    update();
  });
  page.append(el("h1", {}, text("runs.title")), el("p", {}, text("runs.what")), status, list, el("div", { class: "compare" }, compare, help));
  return leave;
}

/** Runs of policies have a puzzle and no error. @param {Card} card */
function canCompare(card) {
  return card.kind === "evolution" && card.puzzle !== null && card.error === null;
}

/** @param {any} app @param {Card} card @param {Set<string>} selected @param {() => void} update */
function listed(app, card, selected, update) {
  const { text } = app;
  const id = `run-${card.id}`;
  const check = el("input", {
    type: "checkbox",
    id,
    checked: selected.has(card.id),
    "aria-label": text("runs.select", { name: card.name }),
    onchange: () => {
      if (check.checked) selected.add(card.id);
      else selected.delete(card.id);
      update();
    },
  });
  const facts = (card.facts ?? []).map(([name, value, remark]) => `${name}: ${value}${remark ? ` (${remark})` : ""}`).join(" · ");
  return el(
    "li",
    { class: "card" },
    el("div", { class: "run-head" }, canCompare(card) && check, el("h2", {}, el("a", { href: `#/runs/${card.id}`, id: `link-${id}` }, card.name)), el("span", { class: "tag" }, text(`runs.${card.kind}`))),
    el("p", {}, card.about ?? ""),
    card.error ? el("p", { class: "error" }, card.error) : el("p", { class: "help" }, facts),
  );
}

/** One run. @param {HTMLElement} page @param {any} app @param {string} id */
function mountOne(page, app, id) {
  const { text } = app;
  const title = el("h1", {}, text("runs.title"));
  const about = el("p", {});
  const parts = new Parts();
  const gone = () => fill(parts.element, el("p", { class: "error", role: "alert" }, text("runs.gone")));
  const { status, leave } = follow(app, `api/runs/${encodeURIComponent(id)}/events`, (state) => {
    title.textContent = state.name;
    about.textContent = state.about ?? "";
    show(app, parts, state);
  }, gone);
  page.append(el("p", {}, el("a", { href: "#/runs" }, text("runs.all"))), title, about, status, parts.element);
  return leave;
}

/** Parts of a page, each replaced only when its content changes, so that focus and open details stay. */
class Parts {
  element = el("div", {});
  /** @type {Map<string, {key: string, element: HTMLElement}>} */
  #parts = new Map();

  /** @param {string} name @param {unknown} content @param {() => Node | null} draw */
  set(name, content, draw) {
    const key = JSON.stringify(content ?? null);
    const before = this.#parts.get(name);
    if (before?.key === key) return;
    const element = before?.element ?? el("div", { class: `run-${name}` });
    if (!before) this.element.append(element);
    const drawn = content === null || content === undefined ? null : draw();
    fill(element, drawn);
    this.#parts.set(name, { key, element });
  }
}

/** @param {any} app @param {Parts} parts @param {any} state */
function show(app, parts, state) {
  const { text } = app;
  const section = (/** @type {string} */ title, /** @type {any[]} */ ...children) => el("section", {}, el("h2", {}, title), ...children);
  parts.set("error", state.error, () => el("p", { class: "error", role: "alert" }, state.error));
  parts.set("facts", state.facts, () => facts(state.facts));
  parts.set("diagnosis", state.diagnosis, () => el("p", { class: "card diagnosis" }, state.diagnosis));
  parts.set("picture", state.picture, () => section(state.picture.title, picture(state.picture.svg, state.picture.title)));
  parts.set("charts", state.charts, () => section(text("runs.charts"), charts(app, state.charts)));
  const wrong = state.rules_error ? el("p", { class: "error" }, state.rules_error) : null;
  parts.set("rules", state.rules ?? state.rules_error, () => section(text("runs.rules"), wrong ?? el("pre", { tabindex: 0 }, state.rules)));
  parts.set("best", state.best, () => section(state.best.title, table(state.best.head, state.best.rows)));
  parts.set("hardest", state.hardest?.length ? state.hardest : null, () => section(text("runs.hardest"), hardest(app, state)));
  parts.set("rows", state.rows, () => section(text("runs.rows"), rows(app, state.rows)));
  const settings = () => el("details", {}, el("summary", {}, text("runs.settings")), table([text("runs.setting"), text("runs.value")], state.settings));
  parts.set("settings", state.settings, settings);
}

/** @param {[string, string, string][]} all */
function facts(all) {
  return el("dl", { class: "facts" }, ...all.map(([name, value, remark]) => el("div", {}, el("dt", {}, name), el("dd", {}, el("strong", {}, value), " ", el("span", {}, remark)))));
}

/** Charts come from the server, which escapes every text in them; the page runs no scripts but its own. @param {any} app @param {string[]} figures */
function charts(app, figures) {
  if (figures.length === 0) return el("p", { class: "help" }, app.text("runs.early"));
  const plots = el("div", { class: "plots" });
  plots.innerHTML = figures.join("");
  // Wide charts scroll on narrow screens, with keys, too.
  for (const plot of plots.querySelectorAll(".plot")) plot.setAttribute("tabindex", "0");
  return plots;
}

/** @param {string[]} head @param {(string | number | Node)[][]} lines */
function table(head, lines) {
  const cell = (/** @type {any} */ value, /** @type {number} */ at) => el(at === 0 ? "th" : "td", at === 0 ? { scope: "row" } : {}, value);
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": head[0] },
    el("table", {}, el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, ...lines.map((line) => el("tr", {}, ...line.map(cell))))),
  );
}

const count = (/** @type {number | null | undefined} */ value) => (value === null || value === undefined ? "–" : value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 0 }));

/** @param {any} app @param {any} state */
function hardest(app, state) {
  const { text } = app;
  const hasGenerations = state.hardest.some((/** @type {any} */ one) => one.generations !== undefined);
  const name = (/** @type {any} */ one) =>
    one.play && state.puzzle ? el("a", { href: `#/${state.puzzle}/${encodeURIComponent(one.play)}`, "aria-label": text("runs.play", { case: one.case }) }, one.case) : one.case;
  const line = (/** @type {any} */ one) => [name(one), ...(hasGenerations ? [count(one.generations)] : []), count(one.tries), count(one.solved), count(one.nodes)];
  const head = ["runs.case", ...(hasGenerations ? ["runs.generations"] : []), "runs.tries", "runs.solved", "runs.nodes"];
  return table(head.map((key) => text(key)), state.hardest.map(line));
}

/** @param {any} app @param {any[]} all */
function rows(app, all) {
  const { text } = app;
  const outcomes = (/** @type {Record<string, number>} */ ended) => Object.entries(ended).map(([how, many]) => `${how} ${count(many)}`).join(", ");
  const nodes = (/** @type {number[] | null} */ [low, middle, high] = []) => (middle === undefined ? "–" : `${count(middle)} (${count(low)} to ${count(high)})`);
  const line = (/** @type {any} */ row) => (row.error ? [row.row, row.error, "", "", ""] : [row.row, count(row.cases), outcomes(row.outcomes), nodes(row.nodes ?? []), count(row.seconds)]);
  return table(["runs.row", "runs.cases", "runs.outcomes", "runs.quartiles", "runs.seconds"].map((key) => text(key)), all.map(line));
}

/** Several runs side by side. @param {HTMLElement} page @param {any} app @param {string[]} ids */
function mountCompared(page, app, ids) {
  const { text } = app;
  const parts = new Parts();
  const control = new AbortController();
  const query = ids.map((id) => `id=${encodeURIComponent(id)}`).join("&");
  const load = async () => {
    try {
      const answer = await (await fetch(`api/runs/compare?${query}`, { signal: control.signal })).json();
      if (answer.error) throw new Error(answer.error.message);
      const { runs, charts: figures } = answer.ok;
      parts.set("error", null, () => null);
      parts.set("runs", runs, () => el("div", { class: "sections" }, ...runs.map((/** @type {Card} */ run) => el("section", { class: "card" }, el("h2", {}, el("a", { href: `#/runs/${run.id}` }, run.name)), el("p", {}, run.about ?? ""), facts(run.facts ?? [])))));
      parts.set("charts", figures, () => charts(app, figures));
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (name !== "AbortError") parts.set("error", message, () => el("p", { class: "error", role: "alert" }, message));
    }
  };
  const { status, leave } = follow(app, "api/runs/events", () => void load());
  page.append(el("p", {}, el("a", { href: "#/runs" }, text("runs.all"))), el("h1", {}, text("runs.compared")), status, parts.element);
  return () => {
    control.abort();
    leave();
  };
}
