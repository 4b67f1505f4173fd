// A page of our own look with nothing on it, for the tests of charts, and what they do there.

import assert from "node:assert/strict";
import { near } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {import("../../www/js/chart/chart.js").Picture} Figure */

/**
 * Serves the page `chart-test.html`.
 * @param {string} [body]
 */
export const chartPage = (body = "") => async (/** @type {Page} */ page) => {
  const html = `<!doctype html><html lang="en" class="dpscope"><title>charts</title><link rel="icon" href="data:,">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'">
    ${["tokens", "base", "page", "chart", "reading", "curve"].map((name) => `<link rel="stylesheet" href="style/${name}.css">`).join("")}
    <script type="module" src="js/dp-curve.js"></script><body><main><h1>charts</h1>${body}</main></body></html>`;
  await page.route("**/chart-test.html", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
};

/**
 * Puts charts of these questions on the page, all of one group; they are `window.charts`, and their
 * figures `window.figures`.
 * @param {Page} page
 * @param {object[]} questions
 */
export async function placeCharts(page, questions) {
  await page.evaluate(async (questions) => {
    const load = (/** @type {string} */ name) => import(new URL(`js/${name}.js`, location.href).href);
    const [{ Chart, Group }, { ask }] = await Promise.all([load("chart/chart"), load("core/engine")]);
    const group = new Group();
    const figures = await Promise.all(
      questions.map(async (question, at) => (await ask({ ask: "curve", picture: true, ...question }, { channel: at })).figure),
    );
    const charts = figures.map(() => new Chart({ group, table: false }));
    await charts[0].ready();
    charts.forEach((chart, at) => {
      document.querySelector("main")?.append(chart.element);
      chart.show(figures[at]);
    });
    Object.assign(window, { charts, figures });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, questions);
}

export const gaussian = (/** @type {number} */ sigma) => [{ mechanism: { kind: "gaussian", sigma } }];
export const PROFILE = { view: "profile", releases: gaussian(1), mark: { delta: 1e-5 } };

/**
 * Opens pages with charts of one group.
 * @param {ReturnType<typeof import("./browser.mjs").useBrowser>} open
 */
export const visitor = (open) => async (
  /** @type {import("node:test").TestContext} */ test,
  /** @type {object[]} */ questions = [PROFILE],
  /** @type {import("./browser.mjs").Look} */ look = {},
) => {
  const page = await open(test, "chart-test.html", { ...look, prepare: chartPage() });
  await placeCharts(page, questions);
  await near(page);
  await page.evaluate(() => {
    const windows = /** @type {unknown[]} */ ([]);
    Object.assign(window, { windows });
    document.addEventListener("dp-window", (event) => windows.push(/** @type {CustomEvent} */ (event).detail.x));
  });
  return page;
};

/**
 * The part that was told last.
 * @param {Page} page
 */
export async function looked(page) {
  await page.waitForTimeout(250);
  return page.evaluate(() => /** @type {([number, number] | null)[]} */ (Reflect.get(window, "windows")).at(-1));
}

export const figures = (/** @type {Page} */ page) => page.evaluate(() => /** @type {Figure[]} */ (Reflect.get(window, "figures")));
export const picture = (/** @type {Locator} */ plot) => frame(plot).then(() => canvas(plot));
export const canvas = (/** @type {Locator} */ plot) =>
  plot.locator("canvas").first().evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
export const frame = (/** @type {Locator} */ plot) =>
  plot.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
export const readout = (/** @type {Page} */ page, at = 0) => page.locator(".dp-readout").nth(at).textContent();

/** @param {Locator} plot */
export async function areaOf(plot) {
  await plot.scrollIntoViewIfNeeded();
  const area = await plot.boundingBox();
  assert(area);
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: area.x + x * area.width, y: area.y + y * area.height });
  return { ...area, at };
}

/**
 * Fingers on the page.
 * @param {Page} page
 */
export async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  const send = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{x: number, y: number}[]} */ points) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
  return {
    /** @param {{x: number, y: number}[][]} path the fingers, place by place */
    move: async (path) => {
      await send("touchStart", path[0] ?? []);
      for (const points of path.slice(1)) await send("touchMove", points);
      await send("touchEnd", []);
    },
  };
}
