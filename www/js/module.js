// The compiled core: fetched and compiled once, then shared by the page (drawing) and its worker
// (computing), also by a worker that had to be restarted.

// There are two: one that accounts, and a larger one that also trains on data. A page that trains says so
// before anything is asked.

/** @typedef {typeof import("../pkg/dpscope.js")} Core */

let trains = false;

/**
 * From now on the larger core is loaded.
 * @returns {boolean} whether that is news
 */
export function useTraining() {
  if (trains) return false;
  trains = true;
  compiled = undefined;
  return true;
}

/** Whether the larger core is used. */
export const training = () => trains;

/**
 * The glue of a core.
 * @param {boolean} large
 * @returns {Promise<Core>}
 */
export const glue = (large) => import(large ? "../pkg/learn/dpscope.js" : "../pkg/dpscope.js");

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** @type {Promise<Core["draw"]> | undefined} */
let painter;

/** The core of the page's own instance, once it is ready. @type {Core | undefined} */
let ready;

/** The core on the page's own thread, if it is there. */
export const own = () => ready;

/**
 * The compiled core. A failure is not kept: the next call tries again.
 * @returns {Promise<WebAssembly.Module>}
 */
export function compile() {
  compiled ??= load().catch((error) => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}

/**
 * The function that paints a figure, once the page's own instance is ready.
 * @returns {Promise<Core["draw"]>}
 */
export function paint() {
  painter ??= instance().catch((error) => {
    painter = undefined;
    throw error;
  });
  return painter;
}

async function instance() {
  const [module, core] = await Promise.all([compile(), glue(trains)]);
  await core.default({ module_or_path: module });
  ready = core;
  return core.draw;
}

/** Until the page has been seen: its words come before the core, which is larger than all of them. */
const painted = () =>
  new Promise((/** @type {(value: void) => void} */ resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

async function load() {
  await painted();
  const address = new URL(`../pkg/${trains ? "learn/" : ""}dpscope_bg.wasm`, import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`);
  const copy = response.clone();
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    // A server that does not know the type of .wasm files forbids streaming, not compiling.
    return WebAssembly.compile(await copy.arrayBuffer());
  }
}
