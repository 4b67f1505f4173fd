// The way to the core: questions go to one worker, one at a time; one that is meant to be shown together
// with another follows it at once, so that the worker does not wait for the page between the two.
//
// Each asker has a channel. While a question waits, a newer one on its channel takes its place and the
// older promise resolves to `undefined`. A question already with the worker is answered, so that a
// chart keeps moving while a slider is dragged; answers of one channel never arrive out of order. Only
// when it takes long does it give way too: a worker that computes hears nothing, so it is ended and a
// fresh one takes over, also for what had followed it. `cancel` does the same for a person who no longer
// waits.
//
// A question that is `urgent`, the one of a large number, goes before all others: it is put first, and a curve
// that has had a moment with the worker is taken from it and put again behind. Only another urgent question
// makes it wait.
//
// A question that says what it is `like` is answered at once, by the page itself, if the last one like it was
// quick; what the worker still computes for that channel is then of no use any more.
//
// A worker that fails or stays silent is replaced and its question is put once more. If that fails too
// the promise rejects with EngineFailure; the next question starts afresh. Word about progress is a sign
// of life.

import { MainThread } from "./main-thread.js";
import { Stored, tableOf } from "./stored.js";
import * as wasm from "./wasm.js";

/** @typedef {import("../pkg/accounting/dpscope.js").Answer} Answer */
/** @typedef {Extract<Answer, {answer: "describe"}>} Description */
/** @typedef {import("./worker.js").ToWorker} ToWorker */
/** @typedef {import("./worker.js").FromWorker} FromWorker */

/**
 * @typedef {object} Options
 * @property {unknown} channel
 * @property {(share: number) => void} [progress] told the share that is done, from 0 to 1, once the
 *   answer takes noticeably long
 * @property {number} [patience] milliseconds for which the core may be silent before it counts as lost
 * @property {boolean} [follows] it is quick and belongs to the question before it, which it may follow to the
 *   worker before that is answered
 * @property {boolean} [urgent] it goes before every question that is not
 * @property {string | undefined} [like] the same text for questions that take about as long, if they may be answered on the
 *   thread of the page
 */

/**
 * @typedef {object} Entry
 * @property {unknown} question
 * @property {Options["progress"]} progress
 * @property {number} patience
 * @property {boolean} follows
 * @property {boolean} urgent
 * @property {string | undefined} like
 * @property {(answer: Answer | undefined) => void} resolve
 * @property {(failure: EngineFailure) => void} reject
 */

/** Milliseconds until a silent worker counts as lost: while it loads, and while it computes. */
const PATIENCE = { start: 20_000, answer: 2_000 };

/**
 * Milliseconds of computing after which the asker is told, after which an urgent question passes one that is not,
 * and after which a newer question wins.
 */
const LONG = { tell: 50, pass: 100, yield: 250 };

