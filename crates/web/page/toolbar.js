// @ts-check
// The buttons under the board, and the panels beside it.

import { el, icon } from "./dom.js";

/**
 * @typedef {{id: string, label: string, key?: string, order: number, run: (app: any) => unknown, enabled?: (app: any) => boolean, icon?: string, place?: "bar" | "head" | "menu", pressed?: (app: any) => boolean, shown?: (app: any) => boolean}} Tool
 * `shown`: it is there only then; `place`: under the board (the default), in the head of the page, or only in the menu
 * @typedef {{id: string, title: string, order: number, mount: (element: HTMLElement, app: any) => void, pinned?: boolean, closed?: boolean}} Panel `pinned`: always in sight, without a heading; `closed`: where there is a column, it is closed at first
 */

/** Tools of a game. */
export class Toolbar {
  /** @type {Tool[]} */
  tools = [];
  /** @type {Map<string, HTMLButtonElement[]>} */
  #buttons = new Map();

  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.element = el("div", { class: "bar", role: "toolbar", "aria-label": app.text("toolbar"), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#arrows(event) });
    this.headTools = el("div", { class: "head-tools" });
    for (const name of ["game", "node", "tree", "tools"]) app.on(name, () => this.refresh());
  }

  /** @param {Tool} tool */
  add(tool) {
    this.tools.push(tool);
    this.tools.sort((a, b) => a.order - b.order);
    const usable = () => this.app.screen === "game" && (!tool.enabled || tool.enabled(this.app));
    if (tool.key) this.app.keys.add({ key: tool.key, label: tool.label, run: () => this.run(tool), enabled: usable });
    this.#build();
  }

  /** @param {Tool} tool */
  async run(tool) {
    this.app.board.motion.skip();
    try {
      await tool.run(this.app);
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** Enables what can be used now. */
  refresh() {
    for (const tool of this.tools) {
      for (const button of this.#buttons.get(tool.id) ?? []) {
        const isOff = this.app.game === null || (tool.enabled !== undefined && !tool.enabled(this.app));
        // A button that has the focus keeps it; it says that it is disabled.
        button.setAttribute("aria-disabled", String(isOff));
        if (tool.shown) button.hidden = !tool.shown(this.app);
        if (tool.pressed) button.setAttribute("aria-pressed", String(tool.pressed(this.app)));
      }
    }
  }

  /** Every tool as a list of buttons, for the menu of narrow windows. @param {() => void} close */
  menu(close) {
    return this.tools.filter((tool) => tool.place === "head" || tool.place === "menu").map((tool) => this.#button(tool, "menu-item", close));
  }

  #build() {
    this.#buttons.clear();
    const made = (/** @type {string} */ place) => this.tools.filter((tool) => (tool.place ?? "bar") === place).map((tool) => this.#button(tool, "tool"));
    this.element.replaceChildren(...made("bar"));
    this.headTools.replaceChildren(...made("head"));
    const first = this.element.querySelector("button");
    for (const button of this.element.querySelectorAll("button")) button.tabIndex = button === first ? 0 : -1;
    this.refresh();
  }

  /** @param {Tool} tool @param {string} style @param {() => void} [after] */
  #button(tool, style, after) {
    const button = el(
      "button",
      { type: "button", class: style, "data-tool": tool.id, "aria-keyshortcuts": tool.key, title: tool.key ? `${tool.label} (${tool.key})` : tool.label, onclick: () => { if (button.getAttribute("aria-disabled") !== "true") { after?.(); this.run(tool); } } },
      icon(tool.icon ?? tool.id),
      el("span", {}, tool.label),
    );
    const known = this.#buttons.get(tool.id) ?? [];
    this.#buttons.set(tool.id, [...known.filter((each) => each.isConnected || style === "tool"), button]);
    return button;
  }

  /** One stop for the tab key; arrows go along the bar. @param {KeyboardEvent} event */
  #arrows(event) {
    const buttons = [...this.element.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = buttons[(to + buttons.length) % buttons.length];
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }
}

/** Panels: in a column where there is room, otherwise one at a time behind tabs. */
export class Panels {
  /** @type {Panel[]} */
  all = [];
  /** The panel that is open where there is room for one. @type {string | null} */
  open = null;

  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.pinned = el("div", { class: "pinned" });
    this.tabs = el("div", { class: "tabs" });
    this.column = el("div", { class: "panels" });
  }

  /** @param {Panel} panel */
  add(panel) {
    this.all.push(panel);
    this.all.sort((a, b) => a.order - b.order);
    const id = `panel-${panel.id}`;
    const body = el("div", { class: "panel-body" });
    body.id = `${id}-body`;
    const isFolded = panel.closed ?? panel.order > 30;
    const fold = el("button", { type: "button", class: "fold", id: `${id}-title`, "aria-expanded": String(!isFolded), "aria-controls": body.id, onclick: () => this.fold(panel.id, fold.getAttribute("aria-expanded") === "true") }, el("span", {}, panel.title), icon("down"));
    const section = panel.pinned
      ? el("section", { class: "pin", id, "aria-label": panel.title }, body)
      : el("section", { class: `panel${isFolded ? " folded" : ""}`, id, "aria-labelledby": `${id}-title` }, el("h2", {}, fold), body);
    const tab = el("button", { type: "button", class: "tab", "aria-expanded": "false", "aria-controls": id, "data-panel": panel.id, onclick: () => this.show(this.open === panel.id ? null : panel.id) }, panel.title, icon("down"));
    const before = this.all.filter((each) => Boolean(each.pinned) === Boolean(panel.pinned)).indexOf(panel);
    const parent = panel.pinned ? this.pinned : this.column;
    parent.insertBefore(section, parent.children[before] ?? null);
    if (!panel.pinned) this.tabs.insertBefore(tab, this.tabs.children[before] ?? null);
    panel.mount(body, this.app);
  }

  /** Folds a panel of the column, or unfolds it. @param {string} id @param {boolean} isFolded */
  fold(id, isFolded) {
    const section = document.getElementById(`panel-${id}`);
    section?.classList.toggle("folded", isFolded);
    section?.querySelector(".fold")?.setAttribute("aria-expanded", String(!isFolded));
  }

  /** Brings a panel into sight: unfolded in the column, or as the one that there is room for. @param {string | null} id */
  show(id) {
    this.open = id;
    if (id !== null) {
      this.fold(id, false);
      const section = document.getElementById(`panel-${id}`);
      if (section && this.column.scrollHeight > this.column.clientHeight) this.column.scrollTop = section.offsetTop - this.column.offsetTop;
    }
    this.column.classList.toggle("open", id !== null);
    for (const panel of this.all) document.getElementById(`panel-${panel.id}`)?.classList.toggle("shown", panel.id === id);
    for (const tab of this.tabs.children) tab.setAttribute("aria-expanded", String(/** @type {HTMLElement} */ (tab).dataset.panel === id));
  }
}
