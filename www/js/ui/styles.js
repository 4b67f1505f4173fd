// The style sheets that an element needs. A page that has not linked them gets them linked.

/** @type {Map<string, Promise<void>>} */
const linked = new Map();

/**
 * Resolves when the sheets of `style/` hold.
 * @param {string[]} names
 */
export async function styles(...names) {
  await Promise.all(names.map((name) => link(new URL(`../../style/${name}.css`, import.meta.url).href)));
}

/**
 * @param {string} href
 * @returns {Promise<void>}
 */
function link(href) {
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  const known = linked.get(href);
  if (known) return known;
  const loading = new Promise((/** @type {(value: void) => void} */ resolve) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = href;
    // An element without its style is still readable, so a failure does not stop it.
    sheet.addEventListener("load", () => resolve());
    sheet.addEventListener("error", () => resolve());
    document.head.append(sheet);
  });
  linked.set(href, loading);
  return loading;
}
