// <dp-meaning>: what an attacker can do, in the core's numbers and sentences.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, ask, overflow, site, useBrowser } from "../browser.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../../www/js/meaning/dp-meaning.js").Plan} Plan */
/** @typedef {import("../../../www/pkg/accounting/dpscope.js").AttackAnswer} AttackAnswer */

const visit = useBrowser();

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; connect-src 'self'; worker-src 'self'";

const host = {
  prepare: async (/** @type {Page} */ page) => {
    const html = `<!doctype html><html lang="en-GB" class="dpscope"><head><title>meaning</title><meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="${POLICY}"><link rel="icon" href="data:,">
      ${["tokens", "page", "controls"].map((name) => `<link rel="stylesheet" href="${new URL(`style/${name}.css`, site)}">`).join("")}
      <script type="module" src="${new URL("js/meaning/dp-meaning.js", site)}"></script>
      </head><body><div role="main"><h1>host</h1><dp-meaning></dp-meaning></div></body></html>`;
    await page.route("**/meaning-test.html", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
  },
};

/** @type {Plan} */
const GAUSSIAN = { neighbours: "add-remove", releases: [{ mechanism: { kind: "gaussian", sigma: 1 } }], delta: 1e-5 };
/** @type {Plan} */
const CENSUS = { neighbours: "replace", releases: [{ mechanism: { kind: "zcdp", rho: 2.56 } }], delta: 1e-10 };

/** @param {Page} page @param {Plan} plan */
const give = (page, plan) => page.locator("dp-meaning").evaluate((meaning, plan) => Reflect.set(meaning, "plan", plan), plan);

/**
 * @param {Page} page
 * @param {Plan} plan
 * @param {number} falsePositive
 * @param {number} prior
 */
async function attack(page, plan, falsePositive, prior) {
  const answer = await ask(page, { ask: "attack", ...plan, "false-positive": [falsePositive], prior: [prior], accountants: ["exact", "fourier", "rdp"] });
  return /** @type {AttackAnswer & {attack: import("../../../www/pkg/accounting/dpscope.js").Attack}} */ (answer);
}

/** @param {Page} page */
const drawn = (page) => page.locator("dp-meaning .dp-figure:not([data-empty]) .dp-legend").waitFor();

test("says the core's sentences, the relation, δ and that all are upper bounds", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  await give(page, GAUSSIAN);
  await drawn(page);
  const { sentence, attack: found } = await attack(page, GAUSSIAN, 0.05, 0.5);
  assert.equal(await page.locator(".dp-meaning-lead").textContent(), sentence);
  const holds = (await page.locator(".dp-meaning-holds").textContent()) ?? "";
  assert.match(holds, /^Upper bounds .* by the closed form, when one person is added or removed\..*δ = 1e-5\.$/);
  await page.getByText(found.tests[0]?.sentence ?? "").first().waitFor();
  await page.getByText(found.beliefs[0]?.sentence ?? "").first().waitFor();
  const numbers = await page.locator(".dp-stat-value").allTextContents();
  assert.deepEqual(numbers, ["≤ 38.3", "≤ 25.96", "≤ 83.85", "≤ 99.16", "≤ 69.15"]);
  await accessible(page);
});

test("a hundred dots show whole people, rounded up, and say so in words", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  await give(page, GAUSSIAN);
  await drawn(page);
  const count = (/** @type {string} */ name, /** @type {string} */ look) => page.getByRole("img", { name }).locator(`.dp-dot-${look}`).count();
  assert.deepEqual(
    [await count("5 named wrongly", "full"), await count("at most 26 named rightly", "full"), await count("at most 84 are in the data", "full")],
    [5, 26, 84],
  );
  assert.equal(await count("at most 70 right, 50 of them by chance", "half"), 50);
  assert.equal(await count("at most 70 right, 50 of them by chance", "full"), 20);
  assert.equal(await page.getByRole("img").locator("circle").count(), 400);
});

test("the two sliders ask the core anew, by keys or typed", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  await give(page, GAUSSIAN);
  await drawn(page);
  await page.getByRole("textbox", { name: "False positive rate" }).fill("0.2");
  const wanted = (await attack(page, GAUSSIAN, 0.2, 0.5)).attack.tests[0]?.sentence ?? "";
  await page.locator(".dp-meaning-test > p", { hasText: wanted }).waitFor();
  await page.getByRole("slider", { name: "Prior belief" }).focus();
  await page.keyboard.press("Home");
  const belief = (await attack(page, GAUSSIAN, 0.2, 0.01)).attack.beliefs[0]?.sentence ?? "";
  await page.locator(".dp-meaning-belief > p", { hasText: belief }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Prior belief" }).inputValue(), "0.01");
  assert.deepEqual(
    await page.locator("dp-meaning .slider-ends > span").allTextContents(),
    ["1e-4 careful", "careless 1", "0.01 few are", "most are 0.99"],
  );
});

test("a wrong rate is refused beside its box, in the core's words", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  await give(page, GAUSSIAN);
  await drawn(page);
  const box = page.getByRole("textbox", { name: "Prior belief" });
  await box.fill("2");
  await page.locator("#attack-prior-error", { hasText: "2 is not between" }).waitFor();
  assert.equal(await box.getAttribute("aria-invalid"), "true");
  await box.fill("0.25");
  await page.locator(".dp-meaning-belief > p", { hasText: "If 25 of 100 candidates" }).waitFor();
  assert.equal(await box.getAttribute("aria-invalid"), null);
});

