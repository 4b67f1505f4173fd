// The lessons: six questions, a guess before each answer, an answer that is the core's, an address that holds all of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EXERCISES } from "../../../www/js/lessons/exercises.js";
import { ask, overflow, useBrowser } from "../browser.mjs";
import { drawn } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/** @param {number} sigma */
const gaussian = (sigma, count = 1) => [{ count, mechanism: { kind: "gaussian", sigma } }];

/**
 * What is guessed at each step, the question whose answer must be revealed, and where in it that stands.
 * @type {{word: string, title: string, guess: string, question: object, read: (answer: any) => string}[]}
 */
const STEPS = [
  {
    word: "attack",
    title: "What ε and δ say",
    guess: "0.6",
    question: { ask: "curve", view: "trade-off", releases: gaussian(1), grid: [0, 0.05, 1], accountants: ["exact"], picture: true },
    read: ({ figure }) => `missed ≥ ${figure.readings.columns[0].texts[1]}`,
  },
  {
    word: "windows",
    title: "One guarantee, several windows",
    guess: "0.01",
    question: { ask: "plan", releases: gaussian(1), target: { epsilon: 1 }, accountants: ["exact"] },
    read: ({ best }) => best.text,
  },
  {
    word: "composition",
    title: "Many releases",
    guess: "20",
    question: { ask: "plan", releases: gaussian(10, 100), target: { delta: 1e-5 }, accountants: ["exact"] },
    read: ({ best }) => best.text,
  },
  {
    word: "sampling",
    title: "A small batch",
    guess: "0.4",
    question: {
      ask: "plan",
      neighbours: "remove",
      releases: [{ count: 1, mechanism: { kind: "gaussian", sigma: 1 }, sampling: { kind: "poisson", rate: 0.1 } }],
      target: { delta: 1e-5 },
      accountants: ["exact"],
    },
    read: ({ best }) => best.text,
  },
  {
    word: "person",
    title: "Who loses most",
    guess: "3",
    question: {
      ask: "plan",
      releases: [{ count: 100, mechanism: { kind: "gaussian", sigma: 1 }, sampling: { kind: "poisson", rate: 0.1 } }],
      target: { delta: 1e-5 },
      accountants: ["fourier"],
    },
    read: ({ best }) => best.text,
  },
  {
    word: "noise",
    title: "What noise costs",
    guess: "8",
    question: { ask: "solve", unknown: { release: 0, field: "sigma" }, releases: [{ count: 100, mechanism: { kind: "gaussian" } }], target: { epsilon: 1, delta: 1e-5 } },
    read: ({ value }) => `σ = ${Math.ceil(value * 1000) / 1000}`,
  },
];

/** @param {Page} page */
const settled = (page) => drawn(page, "dp-lessons", { read: false });

/** @param {Page} page */
const large = (page) => page.locator("dp-lessons .result-bound").innerText();

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** What a reader can see or hear of the stage. @param {Page} page */
const said = (page) => page.locator("dp-lessons").evaluate((stage) => [stage.textContent, ...[...stage.querySelectorAll("[aria-label]")].map((part) => part.getAttribute("aria-label"))].join(" "));

