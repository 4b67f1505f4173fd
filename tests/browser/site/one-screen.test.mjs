// What is moved and what it changes stand on one screen: wherever a control of a page is, its picture is in sight with it.
// A page says which is which: `data-picture` is what changes, `data-controls` holds what is moved.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, settled, useBrowser } from "../browser.mjs";
import { ready, SITE } from "../pages.mjs";
import { eachState, unfoldAll } from "../states.mjs";
import { drawn, trained } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/**
 * When a page is there with all its controls, and what of its picture must be seen whole.
 * @type {Record<string, {ready: (page: Page) => Promise<void>, headline: string}>}
 */
const PAGES = {
  "index.html": { ready: planned, headline: ".result-bound" },
  ...Object.fromEntries(
    SITE.pages
      .filter(({ element }) => element.startsWith("dp-") && element !== "dp-plan")
      .map((listed) => [listed.file, { ready: (/** @type {Page} */ page) => ready(page, listed), headline: ".dp-plot" }]),
  ),
  // Before the answer only a guess can be set.
  "lessons.html#v=2&step=windows&revealed=windows": { ready: (page) => drawn(page, "dp-lessons"), headline: ".dp-plot" },
};

/** The plan with every card open. @param {Page} page */
async function planned(page) {
  await settled(page);
  const closed = page.locator('.card-toggle[aria-expanded="false"]');
  while ((await closed.count()) > 0) await closed.first().click();
}

const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 768, height: 1024, touch: true },
  { width: 390, height: 844, touch: true },
];

/** The least share of the picture that is seen with a control. */
const SEEN = 0.95;

/** Screens that a page may be long, without its footer and its closed parts. */
const SCREENS = 3;

/**
 * Brings one control after another into view, as the focus would, and tells what is wrong then.
 * @param {{seen: number, headline: string, strict: boolean}} asked
 */
function walk({ seen, headline, strict }) {
  const picture = document.querySelector("[data-picture]");
  const controls = [...document.querySelectorAll("[data-controls] :is(input, select, dp-slider)")].filter(
    (control) => control.checkVisibility() && control.getBoundingClientRect().height > 0,
  );
  /** @type {string[]} */
  const wrong = [];
  const share = (/** @type {Element | null} */ part) => {
    const { top, bottom, height } = part?.getBoundingClientRect() ?? new DOMRect();
    return height > 0 ? (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height : 0;
  };
  for (const control of controls) {
    /** What is wrong wherever the control is scrolled to. @type {string[][]} */
    const places = [];
    for (const block of /** @type {const} */ (["from above", "nearest", "center", "end"])) {
      if (block === "from above") scrollTo({ top: 0, behavior: "instant" });
      control.scrollIntoView({ block: block === "from above" ? "nearest" : block, behavior: "instant" });
      const { left, top, width, height } = control.getBoundingClientRect();
      const name = `${control.localName}#${control.id || control.querySelector("input")?.id || Reflect.get(control, "name")}, ${block}`;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const found = [];
      if (!hit || !(control.contains(hit) || hit.closest("label")?.contains(control))) found.push(`${name} is covered by ${hit?.className}`);
      if (share(picture) < seen) found.push(`${name}: ${share(picture).toFixed(2)} of the picture is seen`);
      if (share(document.querySelector(headline)) < 1) found.push(`${name}: the headline is not`);
      places.push(found);
    }
    // Where all of it cannot be seen wherever the page is scrolled to, there must be a place where it can.
    wrong.push(...(strict || places.every((found) => found.length > 0) ? places.flat() : []));
  }
  return { controls: controls.length, wrong };
}

/** A page keeps to its screens, as it stands. @param {Page} page */
async function notTooLong(page) {
  const { long, screen } = await page.evaluate(() => {
    const closed = [...document.querySelectorAll("main details:not([open])")].filter((part) => !part.parentElement?.closest("details:not([open])"));
    const folded = closed.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0);
    return { long: (document.querySelector("main")?.getBoundingClientRect().bottom ?? 0) + scrollY - folded, screen: innerHeight };
  });
  assert(long <= SCREENS * screen, `${(long / screen).toFixed(2)} screens`);
}

/** What pages become longer by. Training takes a while, and is longest on the narrowest.
 * @type {{file: string, name: string, act: (page: Page) => Promise<unknown>, sizes: typeof SIZES}[]} */
