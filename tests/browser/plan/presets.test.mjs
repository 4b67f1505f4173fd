// The presets: each says where it comes from and what it assumes, its numbers are the core's, and its
// page shows them.

import assert from "node:assert/strict";
import { test } from "node:test";
import presets from "../../../www/js/presets/presets.js";
import { ask, useBrowser } from "../browser.mjs";

/** @typedef {import("../../../www/pkg/accounting/dpscope.js").PlanAnswer} PlanAnswer */
/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/**
 * What the core prints for each, by accountant, or just what a page that is no plan prints (rows M05, M06,
 * C03 and C04 of the reference table). Published figures that a preset states in words are not among them,
 * unless the core gives the same.
 * @type {Record<string, Record<string, string>>}
 */
const GOLDEN = {
  "census-2020-persons": { rdp: "17.159" },
  "census-2020-all": { rdp: "17.431" },
  "census-2020-dhc": { fourier: "24.457", rdp: "25.42" },
  "google-mobility": { fourier: "2.5632" },
  "gboard-spanish": { rdp: "8.9223" },
  "wikimedia-pageviews": { rdp: "0.85461" },
  "apple-emoji": { exact: "4" },
  "microsoft-telemetry": { exact: "1.672" },
  "linkedin-engagement": { exact: "34.9" },
  "israel-births": { exact: "9.98" },
  "abadi-100": { fourier: "0.94687", rdp: "1.0354" },
  "abadi-400": { fourier: "2.0331", rdp: "2.2098" },
  "tensorflow-privacy-mnist": { fourier: "2.3102", rdp: "2.5187" },
  "zhu-gaussian-50": { exact: "1.4948", rdp: "1.6573" },
  "zhu-gaussian-100": { exact: "0.68205", rdp: "0.76295" },
  "zhu-mixed": { exact: "0.15021", rdp: "0.30938" },
  "zhu-sampled": { fourier: "0.62204", rdp: "0.68599" },
  "zhu-growth-gaussian": { exact: "1.4948", rdp: "1.6573" },
  "zhu-growth-mixed": { exact: "0.6988", rdp: "0.94416" },
  "zhu-growth-sampled": { fourier: "0.90002", rdp: "0.98787" },
  "zhu-sampling-bounds": { page: "4.0811e-8" },
  "zhu-sampling-growth": { page: "0.39056", also: "0.55886" },
  "zhu-condition": { page: "−0.030511", also: "−0.021001" },
  "zhu-knn-gaussian": { exact: "4.7081", rdp: "5.083" },
  "zhu-knn-sampled": { fourier: "0.99266", rdp: "1.0843" },
  "zhu-lossy": { exact: "0.27662" },
  "lesson-batch": { fourier: "2.3817" },
  "lesson-delta": { exact: "4.3772" },
  "lesson-coin": { exact: "1.0987" },
  "lesson-hundred": { fourier: "68.253", rdp: "70.776", classic: "79.842" },
  "lesson-web-calculator": { fourier: "2.2401" },
  "lesson-classic-sigma": { exact: "2.2655e-5" },
  "lesson-central-limit": { fourier: "1.8283" },
};

test("there are at least ten, of every kind, each told apart", () => {
  assert(presets.length >= 10);
  assert.equal(new Set(presets.map(({ id }) => id)).size, presets.length);
  assert.equal(new Set(presets.map(({ title }) => title)).size, presets.length);
  for (const kind of ["deployment", "figure", "lesson"]) assert(presets.some((preset) => preset.kind === kind), kind);
  assert.deepEqual(presets.map(({ id }) => id).sort(), Object.keys(GOLDEN).sort());
});

for (const { id, source, provenance, assumptions, unit, address } of presets) {
  test(`${id} states its source, its assumptions and its number`, () => {
    assert.match(source, /\b(19|20)\d\d\b|dissertation/);
    assert(["published", "derived here"].includes(provenance));
    assert(assumptions.length > 40 && unit.length > 5);
    assert(!/https?:/.test(source + assumptions), "no address that may be out of date");
    assert(address.startsWith("#v=") && address.length <= 512, `${address.length} characters`);
    for (const number of Object.values(GOLDEN[id] ?? {})) {
      assert.match(assumptions, new RegExp(`(?<![\\d.])${number.replaceAll(".", "\\.")}(?![\\d]|\\.\\d)`));
    }
  });
}

