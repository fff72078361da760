// @ts-check
// Shows a sheet that another page of this site sends, ready to print. The sheet's scripts, if it had any, do not run.

/** @param {string} html */
function show(html) {
  const sheet = new DOMParser().parseFromString(html, "text/html");
  const styles = [...sheet.querySelectorAll("style")].map((style) => style.textContent).join("\n");
  const adopted = new CSSStyleSheet();
  adopted.replaceSync(styles);
  document.adoptedStyleSheets = [adopted];
  document.title = sheet.title;
  sheet.querySelectorAll("style, script").forEach((element) => element.remove());
  const styled = [...sheet.body.querySelectorAll("[style]")].map((element) => /** @type {const} */ ([element, element.getAttribute("style") ?? ""]));
  for (const [element] of styled) element.removeAttribute("style");
  document.getElementById("sheet")?.replaceChildren(...document.adoptNode(sheet.body).childNodes);
  // Set by script, since the page allows no style attributes in text.
  for (const [element, style] of styled) /** @type {HTMLElement} */ (element).style.cssText = style;
  const state = document.getElementById("state");
  if (state) state.textContent = "";
}

addEventListener("message", (event) => {
  if (event.origin === location.origin && event.source === opener && typeof event.data?.sheet === "string") show(event.data.sheet);
});
document.getElementById("print")?.addEventListener("click", () => print());
opener?.postMessage("ready for the sheet", location.origin);
