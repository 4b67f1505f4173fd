// The module worker that owns the computing instance. It takes the compiled core first, then one
// question at a time, and answers each or says that it is broken.

import init, { ask } from "../pkg/dpscope.js";

/** @typedef {import("../pkg/dpscope.js").Question} Question */
/** @typedef {import("../pkg/dpscope.js").Answer} Answer */
/** @typedef {{module: WebAssembly.Module} | {id: number, question: unknown}} ToWorker */
/** @typedef {{ready: true} | {id: number, answer: Answer} | {fatal: string}} FromWorker */

/** @param {FromWorker} message */
const say = (message) => self.postMessage(message);

self.addEventListener("message", async (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  try {
    if ("module" in data) {
      await init({ module_or_path: data.module });
      say({ ready: true });
    } else {
      // The core checks every field itself, so any value may be asked.
      say({ id: data.id, answer: ask(/** @type {Question} */ (data.question)) });
    }
  } catch (error) {
    say({ fatal: String(error) });
  }
});