/**
 * The question that an address stands for: read here once more, so that the page's own reader is checked.
 * @param {string} address
 */
function question(address) {
  const pairs = address.slice(1).split("&").map((part) => cut(part, "="));
  const all = new Map(pairs);
  const number = (/** @type {string | undefined} */ text) => Number(text);
  const target = all.has("delta") ? { delta: number(all.get("delta")) } : { epsilon: number(all.get("epsilon")) };
  const single = all.get("mechanism");
  // Of a growth, its end.
  const rounds = Number(all.get("k")?.split("..")[1] ?? 1);
  const parameters = pairs.filter(([key]) => key === "sigma").map(([key, text]) => [key, number(text)]);
  const releases = single
    ? [{ mechanism: { kind: single, ...Object.fromEntries(parameters) } }]
    : pairs.filter(([key]) => key === "r").map(([, text]) => release(text, rounds));
  return { ask: "plan", neighbours: all.get("neighbours"), releases, target };
}

/**
 * @param {string} text
 * @param {number} rounds
 */
function release(text, rounds) {
  const [kind, ...parts] = text.split(",");
  const words = new Map(parts.map((part) => cut(part, ":")));
  const parameters = [...words]
    .filter(([key]) => ["sigma", "sensitivity", "scale", "truth", "epsilon", "delta", "rho", "xi"].includes(key))
    .map(([key, value]) => [key, Number(value)]);
  const rate = words.get("poisson");
  return {
    count: rounds * Number(words.get("count") ?? 1),
    mechanism: { kind, ...Object.fromEntries(parameters) },
    ...(rate === undefined ? {} : { sampling: { kind: "poisson", rate: Number(rate) } }),
  };
}

/**
 * @param {string} text
 * @param {string} separator
 * @returns {[string, string]}
 */
function cut(text, separator) {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}

test("every number is the core's", async (t) => {
  const page = await visit(t, "");
  for (const { id, address } of presets.filter(({ page }) => page !== "sampling.html")) {
    const answer = /** @type {PlanAnswer} */ (await ask(page, { ...question(address), accountants: Object.keys(GOLDEN[id] ?? {}) }));
    for (const [accountant, number] of Object.entries(GOLDEN[id] ?? {})) {
      const said = answer.bounds.find((bound) => bound.accountant === accountant)?.text;
      assert.equal(said?.split(" ").at(-1), number, `${id} by ${accountant}`);
    }
  }
});

test("what the presets say beside their own number is the core's too", async (t) => {
  const page = await visit(t, "");
  const bound = async (/** @type {object} */ release, /** @type {number} */ delta, neighbours = "add-remove") => {
    const asked = { ask: "plan", neighbours, releases: [release], target: { delta }, accountants: ["exact", "fourier", "rdp"] };
    return /** @type {PlanAnswer} */ (await ask(page, asked)).best?.text?.split(" ").at(-1);
  };
  const zcdp = (/** @type {number} */ rho) => ({ mechanism: { kind: "zcdp", rho } });
  const gaussian = (/** @type {number} */ sigma, count = 1, rate = 1) => ({
    count,
    mechanism: { kind: "gaussian", sigma },
    sampling: { kind: "poisson", rate },
  });
  // The ρ before rounding that the Bureau's ε belong to.
  assert.equal(await bound(zcdp(2.555), 1e-10), "17.139");
  assert.equal(await bound(zcdp(2.5556), 1e-10), "17.142");
  assert.equal(await bound(gaussian(2, 1000, 0.01), 1e-5, "add"), "0.5797");
  assert.equal(await bound(gaussian(1.1, 28125, 0.00213334), 1e-5), "1.6073");
  assert.equal(await bound(gaussian(1), 1e-10), "6.548");
  assert.equal(await bound({ mechanism: { kind: "randomized-response", truth: 0.7310585786300049 } }, 0.3), "0.47176");
  // The Census plan: its bounds by zero-concentrated privacy, and the published δ, which lies in every bracket.
  assert.equal(await bound(zcdp(4.9622), 1e-10, "replace"), "25.42");
  const basic = { ask: "plan", neighbours: "replace", releases: [zcdp(4.9622)], target: { delta: 1e-10 }, accountants: ["rdp-basic"] };
  assert.equal(/** @type {PlanAnswer} */ (await ask(page, basic)).best?.text, "ε ≤ 26.341");
  const { releases } = question(presets.find(({ id }) => id === "census-2020-dhc")?.address ?? "");
  const published = { ask: "plan", neighbours: "replace", releases, target: { epsilon: 24.083612289644342894 }, accountants: ["exact", "fourier", "pld", "rdp"] };
  for (const { delta, accountant } of /** @type {PlanAnswer} */ (await ask(page, published)).bounds) {
    const [lower, upper] = [Number(delta?.lower ?? 0), Number(delta?.upper ?? 1)];
    assert(lower <= 2.1294139419049e-10 && upper >= 2.1294139419048e-10, `${accountant}: ${lower} to ${upper}`);
  }
  const sum = { ask: "plan", releases: question("#r=pure,epsilon:0.11,count:12&r=pure,epsilon:0.22,count:6").releases, target: { delta: 1e-300 }, accountants: ["basic"] };
  assert.equal(/** @type {PlanAnswer} */ (await ask(page, sum)).best?.text, "ε ≤ 2.6401", "0.11 and 0.22 are rounded, and so is their sum");
});

