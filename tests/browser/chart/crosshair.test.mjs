// The crosshair: by mouse, finger and keys it says what the core computed for that point.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, readings, useBrowser } from "../browser.mjs";
import { chartPage } from "../chart-page.mjs";

/** @typedef {import("playwright-core").Page} Page */

const open = useBrowser();
const GAUSSIAN = { kind: "gaussian", sigma: 1 };
const readout = (/** @type {Page} */ page) => page.locator(".dp-readout").textContent();

/**
 * Opens a page with the curve of a Gaussian, and waits until it is drawn.
 * @param {import("node:test").TestContext} test
 * @param {import("../browser.mjs").Look} [look]
 */
async function visit(test, look = {}) {
  const prepare = chartPage(`<dp-curve mechanism="gaussian" sigma="1" delta="1e-5"></dp-curve>`);
  const page = await open(test, "chart-test.html", { ...look, prepare });
  await page.locator("dp-curve .dp-legend li").first().waitFor();
  return page;
}

/** @param {Page} page */
async function plotArea(page) {
  const area = await page.locator(".dp-plot").boundingBox();
  assert(area);
  return area;
}

/** @param {Page} page */
const marks = (page) =>
  page.evaluate(() => {
    const overlay = document.querySelectorAll("dp-curve canvas")[1];
    if (!(overlay instanceof HTMLCanvasElement)) return 0;
    const pixels = overlay.getContext("2d")?.getImageData(0, 0, overlay.width, overlay.height).data ?? [];
    let painted = 0;
    for (let at = 3; at < pixels.length; at += 4) if (pixels[at]) painted += 1;
    return painted;
  });

test("the mouse reads the nearest point, leaving takes the reading away", async (t) => {
  const page = await visit(t);
  const texts = await readings(page, GAUSSIAN);
  const area = await plotArea(page);
  assert.equal(await marks(page), 0);
  /** @type {number[]} */
  const found = [];
  for (const share of [0.2, 0.5, 0.8]) {
    await page.mouse.move(area.x + area.width * share, area.y + area.height / 2);
    found.push(texts.indexOf((await readout(page)) ?? ""));
  }
  assert(found.every((at) => at >= 0), "each read-out is a reading of the core");
  assert(found.every((at, place) => place === 0 || at > (found[place - 1] ?? 0)), `in order: ${found}`);
  assert((await marks(page)) > 100);
  await page.mouse.move(1, 1);
  assert.match((await readout(page)) ?? "", /arrow keys/);
  assert.equal(await marks(page), 0);
});

test("a finger reads and keeps the point; a tap elsewhere dismisses it", async (t) => {
  const page = await visit(t, { touch: true, width: 375, height: 812 });
  const texts = await readings(page, GAUSSIAN);
  const plot = page.locator(".dp-plot");
  await plot.scrollIntoViewIfNeeded();
  const area = await plotArea(page);
  await page.touchscreen.tap(area.x + area.width * 0.6, area.y + area.height / 2);
  const text = (await readout(page)) ?? "";
  assert(texts.includes(text), text);
  assert((await marks(page)) > 100);
  await accessible(page);
  const sentence = await page.locator(".dp-sentence").boundingBox();
  assert(sentence);
  await page.touchscreen.tap(sentence.x + 5, sentence.y + 5);
  assert.match((await readout(page)) ?? "", /arrow keys/);
});

test("keys walk along the curve from the marked point; Escape leaves", async (t) => {
  const page = await visit(t);
  const texts = await readings(page, GAUSSIAN);
  await page.locator(".dp-plot").focus();
  const press = async (/** @type {string} */ key) => {
    await page.keyboard.press(key);
    return texts.indexOf((await readout(page)) ?? "");
  };
  const start = await press("ArrowRight");
  assert(start > 0, "begins at the mark");
  assert.equal(await press("ArrowRight"), start + 1);
  assert.equal(await press("ArrowLeft"), start);
  assert.equal(await press("PageUp"), start + 10);
  assert.equal(await press("PageDown"), start);
  assert.equal(await press("Home"), 0);
  assert.equal(await press("ArrowLeft"), 0);
  assert.equal(await press("End"), texts.length - 1);
  assert.equal(await press("ArrowRight"), texts.length - 1);
  await page.locator(".dp-live", { hasText: texts.at(-1) ?? "" }).waitFor({ state: "attached" });
  await accessible(page, "crosshair");
  await page.keyboard.press("Escape");
  assert.match((await readout(page)) ?? "", /arrow keys/);
  assert.equal(await marks(page), 0);
});

test("up and down move between the curves", async (t) => {
  const page = await visit(t);
  await page.locator(".dp-plot").focus();
  await page.keyboard.press("Home");
  const picture = () =>
    page.evaluate(() => {
      const overlay = document.querySelectorAll("dp-curve canvas")[1];
      return overlay instanceof HTMLCanvasElement ? overlay.toDataURL() : "";
    });
  const first = await picture();
  await page.keyboard.press("PageUp");
  const on = await picture();
  assert.notEqual(on, first);
  await page.keyboard.press("ArrowDown");
  const other = await picture();
  assert.notEqual(other, on);
  await page.keyboard.press("ArrowUp");
  assert.equal(await picture(), on);
});

test("a standing crosshair reads the new curve when the setting changes", async (t) => {
  const page = await visit(t);
  await page.locator(".dp-plot").focus();
  await page.keyboard.press("Home");
  await page.locator("dp-curve").evaluate((curve) => curve.setAttribute("sigma", "2"));
  const texts = await readings(page, { kind: "gaussian", sigma: 2 });
  await page.locator(".dp-readout", { hasText: texts[0] ?? "" }).waitFor();
});

test("the live region speaks at most twice a second while a key repeats", async (t) => {
  const page = await visit(t);
  await page.evaluate(() => {
    const live = document.querySelector(".dp-live");
    Reflect.set(window, "spoken", []);
    if (live) {
      new MutationObserver(() => Reflect.get(window, "spoken").push(performance.now())).observe(live, { childList: true });
    }
  });
  await page.locator(".dp-plot").focus();
  for (let at = 0; at < 40; at += 1) {
    await page.keyboard.press("ArrowLeft");
    await page.waitForTimeout(20);
  }
  await page.waitForTimeout(600);
  const spoken = await page.evaluate(() => /** @type {number[]} */ (Reflect.get(window, "spoken")));
  assert(spoken.length >= 2, `${spoken.length} messages`);
  for (const [at, time] of spoken.entries()) {
    const last = spoken[at - 1];
    assert(last === undefined || time - last >= 490, `${time - (last ?? 0)} ms apart`);
  }
  const last = await readout(page);
  assert.equal(await page.locator(".dp-live").textContent(), last);
});
