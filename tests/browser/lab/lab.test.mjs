// What every laboratory page does alike: one address for form, page and element; one answer behind headline, chart,
// sentence and table; and no question asked twice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { STEPS } from "../../../www/js/lessons/steps.js";
import { useBrowser } from "../browser.mjs";
import { ready, SITE } from "../pages.mjs";
import { drawn } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/** The pages that stand on the pattern; and steps of the lessons once their answer is there. */
const LABS = [
  ...SITE.pages.filter(({ element }) => element.startsWith("dp-") && element !== "dp-plan"),
  ...STEPS.map(({ word }) => ({ file: `lessons.html#v=2&step=${word}&revealed=${word}`, element: "dp-lessons" })),
];

/** Numbers that look random and are the same in every run. @param {number} seed */
function random(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Writes down every question that goes to the core, by worker or on the thread of the page.
 * @param {Page} page
 */
async function listen(page) {
  await page.addInitScript(() => {
    /** @type {string[]} */
    const asked = [];
    Reflect.set(window, "asked", asked);
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...sent) {
      const question = sent[0]?.question;
      if (question) asked.push(JSON.stringify(question));
      return Reflect.apply(post, this, sent);
    };
  });
}

/** @param {Page} page @returns {Promise<string[]>} */
const asked = (page) => page.evaluate(() => Reflect.get(window, "asked").splice(0));

/**
 * One edit of a random control.
 * @param {Page} page
 * @param {(below: number) => number} pick
 */
async function edit(page, pick) {
  const controls = page.locator("[data-controls] :is(input[type=range], select, input[type=radio]):visible");
  const control = controls.nth(pick(await controls.count()));
  const kind = await control.evaluate((element) => (element instanceof HTMLSelectElement ? "select" : Reflect.get(element, "type")));
  if (kind === "select") {
    const values = await control.locator("option").evaluateAll((options) => options.map((option) => Reflect.get(option, "value")));
    await control.selectOption(values[pick(values.length)] ?? "");
  } else if (kind === "radio") await control.check({ force: true });
  else {
    await control.focus();
    for (let step = pick(6) + 1; step > 0; step -= 1) await page.keyboard.press(pick(2) === 0 ? "ArrowLeft" : "ArrowRight");
  }
  return control.evaluate((element) => `${element.id || Reflect.get(element, "name")} = ${Reflect.get(element, "value")}`);
}

for (const listed of LABS) {
  test(`${listed.file}: after any edit everything on show is of one answer`, async (t) => {
    const page = await visit(t, listed.file, { prepare: listen });
    await ready(page, listed);
    const pick = random(7);
    for (let turn = 0; turn < 12; turn += 1) {
      const done = await edit(page, pick);
      await page.waitForFunction((name) => Reflect.get(document.querySelector(name) ?? {}, "settled") === true, listed.element);
      const state = await page.evaluate((name) => {
        const seen = (/** @type {string} */ selector) => [...document.querySelectorAll(`${name} ${selector}`)].filter((one) => one.checkVisibility());
        const texts = (/** @type {string} */ selector) => seen(selector).map((one) => one.textContent ?? "");
        return {
          numbers: texts(".lab-headline .result-bound").flatMap((text) => text.match(/[≤≥=] [^\s]+/g) ?? []).map((text) => text.slice(2)),
          said: [...texts(".dp-sentence"), ...texts(".lab-conclusion")].join(" "),
          old: seen("[data-old]").length,
          stale: seen(".dp-figure[data-stale]").length,
          refused: document.querySelectorAll(".error:not(:empty)").length,
        };
      }, listed.element);
      if (state.refused > 0) continue;
      assert.equal(state.stale, 0, `${done}: a chart is of an earlier setting`);
      assert.equal(state.old, 0, `${done}: something is of an earlier setting`);
      // What is said of ε or δ beside the number in large type says that number too.
      if (!/[εδ] [≤≥=] /.test(state.said)) continue;
      for (const number of state.numbers) assert(state.said.includes(number), `${done}: ${number} stands in large type only: ${state.said.slice(0, 400)}`);
    }
  });

  test(`${listed.file}: no gesture asks the same question twice`, async (t) => {
    const page = await visit(t, listed.file, { prepare: listen });
    await ready(page, listed);
    await asked(page);
    const slider = page.locator("[data-controls] input[type=range]:visible").first();
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await drawn(page, listed.element);
    const first = await asked(page);
    assert.equal(new Set(first).size, first.length, "one step of a slider");
    await slider.blur();
    await page.waitForTimeout(400);
    assert.deepEqual(await asked(page), [], "leaving a field");
    await page.keyboard.press("Shift+Tab");
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    await drawn(page, listed.element);
    await page.waitForTimeout(200);
    assert.deepEqual(await asked(page), [], "back where it was: everything is known");
  });
}
