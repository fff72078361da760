// @ts-check
// The first page: every puzzle with a picture.

import { el } from "./dom.js";

/** Pictures by puzzle, as long as the page lives. @type {Map<string, Promise<string>>} */
const pictures = new Map();

/** @param {any} app @param {any} about */
function picture(app, about) {
  const known = pictures.get(about.name);
  if (known) return known;
  const text = about.default_instance ?? about.numbers?.[0];
  const asked = text ? app.engine.ask({ do: "open", puzzle: about.name, text: String(text) }) : app.engine.ask({ do: "deal", puzzle: about.name });
  const made = asked.then((/** @type {any} */ opened) => imageOf(opened.start.svg));
  pictures.set(about.name, made);
  made.catch(() => pictures.delete(about.name));
  return made;
}

/** A picture without its ground, as an address. @param {string} svg */
function imageOf(svg) {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
  for (const ground of picture.querySelectorAll(".ground")) ground.remove();
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
}

/** @param {HTMLElement} element @param {any} app */
export function mountHome(element, app) {
  const cards = app.puzzles.map((/** @type {any} */ about) => {
    const image = el("img", { alt: "", decoding: "async" });
    picture(app, about).then((/** @type {string} */ source) => { image.src = source; image.classList.add("there"); }).catch(() => {});
    const open = el("a", { href: `#/${about.name}`, class: "card-link" }, about.title);
    const last = app.lastAddress(about.name);
    return el("li", { class: "puzzle" }, el("div", { class: "thumb" }, image), el("div", { class: "row" }, el("h2", {}, open), last && el("a", { class: "button", href: last }, app.text("continue"))));
  });
  element.append(el("div", { class: "home" }, el("h1", {}, app.text("home-title")), el("p", { class: "lead" }, app.text("home-lead")), el("ul", { class: "puzzles" }, ...cards)));
}
