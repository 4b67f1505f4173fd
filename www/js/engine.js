// The way to the core: questions go to one worker, one at a time.
//
// Each asker has a channel. While a question waits, a newer one on its channel takes its place and the
// older promise resolves to `undefined`. A question already with the worker is answered, so that a
// chart keeps moving while a slider is dragged; answers of one channel never arrive out of order.
//
// A worker that fails or stays silent is replaced and its question is put once more. If that fails too
// the promise rejects with EngineFailure; the next question starts afresh.

import { compile } from "./module.js";

/** @typedef {import("../pkg/dpscope.js").Answer} Answer */
/** @typedef {Extract<Answer, {answer: "describe"}>} Description */
/** @typedef {import("./worker.js").ToWorker} ToWorker */
/** @typedef {import("./worker.js").FromWorker} FromWorker */

/**
 * @typedef {object} Entry
 * @property {unknown} question
 * @property {(answer: Answer | undefined) => void} resolve
 * @property {(failure: EngineFailure) => void} reject
 */

/** Milliseconds until a silent worker counts as lost: while it loads, and while it computes. */
const PATIENCE = { start: 20_000, answer: 2_000 };

/** The core could not be reached, twice in a row. */
export class EngineFailure extends Error {
  /** @override */
  name = "EngineFailure";
}

class Engine {
  /** @type {Worker | undefined} */
  #worker;
  #ready = false;
  #sent = 0;
  /** @type {(Entry & {channel: unknown}) | undefined} */
  #asked;
  /** @type {Map<unknown, Entry>} */
  #waiting = new Map();
  /** Failures since the last answer. */
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #alarm;

  /**
   * @param {unknown} question
   * @param {{channel: unknown}} options
   * @returns {Promise<Answer | undefined>}
   */
  ask(question, { channel }) {
    return new Promise((resolve, reject) => {
      this.#waiting.get(channel)?.resolve(undefined);
      this.#waiting.set(channel, { question, resolve, reject });
      this.#next();
    });
  }

  #next() {
    const [first] = this.#waiting;
    if (this.#asked || !first) return;
    if (!this.#worker) this.#start();
    if (!this.#worker || !this.#ready) return;
    const [channel, entry] = first;
    this.#waiting.delete(channel);
    this.#asked = { channel, ...entry };
    this.#sent += 1;
    this.#send(this.#worker, { id: this.#sent, question: entry.question }, PATIENCE.answer);
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    this.#ready = false;
    const broken = (/** @type {string} */ reason) => this.#replace(worker, reason);
    worker.addEventListener("message", ({ data }) => this.#hear(worker, data));
    worker.addEventListener("messageerror", () => broken("an answer could not be read"));
    worker.addEventListener("error", (event) => broken(event.message ?? "the worker could not be loaded"));
    compile().then(
      (module) => this.#worker === worker && this.#send(worker, { module }, PATIENCE.start),
      (error) => broken(String(error)),
    );
  }

  /**
   * @param {Worker} worker
   * @param {ToWorker} message
   * @param {number} patience
   */
  #send(worker, message, patience) {
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.#replace(worker, "no answer came in time"), patience);
    worker.postMessage(message);
  }

  /**
   * @param {Worker} worker
   * @param {FromWorker} message
   */
  #hear(worker, message) {
    if (worker !== this.#worker) return;
    if ("fatal" in message) {
      this.#replace(worker, message.fatal);
    } else if ("ready" in message) {
      clearTimeout(this.#alarm);
      this.#ready = true;
      this.#next();
    } else if (message.id === this.#sent && this.#asked) {
      clearTimeout(this.#alarm);
      const { resolve } = this.#asked;
      this.#asked = undefined;
      this.#failures = 0;
      resolve(message.answer);
      this.#next();
    }
  }

  /**
   * @param {Worker} worker
   * @param {string} reason
   */
  #replace(worker, reason) {
    if (worker !== this.#worker) return;
    clearTimeout(this.#alarm);
    worker.terminate();
    this.#worker = undefined;
    const entry = this.#asked;
    this.#asked = undefined;
    if (entry || this.#waiting.size > 0) this.#failures += 1;
    if (this.#failures < 2) {
      if (entry) this.#again(entry);
    } else {
      this.#failures = 0;
      const lost = entry ? [entry] : [...this.#waiting.values()];
      if (!entry) this.#waiting.clear();
      for (const { reject } of lost) reject(new EngineFailure(reason));
    }
    this.#next();
  }

  /** Puts a question first in line, unless a newer one has taken its place. */
  #again(/** @type {Entry & {channel: unknown}} */ { channel, ...entry }) {
    if (this.#waiting.has(channel)) entry.resolve(undefined);
    else this.#waiting = new Map([[channel, entry], ...this.#waiting]);
  }
}

const engine = new Engine();

/**
 * Asks the core. Resolves to `undefined` if a newer question on the same channel took its place.
 * @param {unknown} question
 * @param {{channel: unknown}} options
 */
export const ask = (question, options) => engine.ask(question, options);

/** @type {Promise<Description> | undefined} */
let description;

/**
 * What can be asked; one answer for the whole page. A failure is not kept.
 * @returns {Promise<Description>}
 */
export function describe() {
  description ??= ask({ ask: "describe" }, { channel: "describe" }).then(
    (answer) => {
      if (answer?.answer === "describe") return answer;
      throw new EngineFailure("the core does not describe itself");
    },
  ).catch((error) => {
    description = undefined;
    throw error;
  });
  return description;
}
