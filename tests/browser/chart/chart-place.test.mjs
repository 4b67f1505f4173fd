// Where the parts of a chart stand: what is read at the pointer, words apart from their picture, a height that is given,
// and paper.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, useBrowser } from "../browser.mjs";
import { areaOf, chartPage, frame, gaussian, PROFILE, readout, visitor } from "../chart-page.mjs";

/** @typedef {import("playwright-core").Page} Page */

const open = useBrowser();
const visit = visitor(open);

/** Notes what is written above pictures, and where. */
const noting = (/** @type {Page} */ page) =>
  page.evaluate(() => {
    /** @type {{text: string, x: number, right: number, y: number, width: number, height: number}[]} */
    const written = [];
    Reflect.set(window, "written", written);
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    const above = (/** @type {CanvasRenderingContext2D} */ pen) => pen.canvas.previousElementSibling instanceof HTMLCanvasElement;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const { clientWidth: width, clientHeight: height } = this.canvas;
      if (above(this)) written.push({ text, x, right: x + this.measureText(text).width, y, width, height });
      fillText.call(this, text, x, y);
    };
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      if (above(this)) written.length = 0;
      clearRect.apply(this, box);
    };
  });

const written = (/** @type {Page} */ page) =>
  page.evaluate(() => /** @type {{text: string, x: number, right: number, y: number, width: number, height: number}[]} */ (Reflect.get(window, "written")));

for (const width of [1280, 320]) {
  test(`what is read stands at the pointer, at ${width} pixels`, async (t) => {
    const page = await visit(t, [PROFILE], { width, height: 700 });
    await noting(page);
    const plot = page.locator(".dp-plot");
    const { at } = await areaOf(plot);
    for (const share of [0.2, 0.5, 0.95]) {
      const place = at(share, 0.5);
      await page.mouse.move(place.x, place.y);
      await frame(plot);
      const lines = await written(page);
      const said = (await readout(page)) ?? "";
      const [where = "", rest = ""] = said.split(": ");
      // A small plot may have room for the chosen curve alone.
      const values = rest.split(", ").slice(0, width < 400 ? lines.length - 1 : undefined);
      assert(lines.length > 1);
      assert.deepEqual(lines.map(({ text }) => text), [where, ...values], "the same as the line below");
      for (const { x, right, y, width, height } of lines) assert(x > 0 && right < width && y > 0 && y < height, "not clipped");
      const crosshair = share * (lines[0]?.width ?? 0);
      const [left, right] = [Math.min(...lines.map(({ x }) => x)), Math.max(...lines.map(({ right }) => right))];
      // Where both sides are too narrow it stands across, above or below the dot.
      assert(width < 400 || right < crosshair || left > crosshair, "beside the crosshair");
    }
    await page.mouse.move(2, 2);
    await frame(plot);
    assert.deepEqual(await written(page), [], "gone with the pointer");
    await plot.focus();
    await page.keyboard.press("ArrowRight");
    await frame(plot);
    assert.equal((await written(page))[0]?.text, ((await readout(page)) ?? "").split(": ")[0], "keys show it too");
  });
}

test("words, pins and table stand where the owner wants them, and share the state of their chart", async (t) => {
  const page = await open(t, "chart-test.html", { prepare: chartPage('<div id="picture"></div><div id="words"></div>') });
  await page.evaluate(async (question) => {
    const load = (/** @type {string} */ name) => import(new URL(`js/${name}.js`, location.href).href);
    const [{ Chart }, { ask }] = await Promise.all([load("chart/chart"), load("core/engine")]);
    const chart = new Chart({ below: document.querySelector("#words") });
    document.querySelector("#picture")?.append(chart.element);
    const { figure } = await ask({ ask: "curve", picture: true, ...question }, { channel: 0 });
    await chart.ready();
    chart.show(figure);
    Reflect.set(window, "chart", chart);
  }, PROFILE);
  const words = page.locator("#words");
  await words.locator(".dp-sentence").waitFor();
  assert.equal(await page.locator("#picture :is(.dp-sentence, .dp-pins, .dp-numbers)").count(), 0);
  for (const part of [".dp-title", ".dp-plot", ".dp-legend", ".dp-readout"]) assert(await page.locator(`#picture ${part}`).isVisible(), part);
  assert.equal(await words.locator("details").getAttribute("open"), null, "the table starts closed");
  await page.locator(".dp-plot").focus();
  for (const key of ["ArrowRight", "Enter"]) await page.keyboard.press(key);
  await words.locator(".dp-pins li").waitFor();
  await words.locator(".dp-numbers summary").click();
  await words.locator("tbody tr").first().waitFor();
  await accessible(page, "apart");
  await page.evaluate(() => Reflect.get(window, "chart").wait());
  assert.notEqual(await words.locator("> [data-stale]").count(), 0);
  await page.evaluate(() => Reflect.get(window, "chart").none(["it was taken away"]));
  assert.equal(await words.locator(".dp-sentence").isVisible(), false);
});

