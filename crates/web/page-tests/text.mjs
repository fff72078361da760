// English texts for tests, without the rest of the page.
import panels from "../page/texts/en-panels.js";

/** @param {string} key @param {Record<string, unknown>} [values] */
export function text(key, values = {}) {
  if (!(key in panels)) throw new Error(`no text ${key}`);
  return panels[key].replace(/\{(\w+)\}/g, (_, name) => {
    if (!(name in values)) throw new Error(`${key}: no value ${name}`);
    return String(values[name]);
  });
}
