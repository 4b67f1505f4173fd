// Reading the tables of charts, for tests that compare them with printed values.

import assert from "node:assert/strict";
import { near } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

/**
 * Waits until the element of a page shows the newest setting, all of it.
 * @param {Page} page
 * @param {string} name of the element
 * @param {{read?: boolean}} [how] whether its charts are to be read
 */
export async function drawn(page, name, { read = true } = {}) {
  await page.waitForFunction(
    (name) => {
      const host = document.querySelector(name);
      return host !== null && Reflect.get(host, "settled") === true && host.querySelector(".dp-figure:not([data-empty], [data-stale])") !== null;
    },
    name,
    { timeout: 240_000 },
  );
  if (read) await near(page);
}

/**
 * The table of a chart: the texts of each row under the heads of its columns.
 * @param {Locator} figure
 * @returns {Promise<Record<string, string>[]>}
 */
export async function tableOf(figure) {
  const numbers = figure.locator(".dp-numbers");
  if ((await numbers.getAttribute("open")) === null) await numbers.locator("summary").click();
  await numbers.locator("tbody tr").first().waitFor();
  const heads = await numbers.locator("thead th").allTextContents();
  const rows = await numbers.locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
  );
  return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [heads[at] ?? "", cell])));
}

/**
 * The text in a column of the row whose first cell is given.
 * @param {Record<string, string>[]} table
 * @param {string} row
 * @param {string} column
 */
export function cell(table, row, column) {
  const found = table.find((cells) => Object.values(cells)[0] === row);
  assert(found, `no row ${row} among ${table.map((cells) => Object.values(cells)[0])}`);
  const text = found[column];
  assert(text !== undefined, `no column ${column} among ${Object.keys(found)}`);
  return text;
}

/**
 * A printed upper bound: never below the value, and no more above it than its five digits allow.
 * @param {string} text
 * @param {number} value
 * @param {string} name
 */
export function isAbove(text, value, name) {
  const printed = Number(text);
  assert(printed >= value * (1 - 1e-12) && printed <= value * (1 + 1.1e-4), `${name}: ${text} for ${value}`);
}

/**
 * A printed lower bound: never above the value, and little below it.
 * @param {string} text
 * @param {number} value
 * @param {string} name
 * @param {number} [slack] relative
 */
export function isBelow(text, value, name, slack = 1.1e-4) {
  const printed = Number(text);
  assert(printed <= value * (1 + 1e-12) && printed >= value * (1 - slack), `${name}: ${text} for ${value}`);
}

/**
 * Waits until the page of learning shows the newest setting.
 * @param {Page} page
 */
export const learned = (page) => drawn(page, "dp-learning");

/**
 * Waits until a page to read has what it lists.
 * @param {Page} page
 */
export const read = (page) => page.locator("main [aria-busy]").waitFor({ state: "detached" });

/**
 * Trains the models of the page of learning.
 * @param {Page} page
 */
export async function trained(page) {
  await page.getByRole("button", { name: "Train the models" }).click();
  await page.locator("dp-learning .dp-legend li").nth(3).waitFor({ timeout: 60_000 });
  await learned(page);
}