/** Accountants that certify. */
const CERTIFYING = ["exact", "pld"];

for (const { id, page: address, address: hash } of presets) {
  test(`${id} opens`, async (t) => {
    const page = await visit(t, `${address}${hash}`);
    await t.test("and shows its number", () => showsItsNumber(page, address, Object.values(GOLDEN[id] ?? {})));
    if (address === "index.html") await t.test("with a bracket that is 1e-4 wide, or says how wide it is", () => saysHowWide(page, hash));
  });
}

/**
 * @param {Page} page
 * @param {string} address
 * @param {string[]} numbers
 */
async function showsItsNumber(page, address, numbers) {
  if (address === "index.html") {
    const number = numbers[0]?.replaceAll(".", "\\.");
    await page.locator(".result-bound", { hasText: new RegExp(`≤ ${number}$`) }).waitFor({ timeout: 15_000 });
  } else {
    // In a table or in the words of a chart.
    await page.waitForFunction(
      (numbers) => {
        for (const table of document.querySelectorAll("details.dp-numbers")) table.setAttribute("open", "");
        return numbers.every((number) => document.body.textContent?.includes(number));
      },
      numbers,
      { timeout: 20_000, polling: 200 },
    );
  }
  assert.equal(await page.locator(".error:not(:empty)").count(), 0);
}

/**
 * @param {Page} page
 * @param {string} hash
 */
async function saysHowWide(page, hash) {
  await page.locator(".answer[data-surety]:not([data-stale])").waitFor();
  await page.waitForFunction(() => !document.querySelector(".answer[data-stale], [data-waiting]") && document.querySelector(".answer")?.getAttribute("data-surety") !== "quick", undefined, { timeout: 20_000 });
  const surety = await page.locator(".result-surety").innerText();
  const answer = /** @type {PlanAnswer} */ (await ask(page, { ...question(hash), accountants: CERTIFYING }));
  const ends = answer.bounds.flatMap(({ epsilon, delta }) => {
    const { lower, upper } = epsilon ?? delta ?? {};
    return typeof lower === "number" && typeof upper === "number" ? [{ lower, upper }] : [];
  });
  const width = Math.min(...ends.map(({ lower, upper }) => (upper - lower) / upper));
  if (ends.length === 0) {
    assert.match(surety, /^An upper bound: [εδ] is at most this, and no lower end is known/);
    return;
  }
  assert.match(surety, /^Certified: (\S+ ≤ [εδ] ≤ \S+?|[εδ] = \S+?)(; the bracket is \S+ % wide.*)?\.$/);
  assert.equal(/ % wide/.test(surety), width > 1.000001e-4, `${surety} is ${width} wide`);
  assert.equal(/∞/.test(surety), false);
}
