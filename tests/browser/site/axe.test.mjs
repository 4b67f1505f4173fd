// Zero violations of WCAG 2.2 AA and of axe's best practice, over the states that a person can bring the
// pages into: each at 320, 768 and 1280 pixels, in both themes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EXAMPLES as COMPOSITION } from "../../../www/js/composition/examples.js";
import { STEPS } from "../../../www/js/lessons/steps.js";
import { EXAMPLES as INVERSE_SENSITIVITY } from "../../../www/js/inverse-sensitivity/examples.js";
import { EXAMPLES as NOISE_REDUCTION } from "../../../www/js/noise-reduction/examples.js";
import { EXAMPLES as SAMPLING } from "../../../www/js/sampling/examples.js";
import { EXAMPLES as SPARSE_VECTOR } from "../../../www/js/sparse-vector/examples.js";
import { EXAMPLES as VIEWS } from "../../../www/js/views/examples.js";
import { GAUSSIAN, accessible, profile, settled, shown, useBrowser } from "../browser.mjs";
import { unfold } from "../plan-page.mjs";
import { drawn, read, trained } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/**
 * @typedef {object} State
 * @property {string} name
 * @property {string} address
 * @property {(page: Page) => Promise<unknown>} reach
 * @property {import("../browser.mjs").Look} [look]
 */

/** A worker that never finishes certified bounds, but says again and again that it is at work. */
const ENDLESS = `
import init, { ask } from "../../pkg/accounting/dpscope.js";
self.addEventListener("message", async ({ data }) => {
  if ("compiled" in data) {
    await init({ module_or_path: data.compiled });
    self.postMessage({ ready: true });
  } else if (data.question.accountants?.includes("pld")) {
    setInterval(() => self.postMessage({ id: data.id, progress: 0.25 }), 60);
  } else {
    self.postMessage({ id: data.id, answer: ask(data.question) });
  }
});`;

/** @type {import("../browser.mjs").Look} */
const AT_WORK = {
  prepare: async (page) => {
    await page.context().route("**/js/core/worker.js", (route) =>
      route.fulfill({ contentType: "text/javascript; charset=utf-8", body: ENDLESS }),
    );
  },
};

const button = (/** @type {Page} */ page, /** @type {string | RegExp} */ name) => page.getByRole("button", { name }).first();

