// What the page says of bounds: certified on both sides, at most, wide and why, not computed, contradicted; and that a
// curve looks like its accountant, whatever else is missing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { turnsOf } from "../../../www/js/chart/style.js";
import { ask, GAUSSIAN, settled, useBrowser } from "../browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/**
 * A worker whose answers to plans are changed before the page has them.
 * @param {string} change of `answer` and `bound(accountant)`
 * @returns {import("../browser.mjs").Look}
 */
const worker = (change) => ({
  prepare: async (page) => {
    const body = `
import init, { ask } from "../../pkg/accounting/dpscope.js";
self.addEventListener("message", async ({ data }) => {
  if ("compiled" in data) {
    await init({ module_or_path: data.compiled });
    self.postMessage({ ready: true });
    return;
  }
  const answer = ask(data.question);
  if (answer.answer === "plan") {
    const bound = (accountant) => answer.bounds.find((one) => one.accountant === accountant);
    ${change}
  }
  self.postMessage({ id: data.id, answer, took: 1000 });
});`;
    await page.context().route("**/js/core/worker.js", (route) => route.fulfill({ contentType: "text/javascript; charset=utf-8", body }));
  },
});

const surety = (/** @type {Page} */ page) => page.locator(".result-surety").innerText();
const row = (/** @type {Page} */ page, /** @type {string} */ accountant) => page.locator(`.bars [data-accountant=${accountant}]`);

const WITHOUT_LOWER = "for (const one of [...answer.bounds, answer.best]) if (one?.epsilon) one.epsilon.lower = null;";

test("an upper bound without a lower end is called an upper bound", async (t) => {
  const page = await visit(t, GAUSSIAN, worker(WITHOUT_LOWER));
  await settled(page);
  assert.equal(await surety(page), "An upper bound: ε is at most this, and no lower end is known.");
  assert.equal(await row(page, "pld").locator(".bar-note").innerText(), "upper bound");
});

test("an upper bound without a lower end is called one on Views too", async (t) => {
  const page = await visit(t, "views.html", worker(WITHOUT_LOWER));
  await settled(page);
  await page.locator(".lab-headline .result-condition", { hasText: "an upper bound, no lower end is known" }).waitFor();
});

test("a bracket that is wide says how wide it is, and why", async (t) => {
  const wide = `if (bound("exact")) bound("exact").epsilon = undefined, bound("exact").text = undefined, bound("exact").unavailable = "none";
    if (bound("pld")) bound("pld").epsilon.lower = 4, bound("pld").note = "the transform has no more points";`;
  const page = await visit(t, GAUSSIAN, worker(wide));
  await settled(page);
  assert.match(await surety(page), /^Certified: 4 ≤ ε ≤ 4\.377\d; the bracket is 8\.7 % wide: the transform has no more points\.$/);
});

test("no bracket without a finite end on both sides is called certified", async (t) => {
  const open = `if (bound("exact")) bound("exact").epsilon.lower = null;
    if (bound("pld")) bound("pld").epsilon = { lower: 0, upper: "inf" }, bound("pld").text = "ε ≤ ∞";`;
  const page = await visit(t, GAUSSIAN, worker(open));
  await settled(page);
  assert.match(await surety(page), /^An upper bound/);
});

test("what was not computed is listed as such, with the reason", async (t) => {
  const late = `if (bound("basic")) Object.assign(bound("basic"), { epsilon: undefined, text: undefined, stopped: true, unavailable: "not computed: it takes longer than 2 s" });`;
  const page = await visit(t, GAUSSIAN, worker(late));
  await settled(page);
  assert.equal(await row(page, "basic").locator(".bar-text").innerText(), "not computed");
  await page.locator(".bounds .result-reasons", { hasText: "Basic composition: not computed: it takes longer than 2 s." }).waitFor();
});

for (const address of ["", "views.html"]) {
  test(`a disagreement of accountants is an error that nobody overlooks: ${address || "index.html"}`, async (t) => {
    const page = await visit(t, `${address}${address ? "" : GAUSSIAN}`, worker('answer.disagreement = "loss says at least 5, exact at most 4.4";'));
    await settled(page);
    const text = "Do not rely on this: loss says at least 5, exact at most 4.4.";
    const place = page.locator(address ? ".lab-headline .result-failed" : ".answer[data-surety=failed] .result-surety");
    await place.waitFor();
    assert.equal(await place.innerText(), text);
    const colour = (/** @type {import("playwright-core").Locator} */ one) => one.evaluate((element) => getComputedStyle(element).color);
    assert.equal(await colour(page.locator(".result-bound")), await colour(place), "the number is in the colour of errors");
  });
}

test("the curve of an accountant looks the same whatever else is missing", async (t) => {
  // Only the Rényi curve is known of zero-concentrated privacy.
  const page = await visit(t, "#v=2&r=zcdp,rho:0.5");
  await settled(page);
  const look = (/** @type {string} */ name) =>
    page.locator(".curve .dp-legend li", { hasText: name }).locator(".dp-swatch").getAttribute("class");
  const alone = await look("RDP (Rényi)");
  await page.evaluate(() => (location.hash = "#v=2&r=gaussian,sigma:1"));
  await page.locator(".curve .dp-legend li", { hasText: "Exact" }).first().waitFor();
  assert.equal(await look("RDP (Rényi)"), alone);
  assert.notEqual(await look("Exact"), alone);

  // Each accountant has turns of its own, in every figure of the core.
  const { accountants } = /** @type {import("../../../www/pkg/accounting/dpscope.js").DescribeAnswer} */ (await ask(page, { ask: "describe" }));
  const question = { ask: "curve", view: "composition", mark: { delta: 1e-5 }, grid: [1, 4], picture: true, releases: [{ mechanism: { kind: "gaussian", sigma: 5 } }] };
  const { figure } = /** @type {import("../../../www/pkg/accounting/dpscope.js").CurveAnswer} */ (await ask(page, { ...question, accountants: accountants.map(({ word }) => word) }));
  const series = figure?.series ?? [];
  assert(series.length > 8, `${series.map(({ by }) => by)}`);
  for (const { by, turns } of series) assert.equal(turns?.[0] === 0, by === "exact" || by === "fourier", `${by} has a look of its own`);
  assert.equal(new Set(turnsOf(series)).size, series.length);
});
