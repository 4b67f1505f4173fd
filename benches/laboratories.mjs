// Times the laboratories "Sparse vector" and "Accuracy first" in Chromium: from a step of a slider to the painted charts, and one
// run of a regression through a thousand levels. By itself it prints a line for each; browser.mjs takes part of it.
//
//     DPSCOPE_URL=http://127.0.0.1:8000/ node benches/laboratories.mjs

import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{median_ms: number, p95_ms: number, allowed_ms: number}} Goal */

/** What a hand that drags a slider may wait for, in milliseconds. */
const DRAGGED_MS = 50;

/** What a run of a thousand levels may take. */
const RUN_MS = 1000;

/** Steps of a slider; the first of them compile the core. */
const [STEPS, COLD] = [120, 20];

/** Whole runs. */
const RUNS = 9;

/** What is dragged: its name, the page with its setting, the label of the slider, and between which places it goes. */
const DRAGS = /** @type {const} */ ([
  ["sparse vector, guarantee, every theorem", "sparse-vector.html#v=2&show=guarantee", "Noise of the threshold"],
  ["sparse vector, guarantee, never negative", "sparse-vector.html#v=2&show=guarantee&sign=never&anew=yes", "Noise of the threshold"],
  ["sparse vector, where it stops", "sparse-vector.html#v=2&show=stop", "Noise of the threshold"],
  ["accuracy first, one run", "noise-reduction.html#v=2&show=run", "Accuracy α"],
  ["accuracy first, what it costs", "noise-reduction.html#v=2&show=cost&calibration=exact", "Accuracy α"],
  ["accuracy first, what it costs, T = 1000", "noise-reduction.html#v=2&show=cost&calibration=exact&count=1000", "Accuracy α"],
  ["accuracy first, over α", "noise-reduction.html#v=2&show=accuracy&count=40", "Accuracy α"],
  ["accuracy first, the test", "noise-reduction.html#v=2&show=test", "Accuracy α"],
  ["accuracy first, one step", "noise-reduction.html#v=2&show=step", "Noise x now"],
]);

/** The run: people known by sums, with 40 features, through 1000 levels. */
const LEVELS = "noise-reduction.html#v=2&show=figures&figure=run&features=40&count=1000&alpha=0.02&calibration=exact";

/**
 * @param {number[]} times
 * @param {number} allowed
 * @returns {Goal}
 */
function summary(times, allowed) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { median_ms: at(0.5), p95_ms: at(0.95), allowed_ms: allowed };
}

/**
 * Moves a slider step by step, each after the last one is on the screen, and waits until all charts show it.
 * @param {Page} page
 * @param {string} label
 * @param {number} steps
 * @returns {Promise<number[]>}
 */
const timeSteps = (page, label, steps) =>
  page.evaluate(
    async ({ label, steps }) => {
      const stage = document.querySelector("#lab .lab-stage");
      const named = [...document.querySelectorAll("dp-slider")].find((one) => one.textContent?.includes(label));
      const slider = named?.querySelector("input[type=range]");
      if (!(stage instanceof HTMLElement) || !(slider instanceof HTMLInputElement)) throw new Error(`the page has no slider ${label}`);
      const said = () => [...stage.querySelectorAll(".lab-headline, .lab-conclusion, .dp-sentence")].map((part) => part.textContent).join();
      const channel = new MessageChannel();
      // A turn of the event loop without the rest that timers take.
      const turn = () => new Promise((resolve) => {
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(0);
      });
      const [low, high] = [Number(slider.min), Number(slider.max)];
      /** @type {number[]} */
      const times = [];
      for (let at = 0; at < steps; at += 1) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        const before = said();
        slider.value = String(low + (high - low) * (0.3 + 0.4 * ((at * 0.382) % 1)));
        const start = performance.now();
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        while (said() === before || Reflect.get(stage, "settled") !== true) {
          if (performance.now() - start > 20_000) throw new Error(`${label} is not answered`);
          await turn();
        }
        // Reading a pixel back waits until the canvas has really been painted.
        for (const canvas of stage.querySelectorAll("canvas")) canvas.getContext("2d")?.getImageData(0, 0, 1, 1);
        times.push(performance.now() - start);
      }
      return times;
    },
    { label, steps },
  );

/**
 * @param {Page} page
 * @param {string} address
 */
async function open(page, address) {
  await page.goto("about:blank");
  await page.goto(address);
  await page.waitForFunction(() => Reflect.get(document.querySelector("#lab .lab-stage") ?? {}, "settled") === true, undefined, { timeout: 60_000 });
  await page.locator("#lab .dp-figure:not([data-empty], [data-stale])").first().waitFor();
}

/**
 * @param {Page} page
 * @param {string} url of the site
 * @returns {Promise<Record<string, Goal>>}
 */
export async function timeLaboratories(page, url) {
  /** @type {Record<string, Goal>} */
  const goals = {};
  for (const [name, address, label] of DRAGS) {
    await open(page, new URL(address, url).href);
    const times = await timeSteps(page, label, STEPS);
    goals[`slider to paint, ${name}`] = summary(times.slice(COLD), DRAGGED_MS);
  }
  await open(page, new URL(LEVELS, url).href);
  goals["one run, T = 1000 levels, p = 40"] = summary(await timeSteps(page, "Accuracy α", RUNS), RUN_MS);
  return goals;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const url = process.env["DPSCOPE_URL"];
  if (!url) throw new Error("set DPSCOPE_URL to the address of the served site");
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 });
    for (const [name, { median_ms, p95_ms, allowed_ms }] of Object.entries(await timeLaboratories(page, url))) {
      console.log(`${name}: ${median_ms.toFixed(1)} ms, p95 ${p95_ms.toFixed(1)} ms of ${allowed_ms}`);
    }
  } finally {
    await browser.close();
  }
}
