// The page of sampling: the figures of the source, through the page's own tables.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, useBrowser } from "../browser.mjs";
import { cell, drawn, isAbove, isBelow, tableOf } from "../tables.mjs";

const visit = useBrowser();
const SIX = "mechanism=gaussian&sigma=5&delta=1e-8&rate=0.001&panes=six";

/**
 * What is said of the chart of a mechanism, its table among it.
 * @param {import("playwright-core").Page} page
 * @param {string} name of the mechanism
 */
const pane = (page, name) => page.locator("dp-sampling .lab-said").filter({ has: page.getByRole("heading", { name, exact: true }) });

// Rows P01 to P30 and W01 to W16 of the reference table: order, tight, general, without replacement.
/** @type {Record<string, [number, number, number | undefined, number | undefined][]>} */
const BOUNDS = {
  "Gaussian, σ = 5": [
    [2, 4.08107733596286e-8, undefined, 1.632430834454e-7],
    [10, 2.041213535377601e-7, 2.340370946385617e-7, 8.463382518380249e-7],
    [100, 2.04884750703278e-6, 5.483660606421401e-6, 1.194126780780217e-5],
  ],
  "Gaussian, σ = 1": [
    [2, 1.718280352214515e-6, undefined, undefined],
    [10, 8.785325293365362e-6, 9.337316624107864e-6, undefined],
    [100, 43.02246941516956, 43.03356650899449, undefined],
  ],
  "Laplace, b = 2": [
    [2, 2.217739695987176e-7, undefined, 5.141703644765223e-7],
    [10, 1.109598024011088e-6, 1.155271694585569e-6, 2.577095207502518e-6],
    [100, 1.117493066833306e-5, 1.646169960579759e-5, 2.645964597729764e-5],
  ],
  "Laplace, b = 0.5": [
    [2, 3.932134881397516e-6, undefined, 9.864236572758471e-6],
    [10, 1.992806934186515e-5, 2.080619489996127e-5, 5.019453495636216e-5],
    [100, 0.0002321816396538863, 0.0003451939694385969, undefined],
  ],
  "Randomized response, p = 0.6": [
    [2, 1.666666527777793e-7, undefined, 2.916666241319527e-7],
    [10, 8.337013323891473e-7, 8.742570364167105e-7, 1.460873154603993e-6],
    [100, 8.376520838697988e-6, 1.305937156203515e-5, 1.48896562576512e-5],
  ],
  "Randomized response, p = 0.9": [
    [2, 7.111085827280358e-6, undefined, 1.622209064339831e-5],
    [10, 3.623354847570847e-5, 3.81941234334157e-5, 8.305504583776552e-5],
    [100, 0.0004471933551976335, 0.000704884998682053, undefined],
  ],
};

test("six panes of Rényi bounds", async (t) => {
  const page = await visit(t, "sampling.html");
  await page.getByRole("link", { name: "Six panes: Rényi bounds" }).click();
  await page.locator(".window").nth(5).waitFor();
  await drawn(page, "dp-sampling");
  for (const [name, rows] of Object.entries(BOUNDS)) {
    const table = await tableOf(pane(page, name));
    for (const [order, tight, general, without] of rows) {
      const say = `${name}, α = ${order}`;
      isAbove(cell(table, `${order}`, "divergence ≤, tight"), tight, `${say}, tight`);
      isBelow(cell(table, `${order}`, "divergence ≥, lower"), tight, `${say}, lower`);
      if (general) isAbove(cell(table, `${order}`, "divergence ≤, general"), general, `${say}, general`);
      if (without) isAbove(cell(table, `${order}`, "divergence ≤, without replacement"), without, `${say}, without replacement`);
    }
  }
  const gaussian = await tableOf(pane(page, "Gaussian, σ = 5"));
  assert.equal(cell(gaussian, "1000", "divergence ≤, Abadi et al."), "–", "only where it holds");
});

// Rows P31 to P34.
test("bounds by few terms", async (t) => {
  const page = await visit(t, `sampling.html#v=2&show=terms&${SIX}`);
  await page.locator(".window").nth(5).waitFor();
  await drawn(page, "dp-sampling");
  const table = await tableOf(pane(page, "Laplace, b = 0.5"));
  isAbove(cell(table, "200", "divergence ≤, tight"), 0.0005475012459735576, "all terms");
  isAbove(cell(table, "200", "divergence ≤, τ terms, τ = 5"), 0.0005511803179419995, "5 terms");
  isAbove(cell(table, "200", "divergence ≤, τ terms, τ = 10"), 0.0005475015950858798, "10 terms");
  isAbove(cell(table, "200", "divergence ≤, τ terms, τ = 50"), 0.0005475012459735576, "50 terms");
  const picture = page.locator("dp-sampling .window").filter({ has: page.getByRole("heading", { name: "Laplace, b = 0.5", exact: true }) });
  assert.equal(await picture.locator(".dp-legend li").count(), 5);
});

