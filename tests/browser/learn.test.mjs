// The page of learning: bounds of objective perturbation, what a budget asks for, models trained in the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, useBrowser } from "./browser.mjs";
import { bounded, trained } from "./tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/**
 * The cells of a table, row by row.
 * @param {Page} page
 * @param {string} place
 */
const cells = (page, place) =>
  page.locator(`${place} .rival-table`).locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
  );

test("both settings of the source's figure have its values by every bound", async (t) => {
  const page = await visit(t, "learn.html");
  await bounded(page);
  const values = async () => (await cells(page, "#bounds")).map(([, epsilon]) => epsilon);
  // Redberg, Koskela and Wang (2023), figure 1, at δ = 1e-5; guarantees rounded up, the lower bound down.
  assert.deepEqual(await values(), ["≥ 0.72552", "≤ 0.81088", "≤ 0.87872", "≤ 1.0595", "≤ 2.058"]);
  assert.equal(await page.locator(".result-bound").textContent(), "ε ≤ 0.81088");
  await page.getByRole("button", { name: "σ = 10, λ = 5" }).click();
  await page.locator(".result-bound").filter({ hasText: "0.58148" }).waitFor();
  assert.deepEqual(await values(), ["≥ 0.34066", "≤ 0.58148", "≤ 0.61559", "≤ 0.72224", "≤ 1.0084"]);
  assert.match(page.url(), /sigma=10/);
  await page.goBack();
  await page.locator(".result-bound").filter({ hasText: "0.81088" }).waitFor();
});

test("a budget asks for noise and regularisation, by every bound", async (t) => {
  const page = await visit(t, "learn.html#lipschitz=1.4142135623730951&smoothness=0.5");
  await page.locator("#calibration tbody tr").first().waitFor();
  const [profile, moments] = await cells(page, "#calibration");
  assert.deepEqual(profile, ["Half-normal profile", "6.8587", "2.5866", "1.0412"]);
  assert.deepEqual(moments?.slice(1, 3), ["6.8587", "3.7072"]);
  await page.locator("#epsilon-box").fill("2");
  await page.locator("#calibration p").filter({ hasText: "ε = 2" }).waitFor();
});

test("models are trained in the page, marked as secret, and the training can be cancelled", async (t) => {
  const page = await visit(t, "learn.html#trials=2");
  await bounded(page);
  assert.match((await page.locator("#training").textContent()) ?? "", /nothing has been trained yet/);
  await trained(page);
  assert.match((await page.locator("#training .mark").textContent()) ?? "", /Must not be published/);
  await page.locator("#data").selectOption("halton200");
  assert.match((await page.locator("#training .dp-note").textContent()) ?? "", /train again/);
  await page.locator("#trials-box").fill("20");
  await page.getByRole("button", { name: "Train the models" }).press("Enter");
  await page.locator("#training").getByRole("button", { name: "Cancel" }).click();
  await page.locator("#training .dp-note").filter({ hasText: /cancelled/ }).waitFor();
});

test("a wrong value is named at its field, and nothing overflows a narrow screen", async (t) => {
  const page = await visit(t, "learn.html#sigma=-1", { width: 320, height: 700 });
  await page.locator("#sigma-error:not(:empty)").waitFor();
  assert.equal(await page.locator("#sigma-box").inputValue(), "-1");
  await page.locator("#sigma-box").fill("4");
  await bounded(page);
  assert.equal(await page.locator("#sigma-error").textContent(), "");
  assert.equal(await overflow(page), 0);
});
