// What people do on a chart, by mouse, touch and keys: look at a part of it, and turn an axis to log.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, overflow, textsOf, useBrowser } from "../browser.mjs";
import { areaOf, canvas, figures, fingers, frame, looked, picture, PROFILE, readout, visitor } from "../chart-page.mjs";

const visit = visitor(useBrowser());

test("keys zoom, move and reset, and the picture is the first again", async (t) => {
  const page = await visit(t);
  const plot = page.locator(".dp-plot");
  const reset = page.getByRole("button", { name: "Reset" });
  const [figure] = await figures(page);
  assert(figure);
  const first = await picture(plot);
  assert.equal(await reset.isVisible(), false);
  await plot.focus();
  await page.keyboard.press("+");
  const closer = await picture(plot);
  assert.notEqual(closer, first);
  assert.equal(await reset.isVisible(), true);
  const part = await looked(page);
  assert(part && part[0] > figure.x.from && part[1] < figure.x.to && part[1] - part[0] > 0.6 * (figure.x.to - figure.x.from));
  await page.keyboard.press("Shift+ArrowRight");
  const moved = await looked(page);
  assert(moved && moved[0] > part[0] && Math.abs(moved[1] - moved[0] - part[1] + part[0]) < 1e-9);
  for (let at = 0; at < 40; at += 1) await page.keyboard.press("Shift+ArrowRight");
  const end = await looked(page);
  assert(end && Math.abs(end[1] - figure.x.to) < 1e-9, "not beyond the end of the curve");
  await page.keyboard.press("-");
  await page.keyboard.press("0");
  assert.equal(await looked(page), null);
  assert.equal(await picture(plot), first);
  assert.equal(await reset.isVisible(), false);
  await accessible(page, "after reset");
});

test("a zoom is painted in the frame of its input", async (t) => {
  const page = await visit(t);
  const changed = await page.locator(".dp-plot").evaluate(async (plot) => {
    const picture = () => plot.querySelector("canvas")?.toDataURL();
    const before = picture();
    return new Promise((resolve) => {
      requestAnimationFrame(() => {
        // The next frame's callbacks run in order: first the chart's, then this one, then it is painted.
        setTimeout(() => {
          plot.dispatchEvent(new KeyboardEvent("keydown", { key: "+", bubbles: true }));
          requestAnimationFrame(() => resolve(before !== picture()));
        });
      });
    });
  });
  assert.equal(changed, true);
});

test("a wheel scrolls the page; with Ctrl it zooms about the pointer", async (t) => {
  const page = await visit(t, [PROFILE, PROFILE, PROFILE], { width: 800, height: 600 });
  const plot = page.locator(".dp-plot").first();
  const { at } = await areaOf(plot);
  const place = at(0.75, 0.5);
  await page.mouse.move(place.x, place.y);
  const text = await readout(page);
  const first = await picture(plot);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  assert.notEqual(await picture(plot), first);
  assert.equal(await page.evaluate(() => scrollY), 0, "the page stands still");
  await page.mouse.move(place.x + 1, place.y);
  const zoomed = await readout(page);
  assert.equal(zoomed?.split(": ")[0], text?.split(": ")[0], "the place under the pointer stays");
  await page.mouse.wheel(0, 150);
  await page.waitForFunction(() => scrollY > 50);
});

test("a mouse draws a box to look into, then drags; the button resets", async (t) => {
  const page = await visit(t);
  const plot = page.locator(".dp-plot");
  const { at } = await areaOf(plot);
  const drag = async (/** @type {{x: number, y: number}} */ from, /** @type {{x: number, y: number}} */ to) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
  };
  const first = await picture(plot);
  await drag(at(0.3, 0.3), at(0.6, 0.7));
  const box = await looked(page);
  const [figure] = await figures(page);
  assert(box && figure);
  const width = (box[1] - box[0]) / (figure.x.to - figure.x.from);
  assert(width > 0.25 && width < 0.4, `${width} of the axis`);
  await drag(at(0.6, 0.5), at(0.4, 0.5));
  const moved = await looked(page);
  assert(moved && moved[0] > box[0], "what was right comes in");
  assert.equal(await page.locator(".dp-pins li").count(), 0, "a drag pins nothing");
  await page.getByRole("button", { name: "Reset" }).click();
  assert.equal(await picture(plot), first);
  assert.equal(await plot.evaluate((plot) => plot === document.activeElement), true, "the focus is not lost");
});

