// A chart of a plan and the newest question for it.

import { Chart } from "../chart/chart.js";
import { ask, cancel } from "../core/engine.js";
import { likeOf } from "./questions.js";

/** @typedef {import("../chart/chart.js").Picture} Picture */

/** Milliseconds for which the core may be silent about a curve that was asked for by name. */
const PATIENCE = 20_000;

export class Drawing {
  chart;
  element;
  /** What is drawn. @type {Picture | undefined} */
  figure;

  /** @param {HTMLElement} [below] where its words stand */
  constructor(below) {
    this.chart = new Chart(below ? { below } : {});
    this.element = this.chart.element;
  }

  /**
   * Asks for a curve and draws it.
   * @param {ReturnType<typeof import("./questions.js").curveQuestion>} question
   * @param {() => boolean} current whether the plan is still the newest
   * @param {object} [how]
   * @param {boolean} [how.part] it is a question for a part of the picture
   * @param {boolean} [how.ahead] whether the plan is valid is still to be heard, from elsewhere
   * @param {string} [how.note] what is said beside the sentence of the curve
   */
  async draw(question, current, { part = false, ahead = false, note = "" } = {}) {
    try {
      const { answer, stopped } = await this.#ask(question, current, { follows: ahead, like: likeOf(question) });
      if (stopped) this.chart.cancelled(() => this.draw(question, current, { part, note }));
      if (!answer) return;
      if (answer.answer === "refused") {
        if (!ahead) this.chart.keep(answer.message);
        return;
      }
      if (answer.answer === "curve" && answer.figure) {
        this.show(said(/** @type {Picture} */ (answer.figure), answer, note), part);
        this.element.dispatchEvent(new CustomEvent("dp-drawn", { detail: question, bubbles: true }));
      } else if (answer.answer === "curve" && !ahead) {
        // What is only followed has the last curve until it rests; then others may have one.
        this.figure = undefined;
        this.chart.none(answer.unavailable.map(({ reason }) => reason));
      }
      // A curve that moves with a slider may come when the plan is another one already.
      if (!current()) this.wait();
    } catch (error) {
      this.chart.rest();
      this.chart.keep("The core of this page does not answer.");
      this.element.dispatchEvent(new CustomEvent("dp-failed", { detail: String(error), bubbles: true }));
    }
  }

  /**
   * Asks for a curve that is to join others, for which a person waits longer.
   * @param {object} question
   * @param {() => boolean} current
   * @param {{done: number, all: number}} turn how many of the curves are there
   * @returns {Promise<Picture | "stopped" | "passed" | {reason: string}>} or why there is none; passed if a newer
   *   question took its place
   */
  async part(question, current, { done, all }) {
    try {
      const share = (/** @type {number} */ own) => (done + own) / all;
      const { answer, stopped } = await this.#ask(question, current, { share, patience: PATIENCE });
      if (stopped) return "stopped";
      if (answer?.answer !== "curve") return "passed";
      if (answer.figure) return /** @type {Picture} */ (answer.figure);
      return { reason: answer.unavailable.map(({ reason }) => reason).join("; ") };
    } catch {
      this.chart.rest();
      return { reason: "it did not come in time" };
    }
  }

  /** Marks what is drawn as that of an earlier plan. */
  wait() {
    if (this.figure) this.chart.wait();
  }

  /** Lets go of what is being computed. */
  stop() {
    cancel(this);
    this.chart.rest();
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
   * @param {object} [how]
   * @param {(share: number) => number} [how.share] of the whole work, from that of this question
   * @param {number} [how.patience]
   * @param {boolean} [how.follows]
   * @param {string | undefined} [how.like]
   */
  async #ask(question, current, { share: whole = (share) => share, ...options } = {}) {
    let stopped = false;
    const stop = () => {
      stopped = true;
      cancel(this);
    };
    const progress = (/** @type {number} */ share) => {
      if (current()) this.chart.progress(whole(share), stop);
    };
    const answer = await ask(question, { channel: this, progress, ...options });
    if (answer) this.chart.rest();
    return { answer, stopped: stopped && current() };
  }
}

/**
 * The picture of a profile, with a word on every accountant that has no curve.
 * @param {Picture} figure
 * @param {{view: string, unavailable: {accountant: string, reason: string}[]}} answer
 * @param {string} note
 * @returns {Picture}
 */
function said(figure, { view, unavailable }, note) {
  if (view !== "profile") return figure;
  const missing = unavailable.map(({ accountant, reason }) => `There is no curve by ${accountant}: ${reason}.`);
  return { ...figure, sentence: [figure.sentence, note, ...missing].filter(Boolean).join(" ") };
}
