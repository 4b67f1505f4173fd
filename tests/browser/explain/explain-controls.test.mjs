// Every control of every page, and the head of every column of a table, opens its explanation: in everything that the page
// can show, with all of it unfolded.

import assert from "node:assert/strict";
import { test } from "node:test";
import { settled, useBrowser } from "../browser.mjs";
import { SITE } from "../pages.mjs";
import { card, unfold } from "../plan-page.mjs";
import { eachState, settledIn, unfoldAll } from "../states.mjs";
import { drawn, learned } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

const visit = useBrowser();

/** What is set by hand; the label of a release is its own explanation. */
const CONTROLS = ":is(dp-slider, dp-switch, .group:not(:has(> input[id$='-label'])))";

/**
 * Opens what every button explains, and closes it again.
 * @param {Page} page
 * @param {Locator} buttons
 * @param {number} least so many there are
 */
async function eachOpens(page, buttons, least) {
  const shown = buttons.filter({ visible: true });
  const count = await shown.count();
  assert(count >= least, `${count} of ${least}`);
  for (let at = 0; at < count; at += 1) await opens(page, shown.nth(at));
}

/**
 * Opens what a button explains, and closes it again.
 * @param {Page} page
 * @param {Locator} button
 */
async function opens(page, button) {
  const name = await button.getAttribute("aria-label");
  // Pressed as by a key: what stays in sight may lie over where it is.
  await button.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading").filter({ hasText: /\S/ }).first().waitFor();
  assert.match(await dialog.locator(".dp-explained-says").first().innerText(), /\w \w/, `${name}`);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

/**
 * The controls without a mark, by what they are called.
 * @param {Locator} place
 */
const unmarked = (place) =>
  place.locator(CONTROLS).evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility() && !control.querySelector(".dp-explain-mark"))
      .map((control) => control.querySelector("label, legend")?.textContent),
  );

/** What has a name of its own beside a control: a mark there explains it. */
const NAMED = ":is(dp-slider, dp-switch, .group, fieldset, .written)";

/** Controls that explain themselves: the label of a release, and the field that looks for a word. */
const PLAIN = ":is([id$='-label'], #filter)";

/** Columns of buttons, which say what they do. Tables of words (`.compared`) are explanations themselves. */
const ACTS = ["Change"];

/**
 * What is set by hand anywhere on a page without a mark beside it, and columns that open nothing.
 * @param {Page} page
 */
const unexplained = (page) =>
  page.evaluate(
    ({ named, plain, acts }) => {
      const seen = (/** @type {Element} */ part) => part.checkVisibility();
      const inputs = [...document.querySelectorAll("main :is(input, select, textarea)")].filter((part) => seen(part) && !part.matches(plain));
      const bare = inputs.filter((part) => {
        const places = [];
        for (let at = part.closest(named); at; at = at.parentElement?.closest(named) ?? null) places.push(at);
        return !places.some((place) => place.querySelector(":scope > .dp-explain-mark, :scope > .slider-head > .dp-explain-mark"));
      });
      const heads = [...document.querySelectorAll("main table:not(.compared table) th[scope=col]")].filter((head) => seen(head) && !head.querySelector(".dp-explain") && !acts.includes(head.textContent ?? ""));
      return [
        ...new Set([
          ...bare.map((part) => `control ${part.id || part.getAttribute("name")}`),
          ...heads.map((head) => `column “${head.textContent}” of ${head.closest("table")?.caption?.textContent ?? head.closest("details")?.querySelector("summary")?.textContent}`),
        ]),
      ];
    },
    { named: NAMED, plain: PLAIN, acts: ACTS },
  );

/** What takes a button to be shown. */
const START = ".lab-start .button.primary";

for (const listed of SITE.pages) {
  test(`every control and every column of ${listed.file}`, async (t) => {
    const page = await visit(t, listed.file);
    /** @type {[Set<string>, Map<string, string>]} */
    const [opened, wrong] = [new Set(), new Map()];
    await eachState(page, listed, async (state) => {
      const start = page.locator(START).filter({ visible: true });
      if ((await start.count()) > 0) {
        await start.first().click();
        await settledIn(page, listed);
      }
      const exposed = page.locator(".exposed button").first();
      if ((await exposed.count()) > 0) {
        await exposed.click();
        await page.locator(".person-lead").waitFor();
        await settledIn(page, listed);
      }
      await unfoldAll(page);
      // Parts that are loaded when they are opened, and the folds in them.
      await page.waitForFunction(() => [...document.querySelectorAll("main .dp-numbers[open]")].every((fold) => !fold.checkVisibility() || fold.querySelector("tbody tr")));
      await unfoldAll(page);
      for (const fault of await unexplained(page)) if (!wrong.has(fault)) wrong.set(fault, state);
      const buttons = page.locator("main :is(.dp-explain-mark, th .dp-explain)").filter({ visible: true });
      const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
      for (const [at, name] of names.entries()) {
        if (opened.has(name)) continue;
        opened.add(name);
        await opens(page, buttons.nth(at));
      }
    });
    assert.deepEqual([...wrong], []);
  });
}

