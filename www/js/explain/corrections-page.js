// The page of corrections: what sources print, what is right, and numbers that anyone can check, by source.

import "./everything.js";
import { element } from "../ui/element.js";
import { styles } from "../ui/styles.js";
import { corrections, EFFECTS, WORKS } from "./corrections.js";
import { find } from "./registry.js";
import { corrected, reachable } from "./sheet.js";

/** @typedef {import("./corrections.js").Correction} Correction */

const place = /** @type {HTMLElement} */ (document.getElementById("corrections"));

const lists = await corrections();
const sections = await Promise.all(
  lists.map(async ([work, list]) =>
    element(
      "section",
      { class: "sheet-card", "aria-labelledby": work },
      element("h2", { id: work }, WORKS[work].cited),
      element("p", { class: "help" }, WORKS[work].full),
      ...(await Promise.all(list.map(article))),
    ),
  ),
);
await styles("explanation", "reading-pages");
place.replaceChildren(summary(), ...sections);
place.removeAttribute("aria-busy");
reachable(place);
new ResizeObserver(() => reachable(place)).observe(place);
document.getElementById(location.hash.slice(1))?.scrollIntoView();

/** How many there are of each kind, and where they are. */
function summary() {
  const every = lists.flatMap(([, list]) => list);
  const count = (/** @type {string} */ effect) => every.filter((one) => one.effect === effect).length;
  return element(
    "section",
    { class: "sheet-card", "aria-labelledby": "kinds" },
    element("h2", { id: "kinds" }, `${every.length} places`),
    element("ul", { class: "kinds" }, ...Object.entries(EFFECTS).map(([effect, says]) => element("li", { "data-effect": effect }, `${count(effect)}: ${says}`))),
    ...lists.map(([work, list]) =>
      element("p", { class: "numbers" }, `${WORKS[work].cited}: `, ...list.flatMap(({ id, title }) => [element("a", { href: `#${id}`, title }, id), " "])),
    ),
  );
}

/** @param {Correction} one */
async function article(one) {
  const used = await Promise.all(one.used.map(async (id) => /** @type {const} */ ([id, (await find(id))?.title ?? id])));
  const links = used.flatMap(([id, title], at) => [...(at > 0 ? [", "] : []), element("a", { href: `glossary.html#${id}` }, title)]);
  const asked = (one.witness.asks ?? []).map(({ question }) => element("pre", { tabindex: 0 }, element("code", {}, JSON.stringify(question))));
  return element(
    "article",
    { id: one.id, class: "correction", "aria-labelledby": `${one.id}-title` },
    element("h3", { id: `${one.id}-title` }, element("a", { href: `#${one.id}` }, one.id), ` ${one.title}`),
    element("p", { class: "help" }, one.at),
    ...corrected(one),
    element("p", { class: "help" }, "Used in: ", ...links),
    ...(asked.length > 0 ? [element("details", {}, element("summary", {}, "The question to ask dpscope"), ...asked)] : []),
  );
}
