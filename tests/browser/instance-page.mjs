// What the tests of the page of single people share: when it is settled, and where people are on it.

import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

export const PAGE = "instance.html";

/** @param {Page} page */
export async function settled(page) {
  await page.waitForFunction(() => {
    const map = /** @type {import("../../www/js/people/dp-instance-map.js").DpInstanceMap | null} */ (document.querySelector("dp-instance-map"));
    return map?.settled === true && document.querySelector(".exposed li") !== null;
  });
}

/** What says whether the map may be published. */
export const MARK = ".instance-picture .mark";

/**
 * Opens a part that is closed until it is wanted.
 * @param {Page} page
 * @param {"comparison" | "own" | "attack"} name
 */
export const unfold = (page, name) => page.locator(`.fold.${name} > summary`).click();

/**
 * Waits until the map may be published, if its noise is secret.
 * @param {Page} page
 */
export const publishable = (page) => page.locator(`${MARK}[data-publishable=true]`).filter({ hasText: "Could be published if drawn with secret noise" }).waitFor();

/** @param {Page} page */
export const exposed = (page) => page.locator(".exposed li").allTextContents();

/** @param {Page} page */
export const plot = (page) => page.locator(".plane-plot");

/**
 * The pixel of two features on the map.
 * @param {Page} page
 * @param {number} x
 * @param {number} y
 */
export async function pixel(page, x, y) {
  await plot(page).scrollIntoViewIfNeeded();
  const [left = 0, top = 0, width = 0, height = 0] = ((await plot(page).getAttribute("data-area")) ?? "").split(" ").map(Number);
  const box = await plot(page).boundingBox();
  assert(box && width > 0);
  return { x: box.x + left + ((x + 1) / 2) * width, y: box.y + top + ((1 - y) / 2) * height };
}
