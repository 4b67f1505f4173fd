// Pictures of every page for a person to leaf through: `node tests/browser/screenshots.mjs` with DPSCOPE_URL
// set writes them to tests/browser/screenshots/, named so that they sort by page, state, width and theme.

import { mkdir, rm } from "node:fs/promises";
import { chromium } from "playwright-core";
import { launchOptions, settled, site } from "./browser.mjs";
import { unfold } from "./plan-page.mjs";
import { drawn, learned, read, trained } from "./tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const folder = new URL("screenshots/", import.meta.url);
// Pictures of states that are no more would mislead.
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });

/**
 * @typedef {object} State
 * @property {string} name
 * @property {string} address
 * @property {(page: Page) => Promise<unknown>} reach
 * @property {boolean} [whole] false for what lies over the page, and is pictured as the window shows it
 */

/** @type {State[]} */
const STATES = [
  {
    name: "1-plan-1-example",
    address: "",
    async reach(page) {
      await settled(page);
      await unfold(page, "meaning");
      await page.locator("dp-meaning").scrollIntoViewIfNeeded();
      await page.locator("dp-meaning .dp-figure .dp-legend li").first().waitFor();
    },
  },
  {
    name: "1-plan-2-open",
    address: "#v=2&r=gaussian,sigma:1,count:1000,poisson:0.01,label:DP-SGD,size:60000,batch:600,epochs:10,clip:1&r=profile",
    async reach(page) {
      await settled(page);
      const closed = page.locator(".card-toggle[aria-expanded=false]");
      while ((await closed.count()) > 0) await closed.first().click();
    },
  },
  { name: "1-plan-3-solved", address: "#v=2&solve=1.sigma&epsilon=1&delta=1e-5&r=gaussian,sigma:1,count:100&r=laplace,scale:5", reach: settled },
  {
    name: "1-plan-4-scenarios",
    address: "#v=2&r=gaussian,sigma:1&pin=Base;delta:1e-5;r:gaussian,sigma:2&pin=Other;delta:1e-6;r:laplace,scale:2",
    reach: (page) => page.locator(".scenarios .dp-legend li").nth(2).waitFor(),
  },
  {
    name: "1-plan-5-wrong",
    address: "#v=2&delta=7&r=gaussian,sigma:banana,label:A&r=profile,label:B,points:0+0.5/2+0.1/1+0.2",
    reach: (page) => page.locator(".error:not(:empty)").first().waitFor(),
  },
  {
    name: "1-plan-6-zoomed",
    address: "#v=2&r=gaussian,sigma:1",
    async reach(page) {
      await settled(page);
      await page.locator(".dp-plot").first().focus();
      for (const key of ["ArrowRight", "PageDown", "PageDown", "Enter", "+", "+"]) await page.keyboard.press(key);
    },
  },
  {
    name: "1-plan-7-explained",
    address: "",
    whole: false,
    async reach(page) {
      await settled(page);
      await page.getByRole("button", { name: "Explain the answer" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "1-plan-8-presets",
    address: "",
    whole: false,
    async reach(page) {
      await settled(page);
      await page.getByRole("button", { name: "Presets" }).click();
      await page.locator("dialog .preset").nth(9).waitFor();
    },
  },
  { name: "1-plan-9-nothing", address: "#v=2&r=gaussian,sigma:1,off", reach: (page) => page.getByText("Nothing is published").first().waitFor() },
  {
    name: "1-plan-9-reasons",
    address: "#v=2&neighbours=replace&r=two-point",
    reach: (page) => page.locator(".dp-note:not(:empty)").first().waitFor(),
  },
  { name: "2-views-1-start", address: "views.html", reach: (page) => drawn(page, "dp-views") },
  {
    name: "2-views-2-lossy",
    address:
      "views.html#v=2&show=profile&mechanism=gaussian&sigma=1&delta=0.3&neighbours=add-remove&with=randomized-response,truth:0.7310585786300049&with=zcdp,rho:0.5,xi:0&to=2.5",
    reach: (page) => drawn(page, "dp-views"),
  },
  { name: "2-views-3-all", address: "views.html#v=2&show=all&mechanism=laplace&scale=1", reach: (page) => drawn(page, "dp-views") },
  { name: "2-views-4-one", address: "views.html#v=2&show=one&mechanism=gaussian&sigma=1", reach: (page) => drawn(page, "dp-views") },
  {
    name: "2-views-5-map",
    address: "views.html",
    async reach(page) {
      await drawn(page, "dp-views");
      await page.locator(".strip-map").click();
    },
  },
  { name: "9-lessons-1-start", address: "lessons.html", reach: (page) => drawn(page, "dp-lessons") },
  { name: "9-lessons-2-revealed", address: "lessons.html#v=2&step=composition&revealed=composition", reach: (page) => drawn(page, "dp-lessons") },
  { name: "9-lessons-3-slide", address: "lessons.html#v=2&step=attack&revealed=attack&present=on", reach: (page) => drawn(page, "dp-lessons") },
  { name: "3-composition-1-start", address: "composition.html", reach: (page) => drawn(page, "dp-composition") },
  {
    name: "3-composition-2-each",
    address: "composition.html#v=2&delta=1e-5&neighbours=each&r=gaussian,sigma:2,poisson:0.01&k=100..2000&by=fourier",
    reach: (page) => drawn(page, "dp-composition"),
  },
  { name: "4-sampling-1-start", address: "sampling.html", reach: (page) => drawn(page, "dp-sampling") },
  {
    name: "4-sampling-2-six",
    address: "sampling.html#v=2&show=bounds&mechanism=gaussian&sigma=5&delta=1e-8&rate=0.001&panes=six",
    reach: (page) => drawn(page, "dp-sampling"),
  },
  { name: "4-sampling-3-condition", address: "sampling.html#v=2&show=condition&mean=0.6", reach: (page) => drawn(page, "dp-sampling") },
  { name: "7-accuracy-1-start", address: "noise-reduction.html", reach: (page) => drawn(page, "dp-noise-reduction") },
  {
    name: "7-accuracy-2-cost",
    address: "noise-reduction.html#v=2&show=cost&calibration=exact&count=40",
    reach: (page) => drawn(page, "dp-noise-reduction"),
  },
  { name: "5-people-1-start", address: "instance.html", reach: (page) => drawn(page, "dp-instance-map") },
  {
    name: "5-people-2-chosen",
    address: "instance.html#data=penguins&intercept=yes&model=drawn&turn=0&sigma=5",
    async reach(page) {
      await drawn(page, "dp-instance-map");
      await page.locator(".exposed button").first().click();
      await page.locator(".person-lead").filter({ hasText: "rank 1" }).waitFor();
    },
  },
  {
    name: "5-people-3-report",
    address: "instance.html#data=two-gaussians&model=drawn&regularization=50&show=adaptive",
    reach: (page) => drawn(page, "dp-instance-map"),
  },
  { name: "6-learning-1-start", address: "learn.html", reach: learned },
  {
    name: "6-learning-2-trained",
    address: "learn.html#trials=2",
    async reach(page) {
      await trained(page);
    },
  },
  { name: "6-sparse-vector-1-start", address: "sparse-vector.html", reach: (page) => drawn(page, "dp-sparse-vector") },
  { name: "6-sparse-vector-2-stop", address: "sparse-vector.html#v=2&show=stop&answers=3&length=400&runs=1000", reach: (page) => drawn(page, "dp-sparse-vector") },
  { name: "6-sparse-vector-3-stream", address: "sparse-vector.html#v=2&show=stream&length=0&sign=never", reach: (page) => drawn(page, "dp-sparse-vector") },
  { name: "7-words", address: "glossary.html#mechanism/laplace", reach: read },
  { name: "8-corrections", address: "corrections.html", reach: read },
];

const browser = await chromium.launch(launchOptions);

/**
 * Pictures a state at one width, in both themes.
 * @param {State} state
 * @param {number} width
 */
async function picture({ name, address, reach, whole = true }, width) {
  const page = await browser.newPage({
    viewport: { width, height: width > 1000 ? 900 : 812 },
    deviceScaleFactor: width > 1000 ? 1 : 2,
  });
  await page.goto(new URL(address, site).href);
  await reach(page);
  // What sticks to the edge of a scrolled window would lie over the middle of the whole page.
  if (whole) await page.evaluate(() => scrollTo(0, 0));
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    await steady(page);
    const file = `${name}-${String(width).padStart(4, "0")}-${colorScheme}.png`;
    await page.screenshot({ path: new URL(file, folder).pathname, fullPage: whole });
  }
  await page.close();
}

/**
 * Waits until every transition has ended and no chart paints any more: one takes up other colours in the next frame.
 * @param {Page} page
 */
async function steady(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    for (let at = 0; at < 3; at += 1) await frame();
  });
}

const waiting = [1280, 375].flatMap((width) => STATES.map((state) => ({ state, width })));
/** Takes one after the other, until none waits. */
const take = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await picture(next.state, next.width);
};
await Promise.all([take(), take()]);
await browser.close();