test("a chart is as high as it is told, or fills its place", async (t) => {
  const page = await visit(t);
  const sheet = await page.addStyleTag({ url: "style/chart.css" });
  const height = async () => (await page.locator(".dp-plot").boundingBox())?.height;
  const rule = (/** @type {string} */ text) => sheet.evaluate((link, text) => /** @type {HTMLLinkElement} */ (link).sheet?.insertRule(text), text);
  const usual = await height();
  await rule(".dp-figure { --dp-plot-height: 38vh }");
  await frame(page.locator(".dp-plot"));
  assert.equal(await height(), 0.38 * 900);
  assert.notEqual(usual, 0.38 * 900);
  await sheet.evaluate((link) => /** @type {HTMLLinkElement} */ (link).sheet?.deleteRule(0));
  await rule("main { height: 700px; grid-template-rows: auto 600px }");
  await page.locator(".dp-figure").evaluate((figure) => figure.toggleAttribute("data-fill", true));
  await frame(page.locator(".dp-plot"));
  const figure = await page.locator(".dp-figure").boundingBox();
  assert.equal(figure?.height, 600);
  assert(((await height()) ?? 0) > 200);
  const [canvas, plot] = await page.locator(".dp-plot").evaluate((plot) => [plot.querySelector("canvas")?.height, plot.clientHeight]);
  assert.equal(canvas, plot, "it is painted anew in that size");
});

test("two bands of one name have one entry, which hides both", async (t) => {
  const page = await visit(t);
  await page.evaluate(() => {
    const axis = { label: "x", scale: "linear", from: 0, to: 1 };
    const x = [0, 0.5, 1];
    const band = { label: "spread", x, lower: [0.1, 0.2, 0.3], upper: [0.4, 0.8, 0.9] };
    const line = { label: "blind", x, y: [0.2, 0.4, 0.6] };
    Reflect.get(window, "charts")[0].show({
      ...{ title: "t", sentence: "s", notice: "", x: axis, y: axis, cells: null, marks: [] },
      ...{ bands: [band, band], series: [line, line, { ...line, label: "guess (not a bound)" }] },
      ...{ readings: { place: [], columns: [] }, table: { caption: "c", columns: ["x"], rows: [["0"]] } },
    });
  });
  assert.deepEqual(await page.locator(".dp-legend li").allTextContents(), ["Blind", "Guess (not a bound)", "Spread"]);
  const dashes = await page.locator(".dp-swatch").nth(1).evaluate((sample) => getComputedStyle(sample).strokeDasharray);
  assert.notEqual(dashes, "none");
});

/** The colours of a heat map, and a curve over them. */
const CELLS = { columns: 4, rows: 4, values: Array.from({ length: 16 }, (_, at) => at), from: 0, to: 15, label: "loss" };

test("a chart prints light, with axes, title and legend, without tools; so does a heat map", async (t) => {
  const page = await visit(t, [PROFILE, { view: "trade-off", releases: gaussian(1) }], { dark: true });
  await page.evaluate((cells) => {
    const axis = { label: "x", scale: "linear", from: 0, to: 1 };
    Reflect.get(window, "charts")[1].show({
      ...{ title: "A map", sentence: "s", notice: "", x: axis, y: axis, cells, marks: [], bands: [], series: [] },
      ...{ readings: { place: [], columns: [] }, table: { caption: "c", columns: ["x"], rows: [["0"]] } },
    });
    /** What a chart looks like on paper. @type {number[][]} */
    const seen = [];
    Reflect.set(window, "seen", seen);
    addEventListener("beforeprint", () => {
      for (const canvas of document.querySelectorAll(".dp-plot > canvas:first-child")) {
        if (!(canvas instanceof HTMLCanvasElement)) continue;
        const pixel = canvas.getContext("2d")?.getImageData(2, 2, 1, 1).data ?? [];
        seen.push([canvas.width / canvas.clientWidth, ...pixel]);
      }
    });
  }, CELLS);
  const before = await page.locator("canvas").first().evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  const paper = await page.pdf({ printBackground: false });
  assert(paper.length > 10_000);
  const seen = await page.evaluate(() => /** @type {number[][]} */ (Reflect.get(window, "seen")));
  assert.equal(seen.length, 2);
  for (const [ratio, red = 0, , , alpha = 0] of seen) {
    assert.equal(ratio, 2);
    assert(alpha === 0 || red > 240, "light");
  }
  const after = await page.locator("canvas").first().evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  assert.equal(after, before, "the screen has its colours again");
  await page.emulateMedia({ media: "print" });
  for (const part of [".dp-title", ".dp-plot", ".dp-legend", ".dp-sentence"]) assert(await page.locator(part).first().isVisible(), part);
  for (const part of [".dp-tools", ".dp-readout", ".dp-numbers"]) assert(!(await page.locator(part).first().isVisible()), part);
});
