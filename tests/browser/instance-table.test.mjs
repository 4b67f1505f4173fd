// The page of single people: a table of one's own, pasted, opened or dropped.

import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser } from "./browser.mjs";
import { PAGE, settled } from "./instance-page.mjs";
import { readTable } from "../../www/js/instance/table.js";

const visit = useBrowser();

test("a pasted table: every bad row is named, the rest is shown", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  await page.locator("#own-text").fill("a,b,y\n0.1,0.2,1\n0.3,oops,1\n0.9,0.9,-1\n-0.4,0.1,0\n0.2,0.2\n0.5,0.5,7\n");
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".bad-rows li").length === 4);
  assert.deepEqual(await page.locator(".bad-rows li").allTextContents(), [
    "Line 3 is left out: column 2 is “oops”, not a number.",
    "Line 4 is left out: its features have norm 1.273, more than 1.",
    "Line 6 is left out: it has 2 columns, not 3.",
    "Line 7 is left out: its label is 7, not −1 or 1 (or 0 or 1).",
  ]);
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 2);
  assert.match((await page.locator(".own [role=status]").textContent()) ?? "", /2 of 6 rows are used\. The largest norm in the table is 1\.273\. The label 0 of 1 rows was read as −1\./);
  assert.match(page.url(), /data=own/);
  assert.doesNotMatch(new URL(page.url()).hash, /oops|0\.1/);
});

test("a large table is read in portions, within two seconds", async () => {
  const text = Array.from({ length: 100_000 }, (_, at) => `${(at % 100) / 150},${(at % 7) / 20},${at % 2}`).join("\n");
  let told = 0;
  const start = performance.now();
  const options = /** @type {const} */ ({ long: "refuse", classes: true });
  const reading = await readTable(text, { ...options, progress: () => (told += 1) > 0 });
  assert.equal(reading?.rows.length, 100_000);
  assert.equal(reading?.bad.length, 0);
  assert(told >= 10 && performance.now() - start < 2000);
  assert.equal(await readTable(text, { ...options, progress: () => false }), undefined, "a reading can be ended");
});
