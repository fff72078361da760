// @ts-check
// Copies text, also where the browser offers no clipboard: pages from other machines without TLS, old browsers.

/**
 * Copies a text.
 * @param {string} text
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** @param {string} text */
function copyBySelection(text) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  area.setAttribute("aria-hidden", "true");
  // Inside an open dialog, everything outside it is inert.
  const home = focused?.closest("dialog") ?? document.body;
  home.append(area);
  area.select();
  let isCopied = false;
  try {
    isCopied = document.execCommand("copy");
  } catch {
    isCopied = false;
  }
  area.remove();
  focused?.focus();
  return isCopied;
}
