// The ten core tasks, performed in each of five conditions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, useBrowser } from "../browser.mjs";
import { keyboard, pointer } from "../hands.mjs";
import { TASKS } from "../tasks.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/**
 * @typedef {object} Condition
 * @property {string} name
 * @property {import("../browser.mjs").Look} look
 * @property {(page: Page) => import("../tasks.mjs").Hands} [hands] a pointer if absent
 * @property {(page: Page) => Promise<void>} [holds] fails if the page is not in the condition
 */

/** @param {Page} page */
async function reflows(page) {
  assert.equal(await overflow(page), 0, "nothing sticks out");
}

/** @type {Condition[]} */
const CONDITIONS = [
  { name: "on a screen of 320 pixels", look: { width: 320, height: 640 }, holds: reflows },
  { name: "by keyboard alone", look: {}, hands: keyboard },
  // What 1280 × 1024 pixels leave at a zoom of 400 %.
  { name: "at 400 % zoom", look: { width: 320, height: 256, ratio: 4 }, holds: reflows },
  {
    name: "in forced colours",
    look: { prepare: (page) => page.emulateMedia({ forcedColors: "active" }) },
    holds: async (page) => assert(await page.evaluate(() => matchMedia("(forced-colors: active)").matches)),
  },
  {
    name: "with all canvases removed",
    look: { prepare: async (page) => void (await page.addInitScript(removeCanvases)) },
    holds: async (page) => assert.equal(await page.locator("canvas").count(), 0),
  },
];

/** Runs in the page: takes away every canvas as soon as it is put there. */
function removeCanvases() {
  const sweep = () => {
    for (const canvas of document.querySelectorAll("canvas")) canvas.remove();
  };
  new MutationObserver(sweep).observe(document, { childList: true, subtree: true });
}

test("there are ten tasks, each told apart", () => {
  assert.equal(TASKS.length, 10);
  assert.equal(new Set(TASKS.map(({ says }) => says)).size, TASKS.length);
});

for (const { name, look, hands = pointer, holds } of CONDITIONS) {
  test(name, async (t) => {
    const page = await visit(t, "", look);
    for (const { says, perform } of TASKS) {
      await t.test(says, async () => {
        await perform(hands(page));
        await holds?.(page);
      });
    }
  });
}
