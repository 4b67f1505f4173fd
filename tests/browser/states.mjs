// What a page can show: every choice of “Show” and of the panes, with all of it unfolded, for tests that must hold of each.

import { ready } from "./pages.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./pages.mjs").Listed} Listed */

/** What chooses what is on show: a row of words, or the row above the windows. */
const SHOWS = "main :is(input[name=show], .strip-words > button[data-word], .map-edge[data-word])";

/**
 * Goes through everything that a page can show, and stands still at each.
 * @param {Page} page
 * @param {Listed} listed
 * @param {(state: string) => Promise<void>} look at the page in that state
 */
export async function eachState(page, listed, look) {
  await ready(page, listed, { read: false });
  const shows = await page.locator(SHOWS).evaluateAll((all) => all.map((one) => one.dataset["word"] ?? Reflect.get(one, "value")));
  if (shows.length === 0) return look("as it opens");
  for (const show of shows) {
    await choose(page, listed, `main :is(input[name=show][value="${show}"], .strip-words > button[data-word="${show}"], .map-edge[data-word="${show}"])`);
    await look(show);
    const several = page.locator("input[name=panes][value=six]");
    if ((await several.count()) === 0 || !(await several.evaluate((one) => one.closest(".group")?.checkVisibility() ?? false))) continue;
    await choose(page, listed, "input[name=panes][value=six]");
    await look(`${show}, six panes`);
    await choose(page, listed, "input[name=panes][value=one]");
  }
}

/**
 * @param {Page} page
 * @param {Listed} listed
 * @param {string} which control
 */
async function choose(page, listed, which) {
  await page.locator(which).evaluate((one) => one instanceof HTMLElement && one.click());
  await settledIn(page, listed);
}

/**
 * Waits until the element shows the newest setting; what a button starts is left to it.
 * @param {Page} page
 * @param {Listed} listed
 */
export async function settledIn(page, { element }) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.waitForFunction((name) => Reflect.get(document.querySelector(name) ?? {}, "settled") === true, element, { timeout: 240_000 });
}

/** Opens everything that folds. @param {Page} page */
export const unfoldAll = (page) =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll("main details:not([open])")) if (fold.checkVisibility()) fold.setAttribute("open", "");
  });
