// The pages of the site, as www/pages.json lists them, and when each of them is there.

import { readFileSync } from "node:fs";
import { settled } from "./browser.mjs";
import { drawn } from "./tables.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{file: string, name: string, group: string, element: string, module?: string, description: string}} Listed */

/** @type {{groups: string[], pages: Listed[]}} */
export const SITE = JSON.parse(readFileSync(new URL("../../www/pages.json", import.meta.url), "utf8"));

/**
 * Waits until a page shows what it opens with.
 * @param {Page} page
 * @param {Pick<Listed, "element">} listed
 * @param {{read?: boolean}} [how] whether its charts are to be read
 */
export async function ready(page, { element }, { read = true } = {}) {
  if (element === "dp-plan") await settled(page, { read });
  else if (element.startsWith("dp-")) await drawn(page, element, { read });
  else await page.locator(element).first().waitFor();
}
