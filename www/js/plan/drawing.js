// A chart of a plan and the newest question for it.

import { Chart } from "../chart.js";
import { ask, cancel } from "../engine.js";

/** @typedef {import("../chart.js").Picture} Picture */

export class Drawing {
  chart = new Chart({ table: false });
  element = this.chart.element;
  /** What is drawn. @type {Picture | undefined} */
  figure;

  /**
   * Asks for a curve and draws it.
   * @param {object} question
   * @param {() => boolean} current whether the plan is still the newest
   * @param {object} [how]
   * @param {boolean} [how.part] it is a question for a part of the picture
   * @param {boolean} [how.ahead] whether the plan is valid is still to be heard, from elsewhere
   */
  async draw(question, current, { part = false, ahead = false } = {}) {
    try {
      const { answer, stopped } = await this.#ask(question, current);
      if (stopped) this.chart.cancelled(() => this.draw(question, current, { part }));
      if (!answer) return;
      if (answer.answer === "refused") {
        if (!ahead) this.chart.keep(answer.message);
      } else if (answer.answer === "curve" && answer.figure) {
        this.show(/** @type {Picture} */ (answer.figure), part);
        this.element.dispatchEvent(new CustomEvent("dp-drawn", { detail: question, bubbles: true }));
      } else if (answer.answer === "curve") {
        this.figure = undefined;
        this.chart.none(answer.unavailable.map(({ reason }) => reason));
      }
    } catch (error) {
      this.chart.rest();
      this.chart.keep("The core of this page does not answer.");
      this.element.dispatchEvent(new CustomEvent("dp-failed", { detail: String(error), bubbles: true }));
    }
  }

  /**
   * Asks for a curve that is to join others.
   * @param {object} question
   * @param {() => boolean} current
   * @returns {Promise<Picture | "stopped" | "none" | "late">} or why there is none
   */
  async part(question, current) {
    try {
      const { answer, stopped } = await this.#ask(question, current);
      if (stopped) return "stopped";
      const figure = answer?.answer === "curve" ? answer.figure : undefined;
      return figure ? /** @type {Picture} */ (figure) : "none";
    } catch {
      this.chart.rest();
      return "late";
    }
  }

  /**
   * @param {Picture} figure
   * @param {boolean} [part]
   */
  show(figure, part = false) {
    this.figure = figure;
    this.chart.show(figure, { part });
  }

  /**
   * @param {object} question
   * @param {() => boolean} current
   */
  async #ask(question, current) {
    let stopped = false;
    const stop = () => {
      stopped = true;
      cancel(this);
    };
    const progress = (/** @type {number} */ share) => {
      if (current()) this.chart.progress(share, stop);
    };
    const answer = await ask(question, { channel: this, progress });
    if (answer) this.chart.rest();
    return { answer, stopped: stopped && current() };
  }
}
