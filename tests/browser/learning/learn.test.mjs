// The page of learning: bounds of objective perturbation, its Rényi curve, several models, what a budget asks for, models
// trained in the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, site, useBrowser } from "../browser.mjs";
import { cell, isAbove, learned, tableOf, trained } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/** @param {Page} page */
const headline = (page) => page.locator("dp-learning .result-bound").textContent();

/**
 * Waits for a number in large type.
 * @param {Page} page
 * @param {string} text
 */
const says = (page, text) => page.locator("dp-learning .lab-headline:not([data-old]) .result-bound").filter({ hasText: text }).waitFor();

/**
 * Waits for what follows from what is shown.
 * @param {Page} page
 * @param {string | RegExp} text
 */
const concludes = (page, text) => page.locator("dp-learning .lab-said:not([data-old]) .lab-conclusion li").filter({ hasText: text }).waitFor();

/**
 * The cells of the table that no curve has.
 * @param {Page} page
 */
const cells = (page) =>
  page.locator("dp-learning .lab-table tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));

/**
 * Opens the group of what is released, unless the address has opened it.
 * @param {Page} page
 */
async function unfold(page) {
  const group = page.locator(".lab-form details").filter({ hasText: "what is released" });
  await group.waitFor();
  if ((await group.getAttribute("open")) === null) await group.locator("summary").click();
}

/**
 * @param {Page} page
 * @param {string} name
 */
const choose = (page, name) => page.locator("label").filter({ has: page.getByRole("radio", { name, exact: true }) }).click();

test("both settings of the source's figure have its values by every bound", async (t) => {
  const page = await visit(t, "learn.html");
  await learned(page);
  const values = async () => (await cells(page)).map(([, epsilon]) => epsilon);
  // Redberg, Koskela and Wang (2023), figure 1, at δ = 1e-5; guarantees rounded up, the lower bound down.
  assert.deepEqual(await values(), ["ε ≥ 0.72552", "ε ≤ 0.81088", "ε ≤ 0.87872", "ε ≤ 1.0595", "ε ≤ 2.058"]);
  assert.equal(await headline(page), "ε ≤ 0.81088");
  await concludes(page, "the bound of Kifer, Smith and Thakurta 2012 is 2.54 times as large");
  await page.getByRole("link", { name: "More noise than regularization" }).click();
  await says(page, "0.58148");
  await learned(page);
  assert.deepEqual(await values(), ["ε ≥ 0.34066", "ε ≤ 0.58148", "ε ≤ 0.61559", "ε ≤ 0.72224", "ε ≤ 1.0084"]);
  assert.match(page.url(), /sigma=10/);
  await page.goBack();
  await says(page, "0.81088");
});

test("what is said is what the numbers say: where the oldest bound wins, it is named", async (t) => {
  const page = await visit(t, "learn.html#sigma=10&regularization=1.5");
  await says(page, "1.3334");
  await concludes(page, "The least guarantee at δ = 1e-5 is the bound of Kifer, Smith and Thakurta 2012, ε ≤ 1.3334");
  await concludes(page, "by the tight determinant, an extension, the profile has ε ≤ 0.86917");
});

test("the Rényi curve says how many steps DP-SGD has, and where its curve turns", async (t) => {
  const page = await visit(t, "learn.html#show=renyi");
  await learned(page);
  assert((await page.locator("dp-learning .dp-legend").textContent())?.includes("DP-SGD, 6000 steps at q = 0.01"));
  // By quadrature with 30 digits: noise 5, then 10, at rate 1/100; near 1 + 2z² log(1/q).
  await concludes(page, "The curve of DP-SGD turns at order 230.2:");
  await page.locator("#sigma-box").fill("10");
  await concludes(page, "turns at order 919.9:");
});

test("several models are drawn as the source draws them: δ against ε for each number of them", async (t) => {
  const page = await visit(t, "learn.html");
  await page.getByRole("link", { name: "Several models", exact: true }).press("Enter");
  const title = page.locator("dp-learning .dp-title");
  await title.filter({ hasText: "δ against ε of k models, each with its own noise, σ = 8, λ = 10" }).waitFor();
  await learned(page);
  assert.match(page.url(), /show=several.*several=delta.*sigma=8.*regularization=10/);
  // Redberg, Koskela and Wang (2023), figure 4 (L = β = 1): 25 digits by another route, rounded up.
  await says(page, "ε ≤ 2.6054");
  await concludes(page, "8 models cost 4.64 times as much as 1, less than 8 times: ε ≤ 0.5616 and ε ≤ 2.6054.");
  await concludes(page, "No loss of k models is below k × 0.11317");
  assert.equal(await page.locator("dp-learning .dp-legend li").count(), 8);
  const table = await tableOf(page.locator("dp-learning"));
  isAbove(cell(table, "0.8", "δ ≤, k = 4: Fourier"), 0.07849718364485416, "k = 4");
  isAbove(cell(table, "0.8", "δ ≤, k = 4: RDP (Rényi)"), 0.11963802312303024, "k = 4, Rényi");
  // No loss of k models is below k (c + s²/2): up to there δ = 1 − e^ε ((1 − β/λ) 2Φ(−s))^k, here at ε = 0.
  const kept = 0.9 * 0.9005235503397742;
  for (const k of [1, 2, 4, 8]) isAbove(cell(table, "0", `δ ≤, k = ${k}: Fourier`), 1 - kept ** k, `${k} models at 0`);
  await page.getByRole("radio", { name: "δ against ε" }).press("ArrowLeft");
  await title.filter({ hasText: "ε of k models" }).waitFor();
  await says(page, "ε ≤ 2.6054");
});

test("a budget asks for noise and regularization, by every bound", async (t) => {
  const page = await visit(t, "learn.html#show=calibration&lipschitz=1.4142135623730951&smoothness=0.5");
  await learned(page);
  const [profile, moments, kifer] = await cells(page);
  assert.deepEqual(profile?.slice(0, 4), ["Half-normal profile", "6.8587", "2.5866", "1.0412"]);
  assert.deepEqual(moments?.slice(1, 3), ["6.8587", "3.7072"]);
  assert.equal(kifer?.[0], "Bound of Kifer, Smith and Thakurta 2012");
  assert.match((await headline(page)) ?? "", /σ = 6\.8587.*λ = 2\.5866/);
  await concludes(page, "The Rényi bound asks at the same σ for λ = 3.7072, 1.43 times what the half-normal profile asks for.");
  // With L = β = 1, at λ = 20.
  await unfold(page);
  await page.locator("#lipschitz-box").fill("1");
  await page.locator("#smoothness-box").fill("1");
  await concludes(page, "At λ = 20 a noise of σ = 4.0763 is enough.");
  await page.locator("#epsilon-box").fill("2");
  await page.locator(".result-condition").filter({ hasText: "keep ε = 2" }).waitFor();
});

test("models are trained in the page, marked as secret; a cancelled training is called incomplete", async (t) => {
  const page = await visit(t, "learn.html#show=training&trials=2");
  const figure = page.locator("dp-learning .dp-figure");
  await figure.locator(".dp-note").filter({ hasText: "nothing has been trained yet" }).waitFor();
  await trained(page);
  assert.match((await page.locator("dp-learning").textContent()) ?? "", /must not be published/i);
  assert.match((await headline(page)) ?? "", /accuracy = .*% ± .*% objective perturbation/);
  await concludes(page, /^DP-SGD, tuning counted: .* The same people chose the best candidate; the candidates on average have/);
  await page.locator("#data").selectOption("halton200");
  await figure.locator(".dp-note").filter({ hasText: "It is of another setting; start again." }).waitFor();
  assert.equal(await page.locator("dp-learning .lab-headline[data-old]").count(), 1);
  await page.locator("#trials-box").fill("20");
  await page.getByRole("button", { name: "Train the models" }).press("Enter");
  // What cancels stands beside what started it, in sight.
  const cancel = page.locator("dp-learning .lab-start").getByRole("button", { name: "Cancel" });
  await page.locator("dp-learning .dp-figure:not([data-stale])").waitFor({ timeout: 60_000 });
  await cancel.click();
  await figure.locator(".dp-note").filter({ hasText: "This is incomplete: the rest of it was cancelled." }).waitFor();
  assert.equal(await figure.getAttribute("data-stale"), null);
});

test("on the regression line the share that is predicted well is shown, on the ring that no line helps", async (t) => {
  const page = await visit(t, "learn.html#trials=2&data=regression-line&output_noise=0.01&tolerance=0.001");
  await trained(page);
  assert.equal(await page.locator("dp-learning .dp-title").textContent(), "Share predicted within 0.1 against ε, must not be published, with 95 % confidence");
  // Nineteen of twenty lie about the line with a deviation of half of that: 91 %, of 100 people ± 6.
  await concludes(page, /without noise: at ε = 0\.1, [89]\d\.\d.% of the people held out are predicted to within 0\.1/i);
  await page.locator("#data").selectOption("ring");
  await page.getByRole("button", { name: "Train the models" }).click();
  await page.locator("dp-learning .dp-title").filter({ hasText: "Accuracy against ε" }).waitFor({ timeout: 60_000 });
  assert.match(page.url(), /data=ring/);
});

test("a point near the minimum has bounds of its own, set by keyboard and kept in the address", async (t) => {
  const page = await visit(t, "learn.html");
  await learned(page);
  await unfold(page);
  assert.equal(await page.locator("#tolerance-box").isVisible(), false);
  await page.getByRole("radio", { name: "the exact minimum" }).press("ArrowRight");
  await says(page, "0.81134");
  await learned(page);
  const rows = await cells(page);
  assert.deepEqual(rows.find(([name]) => name === "Near the minimum")?.slice(1), ["ε ≤ 0.81134", "Guarantee"]);
  assert.deepEqual(rows.find(([name]) => name === "Near the minimum, RDP")?.slice(1), ["ε ≤ 0.87921", "Guarantee"]);
  // What is guaranteed of the exact minimum is less than what is released costs.
  assert.deepEqual(rows.find(([name]) => name === "Half-normal profile")?.slice(1), ["ε ≤ 0.81088", "Not for what is released"]);
  await concludes(page, "s_out = 2τ/(λσ_out) = 0.0066667: the exact minimum has ε ≤ 0.81088, the point near it ε ≤ 0.81134.");
  await page.locator("#tolerance-box").fill("0.5");
  await page.locator(".result-condition").filter({ hasText: "τ = 0.5" }).waitFor();
  assert(Number((await headline(page))?.slice(4)) > 0.9);
  await page.locator("#output-noise-box").fill("0");
  await page.locator("#output-noise-error:not(:empty)").waitFor();
  await page.locator("#output-noise-box").fill("2");
  await page.locator("#output-noise-error:empty").waitFor({ state: "attached" });
  await page.locator("#output-noise-box").press("Tab");
  await page.waitForURL(/minimum=near&tolerance=0\.5&output-noise=2/);
  await choose(page, "Calibration");
  await page.locator(".result-condition").filter({ hasText: "τ = 0.5, with noise σ_out = 2 on it" }).waitFor();
});

test("without a linear model the bound grows with the dimension", async (t) => {
  const page = await visit(t, "learn.html#dimension=1&loss=general");
  // In one dimension it is that of a linear model.
  await says(page, "0.87872");
  assert.match((await page.locator(".result-condition").textContent()) ?? "", /any convex loss with d = 1$/);
  await unfold(page);
  await page.locator("#dimension-slider").press("PageUp");
  await page.locator("dp-learning .result-bound").filter({ hasNotText: "0.87872" }).waitFor();
  assert(Number((await headline(page))?.slice(4)) > 0.88);
  await concludes(page, /^For d = \d+ it is .* times the Rényi bound of a generalized linear loss, ε ≤ 0\.87872\.$/);
  await page.locator("#dimension-box").fill("1.5");
  await page.locator("#dimension-error").filter({ hasText: "whole number" }).waitFor();
});

test("the tight determinant is a labelled extension that serves every λ", async (t) => {
  const page = await visit(t, "learn.html#regularization=0.5");
  await page.locator("#regularization-error").filter({ hasText: "above the smoothness β = 1" }).waitFor();
  await unfold(page);
  await page.getByRole("radio", { name: "as published" }).press("ArrowRight");
  await page.locator("#regularization-error:empty").waitFor({ state: "attached" });
  await page.locator(".result-condition").filter({ hasText: "tight determinant, an extension" }).waitFor();
  assert.match(page.url(), /determinant=tight/);
  await choose(page, "Calibration");
  await page.locator(".result-condition").filter({ hasText: /keep ε = 1 .*extension/ }).waitFor();
});

test("models are trained on a table of one's own, whose bad rows are named and which no address holds", async (t) => {
  const page = await visit(t, "learn.html#show=training&trials=2");
  const rows = Array.from({ length: 60 }, (_, at) => {
    const side = at % 2 === 0 ? 1 : -1;
    return `${side * (0.4 + (at % 7) / 20)},${((at * 37) % 19) / 40 - 0.2},0.1,${side}`;
  });
  await page.locator(".own-fold > summary").click();
  await page.locator("#own-text").fill(["a,b,c,y", ...rows, "0.1,oops,0.2,1", "3,4,0,1"].join("\n"));
  await page.getByRole("button", { name: "Use this table" }).press("Enter");
  await page.locator(".own [role=status]").filter({ hasText: "60 of 62 rows are used." }).waitFor();
  assert.deepEqual(await page.locator(".bad-rows li").allTextContents(), [
    "Line 62 is left out: column 2 is “oops”, not a number.",
    "Line 63 is left out: its features have norm 5.000, more than 1.",
  ]);
  assert.match((await page.locator(".own").textContent()) ?? "", /leaves this browser/);
  assert.equal(await page.locator("#data").inputValue(), "own");
  assert.match(page.url(), /data=own/);
  assert.doesNotMatch(page.url(), /0\.4/);
  assert.equal(await page.locator(".own-axes").isVisible(), false);
  await trained(page);
  // Another table is another setting, though the address is the same.
  await page.locator("#own-text").fill(rows.slice(0, 50).join("\n"));
  await page.getByRole("button", { name: "Use this table" }).press("Enter");
  await page.locator("dp-learning .dp-note").filter({ hasText: "It is of another setting; start again." }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Train the models" }).click();
  await page.locator("dp-learning .dp-note").filter({ hasText: "not in the address" }).waitFor();
});

test("all that can be set fits a narrow screen, in dark colours too", async (t) => {
  const page = await visit(t, "learn.html#minimum=near&loss=general&determinant=tight", { width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: "dark" });
  await learned(page);
  await unfold(page);
  for (const name of ["tolerance", "output-noise", "dimension"]) assert(await page.locator(`#${name}-box`).isVisible());
  assert.equal(await overflow(page), 0);
});

test("a word that a choice does not have is named at its field, and the rest of the address is kept", async (t) => {
  const wrong = /** @type {const} */ ([
    ["show", "bounds, renyi, several, calibration or training", ""],
    ["minimum", "exact or near", "v=2&sigma=7"],
    ["loss", "linear or general", "v=2&sigma=7"],
    ["determinant", "published or tight", "v=2&sigma=7"],
    ["several", "epsilon or delta", "v=2&show=several&sigma=7"],
    ["data", "penguins, halton200, two-gaussians, margin-blobs, ring, heavy-tail, regression-line or own", ""],
  ]);
  for (const [name, allowed, address] of wrong) {
    const page = await visit(t, `learn.html#sigma=7&${name}=toString`);
    await page.locator(`#${name}-error`).filter({ hasText: `“toString” is not one of ${allowed}.` }).waitFor();
    assert.equal(await page.locator(".error:not(:empty)").count(), 1);
    assert.equal(await page.locator("#status").isVisible(), false);
    assert.equal(await page.locator("#sigma-box").inputValue(), "7");
    // Nothing is shown that the word would have had a part in.
    const number = page.locator("dp-learning .lab-headline .result-bound").filter({ visible: true }).filter({ hasText: /\d/ });
    assert.equal(await number.count(), 0);
    if (address === "") continue;
    assert.equal(await page.locator(`input[name=${name}]:checked`).count(), 0);
    await page.locator(`label:has(input[name=${name}])`).first().click();
    await page.locator(`#${name}-error:empty`).waitFor({ state: "attached" });
    await learned(page);
    assert.equal(page.url().split("#")[1], address);
  }
});

test("a word without a meaning for what is shown is not asked about", async (t) => {
  const page = await visit(t, "learn.html#show=bounds&data=toString");
  await says(page, "0.81088");
  assert.equal(await page.locator(".error:not(:empty)").count(), 0);
});

test("a wrong value is named at its field, and nothing overflows a narrow screen", async (t) => {
  const page = await visit(t, "learn.html#sigma=-1", { width: 320, height: 700 });
  await page.locator("#sigma-error:not(:empty)").waitFor();
  assert.equal(await page.locator("#sigma-box").inputValue(), "-1");
  await page.locator("#sigma-box").fill("4");
  await learned(page);
  assert.equal(await page.locator("#sigma-error").textContent(), "");
  assert.equal(await overflow(page), 0);
});

test("every control and every bound is explained", async (t) => {
  for (const address of ["bounds", "bounds&minimum=near", "bounds&loss=general", "renyi", "several", "calibration", "calibration&minimum=near", "training"]) {
    const page = await visit(t, `learn.html#v=2&show=${address}`);
    await page.locator("dp-learning .lab-explains button").first().waitFor();
    await unfold(page);
    const buttons = page.locator(".lab .dp-explain").filter({ visible: true });
    const count = await buttons.count();
    assert(count > 6, `${address}: ${count}`);
    for (let at = 0; at < count; at += 1) {
      await buttons.nth(at).click();
      await page.locator("dialog.dp-explained h2").filter({ hasText: /\S/ }).waitFor();
      await page.keyboard.press("Escape");
      await page.locator("dialog.dp-explained").waitFor({ state: "detached" });
    }
  }
});

test("control, picture and what follows from it are on one screen", async (t) => {
  for (const [width, height] of /** @type {const} */ ([[1280, 800], [1920, 1080]])) {
    for (const show of ["bounds", "renyi", "several", "calibration"]) {
      const page = await visit(t, `learn.html#v=2&show=${show}`, { width, height });
      await learned(page);
      await page.locator(".lab-side").evaluate((side) => scrollTo(0, side.getBoundingClientRect().top + scrollY));
      for (const part of [page.locator("#delta-box"), page.locator(".lab-headline"), page.locator(".dp-plot"), page.locator(".lab-conclusion li").first()]) {
        const area = await part.boundingBox();
        assert(area && area.y >= 0 && area.y + area.height < height + 1, `${show} at ${width}: ${JSON.stringify(area)}`);
      }
    }
  }
  // On a narrow screen the picture stays while a control moves, and what follows comes after the controls.
  for (const [width, height] of /** @type {const} */ ([[390, 844], [768, 1024]])) {
    const page = await visit(t, "learn.html", { width, height });
    await learned(page);
    for (const place of [page.locator("#delta-slider"), page.locator(".lab-conclusion li").first()]) {
      await place.scrollIntoViewIfNeeded();
      for (const part of [place, page.locator(".lab-headline"), page.locator(".dp-plot")]) {
        const area = await part.boundingBox();
        assert(area && area.y >= 0 && area.y + area.height < height + 1, `${width}: ${JSON.stringify(area)}`);
      }
    }
  }
});

test("the element shows a setting on any page, and follows its attribute", async (t) => {
  const html = `<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,">
    <script type="module" src="${new URL("js/learning/dp-learning.js", site).href}"></script>
    <main><h1>host</h1><h2>A model</h2><dp-learning setting="sigma=10&amp;regularization=5"></dp-learning></main>`;
  const page = await visit(t, "embed-test.html", {
    prepare: async (page) => {
      await page.route("**/embed-test.html", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
    },
  });
  await says(page, "ε ≤ 0.58148");
  await page.locator("dp-learning").evaluate((stage) => stage.setAttribute("setting", "show=several&several=delta&sigma=8&regularization=10"));
  await says(page, "ε ≤ 2.6054");
});
