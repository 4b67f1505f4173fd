// Answers of the page's own instance of the core, on the thread of the page: a question that takes a few
// milliseconds is answered, and its curve drawn, within the event that asked it, without the way to the
// worker and back. Questions are told apart by what they are like; how long the last ones like it took
// decides where the next is answered.

import { mainThreadCore } from "./wasm.js";

/** @typedef {import("./wasm.js").Answer} Answer */
/** @typedef {import("../../pkg/accounting/dpscope.js").Question} Question */

/** Milliseconds that a question may take; then the next one like it goes to the worker. */
const QUICK = 5;

/** Milliseconds after which one that takes unexpectedly long is given up. */
const DEADLINE = 8;

export class MainThread {
  #module;
  /** Milliseconds that the last two questions like it took, the newer first. @type {Map<string, number[]>} */
  #took = new Map();
  /** What has been answered since the last frame. @type {Set<string>} */
  #answered = new Set();

  /** @param {string} module its name */
  constructor(module) {
    this.#module = module;
  }

  /**
   * The answer, if it can be given at once; once in a frame, because more would not be seen.
   * @param {string} like
   * @param {unknown} question
   * @returns {Answer | undefined}
   */
  ask(like, question) {
    const core = mainThreadCore(this.#module);
    // One that was slow alone was held up by something else.
    const took = Math.min(...(this.#took.get(like) ?? []));
    if (!core || took > QUICK || this.#answered.has(like)) return undefined;
    if (this.#answered.size === 0) requestAnimationFrame(() => this.#answered.clear());
    this.#answered.add(like);
    const start = performance.now();
    let late = false;
    const inTime = () => {
      late ||= performance.now() - start > DEADLINE;
      return !late;
    };
    const answer = core.ask(/** @type {Question} */ (question), inTime);
    this.learn(like, performance.now() - start);
    return late ? undefined : answer;
  }

  /**
   * Hears how long a question took, wherever it was answered.
   * @param {string} like
   * @param {number} took milliseconds
   */
  learn(like, took) {
    const [last = Infinity] = this.#took.get(like) ?? [];
    this.#took.set(like, [took, last]);
  }
}
