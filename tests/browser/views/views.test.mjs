// The page of views: the windows, the map between them, what is compared, and one ε in three of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bound, headline, overflow, useBrowser } from "../browser.mjs";
import { cell, drawn, isAbove, isBelow, tableOf } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

const VIEWS = ["Outputs P and Q", "Privacy profile", "Trade-off curve (f-DP)", "Loss distribution (PLD)", "Rényi curve (RDP)", "Characteristic function"];

/** Links that were written by the first version of the page. */
const OLD = [
  { hash: "#v=1&mechanism=gaussian&sigma=1&delta=1e-5&neighbours=add-remove", mechanism: { kind: "gaussian", sigma: 1 }, delta: 1e-5 },
  { hash: "#v=1&mechanism=laplace&scale=2&delta=1e-3", mechanism: { kind: "laplace", scale: 2 }, delta: 1e-3 },
  {
    hash: "#v=1&mechanism=approximate&epsilon=1&mechanism-delta=0.001&delta=0.01&neighbours=add-remove",
    mechanism: { kind: "approximate", epsilon: 1, delta: 0.001 },
    delta: 0.01,
  },
  {
    hash: "#v=1&mechanism=gaussian&sigma=2&delta=1e-6&neighbours=remove&sampling=poisson&rate=0.1",
    mechanism: { kind: "gaussian", sigma: 2 },
    delta: 1e-6,
    neighbours: "remove",
    sampling: { kind: "poisson", rate: 0.1 },
  },
];

const shown = (/** @type {Page} */ page) => page.locator(".window > h3").allTextContents();
/** What follows from the chart of a window. @param {Page} page @param {string} name */
const said = (page, name) => page.locator("dp-views .lab-said").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Chooses on the map. @param {Page} page @param {string} selector @param {string} name */
async function choose(page, selector, name) {
  await page.locator(".strip-map").click();
  await page.locator(`${selector}`, { hasText: name }).click();
  await drawn(page, "dp-views");
}

for (const { hash, mechanism, delta, neighbours, sampling } of OLD) {
  test(`an old link opens: ${hash}`, async (t) => {
    const page = await visit(t, `views.html${hash}`);
    await drawn(page, "dp-views");
    await headline(page, await bound(page, mechanism, delta, neighbours, sampling));
    assert.deepEqual(await shown(page), ["Privacy profile"]);
  });
}

test("every window is reached from the row and from the map, and Back leads to the one before", async (t) => {
  const page = await visit(t, "views.html");
  await drawn(page, "dp-views");
  for (const [at, name] of VIEWS.entries()) {
    await page.locator(".strip-words > button").nth(at).click();
    await drawn(page, "dp-views");
    assert.deepEqual(await shown(page), [name]);
    assert.equal(await page.locator(".window .dp-plot").isVisible(), true);
  }
  await page.goBack();
  await page.locator(".window > h3", { hasText: "Rényi curve" }).waitFor();
  await choose(page, ".map-node", "Loss distribution");
  assert.deepEqual(await shown(page), ["Loss distribution (PLD)"]);
  assert.equal(await page.locator(".map").isVisible(), false);
  await page.getByRole("button", { name: "All windows" }).click();
  await drawn(page, "dp-views");
  assert.deepEqual(await shown(page), VIEWS);
});

test("every conversion is explained, and shows both its ends", async (t) => {
  const page = await visit(t, "views.html#v=2&show=profile&mechanism=laplace&scale=1");
  await drawn(page, "dp-views");
  const edges = page.locator(".map-edge");
  assert.equal(await edges.count(), 8);
  for (let at = 0; at < 8; at += 1) {
    await page.locator(".strip-map").focus();
    await page.keyboard.press("Enter");
    await edges.nth(at).focus();
    await page.keyboard.press("Enter");
    await drawn(page, "dp-views");
    assert.equal(await page.locator(".window").count(), 2);
    assert.equal(await page.locator(".conversion-formula math").count(), 2);
    assert.match((await page.locator(".conversion-loses").textContent()) ?? "", /^(Exact both ways|Loses from a bound)\. /);
    assert.match((await page.locator(".conversion .help").textContent()) ?? "", /\d{4}|dissertation/);
    assert.equal(await page.locator(".strip-map[aria-pressed=true]").count(), 1);
    assert.equal(await page.locator(".strip-words > [data-end]").count(), 2);
  }
});