// Rows M01 to M48: k, tight, general.
/** @type {Record<string, [number, number, number][]>} */
const GROWTH = {
  "Gaussian, σ = 5": [
    [1e3, 0.06252030954723058, 0.09467269743784298],
    [1e4, 0.1235942545343227, 0.226462424605814],
    [1e5, 0.3905585344714465, 0.5588510344885556],
    [1e6, 1.247348949570392, 1.485972430742103],
  ],
  "Laplace, b = 2": [
    [1e3, 0.09175419134632666, 0.13223798761076],
    [1e4, 0.2883809497038549, 0.3499007076479593],
    [1e5, 0.9165215315525793, 0.9953594774237713],
    [1e6, 2.97092017888776, 3.059377373781892],
  ],
  "Randomized response, p = 0.6": [
    [1e3, 0.07922217590015987, 0.1217782104382192],
    [1e4, 0.2495724313236714, 0.3164967671614683],
    [1e5, 0.7929272629388384, 0.8819106695557249],
    [1e6, 2.562406334341355, 2.665191262545839],
  ],
  "Gaussian, σ = 1": [
    [1e3, 1.547260485310253, 1.549623542369009],
    [1e4, 1.657094295138256, 1.68072486572581],
    [1e5, 2.735609408986687, 2.820288836693503],
    [1e6, 8.895670541014658, 9.037333245847876],
  ],
  "Laplace, b = 0.5": [
    [1e3, 0.4116941652283025, 0.4755501000120185],
    [1e4, 1.25364233425962, 1.337253274916713],
    [1e5, 4.037864846747972, 4.127361794879726],
    [1e6, 14.031078706417, 14.11850263700656],
  ],
  "Randomized response, p = 0.9": [
    [1e3, 0.5557542953598171, 0.6358289130565211],
    [1e4, 1.696677958801059, 1.800773976030117],
    [1e5, 5.516546042842156, 5.633898211001869],
    [1e6, 19.9021766730818, 19.97507634345588],
  ],
};

test("six panes of growth at δ = 1e-8", async (t) => {
  const page = await visit(t, `sampling.html#v=2&show=growth&${SIX}`);
  await page.locator(".window").nth(5).waitFor();
  await drawn(page, "dp-sampling");
  for (const [name, rows] of Object.entries(GROWTH)) {
    const table = await tableOf(pane(page, name));
    for (const [k, tight, general] of rows) {
      const row = k === 1e6 ? "1e6" : `${k}`;
      isAbove(cell(table, row, "ε ≤, RDP, tight theorem"), tight, `${name}, k = ${k}, tight`);
      isAbove(cell(table, row, "ε ≤, RDP, general theorem"), general, `${name}, k = ${k}, general`);
    }
    assert(Number(cell(table, "1000", "ε ≤, optimal composition")) <= Number(cell(table, "1000", "ε ≤, basic composition")));
  }
});

// Rows D15 to D22 and D25, D26: one step, removed and added.
test("profiles fall as the rate does", async (t) => {
  const page = await visit(t, "sampling.html#v=2&show=profiles&mechanism=gaussian&sigma=1&delta=1e-5&rate=0.1");
  await drawn(page, "dp-sampling");
  const read = async () => /At δ = 1e-5, ε ≤ (\S+) \(everyone takes part\), ε ≤ (\S+) \(Poisson, one removed\), ε ≤ (\S+) \(Poisson, one added\), ε ≤ (\S+) \(subset, one replaced\)\./.exec((await page.locator(".dp-sentence").textContent()) ?? "");
  const first = await read();
  assert(first, "the sentence names all four");
  assert(Number(first[1]) > Number(first[2]) && Number(first[2]) > Number(first[3]));
  await page.getByRole("textbox", { name: "Sampling rate q" }).fill("0.01");
  await page.locator(".dp-title", { hasText: "at rate 0.01" }).waitFor({ state: "attached" });
  const second = await read();
  assert(second && Number(second[2]) < Number(first[2]) && second[1] === first[1]);
  const answer = await page.evaluate(async () => {
    const engine = await import(new URL("js/core/engine.js", location.origin + location.pathname).href);
    return engine.ask(
      { ask: "plan", neighbours: "remove", releases: [{ mechanism: { kind: "gaussian", sigma: 1 }, sampling: { kind: "poisson", rate: 0.1 } }], target: { epsilon: 0.5 }, accountants: ["exact"] },
      { channel: "test" },
    );
  });
  isAbove(String(answer.best.delta.upper), 0.002032536920340358, "D21");
});

