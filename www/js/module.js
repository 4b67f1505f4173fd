// The compiled core: fetched and compiled once, then shared by the page (drawing) and its worker
// (computing), also by a worker that had to be restarted.

import init, { draw } from "../pkg/dpscope.js";

const address = new URL("../pkg/dpscope_bg.wasm", import.meta.url);

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** @type {Promise<typeof draw> | undefined} */
let painter;

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
 * @returns {Promise<typeof draw>}
 */
export function paint() {
  painter ??= compile()
    .then((module) => init({ module_or_path: module }))
    .then(
      () => draw,
      (error) => {
        painter = undefined;
        throw error;
      },
    );
  return painter;
}

async function load() {
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
