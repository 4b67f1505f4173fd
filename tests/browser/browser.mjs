// Chromium for the end-to-end tests, one per file. Every page it opens fails its test on a console
// error, an uncaught error, a breach of the content security policy, a request to another origin, a
// failed request, or (where scripts run) anything that axe finds in the state in which the test leaves
// it, in the light, and in its colours in the dark, of which nothing else is different (axe.test.mjs judges all of every
// state in both).
//
// DPSCOPE_URL is the served site; CHROMIUM the browser's path.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { readingOf } from "../../www/js/chart/reading.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("node:test").TestContext} TestContext */

/**
 * @typedef {object} Look
 * @property {number} [width]
 * @property {number} [height]
 * @property {boolean} [dark]
 * @property {boolean} [touch]
 * @property {number} [ratio] device pixels per CSS pixel
 * @property {boolean} [javascript]
 * @property {RegExp} [allow] deliberate console or page errors
 * @property {(page: Page) => Promise<void>} [prepare] before the page loads
 */

const url = process.env["DPSCOPE_URL"];
if (!url) throw new Error("set DPSCOPE_URL to the address of the served site");
export const site = new URL(url);

export const launchOptions = {
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** Launches the browser for the tests of a file. Returns `visit`. */
export function useBrowser() {
  /** @type {Browser | undefined} */
  let browser;
  before(async () => {
    browser = await chromium.launch(launchOptions);
  });
  after(() => browser?.close());

  /**
   * Opens an address of the site and watches it until the test ends.
   * @param {TestContext} test
   * @param {string} address relative to the site
   * @param {Look} [look]
   */
  return async (test, address, look = {}) => {
    assert(browser);
    const context = await browser.newContext({
      viewport: { width: look.width ?? 1280, height: look.height ?? 900 },
      colorScheme: look.dark ? "dark" : "light",
      hasTouch: look.touch ?? false,
      deviceScaleFactor: look.ratio ?? 1,
      javaScriptEnabled: look.javascript ?? true,
    });
    const page = await context.newPage();
    const problems = watch(page, look.allow);
    test.after(async () => {
      try {
        if (look.javascript !== false) {
          await page.emulateMedia({ colorScheme: "light" });
          await accessible(page, `${page.url()}, light`);
          await page.emulateMedia({ colorScheme: "dark" });
          await accessible(page, `${page.url()}, dark`, "colours");
        }
      } finally {
        await context.close();
      }
      assert.deepEqual(problems, []);
    });
    if (look.javascript !== false) {
      await page.addInitScript(() => {
        addEventListener("securitypolicyviolation", (event) => {
          console.error(`policy breached: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
    }
    await look.prepare?.(page);
    await page.goto(new URL(address, site).href);
    return page;
  };
}

/**
 * @param {Page} page
 * @param {RegExp | undefined} allow
 */
function watch(page, allow) {
  /** @type {string[]} */
  const problems = [];
  const note = (/** @type {string} */ problem) => {
    if (!allow?.test(problem)) problems.push(problem);
  };
  page.on("console", (message) => {
    if (message.type() === "error") note(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => note(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:" && origin !== site.origin) {
      note(`request to another origin: ${request.url()}`);
    }
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // A page that is left, or a question that is cancelled, ends its worker even while that loads, or what it imports.
    if (reason === "net::ERR_ABORTED" && /\/(js\/core\/(worker|wasm)|pkg\/\w+\/dpscope)\.js$/.test(request.url())) return;
    note(`failed: ${request.url()} ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) note(`${response.status()}: ${response.url()}`);
  });
  return problems;
}

/** The address of a plan of one Gaussian release. */
export const GAUSSIAN = "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1";

/**
 * Waits until the result and the curve are on show, and the curve can be read.
 * @param {Page} page
 * @param {{read?: boolean}} [how] whether it is to be read
 */
export async function shown(page, { read = true } = {}) {
  await page.locator(".lab-headline:not([data-old]) .result-condition:not(:empty), .answer[data-surety]").first().waitFor();
  await page.locator(".dp-figure .dp-legend li").first().waitFor();
  if (read) await near(page);
}

/**
 * Comes near to every chart, as a hand does before it reads, and waits until they can be read.
 * @param {Page} page
 */
export async function near(page) {
  // Also to those that come meanwhile.
  await page.waitForFunction(() => {
    const far = document.querySelectorAll(".dp-plot[aria-roledescription=chart]:not([data-hands])");
    for (const plot of far) plot.dispatchEvent(new PointerEvent("pointerenter"));
    return far.length === 0;
  });
}

/**
 * The ε–δ curve of a plan, and what is said of it elsewhere.
 * @param {Page} page
 */
export const profile = (page) => page.locator(".curve, .words");

/**
 * Waits until the certified bounds are on show too, so that the worker rests.
 * @param {Page} page
 * @param {{read?: boolean}} [how] whether the curve is to be read
 */
export async function settled(page, how) {
  await shown(page, how);
  await page.waitForFunction(() => !document.querySelector("[data-waiting]"));
}

/**
 * Chooses a mechanism.
 * @param {Page} page
 * @param {string} kind
 */
export async function choose(page, kind) {
  await page.getByRole("combobox", { name: "Mechanism" }).selectOption(kind);
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Fails on any violation of WCAG 2.2 AA or best practice that axe finds.
 * @param {Page} page
 * @param {string} [state] for the message
 * @param {"everything" | "colours"} [what] is judged
 */
export async function accessible(page, state = page.url(), what = "everything") {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(async (what) => {
    /** @type {typeof import("axe-core")} */
    const engine = Reflect.get(window, "axe");
    /** @type {import("axe-core").RunOnly} */
    const runOnly =
      what === "colours"
        ? { type: "rule", values: ["color-contrast", "link-in-text-block"] }
        : { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
    // What is in order need not be told in full, which would take a third of the time.
    // What stays in sight lies over some of the page, wherever that is scrolled to, but not over its beginning.
    const { scrollX: left, scrollY: top } = window;
    scrollTo(0, 0);
    // For two rules axe would fetch style sheets and sound again: one is about a locked orientation, which is not judged
    // here, the other about sound, of which no page has any.
    const { violations } = await engine.run(document, { runOnly, resultTypes: ["violations"], preload: false });
    scrollTo(left, top);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`);
  }, what);
  assert.deepEqual(found, [], state);
}

/**
 * The core's answer, asked in the page.
 * @param {Page} page
 * @param {object} question
 * @param {string} [module] the page's usual one if absent
 * @returns {Promise<unknown>}
 */
export function ask(page, question, module) {
  return page.evaluate(
    async ({ question, module }) => {
      const engine = await import(new URL("js/core/engine.js", location.origin + location.pathname).href);
      return engine.ask(question, { channel: "test", ...(module ? { module } : {}) });
    },
    { question, module },
  );
}

/**
 * The bound at δ that the core gives a single release.
 * @param {Page} page
 * @param {object} mechanism
 * @param {number} [delta]
 * @param {string} [neighbours]
 * @param {object} [sampling]
 * @param {number} [count]
 */
export async function bound(page, mechanism, delta = 1e-5, neighbours = "add-remove", sampling = undefined, count = 1) {
  const releases = [{ count, mechanism, sampling }];
  const accountants = ["exact", "fourier", "rdp"];
  const question = { ask: "plan", neighbours, releases, target: { delta }, accountants };
  const answer = /** @type {{best: {text: string}}} */ (await ask(page, question));
  return answer.best.text;
}

/**
 * Waits until the headline shows this bound.
 * @param {Page} page
 * @param {string} text
 */
export async function headline(page, text) {
  await page.locator(".result-bound", { hasText: new RegExp(`^${text.replaceAll(".", "\\.")}$`) }).waitFor({ timeout: 15_000 });
}

/**
 * The texts of the crosshair of a figure, in order.
 * @param {import("../../www/js/chart/chart.js").Picture} figure
 */
export const textsOf = (figure) => figure.readings.place.map((_, at) => readingOf(figure, at) ?? "");

/**
 * The texts of the crosshair, in order, for a single release.
 * @param {Page} page
 * @param {object} mechanism
 * @param {number} [delta]
 */
export async function readings(page, mechanism, delta = 1e-5) {
  const answer = await ask(page, {
    ask: "curve",
    view: "profile",
    neighbours: "add-remove",
    releases: [{ count: 1, mechanism }],
    mark: { delta },
    picture: true,
  });
  return textsOf(/** @type {{figure: import("../../www/js/chart/chart.js").Picture}} */ (answer).figure);
}

/**
 * How far the page is wider than the room beside its scrollbar; 0 is right.
 * @param {Page} page
 */
export const overflow = (page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
