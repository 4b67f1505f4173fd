// The page as it opens: its numbers, its looks, and what remains without scripts or pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { accessible, ask, bound, choose, GAUSSIAN, headline, profile, settled, shown, site, useBrowser } from "../browser.mjs";

const visit = useBrowser();

/** What the page opens with. */
const EXAMPLE = [
  { count: 1000, mechanism: { kind: "gaussian", sigma: 1 }, sampling: { kind: "poisson", rate: 0.01 } },
  { count: 3, mechanism: { kind: "laplace", scale: 5 } },
];

/** @param {import("playwright-core").Page} page */
async function exampleBound(page) {
  const question = { ask: "plan", releases: EXAMPLE, target: { delta: 1e-5 }, accountants: ["fourier"] };
  const answer = /** @type {import("../../../www/pkg/accounting/dpscope.js").PlanAnswer} */ (await ask(page, question));
  return answer.best?.text ?? "";
}

test("opens with an example and the core's bound", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  assert.equal(await page.title(), "dpscope — plan a privacy budget, exact and live");
  await headline(page, await exampleBound(page));
  assert.equal(
    await page.locator(".result-condition").textContent(),
    "at δ = 1e-5, when one person is added or removed",
  );
  assert.equal(await page.getByRole("combobox", { name: "Mechanism" }).inputValue(), "gaussian");
  assert.equal(await page.locator("nav [aria-current=page]").textContent(), "Plan");
  await accessible(page);
});

test("is accessible in the dark, and switches light, dark and back", async (t) => {
  const page = await visit(t, "", { dark: true });
  await shown(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await accessible(page, "system dark");
  await page.getByRole("radio", { name: "Light" }).check();
  assert.notEqual(await ground(), dark);
  await accessible(page, "chosen light");
  await page.reload();
  await shown(page);
  assert.notEqual(await ground(), dark, "the choice is kept");
  await page.getByRole("radio", { name: "Auto" }).check();
  assert.equal(await ground(), dark);
});

test("the chart is repainted when the theme changes", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  const corner = () =>
    page.evaluate(() => {
      const canvas = document.querySelector(".dp-figure canvas");
      if (!(canvas instanceof HTMLCanvasElement)) return undefined;
      return [...(canvas.getContext("2d")?.getImageData(1, 1, 1, 1).data ?? [])];
    });
  assert.deepEqual(await corner(), [255, 255, 255, 255]);
  await page.getByRole("radio", { name: "Dark" }).check();
  assert.deepEqual(await corner(), [0x14, 0x18, 0x1d, 255]);
});

/** @param {import("playwright-core").Page} page */
async function described(page) {
  return /** @type {import("../../../www/js/core/engine.js").Description} */ (await ask(page, { ask: "describe" }));
}

test("every mechanism is offered, and works", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const { mechanisms } = await described(page);
  assert(mechanisms.length >= 14);
  const options = page.getByRole("combobox", { name: "Mechanism" }).locator("option");
  assert.deepEqual(await options.allTextContents(), mechanisms.map(({ name }) => name));
  for (const { kind, name, summary, parameters, points, switches = [] } of mechanisms) {
    await choose(page, kind);
    const start = Object.fromEntries(parameters.map(({ name, slider }) => [name, slider.start]));
    await headline(page, await bound(page, { kind, ...start, ...(points ? { points: points.start } : {}) }));
    await page.getByText(summary).waitFor();
    for (const { name: parameter, label, explanation } of parameters) {
      const turned = switches.some((one) => one.name === parameter);
      await page.getByRole(turned ? "switch" : "textbox", { name: label, exact: true }).focus();
      await page.locator(".hint", { hasText: explanation }).waitFor();
      if (!turned) await page.getByRole("slider", { name: label, exact: true }).waitFor();
    }
    await profile(page).locator(".dp-sentence", { hasText: name }).waitFor();
    await accessible(page, name);
  }
});

test("a parameter that is called like the condition is another one", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  await choose(page, "approximate");
  await page.getByRole("textbox", { name: "Guarantee δ₀" }).fill("0.001");
  await page.getByRole("textbox", { name: "Slack δ" }).fill("0.01");
  await headline(page, await bound(page, { kind: "approximate", epsilon: 1, delta: 0.001 }, 0.01));
  await page.getByRole("textbox", { name: "Guarantee δ₀" }).fill("2");
  await page.locator(".card .error", { hasText: "2 is not" }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Guarantee δ₀" }).getAttribute("aria-invalid"), "true");
  assert.equal(await page.locator("#delta-box").getAttribute("aria-invalid"), null);
});

test("where no accountant has a bound the result and the chart say why", async (t) => {
  const page = await visit(t, "#v=2&neighbours=replace&r=two-point");
  await page.locator(".result-bound", { hasText: /^No bound$/ }).waitFor();
  await page.locator(".result-reasons", { hasText: "choose add, remove or add-remove" }).waitFor();
  await profile(page).locator(".dp-note", { hasText: "choose add, remove or add-remove" }).waitFor();
  assert.equal(await profile(page).locator(".dp-plot").isVisible(), false);
  await accessible(page);
  await page.getByLabel("Neighbouring relation").selectOption("add");
  await shown(page);
  await headline(page, await bound(page, { kind: "two-point", p: 0.6, q: 0.3 }, 1e-5, "add"));
  await page.locator(".result-reasons", { hasText: "choose add" }).waitFor({ state: "detached" });
  await profile(page).locator(".dp-plot").waitFor();
});