const LONGER = [
  { file: "instance.html", name: "with a person chosen", act: choosePerson, sizes: SIZES },
  { file: "learn.html#v=2&show=training", name: "with models trained", act: trained, sizes: SIZES.slice(-1) },
];

/** @param {Page} page */
async function choosePerson(page) {
  await drawn(page, "dp-instance-map");
  await page.locator(".exposed button").first().click();
  await page.locator(".person-lead").waitFor();
  await drawn(page, "dp-instance-map");
}

for (const { file, name, act, sizes } of LONGER) {
  for (const size of sizes) {
    test(`${file.replace(/#.*/, "")} ${name} is not too long at ${size.width} × ${size.height}`, async (t) => {
      const page = await visit(t, file, size);
      await act(page);
      await notTooLong(page);
      assert.equal(await overflow(page), 0);
    });
  }
}

for (const [file, page] of Object.entries(PAGES)) {
  for (const size of SIZES) {
    test(`${file} at ${size.width} × ${size.height}`, async (t) => {
      const opened = await visit(t, file, size);
      await (file === "index.html" ? settled(opened) : page.ready(opened));
      await notTooLong(opened);
      await page.ready(opened);
      const { controls, wrong } = await opened.evaluate(walk, { seen: SEEN, headline: page.headline, strict: file === "index.html" });
      assert(controls > 2, `${controls} controls`);
      assert.deepEqual(wrong, []);
      assert.equal(await overflow(opened), 0);
    });
  }
}

/**
 * For every chart and every control, whether there is a place of the page, and of what scrolls by itself on it, where both
 * are in sight: from the chart the control is looked for, or from the control the chart.
 * @param {number} seen the least share of a chart
 */
function pairs(seen) {
  const inSight = (/** @type {Element} */ part) => part.checkVisibility() && part.getBoundingClientRect().height > 0;
  const charts = [...document.querySelectorAll("[data-picture] .dp-plot")].filter(inSight);
  const controls = [...document.querySelectorAll("[data-controls] :is(dp-slider, dp-switch, select, fieldset)")].filter(inSight);
  const share = (/** @type {Element} */ part) => {
    const { top, bottom, left, right, width, height } = part.getBoundingClientRect();
    const tall = (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
    return Math.min(tall, (Math.min(right, innerWidth) - Math.max(left, 0)) / width);
  };
  const free = (/** @type {Element} */ control) => {
    const handle = control.matches("dp-slider") ? (control.querySelector("input[type=range]") ?? control) : control;
    const { left, top, width, height } = handle.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (control.contains(hit) || hit.closest("label")?.contains(control) === true);
  };
  const show = (/** @type {Element} */ part, /** @type {ScrollLogicalPosition} */ block) => part.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
  /** @type {string[]} */
  const wrong = [];
  charts.forEach((chart, at) => {
    for (const control of controls) {
      const both = () => share(chart) >= seen && free(control);
      const found = ["nearest", "center"].some((block) => {
        show(chart, /** @type {ScrollLogicalPosition} */ (block));
        show(control, "nearest");
        if (both()) return true;
        show(control, /** @type {ScrollLogicalPosition} */ (block));
        show(chart, "nearest");
        return both();
      });
      if (!found) wrong.push(`chart ${at + 1} of ${charts.length} without ${control.id || control.querySelector("[id]")?.id || control.querySelector("[name]")?.getAttribute("name")}`);
    }
  });
  scrollTo(0, 0);
  return { charts: charts.length, wrong };
}

for (const listed of SITE.pages.filter(({ element }) => element.startsWith("dp-") && element !== "dp-plan")) {
  test(`every chart of ${listed.file} has every control beside it, whatever is shown`, async (t) => {
    const page = await visit(t, listed.file, SIZES[0]);
    /** @type {string[]} */
    const wrong = [];
    await eachState(page, listed, async (state) => {
      await unfoldAll(page);
      for (const { width, height } of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        const found = await page.evaluate(pairs, SEEN);
        if (found.wrong.length > 0) wrong.push(`${state} at ${width} × ${height}: ${found.wrong.length} pairs, ${found.wrong.slice(0, 3).join("; ")}`);
        if ((await overflow(page)) > 0) wrong.push(`${state} at ${width} × ${height} is too wide`);
      }
    });
    assert.deepEqual(wrong, []);
  });
}
