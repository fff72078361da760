// @ts-check
// The page: puts the parts together, opens games, and follows the address.

import { openDialog } from "./dialog.js";
import { el, icon } from "./dom.js";
import { connect } from "./engine.js";
import { Events } from "./events.js";
import { mountHome } from "./home.js";
import { Keys } from "./keys.js";
import * as moves from "./moves.js";
import { Routes, findGame, gameAddress, openHidden, parseAddress } from "./router.js";
import { Settings, applySettings } from "./settings.js";
import { Speech } from "./speech.js";
import { Game } from "./store.js";
import * as table from "./table.js";
import { addTexts, text } from "./texts.js";

/** Parts of the page that are mounted after the core, in this order: a module with `mount(app)`, and its texts. */
const PARTS = ["verdict", "analysis", "watch", "review", "share", "make", "about"];
const TEXTS = ["panels"];

/** Games that are kept while the page is open. */
const MOST_GAMES = 12;

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** What every part of the page gets. */
class App extends Events {
  /** @type {any} */
  engine = null;
  /** @type {Game | null} */
  game = null;
  /** @type {"home" | "game" | "page"} */
  screen = "home";
  /** @type {any[]} */
  puzzles = [];
  /** The screen of a game. @type {any} */
  table = null;
  /** The best move of the position, where it is known already. @type {() => string | null} */
  hintMove = () => null;
  text = text;
  openDialog = openDialog;
  settings = new Settings();
  routes = new Routes();
  speech = new Speech(byId("live"), byId("notices"));
  keys = new Keys(this);
  /** What the engine says about puzzles. @type {Map<string, Promise<any>>} */
  #abouts = new Map();
  /** Leaves the page that is shown. @type {(() => void) | void} */
  #leave = undefined;
  /** Games of this visit, the last one at the end: going back to one finds its tree. @type {Game[]} */
  #games = [];
  /** The address that is shown. @type {string | null} */
  #address = null;
  #opening = 0;

  /** Says a text in the live region. @param {string} words */
  say = (words) => this.speech.say(words);

  /** Shows a text for a while, and says it. @param {string} words @param {"note" | "error"} [kind] */
  notice = (words, kind) => this.speech.notice(words, kind);

  /** Shows an error. @param {any} error */
  fail = (error) => {
    if (error?.name === "AbortError") return;
    if (!error?.message || error instanceof TypeError || error instanceof ReferenceError) console.error(error);
    this.speech.notice(String(error?.message ?? error), "error");
  };

  /** What a puzzle is: names, rules, engines. @param {string} puzzle @returns {Promise<any>} */
  about(puzzle) {
    const known = this.#abouts.get(puzzle) ?? this.engine.ask({ do: "about", puzzle }).then((/** @type {any} */ answer) => ({ ...this.puzzles.find((each) => each.name === puzzle), ...answer.about, ...answer }));
    this.#abouts.set(puzzle, known);
    known.catch(() => this.#abouts.delete(puzzle));
    return known;
  }

  /**
   * Opens a game from anything that can be read.
   * @param {string} puzzle
   * @param {string} words
   * @param {{rules?: Record<string, unknown>, hidden?: boolean, replace?: boolean}} [options] `replace`: the address replaces the one before
   */
  open(puzzle, words, { rules = {}, hidden = false, replace = false } = {}) {
    return this.#begin({ do: "open", puzzle, text: words, rules, hidden }, replace);
  }

  /**
   * Opens a random game.
   * @param {string} puzzle
   * @param {{rules?: Record<string, unknown>, hidden?: boolean, winnable?: boolean, grade?: string | null, replace?: boolean, signal?: AbortSignal}} [options]
   */
  deal(puzzle, { rules = {}, hidden = false, winnable = false, grade = null, replace = false, signal } = {}) {
    return this.#begin({ do: "deal", puzzle, rules, hidden, ...(winnable && { winnable }), ...(grade !== null && { grade }) }, replace, signal);
  }

  /** @param {any} request @param {boolean} replace @param {AbortSignal} [signal] */
  async #begin(request, replace, signal) {
    const turn = ++this.#opening;
    const [opened, about] = await Promise.all([this.engine.ask(request, { signal }), this.about(request.puzzle)]);
    // Somebody was quicker: the later wish counts.
    if (turn !== this.#opening) return this.game;
    return this.start(opened, about, replace);
  }

  /** Puts a game on the table. @param {any} opened the answer to `open` or `deal` @param {any} about @param {boolean} [replace] */
  start(opened, about, replace = false) {
    const game = new Game((request) => this.engine.ask(request), opened, about);
    this.#games = [...this.#games.slice(1 - MOST_GAMES), game];
    game.on("node", (/** @type {any[]} */ ...values) => {
      // A move of a solution that is being watched may come while another page is open; the game is drawn when it is back.
      if (this.game !== game || this.screen !== "game") return;
      this.#setAddress(gameAddress(game), true);
      this.emit("node", ...values);
    });
    game.on("tree", () => { if (this.game === game) this.emit("tree"); });
    return this.#seat(game, replace);
  }

  /** @param {Game} game @param {boolean} replace */
  #seat(game, replace) {
    this.game = game;
    this.#show("game", this.table, text("page-title", { title: this.gameTitle() }));
    this.#setAddress(gameAddress(game), replace);
    this.emit("game", game);
    return game;
  }

