// The result in large type: the best bound, what it holds for, and what each accountant says.

import { element, unbroken } from "./element.js";

/** @typedef {import("./engine.js").Description} Description */
/** @typedef {import("./setting.js").Setting} Setting */
/** @typedef {import("../pkg/dpscope.js").PlanAnswer} PlanAnswer */

export class Result {
  #description;
  #place;
  #bound = element("p", { class: "result-bound" });
  #condition = element("p", { class: "result-condition" });
  #bounds = element("dl", { class: "result-bounds" });
  #mounted = false;

  /**
   * @param {Description} description
   * @param {HTMLElement} place
   */
  constructor(description, place) {
    this.#description = description;
    this.#place = place;
  }

  /**
   * @param {PlanAnswer} answer
   * @param {Setting} setting
   */
  show({ best, bounds, sentence }, { delta, neighbours }) {
    this.#mount();
    this.#place.toggleAttribute("data-stale", false);
    const meaning = this.#description.neighbours.find(({ word }) => word === neighbours)?.meaning ?? neighbours;
    this.#bound.textContent = best?.text ?? "No bound";
    this.#condition.replaceChildren(...unbroken(best ? `at δ = ${delta.trim()}, when ${meaning}` : sentence));
    const title = (/** @type {string} */ accountant) =>
      this.#description.accountants.find(({ word }) => word === accountant)?.meaning ?? accountant;
    this.#bounds.replaceChildren(
      ...bounds.map(({ accountant, text, note, unavailable }) =>
        element(
          "div",
          {},
          element("dt", {}, title(accountant)),
          element("dd", {}, text ?? unavailable ?? "", ...(note ? [element("small", {}, note)] : [])),
        ),
      ),
    );
  }

  /** Leaves the last result standing, and says that it is the last. */
  keep() {
    if (!this.#mounted) {
      this.#mount();
      this.#bound.textContent = "ε ≤ …";
    }
    this.#condition.textContent = "A value is not valid; the result waits for it.";
    this.#place.toggleAttribute("data-stale", true);
  }

  #mount() {
    if (this.#mounted) return;
    this.#mounted = true;
    this.#place.replaceChildren(this.#bound, this.#condition, this.#bounds);
  }
}
