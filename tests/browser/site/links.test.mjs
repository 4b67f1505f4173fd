// A golden list of addresses, of every page and of both versions: each was given out, and opens with the
// same number as long as there is a page. plan-model.test.mjs has what the plan makes of an address, letter by
// letter, and how long that of a typical plan is; views.test.mjs the old links of that page, presets.test.mjs
// those of the presets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { site, useBrowser } from "../browser.mjs";

const visit = useBrowser();

/**
 * The part that must hold the text, and the text.
 * @typedef {{address: string, part: string, text: string}} Link
 */

/** Not the example that stands there until the core answers. */
const ANSWER = ".answer[data-surety]";
const SENTENCE = ".dp-sentence";

/** @type {Link[]} */
const LINKS = [
  // The page of one mechanism that came first.
  {
    address: "#v=1&mechanism=gaussian&sigma=1&delta=1e-5&neighbours=add-remove",
    part: ANSWER,
    text: "ε ≤ 4.3772 at δ = 1e-5, when one person is added or removed",
  },
  {
    address: "#v=1&mechanism=laplace&scale=2&delta=1e-3",
    part: ANSWER,
    text: "ε ≤ 0.498 at δ = 1e-3",
  },
  {
    address: "#v=1&mechanism=gaussian&sigma=2&delta=1e-6&neighbours=remove&sampling=poisson&rate=0.1",
    part: ANSWER,
    text: "ε ≤ 0.49092 at δ = 1e-6, when one person is removed",
  },
  {
    address: "#mechanism=laplace",
    part: ANSWER,
    text: "ε ≤ 0.99998 at δ = 1e-5",
  },
  // The plan.
  {
    address: "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1,count:1000,poisson:0.01,label:DP-SGD&r=laplace,scale:5,count:3,label:Three+tables",
    part: ANSWER,
    text: "ε ≤ 2.1854 at δ = 1e-5",
  },
  {
    address: "#v=2&epsilon=2&r=gaussian,sigma:5,count:50",
    part: ANSWER,
    text: "δ ≤ 0.11453 at ε = 2",
  },
  {
    address: "#v=2&solve=1.sigma&epsilon=1&delta=1e-6&r=gaussian,poisson:0.01",
    part: ANSWER,
    text: "σ = 0.77644 for Gaussian: the least within ε = 1 at δ = 1e-6",
  },
  {
    address: "#v=2&delta=1e-5&r=gaussian%2Csigma%3A3%2Clabel%3AA%252C+B",
    part: ANSWER,
    text: "ε ≤ 1.2711 at δ = 1e-5",
  },
  {
    address: "#v=2&r=profile,points:0+0.4/1+0.1/2+1e-6",
    part: ANSWER,
    text: "ε ≤ 2 at δ = 1e-5",
  },
  {
    address: "#v=2&delta=1e-5&neighbours=replace&r=gaussian,sigma:2,off&r=laplace,scale:2,subset:0.1",
    part: ANSWER,
    text: "ε ≤ 0.062824 at δ = 1e-5, when one person is replaced by another",
  },
  {
    address: "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1,count:3907,poisson:0.00512,label:DP-SGD,size:50000,batch:256,epochs:20,clip:0.5",
    part: ANSWER,
    text: "ε ≤ 1.744 at δ = 1e-5",
  },
  {
    address: "#v=2&r=gaussian,sigma:1&pin=Base;delta:1e-5;neighbours:add-remove;r:gaussian,sigma:2",
    part: ".scenarios .dp-sentence",
    text: "Now: ε ≤ 4.3772 at δ = 1e-5. Base: ε ≤ 1.9931 at δ = 1e-5.",
  },
  {
    address: "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1&prior=0.1&false-positive=0.01",
    part: "dp-meaning",
    text: "If 10 of 100 candidates are in the data",
  },
  // One mechanism through its windows.
  {
    address: "views.html#v=2&show=profile&mechanism=gaussian&sigma=1&delta=0.3&neighbours=add-remove&with=randomized-response,truth:0.7310585786300049&to=2.5",
    part: SENTENCE,
    text: "At δ = 0.3, Gaussian, σ = 1: ε ≤ 0.27662; Randomized response, p = 0.7311: ε ≤ 0.47176",
  },
  {
    address: "views.html#v=2&show=loss&mechanism=instability&epsilon=1&mechanism-delta=0.01&delta=0.05",
    part: SENTENCE,
    text: "the loss is infinite with probability 0.01",
  },
  {
    address: "views.html#v=2&show=all&mechanism=laplace&scale=1&delta=1e-5&neighbours=add-remove",
    part: ".lab-headline",
    text: "ε ≤ 0.99998",
  },
  // Growth, rounds being k.
  {
    address: "composition.html#v=2&delta=1e-4&neighbours=add-remove&r=gaussian,sigma:50&k=100..500&by=exact,moments",
    part: "main",
    text: "ε ≤ 1.4948 after 500 rounds",
  },
  {
    address: "composition.html#v=2&epsilon=2&r=gaussian,sigma:5&r=randomized-response,truth:0.52&k=10..200&by=exact",
    part: "main",
    text: "δ ≤ 0.6988 after 200 rounds",
  },
  {
    address: "composition.html#v=2&delta=1e-5&neighbours=remove&r=gaussian,sigma:2,poisson:0.01&k=100..2000&by=fourier",
    part: "main",
    text: "ε ≤ 0.90002 after 2000 rounds",
  },
  // Lessons.
  {
    address: "lessons.html#v=2&step=composition&revealed=composition&guess-composition=20",
    part: "main",
    text: "A guess of 20 is about 4.57 times too large: ε ≤ 4.3772.",
  },
  // Sampling.
  {
    address: "sampling.html#v=2&show=profiles&mechanism=gaussian&sigma=1&delta=1e-5&rate=0.1",
    part: SENTENCE,
    text: "ε ≤ 4.3772 (everyone takes part), ε ≤ 1.6846 (Poisson, one removed), ε ≤ 0.09961 (Poisson, one added), ε ≤ 1.6846 (subset, one replaced).",
  },
  {
    address: "sampling.html#v=2&show=condition&mechanism=gaussian&sigma=1&delta=1e-5&rate=0.1&mean=0.6",
    part: SENTENCE,
    text: "that of power 5 from 0.06 to 0.57 (least −0.13872)",
  },
  // Accuracy first.
  {
    address: "noise-reduction.html#v=2&show=cost&alpha=0.02&calibration=exact&count=40",
    part: "dp-noise-reduction",
    text: "A run that stops costs ε ≤ 0.72946 on average, 97.6 % of it for the private test.",
  },
  // Single people.
  {
    address: "instance.html#v=1&sigma=10.957612053189042&turn=180",
    part: "main",
    text: "person 150 at (−0.99609, −0.034294), label −1, loses 0.87723",
  },
  {
    address: "instance.html#v=1&data=toy6&sigma=2&regularization=0.5&show=data-independent&model=drawn",
    part: ".mark",
    text: "Could be published if drawn with secret noise",
  },
  // Objective perturbation; the first had everything below each other.
  {
    address: "learn.html#v=1&sigma=10&regularization=5",
    part: "dp-learning",
    text: "ε ≤ 0.58148",
  },
  {
    address: "learn.html#v=1&minimum=near&tolerance=0.5&output_noise=2",
    part: "dp-learning",
    text: "a point near the minimum, τ = 0.5, with noise σ_out = 2 on it",
  },
  {
    address: "learn.html#v=1&sigma=8&regularization=10&several=delta",
    part: "dp-learning",
    text: "8 models cost 4.64 times as much as 1",
  },
  {
    address: "learn.html#v=1&lipschitz=1.4142135623730951&smoothness=0.5&epsilon=1",
    part: "dp-learning",
    text: "σ = 6.8587",
  },
  {
    address: "learn.html#v=2&show=renyi&sigma=10&regularization=5",
    part: "dp-learning",
    text: "The curve of DP-SGD turns at order 919.9",
  },
];

test("no address is longer than 512 characters", () => {
  for (const { address } of LINKS) assert(address.length <= 512, address);
});

test("every link opens with its number", async (t) => {
  const page = await visit(t, "");
  for (const { address, part, text } of LINKS) {
    await t.test(address, async () => {
      // From elsewhere, as a link does, and not as a change of the hash.
      await page.waitForLoadState("networkidle");
      await page.goto("about:blank");
      await page.goto(new URL(address, site).href);
      // What it means opens by itself where the link has an attacker, and asks once it is seen.
      if (part === "dp-meaning") await page.locator(part).scrollIntoViewIfNeeded();
      await page.waitForFunction(
        ({ part, text }) =>
          [...document.querySelectorAll(part)].some(
            (place) => place instanceof HTMLElement && place.innerText.replaceAll(/\s+/g, " ").includes(text),
          ),
        { part, text },
        { timeout: 20_000, polling: 100 },
      );
      assert.equal(await page.locator(".error:not(:empty)").count(), 0);
      assert.equal(await page.locator("[role=status]:not(:empty)").filter({ visible: true }).count(), 0);
    });
  }
});
