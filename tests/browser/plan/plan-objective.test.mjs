// Objective perturbation as a release of the plan: by its form, by an address, from the page of learning.

import assert from "node:assert/strict";
import { test } from "node:test";
import { headline, settled, shown, useBrowser } from "../browser.mjs";
import { best, box, DP_SGD, lines, names } from "../plan-page.mjs";
import { learned } from "../tables.mjs";

const visit = useBrowser();

const MODEL = { kind: "objective-perturbation", lipschitz: 1, smoothness: 0.25, sigma: 5, regularization: 20 };
const WORD = "r=objective-perturbation,lipschitz:1,smoothness:0.25,sigma:5,regularization:20";

test("objective perturbation is chosen in the form of a release, with the fields that the core describes", async (t) => {
  const page = await visit(t, "#v=2&r=gaussian,sigma:1");
  await shown(page);
  await page.getByRole("combobox", { name: "Mechanism" }).selectOption("objective-perturbation");
  await headline(page, await best(page, [{ mechanism: MODEL }]));
  await box(page, "Regularization λ").fill("5");
  await headline(page, await best(page, [{ mechanism: { ...MODEL, regularization: 5 } }]));
  await box(page, "Regularization λ").blur();
  await page.waitForURL(/&r=objective-perturbation,lipschitz:1,smoothness:0\.25,sigma:5,regularization:5,tight:0$/);
});

test("an address opens it beside other releases, and the tight determinant spends less", async (t) => {
  const page = await visit(t, `#v=2&delta=1e-5&${WORD},count:3,label:Models&r=gaussian,sigma:1,count:1000,poisson:0.01`);
  await settled(page);
  assert.deepEqual(await names(page), ["Models", "Gaussian"]);
  assert.equal((await lines(page))[0], "Objective perturbation L = 1, β = 0.25, σ = 5, λ = 20, ×\u00a03");
  const published = await best(page, [{ count: 3, mechanism: MODEL }, DP_SGD]);
  await headline(page, published);
  const turned = page.getByRole("switch", { name: "Tight determinant (extension)" });
  assert.equal(await turned.isChecked(), false);
  await turned.check();
  assert.equal((await lines(page))[0], "Objective perturbation L = 1, β = 0.25, σ = 5, λ = 20, own tighter determinant, ×\u00a03");
  const tight = await best(page, [{ count: 3, mechanism: { ...MODEL, tight: 1 } }, DP_SGD]);
  await headline(page, tight);
  const epsilon = (/** @type {string} */ text) => Number(text.replace("ε ≤ ", ""));
  assert(epsilon(tight) < epsilon(published), `${tight} against ${published}`);
  await page.waitForURL(/regularization:20,tight:1,count:3/);
  await page.reload();
  await settled(page);
  assert.equal(await turned.isChecked(), true);
  await headline(page, tight);
});

test("nothing is promised where λ does not exceed β, and the page says so", async (t) => {
  const page = await visit(t, "#v=2&r=objective-perturbation,smoothness:1,regularization:0.5");
  await headline(page, "No bound");
  await page.getByText(/^Release 1 guarantees nothing: the regulari[sz]ation λ must exceed the smoothness β/).first().waitFor();
});

test("a model of the page of learning is put into a plan, which spends as much", async (t) => {
  const page = await visit(t, "learn.html#sigma=4&regularization=10&smoothness=0.25&lipschitz=1&delta=1e-6");
  await learned(page);
  const said = (await page.locator("dp-learning .result-bound").textContent()) ?? "";
  await page.getByRole("link", { name: "Put this model into a plan" }).click();
  await settled(page);
  assert.deepEqual(await names(page), ["Objective perturbation"]);
  await headline(page, said);
  assert.equal(await headlineOf(page), await best(page, [{ mechanism: { ...MODEL, sigma: 4, regularization: 10 } }], { delta: 1e-6 }));
});

/** @param {import("playwright-core").Page} page */
const headlineOf = (page) => page.locator(".result-bound").textContent();