test("the loss shows atoms and what is infinite, as density, CDF and tail", async (t) => {
  const page = await visit(t, "views.html#v=2&show=loss&mechanism=instability&epsilon=1&mechanism-delta=0.01&delta=0.05");
  await drawn(page, "dp-views");
  await page.locator(".dp-sentence", { hasText: "the loss is infinite with probability 0.01" }).waitFor();
  const table = await tableOf(page.locator("dp-views"));
  assert(table.some((row) => Object.values(row)[1]?.startsWith("atom of probability")));
  assert(table.some((row) => Object.values(row)[0] === "∞"));
  await page.locator(".lab-conclusion", { hasText: "the loss of Distance to instability, ε₀ = 1, δ₀ = 0.01 is infinite" }).waitFor();
  for (const [name, title] of [["CDF", "Cumulative privacy loss"], ["Tail", "Tail of the privacy loss"]]) {
    await page.getByRole("radio", { name: name ?? "" }).click();
    await page.locator(".dp-title", { hasText: title ?? "" }).waitFor();
  }
  await page.locator(".strip-words > button", { hasText: "Rényi" }).click();
  await page.locator(".dp-sentence", { hasText: "no order has a finite divergence" }).waitFor();
});

// Rows D02, D03 and D04 of the reference table, and K18 to K23: Zhu, dissertation, Fig. 3.1.
test("why Rényi privacy is lossy: the source's points, through the page's tables", async (t) => {
  const page = await visit(t, "views.html");
  await drawn(page, "dp-views");
  await page.getByRole("link", { name: "Why Rényi privacy is lossy" }).click();
  await page.locator(".lab-table tbody tr").nth(2).waitFor({ state: "attached" });
  await drawn(page, "dp-views");
  const rows = await page.locator(".lab-table tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
  );
  const [gaussian = [], response = [], curve = []] = rows;
  isAbove(gaussian[1] ?? "", 0.2766173988968495, "D02, Gaussian");
  isAbove(response[1] ?? "", 0.4717504026991334, "D03, randomized response");
  assert.equal(curve[1], "–");
  isAbove(curve[2] ?? "", 0.6466748784073888, "K22, all that α/2 allows");
  isAbove(curve[3] ?? "", 0.8176396118273628, "K23, the tight conversion");
  const marks = "At δ = 0.3, Gaussian, σ = 1: ε ≤ 0.27662; Randomized response, p = 0.7311: ε ≤ 0.47176;";
  await page.locator(".dp-sentence", { hasText: marks }).waitFor();
  const table = await tableOf(page.locator("dp-views"));
  isAbove(cell(table, "1", "Gaussian, σ = 1: δ ≤, exact"), 0.1269367375066439, "D04");
  // The two conversions of one Rényi curve are two curves, and are told apart in words.
  assert.deepEqual(
    (await page.locator(".dp-legend li").allTextContents()).filter((text) => text.includes("zCDP")).length,
    2,
  );
  await page.locator(".lab-conclusion", { hasText: "that is what the inequality gives away" }).waitFor();
  await page.getByRole("link", { name: "The same as tests (f-DP)" }).click();
  await page.locator(".window > h3", { hasText: "Trade-off" }).waitFor();
  await drawn(page, "dp-views");
  const tests = await tableOf(page.locator("dp-views"));
  const implied = "Any zCDP release, ρ = 0.5: type II error ≥, Rényi, all it allows";
  isBelow(cell(tests, "0.1", implied), 0.5162717118432804, "K19");
  isBelow(cell(tests, "0.5", implied), 0.1070155249446962, "K21");
  const legend = await page.locator(".dp-legend li").allTextContents();
  assert.equal(legend.filter((text) => /guessing blindly/i.test(text)).length, 1);
});

test("one ε in three windows: line, tail and point move with one slider", async (t) => {
  const page = await visit(t, "views.html#v=2&show=one&mechanism=gaussian&sigma=1&at=1");
  await drawn(page, "dp-views");
  // D04: δ(1) of Gaussian noise with σ = 1.
  const delta = async (/** @type {string} */ epsilon) => {
    await page.locator("dp-views .lab-headline", { hasText: `at ε = ${epsilon}` }).waitFor();
    await drawn(page, "dp-views");
    return Number(/δ ≤ (\S+)/.exec((await page.locator(".lab-headline .result-bound").textContent()) ?? "")?.[1]);
  };
  isAbove(String(await delta("1")), 0.1269367375066439, "D04");
  const sentences = () => page.locator("dp-views .dp-sentence").allTextContents();
  for (const text of await sentences()) assert.match(text, /δ(\(1\))? ≤ 0\.12694/);
  await page.getByRole("textbox", { name: "At ε" }).fill("2");
  const later = await delta("2");
  assert(later < 0.1269);
  for (const text of await sentences()) assert(text.includes(`≤ ${later}`), text);
  await page.waitForFunction(() => location.hash.includes("at=2"));
});