test("what is known only by its Rényi curve has bounds too, and the curve that it allows", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  await give(page, CENSUS);
  await drawn(page);
  assert.match((await page.locator(".dp-meaning-holds").textContent()) ?? "", /by the RDP bound, when one person is replaced by another.*δ = 1e-10/);
  assert.match((await page.locator(".dp-legend").textContent()) ?? "", /RDP \(Rényi\)/);
  assert.match((await page.locator(".dp-sentence").textContent()) ?? "", /is wrong about presence at least/);
});

test("a plan that no accountant can bound says why, and the next one is shown again", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  await give(page, { neighbours: "replace", releases: [{ mechanism: { kind: "two-point", p: 0.6, q: 0.3 } }] });
  await page.locator("dp-meaning > .dp-note", { hasText: "choose add, remove or add-remove" }).waitFor();
  assert.equal(await page.locator(".dp-meaning-body").isVisible(), false);
  await accessible(page);
  await give(page, GAUSSIAN);
  await drawn(page);
  assert.equal(await page.locator("dp-meaning > .dp-note").textContent(), "");
});

test("a refused plan is explained, not shown", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  await give(page, { releases: [{ mechanism: { kind: "gaussian", sigma: -1 } }] });
  await page.locator("dp-meaning > .dp-note", { hasText: "-1 is not between" }).waitFor();
});

test("out of sight nothing is asked", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  await page.locator("dp-meaning").evaluate((meaning) => {
    const above = document.createElement("div");
    above.className = "above";
    meaning.before(above);
    for (let line = 0; line < 200; line += 1) above.append(document.createElement("br"));
  });
  await page.waitForTimeout(200);
  await give(page, GAUSSIAN);
  await page.waitForTimeout(600);
  assert.equal(await page.locator(".dp-meaning-lead").textContent(), "");
  await page.locator("dp-meaning").scrollIntoViewIfNeeded();
  await page.locator("dp-meaning").evaluate((meaning) => meaning.scrollIntoView());
  await drawn(page);
});

test("each number explains itself: who bounds it, for which relation, at which δ", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  await give(page, GAUSSIAN);
  await drawn(page);
  assert.equal(await page.locator("dp-meaning .dp-explain").count(), 5);
  await page.getByRole("button", { name: "Explain largest belief" }).click();
  const dialog = page.getByRole("dialog", { name: "Largest belief after seeing the output" });
  await dialog.waitFor();
  const text = await dialog.innerText();
  for (const part of ["≤ 99.16 %", "Bounded by the closed form.", "l = 4.766", "δ = 1e-5", "added or removed"]) assert(text.includes(part), part);
  await page.keyboard.press("Escape");
});

test("with the canvases removed everything is still said", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  await give(page, GAUSSIAN);
  await drawn(page);
  await page.evaluate(() => {
    for (const canvas of document.querySelectorAll("canvas")) canvas.remove();
  });
  await page.getByRole("textbox", { name: "False positive rate" }).fill("0.01");
  await page.locator(".dp-meaning-test > p", { hasText: "wrongly names 1 of 100" }).waitFor();
});

for (const width of [320, 768]) {
  test(`at ${width} pixels nothing sticks out, no target is small`, async (t) => {
    const page = await visit(t, "meaning-test.html", { ...host, width, height: 667, dark: width === 320 });
    await give(page, GAUSSIAN);
    await drawn(page);
    assert.equal(await overflow(page), 0);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("dp-meaning :is(button, input)")]
        .map((target) => ({ target, area: target.getBoundingClientRect() }))
        .filter(({ area }) => area.width > 0 && (area.width < 24 || area.height < 24))
        .map(({ target, area }) => `${target.outerHTML.slice(0, 80)} ${area.width}×${area.height}`),
    );
    assert.deepEqual(small, []);
    assert.equal(await page.locator("[style]").count(), 0);
    await accessible(page, `${width}`);
  });
}

test("tiles, sentence and curve are by one accountant: one attacker has one number", async (t) => {
  const page = await visit(t, "meaning-test.html", host);
  // Plans of a sample, of a curve of Rényi orders, and of noise with atoms.
  const plans = [
    { neighbours: "add-remove", releases: [{ mechanism: { kind: "gaussian", sigma: 1 }, count: 5000, sampling: { kind: "poisson", rate: 0.001 } }], delta: 1e-5 },
    { neighbours: "add-remove", releases: [{ mechanism: { kind: "laplace", scale: 5 }, count: 3 }], delta: 1e-5 },
    CENSUS,
  ];
  for (const plan of plans) {
    await give(page, plan);
    await page.locator("dp-meaning:not([data-stale]) .dp-figure:not([data-stale], [data-empty]) .dp-legend li").first().waitFor();
    await page.waitForTimeout(1500);
    const label = (await page.locator("dp-meaning .dp-legend li").first().innerText()).trim();
    const holds = (await page.locator(".dp-meaning-holds").textContent()) ?? "";
    const names = { Exact: "the closed form", Fourier: "the Fourier accountant", "PLD, certified": "the certified PLD", "RDP (Rényi)": "the RDP bound" };
    assert(holds.includes(`by ${Reflect.get(names, label)},`), `${label}: ${holds}`);
    // The least type II error in 20 is the share that is not found.
    const found = Number(((await page.locator(".dp-stat-value").nth(1).textContent()) ?? "").slice(2));
    const sentence = (await page.locator("dp-meaning .dp-sentence").textContent()) ?? "";
    const missed = Number(/0\.05 of the time .* at least ([\d.e-]+) of the time/.exec(sentence)?.[1]);
    assert(Math.abs(found / 100 - (1 - missed)) <= 2e-5 + 1e-4 * found / 100, `finds ${found} of 100, but misses ${missed}`);
  }
});
