// The way to the core: questions go to one worker, one at a time.
//
// Each asker has a channel. While a question waits, a newer one on its channel takes its place and the
// older promise resolves to `undefined`. A question already with the worker is answered, so that a
// chart keeps moving while a slider is dragged; answers of one channel never arrive out of order. Only
// when it takes long does it give way too: a worker that computes hears nothing, so it is ended and a
// fresh one takes over. `cancel` does the same for a person who no longer waits.
//
// A worker that fails or stays silent is replaced and its question is put once more. If that fails too
// the promise rejects with EngineFailure; the next question starts afresh. Word about progress is a sign
// of life.

import { compile, training, useTraining } from "./module.js";

/** @typedef {import("../pkg/dpscope.js").Answer} Answer */
/** @typedef {Extract<Answer, {answer: "describe"}>} Description */
/** @typedef {import("./worker.js").ToWorker} ToWorker */
/** @typedef {import("./worker.js").FromWorker} FromWorker */

/**
 * @typedef {object} Options
 * @property {unknown} channel
 * @property {(share: number) => void} [progress] told the share that is done, from 0 to 1, once the
 *   answer takes noticeably long
 * @property {number} [patience] milliseconds for which the core may be silent before it counts as lost
 */

/**
 * @typedef {object} Entry
 * @property {unknown} question
 * @property {Options["progress"]} progress
 * @property {number} patience
 * @property {(answer: Answer | undefined) => void} resolve
 * @property {(failure: EngineFailure) => void} reject
 */

/** Milliseconds until a silent worker counts as lost: while it loads, and while it computes. */
const PATIENCE = { start: 20_000, answer: 2_000 };

/** Milliseconds of computing after which the asker is told, and after which a newer question wins. */
const LONG = { tell: 50, yield: 250 };

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
  /** With the worker: how far it is, and whether it has had its time.
   * @type {(Entry & {channel: unknown, share: number, overdue: boolean}) | undefined} */
  #asked;
  /** @type {Map<unknown, Entry>} */
  #waiting = new Map();
  /** Failures since the last answer. */
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #alarm;
  /** What is due while a question is with the worker.
   * @type {ReturnType<typeof setTimeout>[]} */
  #due = [];

  /**
   * @param {unknown} question
   * @param {Options} options
   * @returns {Promise<Answer | undefined>}
   */
  ask(question, { channel, progress, patience = PATIENCE.answer }) {
    return new Promise((resolve, reject) => {
      this.#waiting.get(channel)?.resolve(undefined);
      this.#waiting.set(channel, { question, progress, patience, resolve, reject });
      this.#giveWay();
      this.#next();
    });
  }

  /** Goes over to the larger core; what is being computed is computed by it anew. */
  train() {
    if (!useTraining() || !this.#worker) return;
    this.#worker.terminate();
    const entry = this.#take();
    if (entry) this.#again(entry);
    this.#start();
  }

  /** @param {unknown} channel */
  cancel(channel) {
    this.#waiting.get(channel)?.resolve(undefined);
    this.#waiting.delete(channel);
    if (this.#asked?.channel === channel) this.#stop();
  }

  #next() {
    const [first] = this.#waiting;
    if (this.#asked || !first) return;
    if (!this.#worker) this.#start();
    if (!this.#worker || !this.#ready) return;
    const [channel, entry] = first;
    this.#waiting.delete(channel);
    const asked = { channel, ...entry, share: 0, overdue: false };
    this.#asked = asked;
    this.#sent += 1;
    this.#due = [
      setTimeout(() => asked.progress?.(asked.share), LONG.tell),
      setTimeout(() => {
        asked.overdue = true;
        this.#giveWay();
      }, LONG.yield),
    ];
    this.#send(this.#worker, { id: this.#sent, question: entry.question }, entry.patience);
  }

  /** Takes the question from the worker, however that ended. */
  #take() {
    clearTimeout(this.#alarm);
    for (const timer of this.#due) clearTimeout(timer);
    const asked = this.#asked;
    this.#asked = undefined;
    return asked;
  }

  /** Ends a question that has had its time if a newer one of its channel waits. */
  #giveWay() {
    if (this.#asked?.overdue && this.#waiting.has(this.#asked.channel)) this.#stop();
  }

  /** Ends the question with the worker, and the worker with it; a fresh one loads meanwhile. */
  #stop() {
    this.#worker?.terminate();
    this.#take()?.resolve(undefined);
    this.#start();
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
      (module) => this.#worker === worker && this.#send(worker, { module, training: training() }, PATIENCE.start),
      (error) => broken(String(error)),
    );
  }

  /**
   * @param {Worker} worker
   * @param {ToWorker} message
   * @param {number} patience
   */
  #send(worker, message, patience) {
    this.#expect(worker, patience);
    worker.postMessage(message);
  }

  /**
   * Counts a worker as lost that stays silent from now on.
   * @param {Worker} worker
   * @param {number} patience
   */
  #expect(worker, patience) {
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.#replace(worker, "no answer came in time"), patience);
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
    } else if (message.id !== this.#sent || !this.#asked) {
      return;
    } else if ("progress" in message) {
      this.#expect(worker, this.#asked.patience);
      // Work in several rounds starts each at 0; what is shown never goes back.
      this.#asked.share = Math.max(this.#asked.share, message.progress);
      this.#asked.progress?.(this.#asked.share);
    } else {
      this.#failures = 0;
      this.#take()?.resolve(message.answer);
      this.#next();
    }
  }

  /**
   * @param {Worker} worker
   * @param {string} reason
   */
  #replace(worker, reason) {
    if (worker !== this.#worker) return;
    worker.terminate();
    this.#worker = undefined;
    const entry = this.#take();
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
 * Asks the core. Resolves to `undefined` if a newer question on the same channel took its place, or if it
 * was cancelled.
 * @param {unknown} question
 * @param {Options} options
 */
export const ask = (question, options) => engine.ask(question, options);

/**
 * Ends whatever a channel waits for.
 * @param {unknown} channel
 */
export const cancel = (channel) => engine.cancel(channel);

/** Loads the core that also trains on data, instead of the one that only accounts. */
export const train = () => engine.train();

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