test("of what is known only by its Rényi curve the bound and its curve are shown", async (t) => {
  const page = await visit(t, "#v=2&r=zcdp,rho:0.5");
  await settled(page);
  await headline(page, await bound(page, { kind: "zcdp", rho: 0.5 }));
  assert.deepEqual(await profile(page).locator(".dp-legend li").allInnerTexts(), ["RDP (Rényi)"]);
  await page.locator(".result-reasons", { hasText: "known only by its Rényi curve" }).waitFor();
  const reasons = await page.locator(".result-reasons p").allTextContents();
  assert.equal(new Set(reasons.map((text) => text.split(": ").slice(1).join(": "))).size, reasons.length, "a reason is given once");
});

test("each end of a slider says which is more private", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const ends = async (/** @type {string} */ name) =>
    (await page.locator("dp-slider", { has: page.getByLabel(name) }).locator(".slider-ends > span").allTextContents());
  assert.deepEqual(await ends("Noise σ"), ["0.2 less private", "more private 50"]);
  assert.deepEqual(await ends("Slack δ"), ["1e-12 more private", "less private 0.1"]);
});

test("without scripts it says what it is and shows the example", async (t) => {
  // Chromium notes the module preloads that it then does not make.
  const page = await visit(t, "", { javascript: false, allow: /\.js csp$/ });
  assert.equal(await page.locator("h1").textContent(), "Plan a privacy budget");
  assert.match(await page.locator("main").innerText(), /Gaussian σ = 1, Poisson q = 0\.01, × 1000/);
  assert.equal(await page.locator("noscript").isVisible(), true);
  assert.match(await page.locator("noscript").innerText(), /need JavaScript/);
  assert.equal(await page.locator(".theme").isVisible(), false, "what cannot work is not offered");
  const picture = page.locator(".dp-still");
  assert.equal(await picture.isVisible(), true);
  assert.match((await picture.getAttribute("aria-label")) ?? "", /δ falls from 0\.20885/);
  assert.deepEqual(await page.locator("#default-table tbody tr").first().locator("th, td").allInnerTexts(), ["0", "0.20885"]);
  assert.match(await page.locator(".answer").innerText(), /ε ≤ 2\.1854/);
  assert.equal(await page.locator("#default-bounds tr").count(), 6);
});

test("the example without scripts is the core's own answer", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  const html = await readFile(new URL("../../../www/index.html", import.meta.url), "utf8");
  assert(html.includes(`<p class="result-bound">${await exampleBound(page)}</p>`));
});

test("with the canvases removed, result, sentence and table still answer", async (t) => {
  const page = await visit(t, "#v=2&delta=1e-3&r=laplace,scale:2");
  await settled(page);
  await profile(page).locator("summary").click();
  await page.evaluate(() => {
    for (const canvas of document.querySelectorAll("canvas")) canvas.remove();
  });
  await page.getByRole("textbox", { name: "Noise scale b" }).fill("4");
  await headline(page, await bound(page, { kind: "laplace", scale: 4 }, 1e-3));
  const answer = await ask(page, {
    ask: "curve",
    view: "profile",
    releases: [{ mechanism: { kind: "laplace", scale: 4 } }],
    neighbours: "add-remove",
    mark: { delta: 1e-3 },
    picture: true,
    accountants: ["exact", "rdp"],
  });
  const { figure } = /** @type {{figure: Required<import("../../../www/pkg/accounting/dpscope.js").Figure>}} */ (answer);
  await profile(page).getByText(figure.sentence, { exact: true }).waitFor();
  const rows = profile(page).locator(".dp-numbers tbody tr");
  assert.equal(await rows.count(), figure.table.rows.length);
  assert.deepEqual(await rows.nth(3).locator("th, td").allTextContents(), figure.table.rows[3]);
  assert.equal(await profile(page).locator(".dp-numbers caption").textContent(), figure.table.caption);
});

test("nothing carries an inline style", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  await profile(page).locator(".dp-plot").hover();
  assert.equal(await page.locator("[style]").count(), 0);
});

for (const ratio of [1, 2, 3]) {
  test(`the canvases are crisp at ${ratio} device pixels per pixel`, async (t) => {
    const page = await visit(t, "", { ratio });
    await shown(page);
    // The second canvas is there when there is something on it.
    await profile(page).locator(".dp-plot").hover();
    await profile(page).locator("canvas").nth(1).waitFor();
    const sizes = await profile(page).locator("canvas").evaluateAll((canvases) =>
      canvases.map((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) throw new Error("no canvas");
        return { width: canvas.width, height: canvas.height, across: canvas.clientWidth, down: canvas.clientHeight };
      }),
    );
    assert.equal(sizes.length, 2);
    for (const { width, height, across, down } of sizes) {
      assert.deepEqual([width, height], [across * ratio, down * ratio]);
    }
  });
}

// axe needs scripts to run itself, so here only the page's own are kept away.
test("the page without its scripts has nothing that axe objects to", async (t) => {
  const page = await visit(t, "", {
    allow: /\.js|ERR_FAILED|Failed to load resource/,
    prepare: async (page) => {
      await page.route("**/*.js", (route) => route.abort());
    },
  });
  assert.equal(await page.locator("#default-table").isVisible(), true);
  assert.equal(await page.locator(".dp-still").isVisible(), true);
  assert.equal(await page.locator(".card").count(), 2);
  await accessible(page);
});