/**
 * A question with the worker: how far it is, whether it may be passed, whether it has had its time, and whether
 * nobody waits for it.
 * @typedef {Entry & {id: number, channel: unknown, share: number, passable: boolean, overdue: boolean, dropped: boolean}} Asked
 */

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
  /** With the worker, the one that it computes first. @type {Asked[]} */
  #asked = [];
  /** @type {Map<unknown, Entry>} */
  #waiting = new Map();
  #mainThread = new MainThread();
  /** Failures since the last answer. */
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #alarm;
  /** The tables that the worker has. */
  #stored = new Stored();
  /** What is due while a question is with the worker.
   * @type {ReturnType<typeof setTimeout>[]} */
  #due = [];

  /**
   * @param {unknown} question
   * @param {Options} options
   * @returns {Promise<Answer | undefined>}
   */
  ask(question, { channel, progress, patience = PATIENCE.answer, follows = false, urgent = false, like }) {
    return new Promise((resolve, reject) => {
      const answer = like === undefined || tableOf(question) ? undefined : this.#mainThread.ask(like, question);
      if (answer) {
        this.#drop(channel);
        resolve(answer);
        return;
      }
      this.#waiting.get(channel)?.resolve(undefined);
      const entry = { question, progress, patience, follows, urgent, like, resolve, reject };
      this.#waiting.set(channel, entry);
      if (urgent) this.#waiting = new Map([[channel, entry], ...this.#waiting]);
      this.#giveWay();
      this.#next();
    });
  }

  /** Goes over to another module; what is being computed is computed by it anew. @param {string} name */
  useModule(name) {
    if (!wasm.useModule(name) || !this.#worker) return;
    this.#worker.terminate();
    this.#again(this.#takeAll());
    this.#start();
  }

  /** @param {unknown} channel */
  cancel(channel) {
    const [first] = this.#asked;
    this.#drop(channel);
    // What only follows is quick, and not worth a worker.
    if (first?.channel === channel) this.#stop();
  }

  /** Nobody waits for what a channel has asked. @param {unknown} channel */
  #drop(channel) {
    this.#waiting.get(channel)?.resolve(undefined);
    this.#waiting.delete(channel);
    for (const asked of this.#asked.filter((one) => one.channel === channel)) {
      asked.dropped = true;
      asked.progress = undefined;
      asked.resolve(undefined);
    }
  }

  #next() {
    if (!this.#worker && this.#waiting.size > 0) this.#start();
    if (!this.#worker || !this.#ready) return;
    for (const [channel, entry] of this.#waiting) {
      if (this.#asked.length > 0 && (!entry.follows || this.#asked.some((asked) => asked.channel === channel))) return;
      this.#waiting.delete(channel);
      this.#sent += 1;
      this.#asked.push({ ...entry, id: this.#sent, channel, share: 0, passable: false, overdue: false, dropped: false });
      this.#worker.postMessage(/** @type {ToWorker} */ ({ id: this.#sent, ...this.#stored.send(entry.question) }));
      if (this.#asked.length === 1) this.#begin(this.#worker);
    }
  }

  /** The worker begins with the first question that it has. @param {Worker} worker */
  #begin(worker) {
    const [asked] = this.#asked;
    if (!asked) return;
    this.#expect(worker, asked.patience);
    this.#due = [
      setTimeout(() => asked.progress?.(asked.share), LONG.tell),
      setTimeout(
        () => {
          asked.passable = !asked.urgent;
          this.#giveWay();
        },
        // A curve that follows a slider moves with it if it is at all quick.
        asked.follows ? LONG.yield : LONG.pass,
      ),
      setTimeout(() => {
        asked.overdue = true;
        this.#giveWay();
      }, LONG.yield),
    ];
  }

  /** Nothing is due any more. */
  #rest() {
    clearTimeout(this.#alarm);
    for (const timer of this.#due) clearTimeout(timer);
  }

  /** Takes every question from the worker, which is gone. */
  #takeAll() {
    this.#rest();
    return this.#asked.splice(0);
  }

  /** Ends a question that has had its time if a newer one of its channel waits, or if only others wait; lets an
   * urgent one pass. */
  #giveWay() {
    const [first] = this.#asked;
    if (first?.overdue && (this.#waiting.has(first.channel) || (first.dropped && this.#waiting.size > 0))) this.#stop();
    else if (first?.passable && [...this.#waiting.values()].some(({ urgent }) => urgent)) this.#pass();
  }

  /** Takes all questions from the worker, which is ended, and puts them behind those that wait. */
  #pass() {
    this.#worker?.terminate();
    this.#again(this.#takeAll(), "last");
    this.#start();
  }

  /** Ends the question with the worker, and the worker with it; a fresh one loads meanwhile. */
  #stop() {
    this.#worker?.terminate();
    const [first, ...followers] = this.#takeAll();
    first?.resolve(undefined);
    this.#again(followers, "last");
    this.#start();
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    this.#stored.forget();
    this.#ready = false;
    const broken = (/** @type {string} */ reason) => this.#replace(worker, reason);
    worker.addEventListener("message", ({ data }) => this.#hear(worker, data));
    worker.addEventListener("messageerror", () => broken("an answer could not be read"));
    worker.addEventListener("error", (event) => broken(event.message ?? "the worker could not be loaded"));
    wasm.load().then(
      (module) => this.#worker === worker && this.#load(worker, module),
      (error) => broken(String(error)),
    );
  }

  /**
   * @param {Worker} worker
   * @param {wasm.Module} module
   */
  #load(worker, module) {
    this.#expect(worker, PATIENCE.start);
    worker.postMessage(/** @type {ToWorker} */ (module));
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
    const [first] = this.#asked;
    if ("fatal" in message) {
      this.#replace(worker, message.fatal);
    } else if ("ready" in message) {
      clearTimeout(this.#alarm);
      this.#ready = true;
      this.#next();
    } else if (!first || message.id !== first.id) {
      return;
    } else if ("progress" in message) {
      this.#expect(worker, first.patience);
      // Work in several rounds starts each at 0; what is shown never goes back.
      first.share = Math.max(first.share, message.progress);
      first.progress?.(first.share);
    } else {
      this.#failures = 0;
      this.#rest();
      this.#asked.shift();
      if (first.like !== undefined) this.#mainThread.learn(first.like, message.took);
      if (message.answer.answer === "refused" && tableOf(first.question)) this.#stored.forget();
      this.#begin(worker);
      first.resolve(message.answer);
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
    const entries = this.#takeAll();
    if (entries.length > 0 || this.#waiting.size > 0) this.#failures += 1;
    if (this.#failures < 2) {
      this.#again(entries);
    } else {
      this.#failures = 0;
      const lost = entries.length > 0 ? entries : [...this.#waiting.values()];
      if (entries.length === 0) this.#waiting.clear();
      for (const { reject } of lost) reject(new EngineFailure(reason));
    }
    this.#next();
  }

  /**
   * Puts questions in line again, unless newer ones have taken their places.
   * @param {Asked[]} entries
   * @param {"first" | "last"} [where] what followed a question that is no more follows what waits
   */
  #again(entries, where = "first") {
    const again = /** @type {[unknown, Entry][]} */ ([]);
    for (const entry of entries.filter(({ dropped }) => !dropped)) {
      if (this.#waiting.has(entry.channel)) entry.resolve(undefined);
      else again.push([entry.channel, entry]);
    }
    this.#waiting = new Map(where === "first" ? [...again, ...this.#waiting] : [...this.#waiting, ...again]);
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

/**
 * Uses a module of wasm-pack.toml by its name, instead of the one that only accounts. A page or an element that needs
 * another says so when it is loaded; elements that need none of their own go on with it.
 * @param {string} name
 */
export const useModule = (name) => engine.useModule(name);

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
