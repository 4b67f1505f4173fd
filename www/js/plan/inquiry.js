// The way from a plan to what is known of it: solved first if a number is to be found, then the quick
// accountants, then, once the plan rests, those that certify. The newest plan wins; what has been asked of
// an older one is still shown when it comes, so that the answer keeps moving with a slider.

import { ask, cancel } from "../core/engine.js";
import { gather, solutionOf } from "./findings.js";
import { active, adopt } from "./model.js";
import { planQuestion, put, QUICK, SLOW, solveQuestion } from "./questions.js";
import { parameterOf } from "./words.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../../pkg/accounting/dpscope.js").PlanAnswer} PlanAnswer */
/** @typedef {import("./findings.js").Findings} Findings */
/** @typedef {import("./findings.js").Solution} Solution */
/** @typedef {import("./model.js").Plan} Plan */
/** @typedef {import("./questions.js").Wrong} Wrong */

/**
 * Who is told.
 * @typedef {object} Listener
 * @property {() => void} nothing no release takes part
 * @property {(plan: Plan, current: () => boolean) => void} asked a plan without an unknown of its own has been asked
 * @property {(wrong: ReadonlyMap<string, Wrong>) => void} judged which fields are wrong; none is good news
 * @property {(found: Found, first: boolean) => void | Promise<void>} found what is known; `first` if it is the quick part
 * @property {(share: number, stop: () => void) => void} progress
 * @property {(reason: string, again: () => void) => void} ended no more comes
 * @property {(again: () => void) => void} failed the core cannot be reached
 */

/**
 * @typedef {object} Found
 * @property {Plan} plan as asked
 * @property {Plan} concrete with the solved value in its place
 * @property {Findings} findings
 * @property {() => boolean} current whether the plan is still the newest
 */

/** Milliseconds after which a plan that did not change rests. */
const REST = 150;

export class Inquiry {
  #description;
  #listener;
  #turn = 0;
  /** The channel of the answer. */
  #channel = {};

  /**
   * @param {Description} description
   * @param {Listener} listener
   */
  constructor(description, listener) {
    this.#description = description;
    this.#listener = listener;
  }

  /** @param {Plan} plan */
  async ask(plan) {
    const mine = (this.#turn += 1);
    const current = () => mine === this.#turn;
    const again = () => {
      if (current()) this.ask(plan);
    };
    if (active(plan).length === 0) {
      cancel(this.#channel);
      this.#listener.judged(new Map());
      this.#listener.nothing();
      return;
    }
    const rest = new Promise((resolve) => setTimeout(resolve, REST));
    const watch = this.#watch(current);
    try {
      const found = await this.#quick(plan, current, watch);
      if (watch.stopped()) this.#listener.ended("Cancelled.", again);
      if (!found) return;
      // The curve is asked for before what may take long.
      await Promise.all([rest, this.#listener.found(found, true)]);
      if (current()) await this.#certify(found);
    } catch {
      if (current()) this.#listener.failed(again);
    }
  }

  /**
   * @param {Plan} plan
   * @param {() => boolean} current
   * @param {{progress: (share: number) => void}} watch
   * @returns {Promise<Found | undefined>}
   */
  async #quick(plan, current, { progress }) {
    // The large number goes before every picture of it.
    const options = { channel: this.#channel, progress, current, urgent: true };
    const judge = (/** @type {ReadonlyMap<string, Wrong>} */ wrong) => {
      if (current()) this.#listener.judged(wrong);
    };
    /** @type {Solution | undefined} */
    let solution;
    if (typeof plan.find !== "string") {
      const { answer, wrong } = await put(plan, this.#description, (plan) => solveQuestion(plan, QUICK), options);
      if (answer?.answer !== "solve") return undefined;
      judge(wrong);
      if (wrong.size > 0) return undefined;
      const { release: id, field } = plan.find;
      const release = plan.releases.find((one) => one.id === id);
      const parameter = release && parameterOf(release, field, this.#description);
      if (!parameter) return undefined;
      solution = solutionOf(answer, parameter);
    }
    const concrete = adopt(plan, solution?.text);
    const asked = put(concrete, this.#description, (plan) => planQuestion(plan, QUICK), options);
    this.#listener.asked(concrete, current);
    const { answer, wrong } = await asked;
    if (answer?.answer !== "plan") return undefined;
    judge(wrong);
    if (wrong.size > 0) return undefined;
    const findings = gather([answer], { waiting: true, ...(solution ? { solution } : {}) });
    this.#answers.set(findings, answer);
    return { plan, concrete, findings, current };
  }

  /** The quick answer that findings come from. @type {WeakMap<Findings, PlanAnswer>} */
  #answers = new WeakMap();

  /** @param {Found} found */
  async #certify(found) {
    const { concrete, findings, current } = found;
    const again = () => {
      if (current()) this.#certify(found);
    };
    const { progress, stopped } = this.#watch(current);
    try {
      const answer = await ask(planQuestion(concrete, SLOW), { channel: this.#channel, progress });
      if (!current()) return;
      if (stopped()) return this.#listener.ended("Cancelled.", again);
      const quick = this.#answers.get(findings);
      if (answer?.answer !== "plan" || !quick) return;
      const { solution } = findings;
      const all = gather([quick, answer], { waiting: false, ...(solution ? { solution } : {}) });
      this.#listener.found({ ...found, findings: all }, false);
    } catch {
      if (current()) this.#listener.ended("The certified bounds did not come in time.", again);
    }
  }

  /** @param {() => boolean} current */
  #watch(current) {
    let stopped = false;
    const stop = () => {
      stopped = true;
      cancel(this.#channel);
    };
    return {
      progress: (/** @type {number} */ share) => {
        if (current()) this.#listener.progress(share, stop);
      },
      stopped: () => stopped && current(),
    };
  }
}