test("the whole route by hand: guess, reveal, play, go on", async (t) => {
  const page = await visit(t, "lessons.html");
  for (const [at, { word, title, guess, question, read }] of STEPS.entries()) {
    await page.getByRole("heading", { name: title, exact: true, level: 2 }).waitFor();
    await settled(page);
    const answer = read(await ask(page, question));
    const number = answer.split(" ").at(-1) ?? "";
    const box = page.locator(`#guess-${word}-box`);
    await box.fill(guess);
    await box.press("Tab");
    await settled(page);
    assert.match(await large(page), new RegExp(`= ${guess.replace(".", "\\.")}\\s*your guess`));
    const numbers = page.locator("dp-lessons .dp-numbers > summary");
    if (await numbers.isVisible()) {
      await numbers.click();
      await page.locator("dp-lessons .dp-numbers table").waitFor({ state: "attached" });
      await page.waitForTimeout(100);
    }
    assert(!(await said(page)).includes(number), `${word}: ${number} is not to be seen before it is revealed, nor in a table`);
    const curves = await page.locator("dp-lessons .dp-legend li").allTextContents();
    assert(curves.some((curve) => /your guess|with the person/i.test(curve)), "the guess is drawn");
    if (word === "attack" || word === "windows") assert(!curves.some((curve) => /exact/i.test(curve)), "and the answer is not");
    assert.equal(await page.locator("[data-controls] dp-slider:visible").count(), 1, "nothing but the guess can be moved");
    await press(page, "Reveal the answer");
    await settled(page);
    assert((await large(page)).startsWith(answer), `${word}: ${await large(page)} is ${answer}`);
    assert((await large(page)).includes(`= ${guess}`), "the guess stands beside it");
    const conclusion = page.locator("dp-lessons .lab-conclusion li");
    assert.match(await conclusion.first().innerText(), new RegExp(`^A guess of ${guess.replace(".", "\\.")} is .*(too (small|large)|right)`));
    assert((await conclusion.count()) >= 2, "and more follows");
    assert((await page.locator("dp-lessons .lab-links a").count()) >= 1, "there is a page to go on to");
    const slider = page.locator("[data-controls] dp-slider:visible input[type=range]").first();
    const before = await large(page);
    await slider.focus();
    for (let step = 0; step < 12; step += 1) await page.keyboard.press("ArrowRight");
    await page.waitForFunction((text) => document.querySelector("dp-lessons .result-bound")?.textContent !== text, before.replace("\n", ""));
    await settled(page);
    assert.notEqual(await large(page), before, `${word}: a slider changes the answer`);
    // The release is the same in all steps: it is left as it was.
    for (let step = 0; step < 12; step += 1) await page.keyboard.press("ArrowLeft");
    await settled(page);
    if (at + 1 < STEPS.length) await page.locator(".lesson-onward").click();
  }
  assert.equal(await page.locator(".lesson-bar a[data-done]").count(), 6);
});

test("by keys alone, and Back takes back one thing at a time", async (t) => {
  const page = await visit(t, "lessons.html");
  await settled(page);
  const start = page.url();
  await page.locator("#guess-attack-slider").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  while (!(await focused()).startsWith("Reveal")) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await focused(), "Guess again", "the focus stays where it was");
  assert.match(page.url(), /guess-attack=0\.52&?.*/);
  assert.match(page.url(), /revealed=attack/);
  await page.goBack();
  await settled(page);
  assert.match(page.url(), /guess-attack=0\.52$/);
  await page.getByRole("button", { name: "Reveal the answer" }).waitFor();
  await page.goBack();
  await settled(page);
  assert.equal(page.url(), start);
  assert.match(await large(page), /= 0\.5\b/);
});

test("an address opens with step, guess, answer and sliders", async (t) => {
  const page = await visit(t, "lessons.html#v=2&step=composition&revealed=attack,composition&guess-composition=7&each=20&k=400");
  await settled(page);
  const answer = /** @type {{best: {text: string}}} */ (
    await ask(page, { ask: "plan", releases: gaussian(20, 400), target: { delta: 1e-5 }, accountants: ["exact"] })
  );
  assert((await large(page)).startsWith(answer.best.text));
  assert((await large(page)).includes("ε = 7"));
  assert.equal(await page.locator("#k-box").inputValue(), "400");
  assert.match(await page.locator(".lesson-asks").innerText(), /σ = 20 .* after 400 of them/);
  assert.equal(await page.locator(".lesson-bar a[data-done]").count(), 2);
  assert.equal(await page.locator(".lesson-bar a[aria-current=step]").textContent(), "3 Many releases");
});

