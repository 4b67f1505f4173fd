// What of the windows is shown: a row of buttons above the charts, and the map of Fig. 3.2 of Zhu's dissertation, which a
// button opens over the page: a button for each window, and one on each line between two for the conversion. Lines are
// only looked at; everything can be reached by keys and is named in full.

import { element } from "../ui/element.js";
import { aboutButton } from "../explain/button.js";
import { formula, inline } from "../explain/formula.js";
import { EDGES, nameOf, NODES } from "./conversions.js";

/** @typedef {import("../lab/stage.js").Part} Part */
/** @typedef {import("../lab/stage.js").Stage} Stage */
/** @typedef {import("./conversions.js").Edge} Edge */

const SVG = "http://www.w3.org/2000/svg";

/** Where the windows stand, in hundredths of the map; the style sheet has the same. */
const PLACES = { profile: [50, 10], "trade-off": [16, 34], loss: [84, 34], renyi: [16, 90], characteristic: [84, 90] };

/** Every window at once. */
export const ALL = { word: "all", meaning: "All windows" };

const HEADING = "Windows and conversions";


let count = 0;

/**
 * The row of buttons, with the map behind one of them.
 * @param {Stage} stage
 * @param {readonly {word: string, meaning: string}[]} more what else can be shown
 * @returns {Part}
 */
export function strip(stage, more) {
  const id = `dp-map-${(count += 1)}`;
  const choose = (/** @type {string} */ word) => {
    map.element.hidePopover();
    stage.dispatchEvent(new CustomEvent("dp-show", { detail: word, bubbles: true }));
    stage.intend({ show: word });
  };
  const map = new ConversionMap(id, choose);
  const open = element("button", { type: "button", class: "strip-map", popovertarget: id, "aria-pressed": "false" }, "Map");
  const words = [...NODES.map(({ view, short }) => ({ word: view, meaning: short })), ...more];
  const buttons = words.map(({ word, meaning }) => press(word, choose, {}, meaning));
  return {
    place: "above",
    element: element("nav", { class: "strip", "aria-label": "What is shown" }, element("div", { class: "strip-words" }, ...buttons, open, element("span", { class: "strip-about" }, aboutButton("control/view", "the windows"))), map.element),
    show: ({ show }) => {
      const edge = EDGES.find((one) => one.id === show);
      for (const button of buttons) {
        const { word = "" } = button.dataset;
        button.setAttribute("aria-pressed", String(word === show));
        button.toggleAttribute("data-end", edge?.ends.some((end) => end === word) ?? false);
      }
      open.setAttribute("aria-pressed", String(edge !== undefined));
      open.textContent = edge ? `Map: ${edge.name}` : "Map";
      open.setAttribute("aria-label", edge ? `Map: ${edge.name}, one of the conversions` : "Map of conversions");
      map.chosen = show;
    },
  };
}

/**
 * What the conversion on show is, does and loses.
 * @returns {Part}
 */
export function card() {
  const place = element("div", { class: "conversion-place", "aria-live": "polite" });
  let shown = "";
  return {
    place: "below",
    element: place,
    show: ({ show }) => {
      if (show === shown) return;
      shown = show;
      const edge = EDGES.find((one) => one.id === show);
      place.replaceChildren(...(edge ? [explanation(edge)] : []));
    },
  };
}

/**
 * A button that holds a word.
 * @param {string} word
 * @param {(word: string) => void} chosen
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} inside
 */
function press(word, chosen, attributes, ...inside) {
  const made = element("button", { type: "button", "aria-pressed": "false", "data-word": word, ...attributes }, ...inside);
  made.addEventListener("click", () => chosen(word));
  return made;
}

class ConversionMap {
  #buttons;
  /** @type {Map<string, SVGLineElement>} */
  #lines = new Map();
  element;

  /**
   * @param {string} id
   * @param {(word: string) => void} chosen a view or an edge
   */
  constructor(id, chosen) {
    const nodes = NODES.filter(({ view }) => view !== "outputs").map(({ view, name, composes }) =>
      press(view, chosen, { class: "map-node" }, element("strong", {}, name), " ", element("span", {}, composes)),
    );
    const edges = EDGES.map(({ id: word, name, ends: [from, to], exact }) =>
      press(
        word,
        chosen,
        { class: "map-edge" },
        name,
        element("span", { class: "unseen" }, `, between ${nameOf(from)} and ${nameOf(to)}, ${exact ? "exact both ways" : "loses from a bound"}`),
      ),
    );
    this.#buttons = [...nodes, ...edges];
    const close = element("button", { type: "button", class: "button", popovertarget: id, popovertargetaction: "hide" }, "Close");
    this.element = element(
      "section",
      { class: "map", id, popover: "auto", "aria-label": HEADING },
      element("header", { class: "map-head" }, element("h2", {}, HEADING), close),
      element("div", { class: "map-field" }, this.#picture(), ...nodes, ...edges),
      element(
        "ul",
        { class: "map-key", role: "list" },
        element("li", {}, sample("exact"), "exact both ways"),
        element("li", {}, sample("lossy"), "exact from the exact curve; from a bound something is lost"),
        element("li", {}, "Below each name: what composition does in that window"),
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
 * A sentence with its powers set as such.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
const worded = (text) => text.split(/(−?e\^ε)/).map((piece, at) => (at % 2 === 1 ? inline(piece) : piece));

/** @param {Edge} edge */
function explanation({ id, title, ends: [from, to], there, thereSays, back, backSays, loses, exact, source }) {
  const way = (/** @type {string} */ one, /** @type {string} */ other, /** @type {string} */ notation, /** @type {string} */ says) =>
    element(
      "div",
      { class: "conversion-way" },
      element("h4", {}, `From the ${nameOf(one)} to the ${nameOf(other)}`),
      element("div", { class: "conversion-formula", tabindex: 0, role: "math", "aria-label": notation }, formula(notation)),
      element("p", {}, ...worded(says)),
    );
  return element(
    "section",
    { class: "conversion", "aria-label": title },
    element("h3", {}, title, " ", aboutButton(`conversion/${id}`, title)),
    element("div", { class: "conversion-ways" }, way(from, to, there, thereSays), way(to, from, back, backSays)),
    element("p", { class: "conversion-loses", "data-exact": exact }, element("strong", {}, exact ? "Exact both ways. " : "Loses from a bound. "), loses),
    element("p", { class: "help" }, source),
  );
}