test("the outputs: P, Q, the mixture on a sample, and where it exceeds e^ε Q", async (t) => {
  const page = await visit(t, "views.html#v=2&show=outputs&mechanism=gaussian&sigma=1&at=0.5");
  await drawn(page, "dp-views");
  const legend = () => page.locator(".dp-legend li").allTextContents();
  const before = (await legend()).length;
  assert(before >= 3, "two laws and the set where one exceeds the other");
  await page.goto(page.url().replace("at=0.5", "at=0.5&sampling=poisson&rate=0.3"));
  await page.reload();
  await page.locator(".dp-title", { hasText: "on a sample at rate 0.3" }).waitFor();
  await drawn(page, "dp-views");
  assert.equal((await legend()).length, before + 1);
  // What is known by its Rényi curve alone has no outputs, and no field of it is wrong.
  await page.goto(page.url().replace(/#.*/, "#v=2&show=outputs&mechanism=zcdp&rho=0.5"));
  await page.locator(".dp-note", { hasText: "There is no curve" }).waitFor();
  assert.equal(await page.locator(".error:not(:empty)").count(), 0);
});

test("where one is read, all with the same axis are", async (t) => {
  const page = await visit(t, "views.html#v=2&show=all&mechanism=gaussian&sigma=1", { width: 1920, height: 1080 });
  await drawn(page, "dp-views");
  await page.locator(".window", { hasText: "Privacy profile" }).locator(".dp-plot").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".window", { hasText: "Loss distribution" }).locator("[data-reading]").waitFor();
  assert.equal(await page.locator(".window", { hasText: "Rényi curve" }).locator("[data-reading]").count(), 0);
});

test("a plan of many releases has every window", async (t) => {
  const page = await visit(t, "views.html#v=2&show=expectation&mechanism=laplace&scale=5&count=50&delta=1e-5");
  await drawn(page, "dp-views");
  assert.equal(await page.locator("details.controls[open]").count(), 1, "what the link set is in sight");
  await headline(page, await bound(page, { kind: "laplace", scale: 5 }, 1e-5, "add-remove", undefined, 50));
  await page.locator(".dp-legend li", { hasText: "One release" }).first().waitFor();
  await page.locator(".dp-legend li", { hasText: "Fourier" }).waitFor();
});

test("a profile of one's own is drawn, refused by line, and remembered in the address", async (t) => {
  const page = await visit(t, "views.html#v=2&show=profile&mechanism=profile&points=0+0.4/1+0.39/2+0.02/4+1e-5&delta=0.1");
  await drawn(page, "dp-views");
  const points = page.getByRole("textbox", { name: "Points: ε and δ on each line" });
  assert.equal(await points.inputValue(), "0 0.4\n1 0.39\n2 0.02\n4 1e-5");
  await headline(page, "ε ≤ 1.7991");
  await points.fill("0 0.4\n1 2");
  await page.locator(".error", { hasText: "In line 2: 2 is not" }).waitFor();
  await points.fill("0 0.4\n1 0.1");
  await points.blur();
  await page.waitForFunction(() => location.hash.includes("points=0+0.4/1+0.1"));
  await headline(page, "ε ≤ 1");
});

test("a mechanism to compare with is added, changed and taken away", async (t) => {
  const page = await visit(t, "views.html#v=2&show=renyi&mechanism=gaussian&sigma=1");
  await drawn(page, "dp-views");
  await page.getByRole("button", { name: "Compare with another mechanism" }).click();
  await page.locator(".dp-legend li", { hasText: "Randomized response" }).waitFor();
  await page.getByRole("textbox", { name: "Probability of the truth p" }).fill("0.9");
  await page.locator(".dp-legend li", { hasText: "p = 0.9" }).waitFor();
  await page.getByRole("textbox", { name: "Probability of the truth p" }).blur();
  await page.waitForFunction(() => location.hash.includes("with=randomized-response,truth:0.9"));
  await page.getByRole("textbox", { name: "Probability of the truth p" }).fill("7");
  await page.locator(".mechanism-row .error", { hasText: "7 is not" }).waitFor();
  await page.getByRole("textbox", { name: "Probability of the truth p" }).fill("0.9");
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.waitForFunction(() => !location.hash.includes("with="));
  await page.locator(".dp-legend li", { hasText: "exact" }).waitFor();
});

test("the page takes a wrong value as such and keeps the last curve", async (t) => {
  const page = await visit(t, "views.html#v=2&show=trade-off&mechanism=gaussian&sigma=1");
  await drawn(page, "dp-views");
  await page.getByRole("textbox", { name: "Noise σ" }).fill("-1");
  await page.locator("#mechanism-sigma-error", { hasText: "-1 is not" }).waitFor();
  await page.locator(".dp-note", { hasText: "This is the last valid curve." }).waitFor();
});

test("a window that there is not is refused by name, and another can be chosen", async (t) => {
  const page = await visit(t, "views.html#v=2&show=mirror&mechanism=gaussian&sigma=1");
  await page.locator("#status", { hasText: '"mirror" is not one of outputs, profile' }).waitFor();
  await page.locator(".strip-words > button", { hasText: "Loss" }).click();
  await drawn(page, "dp-views");
  await page.locator("#status").waitFor({ state: "hidden" });
});

test("the element stands alone: attributes of its own, and its buttons change them", async (t) => {
  const host = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>host</title><main><h1>Host</h1><h2>Windows</h2>
    <dp-views mechanism="laplace" scale="2" delta="1e-3" show="profile" with="gaussian,sigma:3;pure,epsilon:1"></dp-views></main>
    <script type="module" src="js/views/dp-views.js"></script></html>`;
  const page = await visit(t, "embed-test.html", {
    prepare: async (page) => {
      await page.context().route("**/embed-test.html", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: host }));
    },
  });
  await drawn(page, "dp-views");
  await page.locator(".dp-title", { hasText: "3 mechanisms compared" }).waitFor();
  await page.evaluate(() => document.addEventListener("dp-show", (event) => (document.title = /** @type {CustomEvent<string>} */ (event).detail)));
  await page.locator(".strip-words > button", { hasText: "Rényi" }).click();
  await drawn(page, "dp-views");
  assert.equal(await page.title(), "renyi");
  assert.equal(await page.locator("dp-views").getAttribute("show"), "renyi");
  await page.locator("dp-views").evaluate((views) => views.setAttribute("scale", "4"));
  await page.locator(".dp-legend li", { hasText: "b = 4" }).waitFor();
});

for (const width of [320, 390, 1280]) {
  for (const show of ["profile", "laplace", "all", "one"]) {
    test(`${show} at ${width} pixels: nothing sticks out, no button lies on another`, async (t) => {
      const page = await visit(t, `views.html#v=2&show=${show}&mechanism=laplace&scale=1`, { width, height: 800, dark: width === 390 });
      await drawn(page, "dp-views");
      assert.equal(await overflow(page), 0);
      await page.locator(".strip-map").click();
      const hits = await page.locator(".map-node, .map-edge").evaluateAll((buttons) => {
        const areas = buttons.map((button) => ({ text: button.textContent ?? "", area: button.getBoundingClientRect() }));
        return areas.flatMap((one, at) =>
          areas
            .slice(at + 1)
            .filter(
              ({ area }) =>
                one.area.left < area.right && area.left < one.area.right && one.area.top < area.bottom && area.top < one.area.bottom,
            )
            .map((other) => `${one.text} on ${other.text}`),
        );
      });
      assert.deepEqual(hits, []);
    });
  }
}

test("control, picture and number are on one screen", async (t) => {
  for (const [width, height] of /** @type {const} */ ([[1280, 800], [1920, 1080], [390, 844]])) {
    const page = await visit(t, "views.html#v=2&show=one&mechanism=gaussian&sigma=1", { width, height });
    await drawn(page, "dp-views");
    await page.getByRole("slider", { name: "At ε" }).scrollIntoViewIfNeeded();
    for (const part of [page.getByRole("slider", { name: "At ε" }), page.locator(".lab-headline"), page.locator(".window .dp-plot").first()]) {
      const area = await part.boundingBox();
      assert(area && area.y >= 0 && area.y + area.height <= height, `${width}: ${JSON.stringify(area)}`);
    }
  }
});
