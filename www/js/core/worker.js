// The module worker that owns the computing instance. It takes the compiled core first, then one
// question at a time, and answers each or says that it is broken. Long work says how far it is.

import { start } from "./wasm.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Question} Question */
/** @typedef {import("./wasm.js").Answer} Answer */
/** @typedef {import("./wasm.js").Module | {id: number, question: unknown, store?: unknown}} ToWorker `store`: a table that the question names */
/** @typedef {{ready: true} | {id: number, progress: number} | {id: number, answer: Answer, took: number} | {fatal: string}} FromWorker */

/** @type {import("./wasm.js").Core["ask"]} */
let ask = () => {
  throw new Error("the core is not loaded");
};

/** Milliseconds between two words about progress; the core may call far more often. */
const INTERVAL = 50;

/** @param {FromWorker} message */
const say = (message) => self.postMessage(message);

/**
 * Tells the page the share that is done. The core never stops by itself: who no longer waits ends the
 * worker, because a worker that computes hears nothing.
 * @param {number} id
 */
function watcher(id) {
  let last = performance.now();
  return (/** @type {number} */ progress) => {
    const now = performance.now();
    if (now - last >= INTERVAL) {
      last = now;
      say({ id, progress });
    }
    return true;
  };
}

self.addEventListener("message", async (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  try {
    if ("compiled" in data) {
      ({ ask } = await start(data));
      say({ ready: true });
    } else {
      // The core checks every field itself, so any value may be asked.
      const begun = performance.now();
      const kept = data.store === undefined ? undefined : ask(/** @type {Question} */ (data.store));
      const answer = kept?.answer === "refused" ? kept : ask(/** @type {Question} */ (data.question), watcher(data.id));
      say({ id: data.id, answer, took: performance.now() - begun });
    }
  } catch (error) {
    say({ fatal: String(error) });
  }
});
