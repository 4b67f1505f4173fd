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
        const notice = point?.notice ?? "";
        if (point) mark(this.#mark, point);
        figures.push(/** @type {Picture} */ (answer.figure));
        this.#chart.show(joined(figures, notice));
      }
      this.element.dispatchEvent(new CustomEvent("dp-trained", { bubbles: true }));
    });
  }
}

/**
 * The curves of all ways to train in one picture. What is said of every curve is said of all of them once.
 * @param {Picture[]} figures
 * @param {string} notice
 */
function joined(figures, notice) {
  const names = figures.map(({ series }) => series[0]?.label ?? "");
  const parts = figures.map((figure) => ({
    ...figure,
    bands: figure.bands.map((band) => ({ ...band, label: "95 % confidence" })),
  }));
  const [title = ""] = figures.map(({ title }) => title.replace(/: .*/, ""));
  const picture = merge(parts, {
    names,
    title: `${title}, with 95 % confidence`,
    sentence: [...figures.map(({ sentence }, at) => `${capital(names[at] ?? "")}: a${sentence.replace(notice, "").trim().slice(1)}`), notice].join(" "),
  });
  return { ...picture, table: { ...picture.table, caption: `${picture.table.caption}. ${notice}` } };
}
