// What each bound says of one setting: in large type, as profiles and as Rényi curves.

import { Chart } from "../chart.js";
import { capital, element } from "../element.js";
import { printDown, printUp } from "../ladder.js";
import { Inquiry } from "../views/inquiry.js";
import { boundsQuestion, planAddress, reachQuestion } from "./state.js";

/** @typedef {import("../../pkg/people/dpscope.js").Answer} Answer */
/** @typedef {import("../../pkg/people/dpscope.js").ObjectiveAnswer} ObjectiveAnswer */
/** @typedef {import("./state.js").State} State */

/** Digits of a printed ε. */
const DIGITS = 5;

const ROLES = { upper: "Guarantee", lower: "No guarantee is below", part: "Part of a guarantee, none by itself", heuristic: "Heuristic, not to be relied on" };

/** A guarantee of something else. */
const ELSEWHERE = "Not for what is released";

/** Ends of an axis, within a power of ten. */
const ENDS = [1, 1.5, 2, 3, 5, 7.5, 10];

export class Bounds {
  #bound = element("p", { class: "result-bound" }, "ε ≤ …");
  #condition = element("p", { class: "result-condition" });
  /** What a point near the minimum costs beside it. */
  #output = element("p", { class: "help" });
  /** Where an older bound is below the tightest one. */
  #warning = element("p", { class: "help" });
  /** To the plan that has this model in it; there is none of losses that are not generalized linear. */
  #plan = element("a", { href: "index.html" }, "Put this model into a plan");
  #body = element("tbody");
  #profile = new Chart();
  #divergence = new Chart();
  #several;
  #inquiry;
  element;

  /**
   * @param {ConstructorParameters<typeof Inquiry>[1]} told
   * @param {import("./several.js").Several} several shown with them
   */
  constructor(told, several) {
    this.#inquiry = new Inquiry(this.#profile, told);
    this.#several = several;
    this.element = element(
      "div",
      { class: "learn-part" },
      element("div", { "aria-live": "polite" }, this.#bound, this.#condition),
      element("p", {}, this.#plan),
      this.#profile.element,
      this.#divergence.element,
      several.element,
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
      this.#output,
      this.#warning,
    );
  }

  /** @param {State} state */
  update(state) {
    this.#inquiry.run(async (put) => {
      const reaching = reachQuestion(state);
      this.#condition.textContent = condition(state);
      const asked = async (/** @type {object} */ question) => {
        const answer = /** @type {Answer} */ (/** @type {unknown} */ (await put(question)));
        return answer.answer === "objective-perturbation" ? answer : undefined;
      };
      const far = await asked(reaching);
      const answer = far && (await asked(boundsQuestion(state, reach(far))));
      if (!answer) return;
      this.#plan.hidden = state.loss === "general";
      this.#plan.href = planAddress(state, answer["output-signal"]);
      this.#show(answer);
      this.#several.update(state, answer);
    });
  }

  /** @param {ObjectiveAnswer} answer */
  #show({ epsilon, "output-signal": signal, warning, figure, "divergence-figure": divergences }) {
    this.#warning.textContent = warning ?? "";
    this.#output.textContent =
      signal === undefined
        ? ""
        : `The noise on the output costs a normal loss beside the minimum’s, with s = 2τ/(λσ_out) = ${printUp(signal, DIGITS)}. The Rényi bound adds α s²/2 at each order α; adding the losses themselves is tighter.`;
    const value = (/** @type {number | "inf" | undefined} */ end, print = printUp) =>
      typeof end === "number" ? print(end, DIGITS) : "∞";
    this.#bound.textContent = `ε ≤ ${value(guarantees(epsilon)[0])}`;
    this.#body.replaceChildren(
      ...epsilon
        .filter(({ values }) => values.length > 0)
        .map(({ title, role, holds, values }) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, capital(title)),
            element("td", {}, role === "lower" ? `≥ ${value(values[0], printDown)}` : `${role === "upper" ? "≤" : "≈"} ${value(values[0])}`),
            element("td", {}, role === "upper" && !holds ? ELSEWHERE : ROLES[role]),
          ),
        ),
    );
    if (figure) this.#profile.show(figure);
    if (divergences) this.#divergence.show(divergences);
    this.element.dispatchEvent(new CustomEvent("dp-drawn", { bubbles: true }));
  }
}

/**
 * The finite guarantees of what is released, the least first.
 * @param {ObjectiveAnswer["epsilon"]} epsilon
 */
function guarantees(epsilon) {
  const ends = epsilon.filter(({ role, holds }) => role === "upper" && holds).map(({ values }) => values[0]);
  return ends.filter((end) => typeof end === "number").sort((a, b) => a - b);
}

/**
 * A round ε that shows all guarantees.
 * @param {ObjectiveAnswer} answer
 */
function reach({ epsilon }) {
  const largest = guarantees(epsilon).at(-1) ?? 1;
  const decade = 10 ** Math.floor(Math.log10(Math.max(largest, 1e-6)));
  return decade * (ENDS.find((end) => end * decade >= largest) ?? 10);
}

/** @param {State} state */
function condition({ delta, minimum, loss, dimension, determinant }) {
  const what = minimum === "near" ? "for a point near the minimum, with noise on it" : "for the exact minimum";
  const of = loss === "general" ? ` of any convex loss of ${dimension.trim()} parameters` : "";
  const by = determinant === "tight" ? ", by the tight determinant, an extension" : "";
  return `at δ = ${delta.trim()}, when one person is added or removed, ${what}${of}${by}`;
}