test("a guess that is no number is refused at its field", async (t) => {
  const page = await visit(t, "lessons.html#v=2&step=composition&guess-composition=many");
  await page.locator("#guess-composition-error:not(:empty)").waitFor();
  assert.match(await page.locator("#guess-composition-error").innerText(), /“many” is not/);
  await page.locator("#guess-composition-box").fill("5");
  await settled(page);
  assert.equal(await page.locator("#guess-composition-error").innerText(), "");
});

test("three windows on one guarantee", async (t) => {
  const page = await visit(t, "lessons.html#v=2&step=windows&revealed=windows");
  await settled(page);
  const number = await large(page);
  for (const name of ["Trade-off", "Loss", "Profile"]) {
    await page.getByRole("radio", { name, exact: true }).check({ force: true });
    await settled(page);
    assert.equal(await large(page), number, `${name}: δ is the same`);
    assert((await page.locator("dp-lessons .dp-sentence").innerText()).includes("0.12694"), `${name} says it`);
  }
});

for (const size of [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }]) {
  test(`slides at ${size.width} × ${size.height}: each on one screen, by keys`, async (t) => {
    const all = STEPS.map(({ word }) => word).join();
    const page = await visit(t, `lessons.html#v=2&revealed=${all}`, size);
    await settled(page);
    await press(page, "Present");
    await page.waitForFunction(() => location.hash.includes("present=on"));
    await page.locator(".masthead").waitFor({ state: "hidden" });
    for (const [at, { title }] of STEPS.entries()) {
      await page.getByRole("heading", { name: title, exact: true, level: 2 }).waitFor();
      await settled(page);
      assert.equal(await page.locator(".masthead, .colophon, .lesson-work").filter({ visible: true }).count(), 0);
      const { long, high } = await page.evaluate(() => ({ long: document.documentElement.scrollHeight, high: innerHeight }));
      assert(long <= high, `${title}: ${long} of ${high} pixels`);
      assert.equal(await overflow(page), 0);
      const chart = await page.locator("dp-lessons .dp-plot").boundingBox();
      assert(chart && chart.width > size.width / 2 && chart.height > size.height / 3, "the chart is large");
      if (at + 1 < STEPS.length) await page.keyboard.press(at % 2 === 0 ? "PageDown" : "ArrowRight");
    }
    await page.keyboard.press("ArrowRight");
    assert.match(page.url(), /step=noise/, "the last slide is the last");
    await page.keyboard.press("PageUp");
    await page.getByRole("heading", { name: "Who loses most", exact: true, level: 2 }).waitFor();
    await page.locator("#own-slider").focus();
    const before = await page.locator("#own-box").inputValue();
    await page.keyboard.press("ArrowRight");
    assert.match(page.url(), /step=person/, "arrows on a slider move the slider");
    assert.notEqual(await page.locator("#own-box").inputValue(), before);
    await page.locator(".lesson-turn[rel=prev]").click();
    await page.getByRole("heading", { name: "A small batch", exact: true, level: 2 }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".masthead").waitFor();
    assert(!page.url().includes("present"), page.url());
    await page.keyboard.press("PageDown");
    assert.match(page.url(), /step=sampling/, "without slides keys are those of the browser");
    await settled(page);
  });
}

