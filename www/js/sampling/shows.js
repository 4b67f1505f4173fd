// What the page of sampling can show, what is seen there, and the theorems behind its curves.

import { element } from "../element.js";
import { explainButton } from "../explain/button.js";
import { Switch } from "../plan/controls.js";
import { SHOWS } from "./state.js";

/** @typedef {import("./state.js").State} State */

/** What is seen. @type {Record<string, string>} */
const SEEN = {
  profiles:
    "δ against ε of one release: on everyone, and on a random share of the people when one of them is removed, added or replaced. Move the rate and see the curves fall. Noise is divided by how far one person can move the answer: one who is added or removed, or, on a subset, one who is exchanged, which moves a clipped sum twice as far.",
  bounds:
    "The Rényi divergence of the release on a sample against its order, by each theorem that starts from the Rényi curve of the release itself.",
  terms:
    "The tight bound is a sum with as many terms as its order. Bounds by τ terms at either end need far fewer, and are never below it.",
  growth: "ε of many releases, each on a fresh sample, at the δ that is set.",
  condition:
    "P and Q are what a release may give with a person and without: here Poisson distributions, P of the mean on the axis, Q of the mean that is chosen. Shaded where an odd moment of P/Q − 1 is negative. This one picture is not computed here; it is stored for six means of Q.",
};

/** The theorems of each show. @type {Record<string, string[]>} */
const THEOREMS = {
  profiles: ["pair"],
  bounds: ["lower", "tight", "general", "without-replacement", "abadi"],
  terms: ["tight", "few-terms"],
  growth: ["tight", "general", "without-replacement", "abadi"],
  condition: ["tight", "general"],
};

const NAMES = new Map([
  ["pair", "the sampled pair"],
  ["lower", "lower"],
  ["tight", "tight"],
  ["general", "general"],
  ["few-terms", "τ terms"],
  ["without-replacement", "without replacement"],
  ["abadi", "Abadi et al."],
]);

export class Shows {
  #switch = new Switch("show", "Show", SHOWS);
  #seen = element("p", { class: "shows-seen" });
  #theorems = element("p", { class: "shows-theorems" });
  #shown = "";
  element;

  /** @param {(show: string) => void} chosen */
  constructor(chosen) {
    this.#switch.onChange(chosen);
    this.element = element("div", { class: "shows" }, this.#switch.element, this.#seen, this.#theorems);
  }

  set state(/** @type {State} */ { show }) {
    if (show === this.#shown) return;
    this.#shown = show;
    this.#switch.value = show;
    this.#seen.textContent = SEEN[show] ?? "";
    const buttons = (THEOREMS[show] ?? []).map((bound) => {
      const name = NAMES.get(bound) ?? bound;
      const button = explainButton(`the theorem: ${name}`, () => ({ quantity: "sampling", bound }));
      button.textContent = name;
      button.setAttribute("aria-label", `${name}: explain the theorem`);
      return button;
    });
    this.#theorems.replaceChildren("Theorems: ", ...buttons);
  }
}
