// The curves of a chart: hidden and shown, pinned, read in several charts at once, and several figures as one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, textsOf, useBrowser } from "../browser.mjs";
import { areaOf, canvas, chartPage, figures, gaussian, looked, picture, PROFILE, readout, visitor } from "../chart-page.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../chart-page.mjs").Figure} Figure */

const open = useBrowser();
const visit = visitor(open);

test("the legend hides a curve and shows it again; the others keep their looks", async (t) => {
  const page = await visit(t);
  const plot = page.locator(".dp-plot");
  const first = await picture(plot);
  const exact = page.getByRole("button", { name: "exact" });
  const renyi = page.getByRole("button", { name: "RDP (Rényi)" });
  assert.equal(await exact.getAttribute("aria-pressed"), "true");
  await exact.click();
  assert.equal(await exact.getAttribute("aria-pressed"), "false");
  const without = await picture(plot);
  assert.notEqual(without, first);
  const colours = await plot.locator("canvas").first().evaluate((canvas) => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
    const pixels = /** @type {HTMLCanvasElement} */ (canvas).getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
    const seen = (/** @type {number[]} */ [r, g, b]) => {
      for (let at = 0; at < pixels.length; at += 4) if (pixels[at] === r && pixels[at + 1] === g && pixels[at + 2] === b) return true;
      return false;
    };
    return { first: seen([0x0b, 0x5f, 0xa5]), second: seen([0xb3, 0x43, 0x0b]) };
  });
  assert.deepEqual(colours, { first: false, second: true });

  // What is read is the curve that is left; the table keeps the other, with a word.
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const [figure] = await figures(page);
  const left = figure && textsOf(figure).map((text) => text.replace(/δ ≤ \S+ \(exact\), /, ""));
  assert(left?.includes((await readout(page)) ?? ""));
  assert.match((await readout(page)) ?? "", /^ε = \S+: δ ≤ \S+ \(RDP \(Rényi\)\)$/);
  await page.keyboard.press("Enter");
  assert.doesNotMatch((await page.locator(".dp-pins li").innerText()) ?? "", /exact/);
  await page.keyboard.press("Delete");
  await page.locator(".dp-numbers summary").click();
  const heads = page.locator(".dp-numbers thead th");
  await heads.first().waitFor();
  assert.deepEqual(await heads.allTextContents(), ["ε", "δ ≤, exact (hidden in the chart)", "δ ≤, RDP (Rényi)"]);
  await plot.focus();
  await page.keyboard.press("Escape");

  await exact.focus();
  await page.keyboard.press("Space");
  assert.equal(await picture(plot), first);
  assert.deepEqual(await heads.allTextContents(), ["ε", "δ ≤, exact", "δ ≤, RDP (Rényi)"]);
  await renyi.focus();
  await page.keyboard.press("Enter");
  assert.equal(await renyi.getAttribute("aria-pressed"), "false");
});

test("a chart without a finite value says so instead of empty axes, and draws again once there is one", async (t) => {
  const box = { kind: "approximate", epsilon: 1, delta: 0.001 };
  const growth = { view: "composition", releases: [{ mechanism: box }], mark: { delta: 1e-5 }, accountants: ["pld"] };
  const page = await visit(t, [growth]);
  await page.getByText("Every value is infinite: there is no line to draw.").waitFor();
  assert.equal(await page.locator(".dp-plot").isVisible(), false);
  assert.match((await page.locator(".dp-sentence").textContent()) ?? "", /ε ≤ ∞/);
  await accessible(page, "nothing to draw");
  await page.evaluate(async (question) => {
    const { ask } = await import(new URL("js/core/engine.js", location.href).href);
    Reflect.get(window, "charts")[0].show((await ask(question, { channel: "again" })).figure);
  }, { ask: "curve", picture: true, ...PROFILE });
  await page.locator(".dp-plot").waitFor();
  const blank = await page.evaluate(() => document.createElement("canvas").toDataURL());
  assert.notEqual(await picture(page.locator(".dp-plot")), blank);
  assert.equal(await page.locator(".dp-note").textContent(), "");
});