test("at 320 pixels, and without motion", async (t) => {
  const page = await visit(t, "lessons.html", { width: 320, height: 640, touch: true });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [at, { word }] of STEPS.entries()) {
    await page.locator(`.lesson-bar li:nth-child(${at + 1}) > a`).click();
    await settled(page);
    assert.equal(await overflow(page), 0, `${word}, before the answer`);
    await press(page, "Reveal the answer");
    await settled(page);
    assert.equal(await overflow(page), 0, `${word}, after it`);
    // What a chart shows is also said, for those who do not see it.
    assert.match((await page.locator("dp-lessons .dp-plot").getAttribute("aria-label")) ?? "", /\d/);
  }
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

test("slides before the answer, and revealed by a key", async (t) => {
  const page = await visit(t, "lessons.html#v=2&step=sampling&present=on", { width: 1280, height: 800 });
  await settled(page);
  assert(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Guess again" }).waitFor();
  await settled(page);
  assert(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
  // What is pointed at in a chart of large type is what is read.
  const plot = page.locator("dp-lessons .dp-plot");
  await plot.hover({ position: { x: 300, y: 120 } });
  await page.locator("dp-lessons .dp-plot[data-hands]").waitFor();
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("dp-lessons .dp-readout[data-reading]").waitFor();
});

test("every answer of an exercise is that of the core", async (t) => {
  const page = await visit(t, "lessons.html");
  for (const { word } of STEPS) {
    await page.locator(`.lesson-bar li:nth-child(${STEPS.findIndex((one) => one.word === word) + 1}) > a`).click();
    await settled(page);
    const exercises = EXERCISES[word] ?? [];
    assert.equal(await page.locator(".lesson-exercises > li").count(), exercises.length);
    for (const [at, { question }] of exercises.entries()) {
      const one = page.locator(".lesson-exercises > li").nth(at);
      assert.equal(await one.locator(".lesson-told").isVisible(), false, "closed until somebody opens it");
      await one.locator("summary").click();
      await one.locator(".lesson-told .dp-explain").waitFor({ timeout: 30_000 });
      const answer = /** @type {any} */ (await ask(page, question));
      const expected = answer.best?.text ?? answer.attack?.tests[0].sentence ?? answer.sentence;
      const told = await one.locator(".lesson-told").innerText();
      const other = answer.attack?.beliefs[0]?.sentence;
      assert([expected, other].some((text) => text && told.toLowerCase().startsWith(text.toLowerCase())), `${told} is not ${expected}`);
    }
  }
  assert.match(await page.locator(".lesson-exercises > li").last().innerText(), /^Exit question/);
});

test("on paper: the question, the chart, lines to write on, exercises without answers", async (t) => {
  const page = await visit(t, "lessons.html#v=2&step=composition");
  await settled(page);
  await page.locator(".lesson-solution summary").first().click();
  await page.locator(".lesson-told .dp-explain").first().waitFor();
  await page.emulateMedia({ media: "print" });
  const seen = (/** @type {string} */ parts) => page.locator(parts).filter({ visible: true }).count();
  assert.equal(await seen("h1"), 1);
  assert.equal(await seen(".lesson-asks"), 1);
  assert.equal(await seen("dp-lessons .dp-plot"), 1);
  assert.equal(await seen(".lesson-exercises > li"), 2);
  assert.equal(await seen(".lesson-told, .lesson-solution, .lesson-bar, .lesson-reveal"), 0);
  assert.equal(await seen(".lesson-lines"), 3, "for the guess and for each exercise");
  await page.emulateMedia({ media: "screen" });
});

/** Where a link of a step leads, and what of the answer is to be found there. @type {[string, RegExp, RegExp][]} */
const LINKS = [
  ["windows", /^views\.html/, /0\.12694/],
  ["composition", /^composition\.html/, /4\.3772/],
  ["sampling", /^sampling\.html/, /1\.6846/],
  ["person", /^sampling\.html/, /7\.0467/],
  ["noise", /^index\.html/, /37\.3/],
];

for (const [word, to, number] of LINKS) {
  test(`${word} opens elsewhere with the same state`, async (t) => {
    const page = await visit(t, `lessons.html#v=2&step=${word}&revealed=${word}`);
    await settled(page);
    const link = page.locator("dp-lessons .lab-links a").first();
    assert.match((await link.getAttribute("href")) ?? "", to);
    await link.click();
    await page.waitForURL(to.source === "^index\\.html" ? /index\.html/ : /(views|composition|sampling)\.html/);
    await page.locator(".result-bound, .lab-headline, .answer").filter({ hasText: number }).first().waitFor({ timeout: 30_000 });
  });
}
