// @ts-check
// Shows a sheet that another page of this site sends, ready to print. The sheet's scripts, if it had any, do not run.

/** @param {string} html */
function show(html) {
  // The page allows no styles in text: they are taken out, and set by script.
  /** @type {string[]} */
  const styles = [];
  const plain = html.replace(/<style>([\s\S]*?)<\/style>/g, (_, style) => (styles.push(style), "")).replace(/ style="/g, ' data-style="');
  const sheet = new DOMParser().parseFromString(plain, "text/html");
  const adopted = new CSSStyleSheet();
  adopted.replaceSync(styles.join("\n"));
  document.adoptedStyleSheets = [adopted];
  document.title = sheet.title;
  sheet.querySelectorAll("script").forEach((element) => element.remove());
  document.getElementById("sheet")?.replaceChildren(...document.adoptNode(sheet.body).childNodes);
  document.querySelectorAll("[data-style]").forEach((element) => (/** @type {HTMLElement} */ (element).style.cssText = element.getAttribute("data-style") ?? ""));
  const state = document.getElementById("state");
  if (state) state.textContent = "";
}

addEventListener("message", (event) => {
  if (event.origin === location.origin && event.source === opener && typeof event.data?.sheet === "string") show(event.data.sheet);
});
document.getElementById("print")?.addEventListener("click", () => print());
opener?.postMessage("ready for the sheet", location.origin);
