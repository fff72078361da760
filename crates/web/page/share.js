// @ts-check
// Share: links to the deal, the variation and the position, and files in every format, each previewed.

import { copyText } from "./clipboard.js";
import { el } from "./dom.js";
import { button, fill, picture } from "./panel.js";
import { gameAddress } from "./router.js";

/** @typedef {{id: string, summary: string, group: "picture" | "position" | "moves", of?: "position" | "moves"}} Format `of` for formats of the puzzle */

/**
 * The formats that a game can be written in.
 * @param {(key: string) => string} text
 * @param {{formats: {name: string, summary: string}[], line_formats: {name: string, summary: string}[]}} about
 * @param {boolean} hasMoves
 * @param {boolean} hidden
 * @returns {Format[]}
 */
export function formatsOf(text, about, hasMoves, hidden) {
  const own = (/** @type {string} */ id, /** @type {Format["group"]} */ group) => ({ id, summary: text(`share.format.${id}`), group });
  /** @type {Format[]} */
  const formats = [own("svg", "picture")];
  if (hidden) return formats;
  if (hasMoves) formats.push(own("player", "picture"), own("animation", "picture"));
  const listed = (/** @type {{name: string, summary: string}[]} */ list, /** @type {"position" | "moves"} */ of) => list.map(({ name, summary }) => ({ id: name, summary, group: of, of }));
  formats.push(...listed(about.formats, "position"), own("code", "position"));
  if (hasMoves) formats.push(...listed(about.line_formats, "moves"));
  formats.push(own("json", hasMoves ? "moves" : "position"));
  return formats;
}

/**
 * The links of a game: to the deal, the moves so far, and the position alone.
 * @param {any} game
 * @param {string} base the address of the page
 * @returns {{id: "deal" | "moves" | "position", url: string}[]}
 */
export function linksOf(game, base) {
  const { code } = game.node.scene;
  /** @type {{id: "deal" | "moves" | "position", url: string}[]} */
  const links = [];
  if (game.node.parent) links.push({ id: "moves", url: base + gameAddress(game) });
  if (code && game.node.parent) links.push({ id: "position", url: `${base}#/${game.puzzle}/${code}` });
  links.push({ id: "deal", url: base + gameAddress(game, game.root) });
  return links;
}

/** @param {any} app */
export function mount(app) {
  app.toolbar.add({
    id: "share",
    label: app.text("share.label"),
    icon: "share",
    key: "c",
    order: 55,
    place: "head",
    run: () => void open(app),
    enabled: () => Boolean(app.game),
  });
}

/** @param {any} app */
async function open(app) {
  const { text, game } = app;
  const base = location.href.split("#")[0];
  const links = linksOf(game, base);
  const rows = links.map(({ id, url }) => linkRow(app, text(`share.link.${id}`, { one: game.about.one }), url));
  const hasName = game.link !== null || !game.hidden;
  const body = el("div", { class: "share" }, ...(hasName ? rows : [el("p", { class: "help" }, text("share.secret"))]), files(app, game));
  await app.openDialog({ title: text("share.title"), body, wide: true });
}

/** @param {any} app @param {string} label @param {string} url */
function linkRow(app, label, url) {
  const id = `share-${(serial += 1)}`;
  const input = el("input", { id, type: "text", readonly: true, value: url, onfocus: () => input.select() });
  const copy = copyButton(app, () => url, input);
  return el("div", { class: "field" }, el("label", { for: id }, label), el("div", { class: "row" }, input, copy));
}

let serial = 0;

/** @param {any} app @param {() => string} what @param {HTMLInputElement | HTMLTextAreaElement | null} shown selected where nothing can be copied */
function copyButton(app, what, shown) {
  const { text } = app;
  const copy = button(text("share.copy"), async () => {
    const isCopied = await copyText(what());
    copy.textContent = text(isCopied ? "share.copied" : "share.byHand");
    app.say(copy.textContent);
    if (!isCopied && shown) (shown.focus(), shown.select());
    setTimeout(() => (copy.textContent = text("share.copy")), 2500);
  });
  return copy;
}

/** @param {any} app @param {any} game */
function files(app, game) {
  const { text } = app;
  const moves = game.moves();
  const formats = formatsOf(text, game.about, moves.length !== 0, game.hidden);
  const groups = /** @type {const} */ (["picture", "position", "moves"]).map((group) => {
    const own = formats.filter((one) => one.group === group);
    return own.length === 0 ? null : el("optgroup", { label: text(`share.group.${group}`) }, ...own.map((one) => el("option", { value: formats.indexOf(one) }, text("share.option", { name: one.id, summary: one.summary }))));
  });
  const select = el("select", { id: "share-format", onchange: () => void show() }, ...groups);
  const preview = el("div", { class: "preview", "aria-live": "off" });
  /** @type {{text: string, type: string, name: string} | null} */
  let made = null;
  const copy = copyButton(app, () => made?.text ?? "", null);
  const save = button(text("share.save"), () => made && app.download(made.name, made.type, made.text));
  const show = async () => {
    const format = formats[Number(select.value)];
    const isCurrent = () => formats[Number(select.value)] === format;
    made = null;
    copy.disabled = save.disabled = true;
    fill(preview, el("p", { class: "help" }, text("share.making")));
    try {
      const answer = await exported(app, game, moves, format);
      if (!isCurrent()) return;
      made = answer;
      copy.disabled = save.disabled = false;
      fill(preview, ...(await previewOf(app, game, moves, answer)));
    } catch (error) {
      if (isCurrent()) fill(preview, el("p", { class: "error", role: "alert" }, /** @type {Error} */ (error).message));
    }
  };
  void show();
  const label = el("label", { for: "share-format" }, text("share.as"));
  return el("div", {}, el("div", { class: "field" }, label, select), el("div", { class: "row buttons" }, copy, save), preview);
}

/** @param {any} app @param {any} game @param {string[]} moves @param {{id: string, of?: string}} format */
function exported(app, game, moves, { id, of }) {
  const { puzzle, name, root } = game;
  return app.engine.ask({ do: "export", puzzle, position: root.scene.position, moves, format: id, of, name });
}

/** @param {any} app @param {any} game @param {string[]} moves @param {{text: string, type: string}} answer */
async function previewOf(app, game, moves, answer) {
  const { text } = app;
  if (answer.type.startsWith("image/svg")) return [picture(answer.text, text("share.picture"))];
  if (answer.type.startsWith("text/html")) {
    // The page runs no scripts but its own, so that the film stands for the player.
    const film = await exported(app, game, moves, { id: "animation" });
    return [picture(film.text, text("share.film")), el("p", { class: "help" }, text("share.player"))];
  }
  return [el("pre", { tabindex: 0, role: "region", "aria-label": text("share.preview") }, answer.text)];
}