test("one finger reads or scrolls the page, two zoom and move", async (t) => {
  const page = await visit(t, [PROFILE, PROFILE, PROFILE], { touch: true, width: 375, height: 667 });
  const plot = page.locator(".dp-plot").first();
  const [figure] = await figures(page);
  assert(figure);
  const hand = await fingers(page);
  let { at } = await areaOf(plot);
  await hand.move([[at(0.3, 0.5)], [at(0.4, 0.5)], [at(0.5, 0.5)], [at(0.6, 0.5)]]);
  assert(textsOf(figure).includes((await readout(page)) ?? ""));
  assert.equal(await page.evaluate(() => scrollY), 0);

  const first = await picture(plot);
  const spread = [0, 0.05, 0.1, 0.15, 0.2];
  await hand.move(spread.map((by) => [at(0.4 - by, 0.5), at(0.6 + by, 0.5)]));
  assert.notEqual(await picture(plot), first);
  const part = await looked(page);
  assert(part && part[1] - part[0] < 0.6 * (figure.x.to - figure.x.from), `${part}`);
  await hand.move(spread.map((by) => [at(0.3 + by, 0.4), at(0.5 + by, 0.6)]));
  const moved = await looked(page);
  assert(moved && moved[0] < part[0], "what was left comes in");
  assert.equal(await page.evaluate(() => scrollY), 0, "two fingers do not scroll");

  ({ at } = await areaOf(plot));
  await hand.move([0, 0.2, 0.4, 0.6, 0.8].map((by) => [at(0.5, 0.9 - by)]));
  await page.waitForFunction(() => scrollY > 30);
  await page.getByRole("button", { name: "Reset" }).first().tap();
  assert.equal(await looked(page), null);
});

test("axes turn between log and linear where their values allow it", async (t) => {
  const questions = ["profile", "trade-off", "loss", "renyi"].map((view) => ({ ...PROFILE, view }));
  const page = await visit(t, questions);
  const button = (/** @type {number} */ chart, /** @type {string} */ side) =>
    page.locator(".dp-figure").nth(chart).getByRole("button", { name: `Log ${side}`, exact: false });
  const left = (/** @type {number} */ chart) => page.locator(".dp-left").nth(chart).textContent();
  const plot = page.locator(".dp-plot").first();
  const first = await picture(plot);

  const y = button(0, "y");
  assert.equal(await y.getAttribute("aria-pressed"), "true", "the core chose log");
  await y.click();
  assert.equal(await y.getAttribute("aria-pressed"), "false");
  assert.notEqual(await picture(plot), first);
  await y.focus();
  await page.keyboard.press("Enter");
  assert.equal(await picture(plot), first);

  const x = button(0, "x");
  await x.click();
  assert.equal(await left(0), "A log axis has no place for 0; it begins at the first value above: ε.");
  await page.locator(".dp-plot").first().focus();
  await page.keyboard.press("Home");
  const [figure] = await figures(page);
  assert.equal(await readout(page), figure && textsOf(figure)[1], "reading begins at the first point above 0");
  await x.click();
  assert.equal(await left(0), "");

  await button(1, "x").click();
  await button(1, "y").click();
  assert.match((await left(1)) ?? "", /type I error, type II error/);
  assert.equal(await button(2, "x").isVisible(), false, "losses may be negative");
  await button(3, "x").click();
  assert.equal(await left(3), "");
});

test("in forced colours and at 320 pixels everything is there, and dashes tell the curves apart", async (t) => {
  const page = await visit(t, [PROFILE], { width: 320, height: 640 });
  await page.emulateMedia({ forcedColors: "active" });
  const dashes = await page.locator(".dp-swatch").evaluateAll((samples) => samples.map((sample) => getComputedStyle(sample).strokeDasharray));
  assert.equal(new Set(dashes).size, dashes.length);
  await page.locator(".dp-plot").focus();
  for (const key of ["ArrowRight", "Enter", "+"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "exact" }).click();
  const line = await page.getByRole("button", { name: "exact" }).evaluate((button) => getComputedStyle(button).textDecorationLine);
  assert.equal(line, "line-through");
  assert.equal(await overflow(page), 0);
  for (const name of ["Pin", "Log x: ε", "Log y: δ", "Zoom out", "Zoom in", "Reset", "Remove pin 1"]) {
    assert.equal(await page.getByRole("button", { name, exact: true }).isVisible(), true, name);
  }
});
