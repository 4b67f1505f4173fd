// The pictures of a plan: its ε–δ curve, and how ε grows as the plan is repeated. The curve of the best
// quick accountant follows the slider; the others join once it rests, the slowest only on demand.

import { Chart } from "../chart.js";
import { element } from "../element.js";
import { ask, cancel } from "../engine.js";
import { NO_SAMPLING } from "../setting.js";
import { button } from "./controls.js";
import { active } from "./model.js";
import { curveQuestion } from "./questions.js";

/** @typedef {import("../../pkg/dpscope.js").Accountant} Accountant */
/** @typedef {import("../../pkg/dpscope.js").Figure} Figure */
/** @typedef {import("./findings.js").Findings} Findings */
/** @typedef {import("./model.js").Plan} Plan */

/** Points of a curve that many accountants draw, enough to see its course; and of a part that is looked at. */
const POINTS = { all: 25, part: 121 };

/** Accountants whose whole curve takes seconds. @type {Accountant[]} */
const HEAVY = ["loss", "advanced", "naive"];

export class Charts {
  #profile = new Drawing();
  #growth = new Drawing();
  #all = button("Overlay every accountant", () => this.#toggle(), { "aria-pressed": "false" });
  /** What is shown. @type {{plan: Plan, findings: Findings, current: () => boolean} | undefined} */
  #shown;
  element;

  constructor() {
    this.element = element(
      "section",
      { class: "charts", "aria-labelledby": "charts-heading" },
      element("h2", { id: "charts-heading", class: "unseen", tabindex: -1 }, "Charts"),
      element("div", { class: "chart-place" }, this.#profile.element, element("p", { class: "chart-acts" }, this.#all)),
      element("div", { class: "chart-place" }, this.#growth.element),
    );
    this.#profile.element.addEventListener("dp-window", (event) => {
      if (event instanceof CustomEvent) this.#look(event.detail?.x ?? null);
    });
  }

  /**
   * Follows a plan that may still change.
   * @param {Plan} plan without an unknown of its own
   * @param {Findings} findings
   * @param {() => boolean} current
   */
  follow(plan, findings, current) {
    this.#shown = { plan, findings, current };
    const sampled = active(plan).some(({ sampling }) => sampling !== NO_SAMPLING);
    const best = leader(findings);
    // The Rényi bound of a sample takes far longer than the exact curve.
    this.#profile.draw(curveQuestion(plan, "profile", sampled ? [best] : both(best)), current);
  }

  /**
   * Draws a plan that rests.
   * @param {Plan} plan
   * @param {Findings} findings
   * @param {() => boolean} current
   */
  async rest(plan, findings, current) {
    this.#shown = { plan, findings, current };
    const best = leader(findings);
    await this.#profile.draw(curveQuestion(plan, "profile", both(best)), current);
    if (!current()) return;
    await this.#growth.draw(curveQuestion(plan, "composition", [...both(best), "advanced", "naive"]), current);
    if (current() && this.#overlaid) await this.#overlay();
  }

  /**
   * Leaves the last curves standing.
   * @param {string} reason
   */
  keep(reason) {
    this.#profile.chart.keep(reason);
    this.#growth.chart.keep(reason);
  }

  /** The ε–δ curve on show. */
  get figure() {
    return this.#profile.figure;
  }

  get #overlaid() {
    return this.#all.getAttribute("aria-pressed") === "true";
  }

  #toggle() {
    this.#all.setAttribute("aria-pressed", String(!this.#overlaid));
    if (this.#overlaid) this.#overlay();
    else if (this.#shown) this.rest(this.#shown.plan, this.#shown.findings, this.#shown.current);
  }

  async #overlay() {
    if (!this.#shown) return;
    const { plan, findings, current } = this.#shown;
    const grid = { from: 0, to: this.#profile.figure?.x.to ?? 1, points: POINTS.all };
    await this.#profile.draw(curveQuestion(plan, "profile", [...both(leader(findings)), ...HEAVY], grid), current);
  }

  /**
   * Draws more points of the part that a person looks at.
   * @param {[number, number] | null} part
   */
  #look(part) {
    if (!this.#shown) return;
    const { plan, findings, current } = this.#shown;
    const accountants = both(leader(findings));
    const grid = part ? { from: Math.max(part[0], 0), to: part[1], points: POINTS.part } : undefined;
    this.#profile.draw(curveQuestion(plan, "profile", accountants, grid), current, part !== null);
  }
}

/** The tightest accountant that answered at once. @param {Findings} findings @returns {Accountant} */
function leader({ bounds }) {
  const quick = /** @type {const} */ (["exact", "fourier", "moments"]);
  return quick.find((word) => bounds.get(word)?.text) ?? "moments";
}

/** @param {Accountant} best @returns {Accountant[]} */
const both = (best) => (best === "moments" ? ["moments"] : [best, "moments"]);

/** A chart and the newest question for it. */
export class Drawing {
  chart = new Chart({ table: false });
  element = this.chart.element;
  /** What is drawn. @type {Figure | undefined} */
  figure;

  /**
   * @param {object} question
   * @param {() => boolean} current whether the plan is still the newest
   * @param {boolean} [part] it is a question for a part of the picture
   */
  async draw(question, current, part = false) {
    let stopped = false;
    const stop = () => {
      stopped = true;
      cancel(this);
    };
    const progress = (/** @type {number} */ share) => {
      if (current()) this.chart.progress(share, stop);
    };
    try {
      const answer = await ask(question, { channel: this, progress });
      if (stopped && current()) this.chart.cancelled(() => this.draw(question, current, part));
      if (!answer) return;
      this.chart.rest();
      if (answer.answer === "refused") {
        this.chart.keep(answer.message);
      } else if (answer.answer === "curve" && answer.figure) {
        this.figure = answer.figure;
        this.chart.show(answer.figure, { part });
        this.element.dispatchEvent(new CustomEvent("dp-drawn", { detail: question, bubbles: true }));
      } else if (answer.answer === "curve") {
        this.chart.none(answer.unavailable.map(({ reason }) => reason));
      }
    } catch (error) {
      this.chart.rest();
      this.chart.keep("The core of this page does not answer.");
      this.element.dispatchEvent(new CustomEvent("dp-failed", { detail: String(error), bubbles: true }));
    }
  }
}
