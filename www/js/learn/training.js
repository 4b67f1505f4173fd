// How well private models do: objective perturbation beside noisy gradient steps, tuned honestly and not,
// trained here, one way after the other.

import { Chart, merge } from "../chart.js";
import { capital, element } from "../element.js";
import { mark } from "../instance/mark.js";
import { Inquiry } from "../views/inquiry.js";
import { METHODS, trainQuestion } from "./state.js";
import { OWN } from "./words.js";

/** @typedef {import("../../pkg/people/dpscope.js").Answer} Answer */
/** @typedef {import("../chart.js").Picture} Picture */
/** @typedef {import("./state.js").State} State */

export class Training {
  #chart = new Chart();
  #mark = element("p", { class: "mark" });
  #button = element("button", { class: "button primary", type: "button" }, "Train the models");
  #inquiry;
  element;

  /**
   * @param {() => State} state
   * @param {() => import("./state.js").Table} own a person's own people, an empty text if there are none
   * @param {ConstructorParameters<typeof Inquiry>[1]} told
   */
  constructor(state, own, told) {
    this.#inquiry = new Inquiry(this.#chart, told);
    this.#button.addEventListener("click", () => this.#train(state(), own()));
    this.element = element("div", { class: "learn-part" }, element("p", {}, this.#button), this.#mark, this.#chart.element);
    this.#chart.none(["nothing has been trained yet"]);
  }

  /** Leaves a picture of other people or trials standing, and says so. */
  outdated() {
    this.#chart.keep("It is of other people or another setting; train again.");
  }

  /**
   * @param {State} state
   * @param {import("./state.js").Table} own
   */
  #train(state, own) {
    if (state.data === OWN && own.text === "") {
      this.#chart.none(["your own table is not in the address; paste it below, or choose other people"]);
      return;
    }
    this.#inquiry.run(async (put) => {
      /** @type {Picture[]} */
      const figures = [];
      for (const method of METHODS) {
        const answer = /** @type {Answer} */ (/** @type {unknown} */ (await put(trainQuestion(state, own, method))));
        if (answer.answer !== "train" || !answer.figure) continue;
        const [point] = answer.points;
        if (point) mark(this.#mark, point);
        figures.push(/** @type {Picture} */ (answer.figure));
        this.#chart.show(joined(figures));
      }
      this.element.dispatchEvent(new CustomEvent("dp-trained", { bubbles: true }));
    });
  }
}

/**
 * All ways to train in one picture.
 * @param {Picture[]} figures
 */
function joined(figures) {
  const names = figures.map(({ series }) => series[0]?.label ?? "");
  const picture = merge(figures, {
    names,
    title: `${figures[0]?.shows}, with 95 % confidence`,
    sentence: figures.map(({ sentence }, at) => `${capital(names[at] ?? "")}: ${sentence}`).join(" "),
  });
  return { ...picture, table: { ...picture.table, caption: `${picture.table.caption}. ${picture.notice}` } };
}
