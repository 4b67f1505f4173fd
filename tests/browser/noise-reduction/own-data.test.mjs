// Regressions of the page "Accuracy first" on people of one's own: a table, or sums; and a run of a thousand levels.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, useBrowser } from "../browser.mjs";
import { drawn } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();
const PAGE = "noise-reduction.html";
const settled = (/** @type {Page} */ page) => drawn(page, "dp-noise-reduction");
const conclusion = (/** @type {Page} */ page) => page.locator("dp-noise-reduction .lab-conclusion").first();
const outcome = (/** @type {Page} */ page) => page.locator(".own [role=status]");

/** Two features of small size, and a label that stands in the first column. */
const ROWS = Array.from({ length: 400 }, (_, at) => {
  const [a, b] = [((at * 37) % 101) / 220, ((at * 53) % 97) / 250];
  return [(0.8 * a - 0.5 * b).toFixed(4), a.toFixed(4), b.toFixed(4)].join();
});
const TABLE = ["score,age,income", ...ROWS, "0.2,0.9,0.9", "0.1,oops,0.2", "7,0.1,0.1"].join("\n");

test("a pasted table, its label in the first column, by mouse and by keyboard; no address holds it", async (t) => {
  const page = await visit(t, `${PAGE}#v=2&show=figures&figure=run&alpha=0.1&calibration=exact&regularization=0.1&count=50`, { width: 1280, height: 900 });
  await settled(page);
  await page.locator(".own-fold > summary").click();
  await page.locator("#own-text").fill(TABLE);
  await page.getByRole("button", { name: "Use this table" }).press("Enter");
  await outcome(page).filter({ hasText: "400 of 403 rows are used." }).waitFor();
  await page.locator(".bad-rows li").filter({ hasText: "its features add up, by their |x|, to 7.100, more than 1" }).waitFor();
  await page.locator("#own-label").selectOption({ label: "score" });
  await page.locator(".bad-rows li").filter({ hasText: "its label is 7" }).waitFor();
  assert.deepEqual(await page.locator(".bad-rows li").allTextContents(), [
    "Line 402 is left out: its features add up, by their |x|, to 1.800, more than 1.",
    "Line 403 is left out: column 2 is “oops”, not a number.",
    "Line 404 is left out: its label is 7, not between −1 and 1.",
  ]);
  await page.locator(".result-condition").filter({ hasText: "n = 400, p = 2" }).waitFor();
  await settled(page);
  assert.match(page.url(), /data=own/);
  assert.doesNotMatch(decodeURIComponent(page.url()), /0\.0\d{3}|score|oops/);
  // Rows that are scaled are counted.
  await page.locator("#own-long").selectOption({ label: "Scale each of them to a sum of 1" });
  await outcome(page).filter({ hasText: "The features of 1 row added up, by their |x|, to more than 1 and are scaled to a sum of 1, each row by itself." }).waitFor();
  await page.locator(".result-condition").filter({ hasText: "n = 401, p = 2" }).waitFor();
  await settled(page);
  assert.match(await page.locator("dp-noise-reduction .lab-notes").first().innerText(), /Must not be published/);
  // Divided by a number that depends on everyone nothing is guaranteed, and the model says so.
  await page.locator("#own-long").selectOption({ label: "Divide everyone by the largest sum (no guarantee then)" });
  await outcome(page).filter({ hasText: "divided by the largest sum of |x|, 1.800" }).waitFor();
  await page.locator("dp-noise-reduction .lab-notes").filter({ hasText: /The (model|excess risks): Must not be published/ }).first().waitFor();
  // What cannot be used leaves everything as it was, and what was typed stays.
  await page.locator("#own-text").fill("a,b\nx,y");
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.locator(".own .error").filter({ hasText: "The people stay as they were." }).waitFor();
  assert.equal(await page.locator("#own-text").inputValue(), "a,b\nx,y");
  assert.match(await page.locator(".result-condition").innerText(), /n = 401/);
  assert.equal(await overflow(page), 0);
});

