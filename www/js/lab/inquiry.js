// What a chart asks the core, one thing after another. A newer inquiry takes the place of an older one;
// what had already been answered is still shown, so that a chart moves while a slider is dragged.

import { ask, cancel } from "../core/engine.js";

/** @typedef {import("../core/engine.js").Answer} Answer */
/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */
/** @typedef {(question: object, part?: [before: number, all: number], like?: string) => Promise<Answer>} Put `part`: how many questions of how many are done before this one; `like`: of
 *   core/module-engine.js, where quick ones may be answered on the thread of the page */

/**
 * What shows how far an inquiry is, such as a chart.
 * @typedef {object} Shower
 * @property {(share: number, stop: () => void) => void} progress
 * @property {(again: () => void) => void} cancelled
 * @property {(reason: string) => void} keep
 * @property {() => void} rest
 */

/** The core refused a question. */
export class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor(refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** A newer inquiry has come, or a person stopped this one. */
class Ended extends Error {}

export class Inquiry {
  #chart;
  #told;
  #module;
  #turn = 0;

  /**
   * @param {Shower} chart
   * @param {object} [told]
   * @param {string} [told.module] the one that is asked, the page's usual one if absent
   * @param {(error: unknown) => void} [told.failed] the core cannot be reached
   * @param {(refusal: Refusal) => void} [told.refused] it does not accept a question
   */
  constructor(chart, { module, ...told } = {}) {
    this.#chart = chart;
    this.#told = told;
    this.#module = module === undefined ? {} : { module };
  }

  /** Whether an answer is awaited. */
  busy = false;

  /**
   * Runs work that puts questions and shows what comes of them. What it shows last stands.
   * @param {(put: Put) => Promise<void>} work
   */
  async run(work) {
    const mine = (this.#turn += 1);
    const current = () => mine === this.#turn;
    let [stopped, asked] = [false, 0];
    const stop = () => {
      stopped = true;
      cancel(this);
    };
    const progress = (/** @type {number} */ share) => {
      if (current()) this.#chart.progress(share, stop);
    };
    /** @type {Put} */
    const put = async (question, [before, all] = [0, 1], like) => {
      if (asked > 0 && !current()) throw new Ended();
      asked += 1;
      const answer = await ask(question, { channel: this, progress: (share) => progress((before + share) / all), like, ...this.#module });
      if (!answer) throw new Ended();
      if (answer.answer === "refused") throw new Refused(answer);
      return answer;
    };
    this.busy = true;
    try {
      await work(put);
    } catch (error) {
      if (!current()) return;
      if (error instanceof Refused) {
        this.#chart.keep(sentence(error.refusal));
        this.#told.refused?.(error.refusal);
      } else if (error instanceof Ended) {
        if (stopped) this.#chart.cancelled(() => this.run(work));
        if (stopped) return;
      } else {
        this.#chart.keep("The core of this page does not answer.");
        this.#told.failed?.(error);
      }
    } finally {
      if (current()) this.busy = false;
    }
    if (current()) this.#chart.rest();
  }

  /** No longer waits for anything. */
  end() {
    this.#turn += 1;
    this.busy = false;
    cancel(this);
    this.#chart.rest();
  }
}

/** @param {Refusal} refusal */
function sentence({ message }) {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/**
 * The figure of an answer, or nothing.
 * @param {Answer} answer
 * @returns {import("../chart/chart.js").Picture | undefined}
 */
export function figureOf(answer) {
  const figure = "figure" in answer ? answer.figure : undefined;
  return /** @type {import("../chart/chart.js").Picture | undefined} */ (figure ?? undefined);
}

/**
 * Why there is no figure.
 * @param {Answer} answer
 */
export function reasonsOf(answer) {
  return answer.answer === "curve" ? answer.unavailable.map(({ reason }) => reason) : [];
}