test("values are pinned by Enter, click and tap, said in words and removed", async (t) => {
  const page = await visit(t, [PROFILE], { touch: true });
  const plot = page.locator(".dp-plot");
  const pins = page.locator(".dp-pins li > span");
  const first = await picture(plot);
  await plot.focus();
  await page.keyboard.press("Enter");
  assert.equal(await pins.count(), 0, "nothing is read yet");
  await page.keyboard.press("ArrowRight");
  const text = await readout(page);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  assert.deepEqual(await pins.allTextContents(), [text], "once is enough");
  await page.locator(".dp-live", { hasText: `Pinned 1: ${text}` }).waitFor({ state: "attached" });
  assert.notEqual(await picture(plot), first);

  const { at } = await areaOf(plot);
  await page.mouse.click(at(0.3, 0.5).x, at(0.3, 0.5).y);
  const clicked = await readout(page);
  assert.deepEqual(await pins.allTextContents(), [text, clicked]);
  await page.touchscreen.tap(at(0.7, 0.5).x, at(0.7, 0.5).y);
  assert.equal(await pins.count(), 2, "a finger only reads");
  const tapped = await readout(page);
  await page.getByRole("button", { name: "Pin", exact: true }).tap();
  assert.deepEqual(await pins.allTextContents(), [text, clicked, tapped]);
  await accessible(page, "pins");

  await page.getByRole("button", { name: "Remove pin 2" }).click();
  assert.deepEqual(await pins.allTextContents(), [text, tapped]);
  await plot.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Delete");
  assert.deepEqual(await pins.allTextContents(), [text], "the last, for none is read there");
  await page.keyboard.press("Backspace");
  assert.equal(await pins.count(), 0);
  await page.keyboard.press("Escape");
  assert.equal(await picture(plot), first);
});

test("what a person did stays when a newer figure comes, as long as it measures the same", async (t) => {
  const page = await visit(t, [PROFILE, { ...PROFILE, releases: gaussian(2) }, { ...PROFILE, view: "renyi" }]);
  const [, second] = await figures(page);
  assert(second);
  const plot = page.locator(".dp-plot").first();
  const show = (/** @type {number} */ at) =>
    page.evaluate((at) => Reflect.get(window, "charts")[0].show(Reflect.get(window, "figures")[at]), at);
  const chart = page.locator(".dp-figure").first();
  await plot.focus();
  await page.keyboard.press("Home");
  for (let at = 0; at < 3; at += 1) await page.keyboard.press("PageUp");
  await page.keyboard.press("Enter");
  const pinned = await chart.locator(".dp-pins li > span").textContent();
  await page.keyboard.press("+");
  const part = await looked(page);
  await chart.getByRole("button", { name: "RDP (Rényi)" }).click();
  await show(1);
  assert.equal(await chart.getByRole("button", { name: "Reset" }).isVisible(), true);
  assert.equal(await chart.getByRole("button", { name: "RDP (Rényi)" }).getAttribute("aria-pressed"), "false");
  const now = await chart.locator(".dp-pins li > span").textContent();
  assert(textsOf(second).some((text) => text.startsWith(now ?? "–")) && now !== pinned, `${now}`);
  assert(part && (await looked(page))?.[0] === part[0], "and is told again, for more points");

  await show(2);
  assert.equal(await chart.getByRole("button", { name: "Reset" }).isVisible(), false);
  assert.equal(await chart.locator(".dp-pins li").count(), 0);
});

test("charts of a group are read at the same place", async (t) => {
  const page = await visit(t, [PROFILE, { ...PROFILE, releases: gaussian(2) }]);
  const [first, second] = await figures(page);
  assert(first && second);
  const plot = page.locator(".dp-plot").first();
  await plot.focus();
  await page.keyboard.press("Home");
  assert.equal(await readout(page, 0), textsOf(first)[0]);
  assert.equal(await readout(page, 1), textsOf(second)[0]);
  await page.keyboard.press("PageUp");
  const x = first.series[0]?.x[10] ?? 0;
  const points = second.series[0]?.x ?? [];
  const near = points.reduce((best, other, at) => (Math.abs(other - x) < Math.abs((points[best] ?? 0) - x) ? at : best), 0);
  assert.equal(await readout(page, 1), textsOf(second)[near]);
  assert.equal(await page.locator(".dp-live").nth(1).textContent(), "", "one voice");
  await page.keyboard.press("End");
  assert.match((await readout(page, 1)) ?? "", /arrow keys/, "the other curve ends before");
  await page.keyboard.press("Escape");
  const { at } = await areaOf(page.locator(".dp-plot").nth(1));
  await page.mouse.move(at(0.5, 0.5).x, at(0.5, 0.5).y);
  assert(textsOf(first).includes((await readout(page, 0)) ?? ""), "by mouse, the other way round");
  await page.mouse.move(1, 1);
  assert.match((await readout(page, 0)) ?? "", /arrow keys/);
});

