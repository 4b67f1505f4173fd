// The way to the core. Each module has an engine of its own, with a worker and an instance on the thread of the page,
// which is loaded when it is first asked:
//
//   useModule("people");
//   const answer = await ask({ ask: "privacy-report", … }, { channel: this });
//
// A page names its usual module. An element that may stand on a page with others names its own whenever it asks, so
// that elements of several modules live side by side:
//
//   const { ask, describe } = engineOf("people");

import { EngineFailure, ModuleEngine } from "./module-engine.js";
import { BASE, nameModule, usualModule } from "./wasm.js";

export { EngineFailure };

/** @typedef {import("./wasm.js").Answer} Answer */
/** @typedef {Extract<Answer, {answer: "describe"}>} Description */
/** @typedef {import("./module-engine.js").Options & {module?: string}} Options `module`: the one that is asked, the page's usual one if absent */

/** @type {Map<string, ModuleEngine>} */
const engines = new Map();

/** @param {string} module */
function engine(module) {
  const known = engines.get(module) ?? new ModuleEngine(module);
  engines.set(module, known);
  return known;
}

/**
 * Asks the core. Resolves to `undefined` if a newer question on the same channel took its place, or if it
 * was cancelled. An answer is shared by all who asked the same: it is read, never changed.
 * @param {unknown} question
 * @param {Options} options
 */
export const ask = (question, { module = usualModule(), ...options }) => engine(module).ask(question, options);

/**
 * Ends whatever a channel waits for.
 * @param {unknown} channel
 */
export function cancel(channel) {
  for (const engine of engines.values()) engine.cancel(channel);
}

/**
 * Names the page's usual module, one of wasm-pack.toml; the first that is named stays. A page or an element says so when
 * it is loaded. What was asked before, of the module that only accounts, goes over to it: every module answers that.
 * @param {string} name
 */
export function useModule(name) {
  if (!nameModule(name)) return;
  const left = engines.get(BASE)?.retire() ?? [];
  for (const { question, resolve, reject, ...options } of left) engine(name).ask(question, options).then(resolve, reject);
}

/**
 * What can be asked.
 * @param {string} [module]
 * @returns {Promise<Description>}
 */
export async function describe(module = usualModule()) {
  const answer = await ask({ ask: "describe" }, { channel: "describe", module });
  if (answer?.answer === "describe") return answer;
  throw new EngineFailure("the core does not describe itself");
}

/**
 * The way to one module, whatever others are on the page.
 * @param {string} module
 */
export function engineOf(module) {
  useModule(module);
  return {
    ask: (/** @type {unknown} */ question, /** @type {Options} */ options) => ask(question, { ...options, module }),
    cancel,
    describe: () => describe(module),
  };
}
