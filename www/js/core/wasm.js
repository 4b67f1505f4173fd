// The compiled core: each module of it is fetched and compiled once, then shared by the page (drawing, quick answers) and
// its worker (computing), also by a worker that had to be restarted.
//
// There are several modules, each with the questions of some pages, each in the folder of `pkg` that has its
// name (the list is wasm-pack.toml). Each is loaded when it is first asked.

/** @typedef {typeof import("../../pkg/accounting/dpscope.js")} Core what every module has */
/** @typedef {import("../../pkg/accounting/dpscope.js").Answer | import("../../pkg/understand/dpscope.js").Answer} Answer of any module; those with people cast it */
/** @typedef {{name: string, compiled: WebAssembly.Module}} Module */

/** The module of a page that names none; every other answers its questions too. */
export const BASE = "accounting";

let usual = BASE;

/** The module of those that name none. */
export const usualModule = () => usual;

/**
 * The page's usual module is this one, unless another was named before.
 * @param {string} name its folder
 * @returns {boolean} whether that is news
 */
export function nameModule(name) {
  if (usual !== BASE || name === BASE) return false;
  usual = name;
  return true;
}

/**
 * An instance of a module, with the JavaScript that belongs to it.
 * @param {Module} module
 * @returns {Promise<Core>}
 */
export async function start({ name, compiled }) {
  const core = await import(`../../pkg/${name}/dpscope.js`);
  await core.default({ module_or_path: compiled });
  return core;
}

/** Compiled modules by name. @type {Map<string, Promise<Module>>} */
const loaded = new Map();

/** The page's own instances by name. @type {Map<string, Promise<Core>>} */
const started = new Map();

/** Those of them that can be asked. @type {Map<string, Core>} */
const ready = new Map();

/**
 * A module, compiled. A failure is not kept: the next call tries again.
 * @param {string} name
 */
export const load = (name) => once(loaded, name, () => compile(name));

/**
 * The core of a module on the thread of the page, if it is there; if not, it comes.
 * @param {string} name
 * @returns {Core | undefined}
 */
export function mainThreadCore(name) {
  // Whoever cannot do without it hears of a failure.
  if (!ready.has(name)) instance(name).catch(() => {});
  return ready.get(name);
}

/**
 * The function that paints a figure, once the page's own instance is ready.
 * @returns {Promise<Core["draw"]>}
 */
export async function paint() {
  // Until then another module may be named.
  await painted();
  return (await instance(usual)).draw;
}

/** @param {string} name */
const instance = (name) =>
  once(started, name, async () => {
    const core = await start(await load(name));
    ready.set(name, core);
    return core;
  });

/**
 * Makes a thing once for each name, and again after a failure.
 * @template T
 * @param {Map<string, Promise<T>>} made
 * @param {string} name
 * @param {() => Promise<T>} make
 */
function once(made, name, make) {
  const known = made.get(name);
  if (known) return known;
  const making = make().catch((error) => {
    made.delete(name);
    throw error;
  });
  made.set(name, making);
  return making;
}

/** @type {Promise<void> | undefined} */
let seen;

/** Until the page has been seen: its words come before the core, which is larger than all of them. */
export function painted() {
  seen ??= new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
  return seen;
}

/**
 * @param {string} name
 * @returns {Promise<Module>}
 */
async function compile(name) {
  await painted();
  const address = new URL(`../../pkg/${name}/dpscope_bg.wasm`, import.meta.url);
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