/**
 * The chart of several figures as one.
 * @param {Page} page
 * @param {string[]} names
 * @returns {Promise<Figure>}
 */
const merged = (page, names) =>
  page.evaluate(async (names) => {
    const { merge } = await import(new URL("js/chart/merge.js", location.href).href);
    const figure = merge(Reflect.get(window, "figures").slice(0, names.length), { names });
    Reflect.get(window, "charts")[0].show(figure);
    return figure;
  }, names);

test("figures on one grid are joined row by row", async (t) => {
  const view = { view: "trade-off", accountants: ["exact"] };
  const page = await visit(t, [1, 2, 0.5].map((sigma) => ({ ...view, releases: gaussian(sigma) })));
  const [a, b, c] = await figures(page);
  assert(a && b && c);
  const one = await merged(page, ["A", "B", "B"]);
  assert.deepEqual(
    one.series.map(({ label }) => label),
    ["A", "B", "B (2)"].flatMap((name) => [`${name}: exact`, `${name}: guessing blindly`]),
  );
  const value = (/** @type {Figure} */ figure) => `type II error ≥ ${figure.readings.columns[0]?.texts[20]}`;
  assert.equal(
    textsOf(one)[20],
    `${a.readings.place[20]}: ${value(a)} (A: exact), ${value(b)} (B: exact), ${value(c)} (B (2): exact)`,
  );
  assert.equal(one.readings.place.length, a.readings.place.length);
  const [place, head] = a.table.columns;
  assert.deepEqual(one.table.columns, [place, `A: ${head}`, `B: ${head}`, `B (2): ${head}`]);
  assert.deepEqual(one.table.rows[3], [...(a.table.rows[3] ?? []), b.table.rows[3]?.[1], c.table.rows[3]?.[1]]);
  assert.equal(await page.locator(".dp-legend").first().locator("li").count(), 6);
  const looks = await page.locator(".dp-legend").first().locator(".dp-swatch").evaluateAll((samples) =>
    samples.map((sample) => `${getComputedStyle(sample).color} ${getComputedStyle(sample).strokeDasharray}`),
  );
  assert.equal(new Set(looks).size, 6);
});

test("figures on different grids keep their own points", async (t) => {
  const page = await visit(t, [0.5, 2].map((sigma) => ({ ...PROFILE, releases: gaussian(sigma) })));
  const [a, b] = await figures(page);
  assert(a && b);
  const one = await merged(page, ["σ = 0.5", "σ = 2"]);
  assert.equal(one.x.to, Math.max(a.x.to, b.x.to));
  assert.equal(one.y.from, Math.min(a.y.from, b.y.from));
  const { at = [], place } = one.readings;
  assert(at.every((x, point) => point === 0 || x > (at[point - 1] ?? 0)));
  assert.equal(at.length, place.length);
  const read = (/** @type {Figure} */ figure, /** @type {string} */ name, /** @type {number} */ point) =>
    figure.readings.columns.map(({ label, texts }) => `δ ≤ ${texts.at(point)} (${name}: ${label})`).join(", ");
  assert.equal(textsOf(one)[0], `ε = 0: ${read(a, "σ = 0.5", 0)}, ${read(b, "σ = 2", 0)}`);
  assert.equal(textsOf(one).at(-1), `${a.readings.place.at(-1)}: ${read(a, "σ = 0.5", -1)}`);
  const heads = one.table.rows.map(([head]) => Number(head));
  assert.deepEqual(heads, [...new Set([...a.table.rows, ...b.table.rows].map(([head]) => Number(head)))].sort((p, q) => p - q));
  assert(one.table.rows.some((row) => row.includes("–")));
  await page.locator(".dp-plot").first().focus();
  await page.keyboard.press("End");
  assert.equal(await readout(page), textsOf(one).at(-1));
  await page.keyboard.press("Home");
  assert.equal(await readout(page), textsOf(one)[0]);
});

