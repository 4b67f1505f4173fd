// What the tests of the plan share: its example as the core takes it, and where to look on the page.

import { ask } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../www/pkg/accounting/dpscope.js").PlanAnswer} PlanAnswer */

export const DP_SGD = {
  count: 1000,
  mechanism: { kind: "gaussian", sigma: 1 },
  sampling: { kind: "poisson", rate: 0.01 },
};
export const TABLES = { count: 3, mechanism: { kind: "laplace", scale: 5 } };

/**
 * The best quick bound of a plan.
 * @param {Page} page
 * @param {object[]} releases
 * @param {object} [target]
 */
export async function best(page, releases, target = { delta: 1e-5 }) {
  const accountants = ["exact", "fourier", "rdp"];
  const answer = /** @type {PlanAnswer} */ (await ask(page, { ask: "plan", releases, target, accountants }));
  return answer.best?.text ?? "";
}

export const names = (/** @type {Page} */ page) => page.locator(".card-name").allTextContents();
export const lines = (/** @type {Page} */ page) => page.locator(".card-line").allTextContents();
export const hash = (/** @type {Page} */ page) => page.evaluate(() => location.hash);
export const card = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.locator(".card", { has: page.locator(".card-name", { hasText: new RegExp(`^${name}$`) }) });
export const box = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("textbox", { name, exact: true });

/**
 * Opens a part of the page that is closed at first.
 * @param {import("playwright-core").Locator | Page} place
 * @param {"growth" | "meaning"} name
 */
export const unfold = (place, name) => place.locator(`.${name} > summary`).first().click();