const MIXED = "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1,count:10,poisson:0.01&r=objective-perturbation";

test("every control of a plan", async (t) => {
  const page = await visit(t, MIXED);
  await settled(page);
  const closed = page.locator('.card-toggle[aria-expanded="false"]');
  while ((await closed.count()) > 0) await closed.first().click();
  await page.locator(".card").first().locator(".trainer > summary").click();
  await page.locator(".trainer-fields").waitFor();
  await page.locator(".card").first().getByRole("button", { name: /^Solve for: Noise/ }).click();
  await settled(page);
  const side = page.locator("[data-controls]");
  assert.deepEqual(await unmarked(side), []);
  await eachOpens(page, side.locator(".dp-explain-mark"), 20);
  await page.locator(".card").nth(1).getByRole("combobox", { name: "Mechanism" }).selectOption("renyi-curve");
  await page.locator("#r2-points").waitFor();
  assert.deepEqual(await unmarked(side), []);
  await eachOpens(page, page.locator(".card").nth(1).locator(".dp-explain-mark"), 3);
});

test("every control of the attacker, and what each accountant says", async (t) => {
  const page = await visit(t, "");
  await settled(page);
  await unfold(page, "meaning");
  const meaning = page.locator("dp-meaning");
  await meaning.locator("dp-slider").first().waitFor();
  assert.deepEqual(await unmarked(meaning), []);
  await eachOpens(page, meaning.locator(".dp-explain-mark"), 2);
  await eachOpens(page, page.locator(".comparison .dp-explain"), 6);
});

/**
 * The heads of columns that open nothing.
 * @param {Locator} table
 */
const silent = (table) =>
  table.locator("th[scope=col]").evaluateAll((heads) => heads.filter((head) => !head.querySelector(".dp-explain")).map((head) => head.textContent));

test("the columns of scenarios, and of the numbers of a curve", async (t) => {
  const page = await visit(t, "");
  await settled(page);
  await page.getByRole("button", { name: "Pin as scenario" }).click();
  const scenarios = page.locator(".scenarios table").first();
  await scenarios.waitFor();
  assert.deepEqual(await silent(scenarios), ["Change"], "buttons say what they do");
  await eachOpens(page, scenarios.locator("thead .dp-explain"), 3);
  await page.locator(".words .dp-numbers > summary").click();
  const numbers = page.locator(".words .dp-numbers table");
  await numbers.waitFor();
  assert.deepEqual(await silent(numbers), []);
  await eachOpens(page, numbers.locator("thead .dp-explain"), 3);
  assert.equal(await card(page, "DP-SGD").count(), 1);
});

for (const { show, least } of [{ show: "bounds", least: 3 }, { show: "calibration", least: 5 }]) {
  test(`the columns of the table of ${show}`, async (t) => {
    const page = await visit(t, `learn.html#v=2&show=${show}`);
    await learned(page);
    const fold = page.locator("dp-learning .lab-table").filter({ visible: true }).first();
    await fold.locator("summary").click();
    assert.deepEqual(await silent(fold), []);
    await eachOpens(page, fold.locator("thead .dp-explain"), least);
  });
}

test("the columns of who loses most, and of the reports", async (t) => {
  const page = await visit(t, "instance.html#data=toy6&sigma=2");
  await drawn(page, "dp-instance-map");
  await page.locator(".instance-words summary").click();
  const ranking = page.locator(".instance-words table");
  await ranking.waitFor();
  assert.deepEqual(await silent(ranking), []);
  await eachOpens(page, ranking.locator("thead .dp-explain"), 9);
  await page.locator(".comparison > summary").click();
  const reports = page.locator(".report-table table");
  await reports.waitFor();
  assert.deepEqual(await silent(reports), []);
  await eachOpens(page, reports.locator("thead .dp-explain"), 8);
});

for (const { step, least } of [{ step: "attack", least: 3 }, { step: "windows", least: 3 }, { step: "composition", least: 3 }, { step: "person", least: 3 }, { step: "noise", least: 3 }]) {
  test(`every control and number of the lesson ${step}, before the answer and after`, async (t) => {
    const page = await visit(t, `lessons.html#v=2&step=${step}`);
    await drawn(page, "dp-lessons");
    const side = page.locator("[data-controls]");
    assert.deepEqual(await unmarked(side), []);
    await eachOpens(page, side.locator(".dp-explain-mark"), 1);
    await page.getByRole("button", { name: "Reveal the answer" }).click();
    await drawn(page, "dp-lessons");
    assert.deepEqual(await unmarked(side), []);
    await eachOpens(page, side.locator(".dp-explain-mark"), least);
    await eachOpens(page, page.locator("dp-lessons .dp-explain"), 2);
  });
}