test("an element asks for more points of what is looked at, and for all of it after a reset", async (t) => {
  const prepare = chartPage(`<dp-curve mechanism="gaussian" sigma="1" delta="1e-5"></dp-curve>`);
  const page = await open(t, "chart-test.html", { prepare });
  await page.locator("dp-curve .dp-legend li").first().waitFor();
  const plot = page.locator(".dp-plot");
  await page.locator(".dp-numbers summary").click();
  await plot.focus();
  const row = () => page.locator("dp-curve tbody tr").first().textContent();
  const whole = await row();
  await page.keyboard.press("ArrowRight");
  for (let at = 0; at < 8; at += 1) await page.keyboard.press("+");
  await page.waitForFunction(() => Number(document.querySelector("dp-curve tbody th")?.textContent) > 4);
  const place = async () => {
    const text = (await readout(page)) ?? "";
    return Number(/^ε = (\S+):/.exec(text)?.[1]);
  };
  const from = await place();
  await page.keyboard.press("ArrowRight");
  const step = (await place()) - from;
  assert(step > 0 && step < 0.005, `a step of ${step}`);
  await page.keyboard.press("Enter");
  const pinned = await page.locator(".dp-pins li > span").textContent();
  await page.keyboard.press("0");
  await page.waitForFunction((whole) => document.querySelector("dp-curve tbody tr")?.textContent === whole, whole);
  assert.equal(await page.locator(".dp-pins li > span").textContent(), pinned, "a closer look stays pinned");
});

test("a band can be hidden; a heat map stays whole", async (t) => {
  const page = await visit(t);
  const show = (/** @type {object} */ more) =>
    page.evaluate((more) => {
      const axis = { label: "x", scale: "linear", from: 0, to: 1 };
      const figure = { title: "t", sentence: "s", x: axis, y: { ...axis, label: "y" }, cells: null, bands: [], marks: [] };
      const rest = { series: [], readings: { place: [], columns: [] }, notice: "", table: { caption: "c", columns: ["x"], rows: [["0"]] } };
      Reflect.get(window, "charts")[0].show({ ...figure, ...rest, ...more });
    }, more);
  const plot = page.locator(".dp-plot");
  const x = [0, 0.5, 1];
  await show({
    bands: [{ label: "between", x, lower: [0.1, 0.2, 0.3], upper: [0.4, 0.8, 0.9] }],
    series: [{ label: "line", x, y: [0.2, 0.4, 0.6] }],
    readings: { place: ["x = 0", "x = 0.5", "x = 1"], columns: [] },
  });
  const first = await picture(plot);
  const between = page.getByRole("button", { name: "between" });
  await between.click();
  assert.notEqual(await picture(plot), first);
  await between.click();
  assert.equal(await picture(plot), first);

  await show({ cells: { label: "loss", columns: 2, rows: 2, values: [0, 1, 2, 3], from: 0, to: 3 } });
  const map = await picture(plot);
  for (const name of ["Zoom in", "Zoom out", "Reset", "Log x: x", "Log y: y"]) {
    assert.equal(await page.getByRole("button", { name, exact: true }).isVisible(), false, name);
  }
  await plot.focus();
  for (const key of ["+", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  assert.equal(await picture(plot), map);
});

test("every kind of series has its shape on the canvas and in the legend; error bars and what is at infinity are drawn", async (t) => {
  const page = await visit(t);
  const plot = page.locator(".dp-plot");
  const show = async (/** @type {object} */ more) => {
    await page.evaluate((more) => {
      const axis = { label: "x", scale: "linear", from: 0, to: 4 };
      const series = [{ label: "curve", x: [1, 2, 3], y: [1, 3, 2], ...more }];
      const readings = { place: ["x = 1", "x = 2", "x = 3"], columns: [{ label: "curve", quantity: "y", side: "value", texts: ["1", "3", "2"] }] };
      const table = { caption: "c", columns: ["x"], rows: [] };
      const figure = { title: "t", shows: "t", sentence: "s", notice: "n", x: axis, y: { ...axis, label: "y" }, cells: null, bands: [], marks: [] };
      Reflect.get(window, "charts")[0].show({ ...figure, series, readings, table });
    }, more);
    return picture(plot);
  };
  const pictures = /** @type {Set<string>} */ (new Set());
  const samples = /** @type {Set<string>} */ (new Set());
  for (const draw of ["line", "step", "points", "bars", "stems"]) {
    pictures.add(await show({ draw }));
    samples.add((await page.locator(".dp-swatch path").getAttribute("d")) ?? "");
  }
  pictures.add(await show({ draw: "points", errors: [[0.5, 1.5], [2, 4], [1, 3]] }));
  pictures.add(await show({ draw: "stems", infinite: 2 }));
  assert.deepEqual([pictures.size, samples.size], [7, 5]);
  assert.equal(await page.locator(".dp-sentence").textContent(), "s n", "the notice is said with the sentence");
  await show({ draw: "step" });
  await plot.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.equal(await readout(page), "x = 2: y = 3");
});
