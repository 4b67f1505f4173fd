// Levels, excess risks and sensitivities that are typed on the page "Accuracy first".

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, useBrowser } from "../browser.mjs";
import { drawn, isAbove } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();
const PAGE = "noise-reduction.html";
const settled = (/** @type {Page} */ page) => drawn(page, "dp-noise-reduction");

/** @param {Page} page @param {string} name @param {string} value */
async function type(page, name, value) {
  const box = page.getByRole("textbox", { name, exact: true });
  await box.fill(value);
  await box.press("Enter");
}

// Row T2 of the golden table: the profile of row B2 at five levels.
test("typed levels and risks give the law of the golden table", async (t) => {
  const page = await visit(t, `${PAGE}#v=2&show=cost&alpha=0.5`, { width: 1280, height: 900 });
  await settled(page);
  for (const group of ["The problem", "Levels, and the test", "More settings"]) await page.locator("summary", { hasText: group }).click();
  await page.getByRole("radio", { name: "Your own" }).check({ force: true });
  // Without a theorem its levels are none.
  await page.locator(".error:not(:empty)").filter({ hasText: "no theorem is known" }).first().waitFor();
  await page.locator("#levels").selectOption("custom");
  await settled(page);
  await page.getByRole("radio", { name: "Typed" }).check({ force: true });
  await type(page, "Sensitivity Δ", "0.02");
  await type(page, "Price of the test ε_A", "1");
  await type(page, "Levels ε", "0.1, 0.2, 0.4, 0.8, 1.6");
  await page.waitForURL(/values=/, { timeout: 5000 }).catch(() => {});
  await settled(page);
  const table = page.locator("dp-noise-reduction details.lab-table").first();
  await table.locator("summary").click();
  const rows = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  const [, , , together = "", none = ""] = rows.find(([way]) => way === "Noise reduction") ?? [];
  isAbove(together, 1.68253072394, "the expected loss");
  isAbove(none, 0.00902603796720092, "nothing passes");
  assert.equal(await overflow(page), 0);
});

test("levels that do not increase and risks that are too few are said at their field, on a phone", async (t) => {
  const page = await visit(t, `${PAGE}#v=2&show=run&levels=custom&risk=typed&values=0.1+0.3+0.2`, { width: 390, height: 844, dark: true });
  const levels = page.locator("#values-error");
  await levels.filter({ hasText: "ascending" }).waitFor();
  assert(await levels.isVisible());
  assert.equal(await page.getByRole("textbox", { name: "Levels ε" }).inputValue(), "0.1 0.3 0.2");
  assert.equal(await page.getByRole("textbox", { name: "Levels ε" }).getAttribute("aria-invalid"), "true");
  await type(page, "Levels ε", "0.1 0.2 0.3");
  const risks = page.locator("#risks-error");
  await risks.filter({ hasText: "a list of 3, a risk for each level" }).waitFor();
  assert.equal(await levels.innerText(), "");
  await type(page, "L(θ*) − L(θ_t) at each level", "-0.6 0.1 -0.05");
  await risks.filter({ hasText: "0.1" }).waitFor();
  await type(page, "L(θ*) − L(θ_t) at each level", "-0.6 −0.1 -0.05");
  await settled(page);
  assert.equal(await risks.innerText(), "");
  assert.match(page.url(), /risks=/);
  await page.getByRole("radio", { name: "The test" }).check({ force: true });
  await settled(page);
  assert.match(await page.locator(".result-condition").innerText(), /T = 3 tests/);
  assert.equal(await overflow(page), 0);
});

test("what seldom needs to be set is behind a heading, and counts", async (t) => {
  const page = await visit(t, `${PAGE}#v=2&show=figures&figure=run&data=penguins&regularization=0.1&alpha=0.1&count=40`, { width: 1280, height: 900 });
  await settled(page);
  assert.equal(await page.getByLabel("Noise", { exact: true }).isVisible(), false);
  const before = await page.locator(".result-bound").innerText();
  await page.locator("summary", { hasText: "More settings" }).click();
  await page.locator("#perturbation").selectOption("output");
  await settled(page);
  assert.notEqual(await page.locator(".result-bound").innerText(), before);
  assert(await page.locator("#minimizer-bound").isVisible());
  await page.getByRole("radio", { name: "A feature that is 1" }).check({ force: true });
  await page.locator(".result-condition").filter({ hasText: "p = 3" }).waitFor();
  await type(page, "Features divided by", "0.1");
  await page.locator("#divisor-error").filter({ hasText: "at least" }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Features divided by" }).inputValue(), "0.1");
});