test("a table that is not there is asked for, and another regression asks for other labels", async (t) => {
  const page = await visit(t, `${PAGE}#v=2&show=figures&data=own&figure=run&alpha=0.2&regularization=0.2&count=20`, { width: 390, height: 844, touch: true });
  await page.locator("dp-noise-reduction .dp-note").filter({ hasText: "not in the address; paste it below" }).waitFor();
  assert(await page.locator("#own-text").isVisible());
  const rows = ROWS.slice(0, 60).map((row, at) => [...row.split(",").slice(1), at % 2].join());
  await page.locator("#own-text").fill(rows.join("\n"));
  await page.getByRole("button", { name: "Use this table" }).tap();
  await page.locator(".result-condition").filter({ hasText: "n = 60, p = 2" }).waitFor();
  await page.getByRole("radio", { name: "Logistic" }).check({ force: true });
  await outcome(page).filter({ hasText: "The label 0 of 30 rows was read as −1." }).waitFor();
  await settled(page);
  assert.match(page.url(), /problem=logistic/);
  assert.equal(await overflow(page), 0);
});

test("sums of one's own, and what no sums can be", async (t) => {
  const page = await visit(t, `${PAGE}#v=2&show=figures&figure=run&data=typed&people=200000&regularization=0.2&alpha=0.05&count=60`, { width: 1280, height: 900 });
  await settled(page);
  assert.match(await page.locator(".result-condition").innerText(), /n = 200000, p = 3/);
  const spread = page.getByRole("textbox", { name: "XᵀX/n" });
  await spread.fill("0.5 0.1; 0.1 0.3");
  await spread.press("Enter");
  const error = page.locator("#linear-error");
  await error.filter({ hasText: "a list of 2 numbers" }).waitFor();
  const linear = page.getByRole("textbox", { name: "Xᵀy/n" });
  assert.equal(await linear.inputValue(), "0.2 -0.1 0.05");
  await linear.fill("0.2 -0.1");
  await linear.press("Enter");
  await page.locator(".result-condition").filter({ hasText: "p = 2" }).waitFor();
  await settled(page);
  await spread.fill("0.5 0.9; 0.9 0.3");
  await spread.press("Enter");
  await page.locator("#covariance-error").filter({ hasText: "no negative eigenvalue" }).waitFor();
  assert.equal(await spread.inputValue(), "0.5 0.9; 0.9 0.3");
});

test("a thousand levels of 40 features: progress, a button that cancels, and nothing is blocked", async (t) => {
  const page = await visit(t, `${PAGE}#v=2&show=figures&figure=run&calibration=exact`, { width: 1280, height: 900 });
  await settled(page);
  await page.locator("summary", { hasText: "The problem" }).click();
  await page.locator("summary", { hasText: "Levels, and the test" }).click();
  for (const [name, value] of /** @type {const} */ ([["Features p", "40"], ["Levels T", "1000"]])) {
    const box = page.getByRole("textbox", { name });
    await box.fill(value);
    await box.press("Enter");
  }
  await page.locator(".result-condition").filter({ hasText: /of T = 1000 levels; .*p = 40/ }).waitFor();
  await settled(page);
  assert.match(await conclusion(page).innerText(), /Released at level \d+ for ε ≤/);
  // Many of them take a while.
  await page.goto(new URL(`${PAGE}#v=2&show=figures&features=40&count=1000&repeats=80`, page.url()).href);
  const cancel = page.locator("dp-noise-reduction").getByRole("button", { name: "Cancel" });
  await cancel.waitFor();
  await page.waitForFunction(() => (document.querySelector("dp-noise-reduction progress")?.getAttribute("value") ?? "0") > "0.01");
  const late = await page.evaluate(async () => {
    let longest = 0;
    for (let at = 0; at < 10; at += 1) {
      const start = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 20));
      longest = Math.max(longest, performance.now() - start - 20);
    }
    return longest;
  });
  // The machine of the tests is busy; what the page itself did would last as long as the work.
  assert(late < 500, `${late}`);
  await cancel.click();
  await page.locator("dp-noise-reduction").getByText("Cancelled", { exact: false }).first().waitFor();
  await page.getByRole("radio", { name: "One run" }).nth(1).check({ force: true });
  await settled(page);
  assert.match(await conclusion(page).innerText(), /Released at level/);
});

test("more features than are trained here are refused at their field", async (t) => {
  const page = await visit(t, `${PAGE}#v=2&show=figures&figure=run&features=77`, { width: 390, height: 844 });
  const error = page.locator("#features-error");
  await error.filter({ hasText: "between 1 and 50" }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Features p" }).inputValue(), "77");
  assert(await error.isVisible());
});