/** @type {State[]} */
const PLAN = [
  { name: "the example", address: "", reach: settled },
  {
    name: "every card open",
    address: "#v=2&r=gaussian,sigma:1,poisson:0.01,count:10,label:A&r=randomized-response,truth:0.9&r=laplace,scale:2,off",
    async reach(page) {
      await settled(page);
      const closed = page.locator(".card-toggle[aria-expanded=false]");
      while ((await closed.count()) > 0) await closed.first().click();
    },
  },
  {
    name: "the trainer's words",
    address: "#v=2&r=gaussian,sigma:1,count:1000,poisson:0.01,label:DP-SGD,size:60000,batch:600,epochs:10,clip:1",
    reach: settled,
  },
  {
    name: "the answer explained",
    address: "",
    async reach(page) {
      await settled(page);
      await button(page, "Explain the answer").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "the shares explained",
    address: "",
    async reach(page) {
      await settled(page);
      await button(page, "Explain the shares").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "the presets",
    address: "",
    async reach(page) {
      await shown(page);
      await button(page, "Presets").click();
      await page.locator("dialog .preset").nth(9).waitFor();
    },
  },
  {
    name: "a preset and its provenance",
    address: "",
    async reach(page) {
      await shown(page);
      await button(page, "Presets").click();
      await page.locator("dialog .preset").first().click();
      await page.locator(".provenance summary").click();
    },
  },
  {
    name: "scenarios",
    address: "#v=2&r=gaussian,sigma:1&pin=Base;delta:1e-5;r:gaussian,sigma:2&pin=Other;delta:1e-6;r:laplace,scale:2",
    reach: (page) => page.locator(".scenarios .dp-legend li").nth(2).waitFor(),
  },
  { name: "solved", address: "#v=2&solve=1.sigma&epsilon=1&delta=1e-5&r=gaussian,sigma:1,count:100", reach: settled },
  {
    name: "a budget that nothing keeps",
    address: "#v=2&solve=1.sigma&epsilon=2&delta=1e-5&r=gaussian,sigma:1&r=pure,epsilon:3",
    reach: (page) => page.locator(".result-bound", { hasText: "No value" }).waitFor(),
  },
  { name: "δ at an ε", address: "#v=2&epsilon=2&neighbours=replace&r=gaussian,sigma:5", reach: settled },
  {
    name: "errors at fields",
    address: "#v=2&delta=7&neighbours=cousins&r=gaussian,sigma:banana&r=magic",
    reach: (page) => page.locator(".error:not(:empty)").nth(1).waitFor(),
  },
  {
    name: "an error where an answer was",
    address: "#v=2&r=gaussian,sigma:1",
    async reach(page) {
      await settled(page);
      await page.getByRole("textbox", { name: "Noise σ" }).fill("-1");
      await page.locator(".dp-note", { hasText: "This is the last valid curve." }).first().waitFor();
    },
  },
  {
    name: "a chart zoomed, a value pinned, a curve hidden, its table open",
    address: "#v=2&r=gaussian,sigma:5,count:10",
    async reach(page) {
      await settled(page);
      const figure = profile(page);
      await figure.locator(".dp-legend button").nth(1).click();
      await figure.locator(".dp-plot").focus();
      for (const key of ["ArrowRight", "PageDown", "Enter", "+", "+"]) await page.keyboard.press(key);
      await figure.getByRole("button", { name: "Reset" }).waitFor();
      await figure.locator(".dp-numbers summary").click();
      await figure.locator(".dp-numbers td").first().waitFor();
    },
  },
  {
    name: "what it means",
    address: "#v=2&r=gaussian,sigma:1",
    async reach(page) {
      await settled(page);
      await unfold(page, "meaning");
      await page.locator("dp-meaning").scrollIntoViewIfNeeded();
      await page.locator("dp-meaning .dp-figure .dp-legend li").first().waitFor();
    },
  },
  {
    name: "at work",
    address: "#v=2&r=gaussian,sigma:1",
    look: AT_WORK,
    reach: (page) => page.getByRole("progressbar").first().waitFor(),
  },
  {
    name: "cancelled",
    address: "#v=2&r=gaussian,sigma:1",
    look: AT_WORK,
    reach: (page) => page.locator(".answer").getByRole("button", { name: "Cancel" }).click(),
  },
  {
    name: "no release",
    address: "#v=2&r=gaussian,sigma:1,off",
    reach: (page) => page.locator(".result-bound", { hasText: "Nothing is published" }).waitFor(),
  },
  { name: "an address of another version", address: "#v=9&r=gaussian,sigma:2", reach: settled },
];

/** @type {State[]} */
const OTHERS = [
  {
    name: "a conversion between two windows",
    address: "views.html#v=2&show=profile&mechanism=laplace&scale=1",
    async reach(page) {
      await drawn(page, "dp-views");
      await page.locator(".strip-map").click();
      await page.locator(".map-edge").first().focus();
      await page.keyboard.press("Enter");
      await page.locator(".conversion math").first().waitFor();
    },
  },
  {
    name: "the map of conversions",
    address: "views.html#v=2&show=loss&mechanism=laplace&scale=1",
    async reach(page) {
      await drawn(page, "dp-views");
      await page.locator(".strip-map").click();
    },
  },
  { name: "one ε in three windows", address: "views.html#v=2&show=one&mechanism=gaussian&sigma=1", reach: (page) => drawn(page, "dp-views") },
  {
    name: "a wrong value of a mechanism",
    address: "views.html#v=2&show=trade-off&mechanism=gaussian&sigma=-1",
    reach: (page) => page.locator(".error:not(:empty)").first().waitFor(),
  },
  {
    name: "wrong rounds",
    address: "composition.html#v=2&delta=1e-5&r=gaussian,sigma:10&k=1..100&by=exact",
    async reach(page) {
      await drawn(page, "dp-composition");
      await page.getByRole("textbox", { name: "To", exact: true }).fill("x");
      await page.locator("#k-error:not(:empty)").waitFor();
    },
  },
  {
    name: "a theorem explained",
    address: "sampling.html#v=2&show=bounds&mechanism=laplace&scale=1&rate=0.1",
    async reach(page) {
      await drawn(page, "dp-sampling");
      await button(page, "Explain tight").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "a person and every report",
    address: "instance.html#data=toy6&sigma=5&regularization=60&model=drawn&hessian=1",
    async reach(page) {
      await drawn(page, "dp-instance-map");
      await page.locator(".exposed button").first().click();
      await page.locator(".person-lead").filter({ hasText: "rank 1" }).waitFor();
      await page.locator(".fold").evaluateAll((parts) => parts.forEach((part) => part.setAttribute("open", "")));
      await page.locator(".report-table tbody tr").nth(2).waitFor();
    },
  },
  {
    name: "a report that cannot be made",
    address: "instance.html#model=drawn&show=data-dependent",
    reach: (page) => page.locator(".instance-figure .dp-note:not(:empty)").waitFor(),
  },
  {
    name: "bad rows of a table",
    address: "instance.html",
    async reach(page) {
      await drawn(page, "dp-instance-map");
      await page.locator(".own > summary").click();
      await page.locator("#own-text").fill("0.1,0.2,1\n0.3,oops,1\n3,4,1");
      await button(page, "Use this table").click();
      await page.locator(".bad-rows li").nth(1).waitFor();
    },
  },
  {
    name: "models that were trained",
    address: "learn.html#trials=2",
    async reach(page) {
      await trained(page);
    },
  },
  {
    name: "all that can be set of learning",
    address: "learn.html#minimum=near&loss=general&determinant=tight&tolerance=0",
    reach: (page) => page.locator("#tolerance-error:not(:empty)").waitFor(),
  },
  {
    name: "a setting of learning that is not valid",
    address: "learn.html#sigma=-1",
    reach: (page) => page.locator("#sigma-error:not(:empty)").waitFor(),
  },
  {
    name: "several models side by side",
    address: "learn.html#several=delta",
    reach: (page) => page.locator("dp-learning .dp-title").filter({ hasText: "δ against ε of k models" }).waitFor({ state: "attached" }),
  },
  {
    name: "words of learning that there are not",
    address: "learn.html#show=calibration&minimum=x&epsilon=-1",
    reach: (page) => page.locator("#minimum-error:not(:empty)").waitFor(),
  },
  {
    name: "levels that do not increase",
    address: "noise-reduction.html#v=2&show=cost&levels=geometric&from=1&to=0.5",
    reach: (page) => page.locator("#to-error:not(:empty)").waitFor(),
  },
  {
    name: "the published numbers explained",
    address: "noise-reduction.html#v=2&show=accuracy",
    async reach(page) {
      await drawn(page, "dp-noise-reduction");
      await button(page, "Explain the published numbers").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "one word open", address: "glossary.html#mechanism/gaussian-pair", reach: read },
  { name: "all", address: "corrections.html", reach: read },
];

/** Every step with its answer, a guess before it, and a slide. */
const LESSONS = [
  ...STEPS.map(({ word, title }) => ({ title, hash: `#v=2&step=${word}&revealed=${word}` })),
  { title: "a guess", hash: "#v=2&step=person&guess-person=3" },
  { title: "a slide", hash: "#v=2&step=sampling&revealed=sampling&present=on" },
];

/** @type {[string, string, readonly {title: string, hash: string}[]][]} */
const EXAMPLES = [
  ["lessons.html", "dp-lessons", LESSONS],
  ["views.html", "dp-views", VIEWS],
  ["composition.html", "dp-composition", COMPOSITION],
  ["sampling.html", "dp-sampling", SAMPLING],
  ["sparse-vector.html", "dp-sparse-vector", SPARSE_VECTOR],
  ["noise-reduction.html", "dp-noise-reduction", NOISE_REDUCTION],
  ["inverse-sensitivity.html", "dp-inverse-sensitivity", INVERSE_SENSITIVITY],
];

/** @type {State[]} */
const STATES = [
  ...PLAN.map((state) => ({ ...state, name: `plan: ${state.name}` })),
  ...OTHERS.map((state) => ({ ...state, name: `${state.address.split(".")[0]}: ${state.name}` })),
  ...EXAMPLES.flatMap(([file, host, examples]) =>
    examples.map(({ title, hash }) => ({
      name: `${file.split(".")[0]}: ${title}`,
      address: `${file}${hash}`,
      reach: (/** @type {Page} */ page) => drawn(page, host),
    })),
  ),
];

test("there are at least 24 states", () => {
  assert(STATES.length >= 24);
  assert.equal(new Set(STATES.map(({ name }) => name)).size, STATES.length);
});

for (const { name, address, reach, look } of STATES) {
  test(name, async (t) => {
    const page = await visit(t, address, look);
    await reach(page);
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        await accessible(page, `${name} at ${width}, ${colorScheme}`);
      }
    }
    // At this width it is judged in the light as every page is that a test leaves.
    await page.setViewportSize({ width: 1280, height: 900 });
    await accessible(page, `${name} at 1280, dark`);
  });
}

test("a colour that cannot be read in the dark alone is found where only colours are judged", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("@media (prefers-color-scheme: dark) { main, main * { color: #222; } }");
    document.adoptedStyleSheets.push(sheet);
  });
  await accessible(page, "in the light");
  await page.emulateMedia({ colorScheme: "dark" });
  await assert.rejects(accessible(page, "in the dark", "colours"), /color-contrast/);
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
});
