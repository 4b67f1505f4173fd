// What each bound says of one setting: in large type, as profiles, as Rényi curves, and of several models.

import { Chart } from "../chart.js";
import { capital, element } from "../element.js";
import { printDown, printUp } from "../ladder.js";
import { figureOf, Inquiry } from "../views/inquiry.js";
import { boundsQuestion, growthQuestion } from "./state.js";

/** @typedef {import("../../pkg/learn/dpscope.js").Answer} Answer */
/** @typedef {import("../../pkg/learn/dpscope.js").ObjectiveAnswer} ObjectiveAnswer */
/** @typedef {import("./state.js").State} State */

/** Digits of a printed ε. */
const DIGITS = 5;

const ROLES = { upper: "Guarantee", lower: "No guarantee is below", heuristic: "Heuristic, not to be relied on" };

export class Bounds {
  #bound = element("p", { class: "result-bound" }, "ε ≤ …");
  #condition = element("p", { class: "result-condition" });
  /** Where an older bound is below the tightest one. */
  #warning = element("p", { class: "help" });
  #body = element("tbody");
  #profile = new Chart();
  #divergence = new Chart();
  #growth = new Chart();
  #inquiry;
  #growing;
  element;

  /** @param {ConstructorParameters<typeof Inquiry>[1]} told */
  constructor(told) {
    this.#inquiry = new Inquiry(this.#profile, told);
    this.#growing = new Inquiry(this.#growth);
    this.element = element(
      "div",
      { class: "learn-part" },
      element("div", { "aria-live": "polite" }, this.#bound, this.#condition),
      this.#profile.element,
      this.#divergence.element,
      this.#growth.element,
      element(
        "div",
        { class: "rival-table", role: "region", tabindex: 0, "aria-label": "Bounds" },
        element(
          "table",
          {},
          element("caption", {}, "ε by every bound. Guarantees are rounded up, the lower bound down."),
          element("thead", {}, element("tr", {}, ...["Bound", "ε", "What it is"].map((name) => element("th", { scope: "col" }, name)))),
          this.#body,
        ),
      ),
      this.#warning,
    );
  }

  /** @param {State} state */
  update(state) {
    this.#condition.textContent = `at δ = ${state.delta.trim()}, when one person is added or removed, for the exact minimum`;
    this.#inquiry.run(async (put) => {
      const answer = /** @type {Answer} */ (/** @type {unknown} */ (await put(boundsQuestion(state))));
      if (answer.answer === "objective-perturbation") this.#show(answer);
    });
    this.#growing.run(async (put) => {
      const figure = figureOf(await put(growthQuestion(state)));
      if (figure) this.#growth.show({ ...figure, title: `ε of k models, each with its own noise, at δ = ${state.delta.trim()}` });
    });
  }

  /** @param {ObjectiveAnswer} answer */
  #show({ epsilon, warning, figure, divergence_figure }) {
    this.#warning.textContent = warning ?? "";
    const value = (/** @type {number | "inf" | undefined} */ end, print = printUp) =>
      typeof end === "number" ? print(end, DIGITS) : "∞";
    const guarantees = epsilon.filter(({ role }) => role === "upper").map(({ values }) => values[0]);
    const best = guarantees.filter((end) => typeof end === "number").sort((a, b) => a - b)[0];
    this.#bound.textContent = `ε ≤ ${value(best)}`;
    this.#body.replaceChildren(
      ...epsilon
        .filter(({ values }) => values.length > 0)
        .map(({ title, role, values }) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, capital(title)),
            element("td", {}, role === "lower" ? `≥ ${value(values[0], printDown)}` : `${role === "upper" ? "≤" : "≈"} ${value(values[0])}`),
            element("td", {}, ROLES[role]),
          ),
        ),
    );
    if (figure) this.#profile.show(figure);
    if (divergence_figure) this.#divergence.show(divergence_figure);
    this.element.dispatchEvent(new CustomEvent("dp-drawn", { bubbles: true }));
  }
}
