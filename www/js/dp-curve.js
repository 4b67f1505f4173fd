// <dp-curve mechanism="gaussian" sigma="1" delta="1e-5" neighbours="add-remove">: the exact curve of one
// release, live. Attributes are the setting as typed, `sampling` and `rate` among them; those left out
// start as usual. A parameter of the mechanism that is called like another attribute, as `delta` may be,
// is written `mechanism-delta`. What stands inside is shown until the first answer.
//
// Events: `dp-drawn` when a new curve has been drawn (detail: the question it answers), `dp-failed` when
// the core cannot be reached. `retry()` asks again.

import { Chart } from "./chart/chart.js";
import { gridOf } from "./chart/grid.js";
import { ask, cancel, describe } from "./core/engine.js";
import { complete, curveQuestion, fieldOf, NO_SAMPLING } from "./state/setting.js";
import { styles } from "./ui/styles.js";

/** @typedef {import("../pkg/accounting/dpscope.js").Refusal} Refusal */
/** @typedef {import("./core/engine.js").Description} Description */
/** @typedef {ReturnType<typeof curveQuestion>} Question */
/** @typedef {{x: [number, number] | null, scale: "linear" | "log"}} Looked */

export class DpCurve extends HTMLElement {
  #chart = new Chart();
  #attributes = new MutationObserver(() => this.#ask());
  /** @type {Description | undefined} */
  #description;
  /** Questions so far. */
  #turn = 0;
  /** The question of the whole curve that is shown; none while another is asked. @type {Question | undefined} */
  #asked;
  /** Whether a part is shown, with more points. */
  #part = false;

  constructor() {
    super();
    this.#chart.element.addEventListener("dp-window", (event) => {
      this.#refine(/** @type {CustomEvent<Looked>} */ (event).detail);
    });
  }

  connectedCallback() {
    this.#attributes.observe(this, { attributes: true });
    this.#ask();
  }

  disconnectedCallback() {
    this.#attributes.disconnect();
  }

  /** Asks again after a failure. */
  retry() {
    this.#ask();
  }

  async #ask() {
    const mine = (this.#turn += 1);
    const current = () => mine === this.#turn && this.isConnected;
    this.#asked = undefined;
    let stopped = false;
    const stop = () => {
      stopped = true;
      cancel(this);
    };
    const progress = (/** @type {number} */ share) => {
      if (!current()) return;
      this.#mount();
      this.#chart.progress(share, stop);
    };
    try {
      this.#description ??= await this.#prepare();
      const setting = complete(this.#description, (key) => this.getAttribute(key));
      const view = this.getAttribute("view") ?? "profile";
      const { question, answer } = await curve(setting, view, { channel: this, progress }, current);
      if (stopped && current()) this.#chart.cancelled(() => this.#ask());
      if (!answer || !this.isConnected) return;
      if (current()) this.#chart.rest();
      this.#mount();
      if (answer.answer === "refused") {
        this.#chart.keep(explain(answer));
      } else if (answer.answer === "curve" && answer.figure) {
        this.#chart.show(answer.figure);
        this.#part = false;
        if (current()) this.#asked = question;
        this.dispatchEvent(new CustomEvent("dp-drawn", { detail: question, bubbles: true }));
      } else if (answer.answer === "curve") {
        this.#chart.none(answer.unavailable.map(({ reason }) => reason));
      }
    } catch (error) {
      this.#chart.rest();
      this.#chart.keep("The core of this page does not answer.");
      this.dispatchEvent(new CustomEvent("dp-failed", { detail: String(error), bubbles: true }));
    }
  }

  /**
   * Asks for more points of the part that is looked at; where that fails, the few remain.
   * @param {Looked} looked
   */
  async #refine({ x, scale }) {
    const asked = this.#asked;
    if (!asked || asked.view === "composition") return;
    if (x === null) {
      if (this.#part) this.#ask();
      return;
    }
    const mine = (this.#turn += 1);
    const progress = (/** @type {number} */ share) => {
      if (mine === this.#turn) this.#chart.progress(share, () => cancel(this));
    };
    const answer = await ask({ ...asked, grid: gridOf(x, scale) }, { channel: this, progress }).catch(() => undefined);
    if (mine !== this.#turn) return;
    this.#chart.rest();
    if (answer?.answer !== "curve" || !answer.figure) return;
    this.#chart.show(answer.figure, { part: true });
    this.#part = true;
  }

  /** What a first drawing needs. */
  async #prepare() {
    const [description] = await Promise.all([describe(), this.#chart.ready(), styles("curve")]);
    return description;
  }

  #mount() {
    if (this.#chart.element.parentNode !== this) this.replaceChildren(this.#chart.element);
  }
}

/**
 * Asks for a curve. On a sample the Rényi bound of a whole curve takes far longer than the exact one, so
 * it is asked for only where there is no other.
 * @param {import("./state/setting.js").Setting} setting
 * @param {string} view
 * @param {import("./core/engine.js").Options} options
 * @param {() => boolean} current whether this is still the newest setting
 */
async function curve(setting, view, options, current) {
  const question = curveQuestion(setting, view);
  if (setting.sampling !== NO_SAMPLING && view !== "composition") {
    const exact = curveQuestion(setting, view, ["exact"]);
    const answer = await ask(exact, options);
    if (answer?.answer !== "curve" || answer.figure || !current()) return { question: exact, answer };
  }
  return { question, answer: await ask(question, options) };
}

/**
 * A refusal in terms of the attribute that caused it.
 * @param {Refusal} refusal
 */
function explain({ path, value, allowed, message }) {
  return value === undefined ? message : `${fieldOf(path)}: ${value} is not ${allowed}.`;
}

customElements.define("dp-curve", DpCurve);
