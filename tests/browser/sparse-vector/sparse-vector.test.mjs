// The page of the sparse vector technique: its presets through the page's own tables, by mouse and by keyboard, and what is
// said at a field that the core refuses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, useBrowser } from "../browser.mjs";
import { cell, drawn, isAbove, tableOf } from "../tables.mjs";

const visit = useBrowser();

/** @typedef {import("playwright-core").Page} Page */

/** What is said below the chart. @param {Page} page */
const said = (page) => page.locator("dp-sparse-vector .lab-said").first();

/**
 * The rows of the small table by their first cell.
 * @param {Page} page
 * @param {RegExp} caption
 */
async function smallTable(page, caption) {
  const details = page.locator("details.lab-table").filter({ has: page.locator("summary", { hasText: caption }) });
  await details.locator("summary").click();
  const rows = await details.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((part) => part.textContent ?? "")));
  return new Map(rows.map(([first = "", ...rest]) => [first, rest]));
}

/** The number of a printed bound. @param {string | undefined} text */
const bound = (text) => Number((text ?? "").replace(/^.*[≤=≥]\s*/, ""));

// Rows K33 and K34 of the reference table, and a δ that follows from a slider moved by the keyboard.
test("every theorem of the preset, and a slider by the keyboard", async (t) => {
  const page = await visit(t, "sparse-vector.html", { width: 1280, height: 800 });
  await drawn(page, "dp-sparse-vector");
  await page.getByRole("link", { name: "Twenty answers of 2000" }).click();
  await page.getByText("normal noise 210 and 420").first().waitFor();
  await drawn(page, "dp-sparse-vector");
  const rows = await smallTable(page, /every theorem/);
  isAbove(String(bound(rows.get("Closed form, constant corrected")?.[0])), 0.3471954348671435, "K33");
  isAbove(String(bound(rows.get("Closed form as printed")?.[0])), 0.2455739828722393, "K34");
  assert.equal(rows.get("Closed form as printed")?.[1], "Not a guarantee of what is released");
  assert.match((await said(page).locator(".lab-conclusion").textContent()) ?? "", /0\.24557.*0\.3472/);
  const before = await page.locator(".result-bound").textContent();
  const slider = page.getByRole("slider", { name: /Answers c/ });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await drawn(page, "dp-sparse-vector");
  assert.notEqual(await page.locator(".result-bound").textContent(), before);
  assert.match(page.url(), /answers=/);
  await page.keyboard.press("ArrowLeft");
  await drawn(page, "dp-sparse-vector");
  assert.equal(await page.locator(".result-bound").textContent(), before);
  assert.equal(await overflow(page), 0);
});

// The law of row SV02 summed over twelve places, the mean of row SV13, and figures 7.2a and 7.1.
test("presets by the mouse on a small screen in the dark", async (t) => {
  const page = await visit(t, "sparse-vector.html", { width: 390, height: 844, touch: true, dark: true });
  await drawn(page, "dp-sparse-vector");
  await page.getByRole("link", { name: "Where it stops" }).click();
  await page.getByText("are expected to be asked of 400").waitFor();
  await drawn(page, "dp-sparse-vector");
  const stops = await tableOf(said(page));
  const share = Number(cell(stops, "37 to 48", "exact"));
  assert(Math.abs(share / 0.03195230493892256 - 1) < 1e-4, `${share}`);
  assert.match((await said(page).locator(".lab-conclusion").textContent()) ?? "", /Without a limit 1312 queries are expected/);
  await page.getByRole("link", { name: "Figure 7.2a" }).click();
  await page.getByText("after 2000 queries of value 0").waitFor();
  await drawn(page, "dp-sparse-vector");
  const stream = await tableOf(said(page));
  isAbove(cell(stream, "2000", "ε ≤, normal noise 469.57 on every query"), 0.3766866, "plain composition");
  assert.match(await said(page).innerText(), /must not be published/i);
  await page.getByRole("link", { name: "Figure 7.1b" }).click();
  await page.getByText("are expected until 10 answers are spent").waitFor({ timeout: 60_000 });
  await drawn(page, "dp-sparse-vector");
  const bought = await smallTable(page, /What the budget buys/);
  isAbove(bought.get("Laplace noise")?.[0] ?? "", 99.4922, "noise within the budget");
  assert.equal(await overflow(page), 0);
});

// Rows SV24 to SV26, and the remark as printed where it is below its theorem.
test("closed forms of how long a stream runs count only where their theorem says no more", async (t) => {
  const free = "length=0&sign=never&answers=1&delta=1e-6";
  const page = await visit(t, `sparse-vector.html#v=2&show=guarantee&threshold-noise=20&query-noise=40&threshold=120&${free}`, { width: 1280, height: 800 });
  await drawn(page, "dp-sparse-vector");
  const rows = await smallTable(page, /every theorem/);
  isAbove(String(bound(rows.get("Closed form of how long a stream runs")?.[0])), 0.6801520784808853, "SV24");
  isAbove(String(bound(rows.get("Closed form for few false positives, corrected")?.[0])), 0.7224502188784228, "SV25");
  assert.equal(rows.get("Closed form for few false positives, corrected")?.[1], "Guarantee");
  isAbove(String(bound(rows.get("Closed form for few false positives as printed")?.[0])), 0.7211859181676191, "SV26");
  assert.equal(rows.get("Closed form for few false positives as printed")?.[1], "Not a guarantee of what is released");
  // A threshold that queries of value 0 often pass.
  await page.goto(new URL(`sparse-vector.html#v=2&show=guarantee&threshold-noise=200&query-noise=350&threshold=1&${free}`, page.url()).href);
  await page.getByText("normal noise 200 and 350").first().waitFor();
  await drawn(page, "dp-sparse-vector");
  assert.match((await said(page).locator(".lab-conclusion").textContent()) ?? "", /few false positives would say .* where even that is no guarantee/);
});

// What no theorem covers is said once, at its field, and nothing that was typed is lost.
test("a stream without a limit that may run for ever", async (t) => {
  const page = await visit(t, "sparse-vector.html#v=2&show=guarantee&threshold-noise=210&query-noise=420&answers=1&length=0&threshold=1000&sign=never&delta=1e-6");
  await drawn(page, "dp-sparse-vector");
  const before = await page.locator(".result-bound").textContent();
  const noise = page.getByRole("textbox", { name: /Noise of a query/ });
  await noise.fill("200");
  await noise.press("Enter");
  const error = page.locator(".error:not(:empty)");
  await error.first().waitFor();
  assert.equal(await error.count(), 1);
  assert.match((await error.textContent()) ?? "", /200 is not above the noise of the threshold, 210/);
  assert.equal(await noise.inputValue(), "200");
  assert.equal(await page.getByRole("textbox", { name: /Noise of the threshold/ }).inputValue(), "210");
  await noise.fill("420");
  await noise.press("Enter");
  await error.first().waitFor({ state: "detached" });
  await drawn(page, "dp-sparse-vector");
  assert.equal(await page.locator(".result-bound").textContent(), before);
  await page.getByRole("link", { name: "Put it into a plan" }).click();
  await page.waitForURL(/index\.html#.*sparse-vector/);
});
