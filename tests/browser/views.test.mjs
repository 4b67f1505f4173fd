// The page of views: five windows, the map between them, and what is compared.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bound, headline, overflow, useBrowser } from "./browser.mjs";
import { cell, drawn, isAbove, isBelow, tableOf } from "./tables.mjs";

const visit = useBrowser();

const VIEWS = ["Privacy profile", "Trade-off curve", "Loss distribution", "Rényi curve", "Characteristic function"];

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

for (const { hash, mechanism, delta, neighbours, sampling } of OLD) {
  test(`an old link opens: ${hash}`, async (t) => {
    const page = await visit(t, `views.html${hash}`);
    await drawn(page, "dp-views");
    await headline(page, await bound(page, mechanism, delta, neighbours, sampling));
    await page.locator(".window", { hasText: "Privacy profile" }).locator(".dp-legend li").first().waitFor();
  });
}

test("every window is reached from the map, and Back leads to the one before", async (t) => {
  const page = await visit(t, "views.html");
  await drawn(page, "dp-views");
  for (const name of VIEWS.slice(1)) {
    await page.locator(".map-node", { hasText: name }).click();
    await drawn(page, "dp-views");
    assert.deepEqual(await page.locator(".window > h3").allTextContents(), [name]);
    assert.equal(await page.locator(".map-node[aria-pressed=true] strong").textContent(), name);
    assert.equal(await page.locator(".window .dp-plot").isVisible(), true);
  }
  await page.goBack();
  await page.locator(".window > h3", { hasText: "Rényi curve" }).waitFor();
  await page.getByRole("button", { name: "All five at once" }).click();
  await drawn(page, "dp-views");
  assert.deepEqual(await page.locator(".window > h3").allTextContents(), VIEWS);
});

test("every conversion is explained, and shows both its ends", async (t) => {
  const page = await visit(t, "views.html#v=2&show=profile&mechanism=laplace&scale=1");
  await drawn(page, "dp-views");
  const edges = page.locator(".map-edge");
  assert.equal(await edges.count(), 7);
  for (let at = 0; at < 7; at += 1) {
    await edges.nth(at).focus();
    await page.keyboard.press("Enter");
    await drawn(page, "dp-views");
    assert.equal(await page.locator(".window").count(), 2);
    assert.equal(await page.locator(".conversion math").count(), 2);
    assert.match((await page.locator(".conversion-loses").textContent()) ?? "", /^(Exact both ways|Loses from a bound)\. /);
    assert.match((await page.locator(".conversion .help").textContent()) ?? "", /\d{4}|dissertation/);
    assert.equal(await edges.nth(at).getAttribute("aria-pressed"), "true");
  }
});

test("the loss shows atoms and what is infinite", async (t) => {
  const page = await visit(t, "views.html#v=2&show=loss&mechanism=instability&epsilon=1&mechanism-delta=0.01&delta=0.05");
  await drawn(page, "dp-views");
  await page.locator(".dp-sentence", { hasText: "the mass at infinity is 0.01" }).waitFor();
  const table = await tableOf(page.locator(".window"));
  assert(table.some((row) => Object.values(row)[1]?.startsWith("atom of probability")));
  await page.locator(".map-node", { hasText: "Rényi curve" }).click();
  await page.locator(".dp-sentence", { hasText: "no order has a finite divergence" }).waitFor();
});

// Rows D02, D03 and D04 of the reference table, and K18 to K23: Zhu, dissertation, Fig. 3.1.
test("why Rényi privacy is lossy: the source's points, through the page's tables", async (t) => {
  const page = await visit(t, "views.html");
  await drawn(page, "dp-views");
  await page.getByRole("link", { name: "Why Rényi privacy is lossy" }).click();
  await page.locator(".rival-table tbody tr").nth(2).waitFor();
  await page.waitForFunction(() => !document.querySelector(".rival-table")?.textContent?.includes("…"));
  await drawn(page, "dp-views");
  const rows = await page.locator(".rival-table tbody tr").evaluateAll((rows) =>
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
  const table = await tableOf(page.locator(".window"));
  isAbove(cell(table, "1", "Gaussian, σ = 1: δ ≤, exact"), 0.1269367375066439, "D04");
  await page.getByRole("link", { name: "… as tests" }).click();
  await page.locator(".window > h3", { hasText: "Trade-off" }).waitFor();
  await drawn(page, "dp-views");
  const tests = await tableOf(page.locator(".window"));
  const implied = "Any zCDP release, ρ = 0.5: type II error ≥, Rényi bound";
  isBelow(cell(tests, "0.1", implied), 0.5162717118432804, "K19");
  isBelow(cell(tests, "0.5", implied), 0.1070155249446962, "K21");
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
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.waitForFunction(() => !location.hash.includes("with="));
  await page.locator(".dp-legend li", { hasText: "exact" }).waitFor();
});

test("the page takes a wrong value as such and keeps the last curve", async (t) => {
  const page = await visit(t, "views.html#v=2&show=trade-off&mechanism=gaussian&sigma=1");
  await drawn(page, "dp-views");
  await page.getByRole("textbox", { name: "Noise σ" }).fill("-1");
  await page.locator("#sigma-error", { hasText: "-1 is not" }).waitFor();
  await page.locator(".dp-note", { hasText: "This is the last valid curve." }).waitFor();
});

for (const width of [320, 375, 1280]) {
  for (const show of ["profile", "laplace", "all"]) {
    test(`${show} at ${width} pixels: nothing sticks out, no button lies on another`, async (t) => {
      const page = await visit(t, `views.html#v=2&show=${show}&mechanism=laplace&scale=1`, { width, height: 800, dark: width === 375 });
      await drawn(page, "dp-views");
      assert.equal(await overflow(page), 0);
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