test("a rate of one's own: the number in large type is that of the plan of that rate", async (t) => {
  const page = await visit(t, "sampling.html");
  await page.getByRole("link", { name: "A rate of one's own" }).click();
  await page.locator(".dp-title", { hasText: "own rate" }).waitFor({ state: "attached" });
  await drawn(page, "dp-sampling");
  const plan = (/** @type {number} */ rate) =>
    page.evaluate(async (rate) => {
      const engine = await import(new URL("js/core/engine.js", location.origin + location.pathname).href);
      const releases = [{ mechanism: { kind: "gaussian", sigma: 1 }, count: 100, sampling: { kind: "poisson", rate } }];
      return (await engine.ask({ ask: "plan", releases, target: { delta: 1e-5 }, accountants: ["fourier"] }, { channel: "test" })).best.number;
    }, rate);
  for (const rate of [0.02, 0.3]) {
    await page.getByRole("textbox", { name: "Sampling rate q" }).fill(`${rate}`);
    await page.locator(".lab-headline", { hasText: await plan(rate) }).first().waitFor();
  }
});

test("the tight bound of a curve of one's own is drawn when its condition is asserted, and says so", async (t) => {
  const page = await visit(t, "sampling.html#v=2&show=bounds&mechanism=zcdp&rho=0.02&xi=0&rate=0.01");
  await drawn(page, "dp-sampling");
  const legend = page.locator(".dp-legend li", { hasText: "tight, as asserted" });
  assert.equal(await legend.count(), 0);
  await page.getByRole("radio", { name: "I assert it" }).check({ force: true });
  await legend.waitFor();
  await page.locator(".dp-sentence", { hasText: "asserted, not checked" }).waitFor({ state: "attached" });
  await page.waitForFunction(() => location.hash.includes("tight=asserted"));
});

// Rows C01 to C08.
for (const { without, with: mean, cubed, fifth } of [
  { without: "0.3", with: "0.6", cubed: 1.270540500008538, fifth: 2328.741364172815 },
  { without: "0.6", with: "0.3", cubed: -0.03051131356664803, fifth: -0.02100053795424299 },
  { without: "1", with: "0.5", cubed: 0.01616970736899795, fifth: -0.001821160631914856 },
  { without: "0.5", with: "1", cubed: 4.442892286830266, fifth: 441251.3356958817 },
]) {
  test(`the condition of the tight bound, Q of mean ${without}`, async (t) => {
    const page = await visit(t, "sampling.html");
    await page.getByRole("link", { name: "Where the tight bound fails" }).click();
    await page.getByRole("textbox", { name: "Mean µ of Q" }).fill(without);
    await page.locator(".dp-title", { hasText: `Q of mean ${without}` }).waitFor({ state: "attached" });
    await drawn(page, "dp-sampling");
    const table = await tableOf(page.locator("dp-sampling"));
    for (const [power, value] of /** @type {const} */ ([[3, cubed], [5, fifth]])) {
      const printed = Number(cell(table, mean, `moment of power ${power}`).replace("−", "-"));
      assert(Math.abs(printed / value - 1) < 1e-4, `${printed} for ${value}`);
    }
    assert.equal(await page.locator(".dp-legend li", { hasText: "negative" }).count(), 1);
  });
}

test("what is shown is chosen, explained, and kept in the address", async (t) => {
  const page = await visit(t, "sampling.html");
  await drawn(page, "dp-sampling");
  for (const [name, word] of [["Rényi bounds", "bounds"], ["Few terms", "terms"], ["Growth", "growth"]]) {
    await page.getByRole("radio", { name }).check({ force: true });
    await page.waitForFunction((word) => location.hash.includes(`show=${word}`), word);
    await drawn(page, "dp-sampling");
  }
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes("show=terms"));
  assert.equal(await page.getByRole("radio", { name: "Few terms" }).isChecked(), true);
  await page.getByRole("button", { name: "Explain tight" }).click();
  await page.getByRole("dialog").getByText("Tight bound").first().waitFor();
  await page.keyboard.press("Escape");
});

test("what is wrong is said where it is typed", async (t) => {
  const page = await visit(t, "sampling.html#v=2&show=bounds&mechanism=laplace&scale=1&rate=0.1");
  await drawn(page, "dp-sampling");
  await page.getByRole("textbox", { name: "Sampling rate q" }).fill("2");
  await page.locator("#rate-error", { hasText: "2 is not between 0 and 1." }).waitFor();
  await page.getByRole("textbox", { name: "Sampling rate q" }).fill("0.2");
  await page.getByRole("textbox", { name: "Noise scale b" }).fill("none");
  await page.locator("#mechanism-scale-error:not(:empty)").waitFor();
  assert.equal(await page.locator("#rate-error").textContent(), "");
});

for (const width of [320, 1280]) {
  for (const show of ["profiles", "bounds", "personal", "condition"]) {
    test(`${show} at ${width} pixels: nothing sticks out`, async (t) => {
      const page = await visit(t, `sampling.html#v=2&show=${show}&mechanism=laplace&scale=1&rate=0.1`, { width, height: 800, dark: width === 320 });
      await drawn(page, "dp-sampling");
      assert.equal(await overflow(page), 0);
    });
  }
}
