// The way to one module of the core: questions go to one worker, one at a time; one that is meant to be shown together
// with another follows it at once, so that the worker does not wait for the page between the two.
//
// Nothing is asked twice: what has been answered is answered from memory, and a question that is on its way gives its
// answer to an equal one of its channel too.
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
import { keyOf, Memory } from "./memory.js";
import { load, painted } from "./wasm.js";

/** @typedef {import("./wasm.js").Answer} Answer */
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
 * A question in line: as it was asked, and as the core reads it.
 * @typedef {object} Entry
 * @property {unknown} question
 * @property {import("./stored.js").Named} named
 * @property {string} key that equal questions share
 * @property {Options["progress"]} progress
 * @property {number} patience
 * @property {boolean} follows
 * @property {boolean} urgent
 * @property {string | undefined} like
 * @property {Promise<Answer | undefined>} promise
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

/** What keeps tables of one's own, where a page has any. @type {(() => import("./stored.js").Stored) | undefined} */
let tables;

/** Lets engines made from now on send a table once. @param {() => import("./stored.js").Stored} make */
export function keepTables(make) {
  tables = make;
}

/** The core could not be reached, twice in a row. */
export class EngineFailure extends Error {
  /** @override */
  name = "EngineFailure";
}

export class ModuleEngine {
  #module;
  /** @type {Worker | undefined} */
  #worker;
  #ready = false;
  #sent = 0;
  /** With the worker, the one that it computes first. @type {Asked[]} */
  #asked = [];
  /** @type {Map<unknown, Entry>} */
  #waiting = new Map();
  #mainThread;
  #memory = new Memory();
  /** Failures since the last answer. */
  #failures = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #alarm;
  /** The tables that the worker has, on pages that have any. */
  #stored = tables?.();
  /** What is due while a question is with the worker.
   * @type {ReturnType<typeof setTimeout>[]} */
  #due = [];

  /** @param {string} module its name */
  constructor(module) {
    this.#module = module;
    this.#mainThread = new MainThread(module);
  }

  /**
   * @param {unknown} question
   * @param {Options} options
   * @returns {Promise<Answer | undefined>}
   */
  ask(question, { channel, progress, patience = PATIENCE.answer, follows = false, urgent = false, like }) {
    const named = this.#stored?.name(question) ?? { question };
    const key = keyOf(named.question);
    const known = this.#memory.get(key) ?? (named.table ? undefined : this.#atOnce(key, like, question));
    if (known) {
      this.#drop(channel);
      return Promise.resolve(known);
    }
    const asked = this.#asked.find((one) => one.channel === channel && one.key === key && !one.dropped);
    if (asked) {
      this.#leave(channel);
      return Object.assign(asked, { progress, patience, urgent: asked.urgent || urgent }).promise;
    }
    const waiting = this.#waiting.get(channel);
    const again = waiting?.key === key ? waiting : undefined;
    if (!again) this.#leave(channel);
    const { promise, resolve, reject } = again ?? pending();
    const entry = { question, named, key, progress, patience, follows, urgent, like, promise, resolve, reject };
    this.#waiting.set(channel, entry);
    if (urgent) this.#waiting = new Map([[channel, entry], ...this.#waiting]);
    this.#giveWay();
    this.#next();
    return promise;
  }

  /** Ends the worker, and gives back what nobody has answered. */
  retire() {
    this.#worker?.terminate();
    this.#worker = undefined;
    const asked = this.#takeAll().filter(({ dropped }) => !dropped);
    const waiting = [...this.#waiting].map(([channel, entry]) => ({ ...entry, channel }));
    this.#waiting.clear();
    return [...asked, ...waiting];
  }

  /**
   * The answer of the page's own instance, if it has one at once.
   * @param {string} key
   * @param {string | undefined} like
   * @param {unknown} question
   */
  #atOnce(key, like, question) {
    const answer = like === undefined ? undefined : this.#mainThread.ask(like, question);
    if (answer) this.#memory.keep(key, answer);
    return answer;
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
    this.#leave(channel);
    for (const asked of this.#asked.filter((one) => one.channel === channel)) {
      asked.dropped = true;
      asked.progress = undefined;
      asked.resolve(undefined);
    }
  }

  /** What waits on a channel is of no use any more. @param {unknown} channel */
  #leave(channel) {
    this.#waiting.get(channel)?.resolve(undefined);
    this.#waiting.delete(channel);
  }

  #next() {
    if (!this.#worker && this.#waiting.size > 0) this.#start();
    if (!this.#worker || !this.#ready) return;
    for (const [channel, entry] of this.#waiting) {
      if (this.#asked.length > 0 && (!entry.follows || this.#asked.some((asked) => asked.channel === channel))) return;
      this.#waiting.delete(channel);
      this.#sent += 1;
      this.#asked.push({ ...entry, id: this.#sent, channel, share: 0, passable: false, overdue: false, dropped: false });
      this.#worker.postMessage(/** @type {ToWorker} */ ({ id: this.#sent, ...(this.#stored?.send(entry.named) ?? { question: entry.question }) }));
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
    this.#again(followers, "soon");
    this.#start();
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    this.#stored?.forget();
    this.#ready = false;
    const broken = (/** @type {string} */ reason) => this.#replace(worker, reason);
    worker.addEventListener("message", ({ data }) => this.#hear(worker, data));
    worker.addEventListener("messageerror", () => broken("an answer could not be read"));
    worker.addEventListener("error", (event) => broken(event.message ?? "the worker could not be loaded"));
    // Before the page has been seen another module may take over.
    painted()
      .then(() => (this.#worker === worker ? load(this.#module) : undefined))
      .then(
        (module) => module && this.#worker === worker && this.#load(worker, module),
        (error) => broken(String(error)),
      );
  }

  /**
   * @param {Worker} worker
   * @param {import("./wasm.js").Module} module
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
      // What is said of a table may be that the core has lost it.
      if (message.answer.answer === "refused" && first.named.table) this.#stored?.forget();
      else this.#memory.keep(first.key, message.answer);
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
   * @param {"first" | "soon" | "last"} [where] what followed a question that is no more is quick: it goes behind what is
   *   urgent, and before what may take long
   */
  #again(entries, where = "first") {
    const again = /** @type {[unknown, Entry][]} */ ([]);
    for (const entry of entries.filter(({ dropped }) => !dropped)) {
      if (this.#waiting.has(entry.channel)) entry.resolve(undefined);
      else again.push([entry.channel, entry]);
    }
    const waiting = [...this.#waiting];
    const before = waiting.filter(([, { urgent }]) => where === "last" || (where === "soon" && urgent));
    this.#waiting = new Map([...before, ...again, ...waiting.filter((one) => !before.includes(one))]);
  }
}

/** A promise, and what settles it. @returns {Pick<Entry, "promise" | "resolve" | "reject">} */
function pending() {
  let [resolve, reject] = /** @type {[Entry["resolve"], Entry["reject"]]} */ ([() => {}, () => {}]);
  const promise = new Promise((/** @type {Entry["resolve"]} */ settle, fail) => {
    resolve = settle;
    reject = fail;
  });
  return { promise, resolve, reject };
}
