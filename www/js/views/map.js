// The map of the five windows: a button for each window, and one on each line between two for the
// conversion. Lines are only looked at; everything can be reached by keys and is named in full.

import { element } from "../element.js";
import { formula } from "../explain/formula.js";
import { EDGES, NODES } from "./conversions.js";

/** @typedef {import("./conversions.js").Edge} Edge */

const SVG = "http://www.w3.org/2000/svg";

/** Where the windows stand, in hundredths of the map; the style sheet has the same. */
const PLACES = { profile: [50, 11], "trade-off": [16, 37], loss: [84, 37], renyi: [16, 89], characteristic: [84, 89] };

export const ALL = "all";

const HEADING = "Five windows on one guarantee";

/** In the middle of a sentence; Rényi keeps his capital. @param {string} view */
function nameOf(view) {
  const name = NODES.find((node) => node.view === view)?.name ?? view;
  return view === "renyi" ? name : name.toLowerCase();
}

export class ConversionMap {
  #buttons;
  /** @type {Map<string, SVGLineElement>} */
  #lines = new Map();
  element;

  /** @param {(word: string) => void} chosen a view, an edge or `all` */
  constructor(chosen) {
    const press = (/** @type {string} */ word, /** @type {Record<string, string>} */ attributes, /** @type {(Node | string)[]} */ ...inside) => {
      const made = element("button", { type: "button", "aria-pressed": "false", "data-word": word, ...attributes }, ...inside);
      made.addEventListener("click", () => chosen(word));
      return made;
    };
    const nodes = NODES.map(({ view, name, shows }) =>
      press(view, { class: "map-node" }, element("strong", {}, name), " ", element("span", {}, shows)),
    );
    const edges = EDGES.map(({ id, name, ends: [from, to], exact }) =>
      press(
        id,
        { class: "map-edge" },
        name,
        element(
          "span",
          { class: "unseen" },
          `, between ${nameOf(from)} and ${nameOf(to)}, ${exact ? "exact both ways" : "loses from a bound"}`,
        ),
      ),
    );
    const all = press(ALL, { class: "button map-all" }, "All five at once");
    this.#buttons = [...nodes, ...edges, all];
    this.element = element(
      "section",
      { class: "map", "aria-label": HEADING },
      element(
        "header",
        { class: "map-head" },
        element("h2", {}, HEADING),
        all,
      ),
      element("div", { class: "map-field" }, this.#picture(), ...nodes, ...edges),
      element(
        "ul",
        { class: "map-key", role: "list" },
        element("li", {}, sample("exact"), "exact both ways"),
        element("li", {}, sample("lossy"), "exact from the exact curve; from a bound something is lost"),
      ),
    );
  }

  /** Marks what is chosen. */
  set chosen(/** @type {string} */ word) {
    for (const button of this.#buttons) button.setAttribute("aria-pressed", String(button.dataset.word === word));
    for (const [id, line] of this.#lines) line.classList.toggle("chosen", id === word);
  }

  #picture() {
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("class", "map-lines");
    picture.setAttribute("viewBox", "0 0 100 100");
    picture.setAttribute("preserveAspectRatio", "none");
    picture.setAttribute("aria-hidden", "true");
    for (const { id, ends: [from, to], exact } of EDGES) {
      const line = document.createElementNS(SVG, "line");
      const [[x1, y1], [x2, y2]] = [PLACES[from], PLACES[to]];
      const numbers = { x1, y1, x2, y2 };
      for (const [name, value] of Object.entries(numbers)) line.setAttribute(name, String(value));
      line.setAttribute("class", exact ? "exact" : "lossy");
      this.#lines.set(id, line);
      picture.append(line);
    }
    return picture;
  }
}

/** @param {"exact" | "lossy"} kind */
function sample(kind) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "map-lines map-sample");
  picture.setAttribute("viewBox", "0 0 36 12");
  picture.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "line");
  for (const [name, value] of Object.entries({ x1: 0, y1: 6, x2: 36, y2: 6 })) line.setAttribute(name, String(value));
  line.setAttribute("class", kind);
  picture.append(line);
  return picture;
}

/**
 * What a conversion is, does and loses.
 * @param {Edge} edge
 */
export function explanation({ title, ends: [from, to], there, thereSays, back, backSays, loses, exact, source }) {
  const way = (/** @type {string} */ one, /** @type {string} */ other, /** @type {string} */ notation, /** @type {string} */ says) =>
    element(
      "div",
      { class: "conversion-way" },
      element("h4", {}, `From the ${nameOf(one)} to the ${nameOf(other)}`),
      element("div", { class: "conversion-formula", tabindex: 0, role: "math", "aria-label": notation }, formula(notation)),
      element("p", {}, says),
    );
  return element(
    "section",
    { class: "conversion", "aria-label": title },
    element("h3", {}, title),
    element("div", { class: "conversion-ways" }, way(from, to, there, thereSays), way(to, from, back, backSays)),
    element("p", { class: "conversion-loses", "data-exact": exact }, element("strong", {}, exact ? "Exact both ways. " : "Loses from a bound. "), loses),
    element("p", { class: "help" }, source),
  );
}
