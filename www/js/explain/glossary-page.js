// The page of words: every entry in the order of the alphabet, with a filter. What an entry says in full is built when
// it is opened.

import "./everything.js";
import { element } from "../ui/element.js";
import { styles } from "../ui/styles.js";
import { correctionsOf } from "./corrections.js";
import { all } from "./registry.js";
import { fact, formulas, prose, reachable, symbols } from "./sheet.js";

/** @typedef {import("./entry.js").Entry} Entry */

/** Where a Greek letter stands in the alphabet. @type {Record<string, string>} */
const GREEK = { α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", λ: "lambda", μ: "mu", ρ: "rho", σ: "sigma", τ: "tau", ξ: "xi", ω: "omega" };

/** The groups in words. @type {Record<string, string>} */
const GROUPS = {
  accountant: "accountant",
  attack: "attack",
  control: "setting",
  conversion: "conversion",
  learning: "learning",
  mechanism: "mechanism",
  people: "people",
  plan: "plan",
  "sparse-vector": "sparse vector",
  theorem: "theorem about samples",
  view: "window",
  word: "word",
};

/** @param {string} title */
const key = (title) => title.replaceAll(/[α-ω]/g, (letter) => GREEK[letter] ?? letter).toLowerCase();

const list = /** @type {HTMLElement} */ (document.getElementById("words"));
const filter = /** @type {HTMLInputElement} */ (document.getElementById("filter"));
const status = /** @type {HTMLElement} */ (document.getElementById("found"));

const entries = (await all()).sort(([, one], [, other]) => key(one.title).localeCompare(key(other.title), "en"));
const titles = new Map(entries.map(([id, { title }]) => [id, title]));
const sections = build();
await styles("explanation", "reading-pages");
list.replaceChildren(...sections.map(({ section }) => section));
list.removeAttribute("aria-busy");
filter.disabled = false;
filter.addEventListener("input", narrow);
narrow();
addEventListener("hashchange", arrive);
arrive();

/** The words by their first letter. */
function build() {
  /** @type {Map<string, {section: HTMLElement, words: {word: HTMLElement, text: string}[]}>} */
  const letters = new Map();
  for (const [id, entry] of entries) {
    const letter = key(entry.title).normalize("NFD").charAt(0).toUpperCase();
    const made = letters.get(letter) ?? { section: element("section", { "aria-label": letter }, element("h2", {}, letter)), words: [] };
    letters.set(letter, made);
    const word = wordOf(id, entry);
    made.section.append(word);
    made.words.push({ word, text: [entry.title, entry.field ?? "", entry.says, id].join(" ").toLowerCase() });
  }
  return [...letters.values()];
}

/**
 * @param {string} id
 * @param {Entry} entry
 */
function wordOf(id, entry) {
  const group = GROUPS[id.split("/")[0] ?? ""] ?? "";
  const word = element(
    "details",
    { id, class: "word" },
    element(
      "summary",
      {},
      element("span", { class: "word-title" }, entry.title),
      " ",
      element("span", { class: "word-group" }, group),
      ...(entry.field ? [element("span", { class: "word-field" }, ...prose(entry.field))] : []),
      element("span", { class: "word-says" }, ...prose(entry.says)),
    ),
  );
  let built = false;
  // What scrolls at another width can be reached by keys there.
  const watch = new ResizeObserver(() => reachable(word));
  word.addEventListener("toggle", async () => {
    if (!word.open) return;
    if (!built) {
      built = true;
      word.append(await body(id, entry));
      watch.observe(word);
    }
    reachable(word);
  });
  return word;
}

/**
 * @param {string} id
 * @param {Entry} entry
 */
async function body(id, entry) {
  const wrong = await correctionsOf(id).catch(() => []);
  const links = (/** @type {[string, string][]} */ targets) =>
    targets.flatMap(([href, text], at) => [...(at > 0 ? [", "] : []), element("a", { href }, text)]);
  const row = (/** @type {string} */ name, /** @type {[string, string][]} */ targets) =>
    targets.length === 0 ? [] : [element("div", {}, element("dt", {}, name), element("dd", {}, element("p", {}, ...links(targets))))];
  return element(
    "div",
    { class: "word-body" },
    ...formulas(entry.formulas ?? []),
    ...symbols(entry.symbols ?? []),
    element(
      "dl",
      { class: "dp-explained-facts" },
      ...fact("Source", [entry.source]),
      ...fact("Assumes", entry.assumes ?? []),
      ...fact("Upper or lower", [entry.side]),
      ...fact("Computed with", [entry.made]),
      ...row("Corrections", wrong.map(({ id, title }) => [`corrections.html#${id}`, `${id}: ${title}`])),
      ...row("See also", (entry.see ?? []).map((id) => [`#${id}`, titles.get(id) ?? id])),
    ),
  );
}

function narrow() {
  const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { section, words } of sections) {
    let shown = 0;
    for (const { word, text } of words) {
      word.hidden = !wanted.every((part) => text.includes(part));
      if (!word.hidden) shown += 1;
    }
    section.hidden = shown === 0;
    count += shown;
  }
  status.textContent = count === entries.length ? `${count} words.` : `${count} of ${entries.length} words.`;
}

/** Opens the word of the address. */
function arrive() {
  const word = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(word instanceof HTMLDetailsElement)) return;
  if (word.hidden) {
    filter.value = "";
    narrow();
  }
  word.open = true;
  word.scrollIntoView();
  word.querySelector("summary")?.focus({ preventScroll: true });
}
