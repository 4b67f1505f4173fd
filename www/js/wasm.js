// The compiled core: fetched and compiled once, then shared by the page (drawing) and its worker
// (computing), also by a worker that had to be restarted.
//
// There are several modules of it, each with the questions of some pages, each in the folder of `pkg` that has its
// name (the list is wasm-pack.toml). A page uses one: the one that accounts, unless it names another.

/** @typedef {typeof import("../pkg/accounting/dpscope.js")} Core what every module has */
/** @typedef {{name: string, compiled: WebAssembly.Module}} Module */

/** The module of a page that names none; every other answers its questions too. */
const USUAL = "accounting";

let used = USUAL;

/**
 * From now on this module is used.
 * @param {string} name its folder
 * @returns {boolean} whether that is news
 */
export function useModule(name) {
  if (name === used || name === USUAL) return false;
  if (used !== USUAL) throw new Error(`this page uses the module ${used}, and cannot use ${name} beside it`);
  used = name;
  loaded = undefined;
  return true;
}

/**
 * An instance of a module, with the JavaScript that belongs to it.
 * @param {Module} module
 * @returns {Promise<Core>}
 */
export async function start({ name, compiled }) {
  const core = await import(`../pkg/${name}/dpscope.js`);
  await core.default({ module_or_path: compiled });
  return core;
}

/** @type {Promise<Module> | undefined} */
let loaded;

/** @type {Promise<Core["draw"]> | undefined} */
let painter;

/** The core of the page's own instance, once it is ready. @type {Core | undefined} */
let ready;

/** The core on the thread of the page, if it is there. */
export const mainThreadCore = () => ready;

/**
 * The module that is used, compiled. A failure is not kept: the next call tries again.
 * @returns {Promise<Module>}
 */
export function load() {
  loaded ??= compile().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
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
  ready = await start(await load());
  return ready.draw;
}

/** Until the page has been seen: its words come before the core, which is larger than all of them. */
const painted = () =>
  new Promise((/** @type {(value: void) => void} */ resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

/** @returns {Promise<Module>} */
async function compile() {
  await painted();
  const name = used;
  const address = new URL(`../pkg/${name}/dpscope_bg.wasm`, import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`);
  const copy = response.clone();
  try {
    return { name, compiled: await WebAssembly.compileStreaming(response) };
  } catch {
    // A server that does not know the type of .wasm files forbids streaming, not compiling.
    return { name, compiled: await WebAssembly.compile(await copy.arrayBuffer()) };
  }
}