  /** The address of the last game of a puzzle in this visit. @param {string} puzzle */
  lastAddress(puzzle) {
    const game = this.#games.findLast((each) => each.puzzle === puzzle && each.begun);
    return game ? gameAddress(game) : null;
  }

  /** The game in a few words. */
  gameTitle() {
    const { game } = this;
    if (!game) return "";
    const name = game.name && game.name.length <= 20 ? ` ${/^\d/.test(game.name) ? "#" : ""}${game.name}` : "";
    return `${game.about.title}${name}`;
  }

  /** Saves a text as a file. @param {string} name @param {string} type @param {string} content */
  download(name, type, content) {
    const url = URL.createObjectURL(new Blob([content], { type }));
    const link = el("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  /** @param {string} address @param {boolean} replace */
  #setAddress(address, replace) {
    if (address === this.#address) return;
    this.#address = address;
    try {
      if (replace) history.replaceState(null, "", address);
      else history.pushState(null, "", address);
    } catch {
      // Some browsers refuse many changes in a short time; the next one will do.
    }
  }

  /** Shows what the address names. */
  async follow() {
    const address = location.hash;
    if (address === this.#address) return;
    const { name, rest, flags } = parseAddress(address);
    this.#opening++;
    this.#address = address;
    for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
    const page = this.routes.pages.get(name);
    if (name === "") return this.#page("home", text("home-title"), (element) => mountHome(element, this));
    if (page) return this.#page("page", page.title, (element) => page.mount(element, this, rest));
    if (!this.puzzles.some((puzzle) => puzzle.name === name)) {
      return this.#page("page", text("home-title"), (element) => void element.append(el("p", { class: "lead" }, text("unknown-page", { name })), el("p", {}, el("a", { href: "#/" }, text("home")))));
    }
    const about = this.puzzles.find((puzzle) => puzzle.name === name);
    // Who names no game plays as people do: what can be hidden is hidden.
    const options = { hidden: flags.has("hidden") || (rest === "" && about.hidden && !flags.has("open")), replace: true };
    const known = findGame(this.#games, name, rest, options.hidden);
    if (known) {
      await known.game.goTo(known.node);
      this.#address = null;
      return this.#seat(known.game, true);
    }
    try {
      if (rest === "" && about.default_instance && !options.hidden) await this.open(name, about.default_instance, options);
      else if (rest === "") await this.deal(name, options);
      else if (rest.startsWith("hidden.")) {
        const opened = await openHidden((request) => this.engine.ask(request), name, rest);
        this.start(opened, await this.about(name), true);
      }
      else await this.open(name, rest, options);
    } catch (error) {
      this.fail(error);
      if (!this.game || this.screen !== "game") location.hash = "#/";
    }
  }

  /** @param {"home" | "page"} screen @param {string} title @param {(element: HTMLElement) => void | (() => void)} mount */
  #page(screen, title, mount) {
    const element = el("div", { class: "page" });
    this.#show(screen, element, screen === "home" ? title : text("page-title", { title }));
    this.#leave = mount(element);
    byId("main").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** @param {"home" | "game" | "page"} screen @param {HTMLElement} element @param {string} title */
  #show(screen, element, title) {
    this.#leave?.();
    this.#leave = undefined;
    this.screen = screen;
    document.title = title;
    document.body.dataset.screen = screen;
    if (byId("main").firstChild !== element) byId("main").replaceChildren(element);
    drawHead(this);
    this.emit("screen", screen);
  }
}

/** The head of the page: home, puzzle, pages, tools. @param {any} app */
function drawHead(app) {
  const { game, screen } = app;
  const select = el("select", { "aria-label": text("puzzle-menu"), onchange: () => { location.hash = `#/${select.value}`; } }, screen !== "game" && el("option", { value: "" }, text("home")), ...app.puzzles.map((/** @type {any} */ puzzle) => el("option", { value: puzzle.name }, puzzle.title)));
  select.value = screen === "game" ? game.puzzle : "";
  const links = [...app.routes.pages].map(([name, page]) => el("a", { href: `#/${name}`, "aria-current": location.hash.startsWith(`#/${name}`) ? "page" : null }, page.title));
  const name = screen === "game" && game.name ? game.name : "";
  byId("head").replaceChildren(
    el("a", { class: "brand", href: "#/", title: text("home") }, el("img", { src: "icon.svg", alt: "", width: 28, height: 28 }), el("span", {}, "Patience")),
    el("div", { class: "where" }, el("h1", { class: screen === "game" ? "unseen" : "unseen" }, document.title), select, name && el("span", { class: "instance", title: name }, /^\d/.test(name) ? `#${name}` : name)),
    el("nav", { class: "pages", "aria-label": text("pages") }, ...links),
    app.toolbar.headTools,
    el("button", { type: "button", class: "plain round", "aria-label": text("more"), "aria-haspopup": "dialog", id: "more", onclick: () => openMenu(app) }, icon("more")),
  );
  app.toolbar.headTools.hidden = screen !== "game";
}

/** Everything that has no room elsewhere. @param {any} app */
function openMenu(app) {
  return openDialog({
    title: text("menu"),
    small: true,
    actions: [],
    body: (close) => {
      const links = [["#/", text("home")], ...[...app.routes.pages].map(([name, page]) => [`#/${name}`, page.title])].map(([href, label]) => el("a", { class: "menu-item", href, onclick: () => close(null) }, label));
      const tools = app.screen === "game" ? app.toolbar.menu(() => close(null)) : [];
      const keys = el("button", { type: "button", class: "menu-item", onclick: () => { close(null); app.keys.open(); } }, icon("help"), el("span", {}, text("keys")));
      const body = el("div", { class: "menu" }, ...tools, keys, el("hr"), ...links);
      app.toolbar.refresh();
      return body;
    },
  });
}

/** Imports what is there; a part that does not load is left out. @param {string} path @returns {Promise<any>} */
const optional = (path) => import(path).catch((error) => { console.warn(path, error); return null; });

async function main() {
  const app = new App();
  // For the console of the browser.
  Object.assign(globalThis, { patience: app });
  applySettings(app.settings);
  byId("skip").textContent = text("skip");
  byId("skip").addEventListener("click", (event) => { event.preventDefault(); /** @type {HTMLElement} */ (document.querySelector(".spot[tabindex='0']") ?? byId("main")).focus(); });
  const parts = PARTS.map((name) => optional(`./${name}.js`));
  for (const module of await Promise.all(TEXTS.map((name) => optional(`./texts/en-${name}.js`)))) if (module) addTexts(module.default);
  try {
    app.engine = await connect();
    app.puzzles = await app.engine.ask({ do: "puzzles" });
  } catch (error) {
    byId("main").replaceChildren(el("p", { class: "loading error" }, text("engine-failed", { message: /** @type {Error} */ (error).message })));
    return;
  }
  table.mount(app);
  moves.mount(app);
  if (app.engine.hasRuns) {
    const runs = await optional("./texts/en-runs.js");
    if (runs) addTexts(runs.default);
    parts.push(optional("./runs.js"));
  }
  for (const part of await Promise.all(parts)) {
    try {
      part?.mount?.(app);
      // A double tap prefers the best move, where it is known.
      if (part?.hintsOf) app.hintMove = () => { const { hint, all } = part.hintsOf(app).known(); return all?.best ?? hint?.best ?? null; };
    } catch (error) {
      // A part that fails leaves the game playable.
      console.error(error);
    }
  }
  addEventListener("hashchange", () => app.follow());
  addEventListener("popstate", () => app.follow());
  await app.follow();
}

main();
