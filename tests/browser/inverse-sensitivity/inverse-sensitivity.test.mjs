// The page "Statistics": golden values through the page's own tables, records that a hand moves, refusals at their field.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, overflow, site, useBrowser } from "../browser.mjs";
import { cell, drawn, isAbove, tableOf } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();
const PAGE = "inverse-sensitivity.html";
const settled = (/** @type {Page} */ page) => drawn(page, "dp-inverse-sensitivity");

/** What is said of a chart, its tables among it. @param {Page} page @param {string} name */
const said = (page, name) => page.locator("dp-inverse-sensitivity .lab-said").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** What follows from a chart. @param {Page} page @param {string} name */
const concluded = (page, name) => said(page, name).locator(".lab-conclusion");

/** The rows of the small table of a panel, by their first cell. @param {Page} page @param {string} name */
async function small(page, name) {
  const table = said(page, name).locator("details.lab-table");
  await table.locator("summary").click();
  const rows = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  return new Map(rows.map(([first = "", ...cells]) => [first, cells]));
}

/** Starts from an example. @param {Page} page @param {string} name */
async function start(page, name) {
  await page.getByRole("link", { name, exact: true }).click();
  await settled(page);
}

/** The line of records. @param {Page} page */
const line = (page) => page.getByRole("slider", { name: "The chosen record" });

/** Where a value of an interval lies on the line, in pixels of the page. @param {Page} page @param {number} share */
async function at(page, share) {
  const { x = 0, y = 0, width = 0 } = (await line(page).boundingBox()) ?? {};
  return { x: x + 14 + share * (width - 28), y: y + 43 };
}

// Rows A1 to A4 and C1 to C4 of the golden table.
test("nine numbers: what each mechanism answers", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  assert.match(await page.locator(".result-bound").innerText(), /^mean error = 2\.1196 inverse sensitivity$/);
  const lengths = await tableOf(said(page, "Records that must change"));
  assert.equal(cell(lengths, "7.2", "path length"), "2");
  const label = await page.locator(".dp-plot").first().getAttribute("aria-label");
  assert.match(label ?? "", /0 at 5, 5 at the lower end 0 and 5 at the upper end 12/);
  const errors = await small(page, "Answers");
  assert.equal(errors.get("inverse sensitivity")?.[1], "2.1196");
  assert.equal(errors.get("approximate, tight")?.[1], "2.632");
  assert.equal(errors.get("Laplace")?.[1], "12");
  assert.equal(errors.get("smooth Cauchy")?.[1], "∞");
  assert.equal(errors.get("smooth Cauchy")?.[4], "61.654");
  assert.match(await said(page, "Records that must change").locator(".lab-notes").innerText(), /Must not be published/);
  assert.equal(await overflow(page), 0);
});

test("a record moved by mouse: staircase, answers and address follow", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  const before = await concluded(page, "Records that must change").innerText();
  // The middle record, at 5 of 0 to 12, goes to 8: the median becomes 6.
  const [from, to] = [await at(page, 5 / 12), await at(page, 8 / 12)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 });
  await page.mouse.move(to.x, from.y, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/data=own/);
  await settled(page);
  const after = await concluded(page, "Records that must change").innerText();
  assert.notEqual(after, before);
  assert.match(after, /The statistic is 6\b/);
  const values = new URLSearchParams(new URL(page.url()).hash.slice(1)).get("values")?.split(" ") ?? [];
  assert.equal(values.length, 9);
  assert(Math.abs(Number(values[4]) - 8) < 0.1, `${values}`);
  assert.deepEqual(values.toSpliced(4, 1), ["1", "2", "4", "4.5", "6", "9", "9.5", "10"]);
  // The address alone says the same, and Back undoes the gesture as one step.
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await settled(page);
  assert.equal(await concluded(page, "Records that must change").innerText(), after);
  // A click that moves nothing changes nothing.
  const still = await at(page, 1 / 12);
  await page.mouse.click(still.x, still.y);
  assert.equal(page.url(), address);
});

test("a record moved by keys, at 390 pixels in the dark", async (t) => {
  const page = await visit(t, PAGE, { width: 390, height: 844, dark: true, touch: true });
  await settled(page);
  await line(page).focus();
  assert.equal(await line(page).getAttribute("aria-valuetext"), "record 4 of 9, counted from 0: 5");
  await page.keyboard.press("ArrowUp");
  assert.equal(await line(page).getAttribute("aria-valuetext"), "record 5 of 9, counted from 0: 6");
  await page.keyboard.press("End");
  await page.waitForURL(/values=1\+2\+4\+4.5\+5\+12\+9\+9.5\+10/);
  await settled(page);
  await page.keyboard.press("ArrowLeft");
  await page.waitForURL(/\+11\.88\+/);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForURL(/\+11\.87\+/);
  await settled(page);
  assert.match(await concluded(page, "Records that must change").innerText(), /The statistic is 5\b/);
  await accessible(page, "after a move");
  assert.equal(await overflow(page), 0);
});

// Row N7: X9 with 5 at 12, ρ = 0.25.
test("one record changed: the odds stay within ε; two printed forms do not", async (t) => {
  const page = await visit(t, `${PAGE}#v=2&show=audit&smoothing=0.25`);
  await settled(page);
  isAbove((await page.locator(".result-bound").innerText()).replace("largest loss ≤ ", ""), 0.725229048904, "loss");
  const facts = await small(page, "Log ratio of the odds");
  assert.equal(facts.get("total variation")?.[0], "0.14932");
  // What it becomes is moved on the line; the records stay.
  const [from, to] = [await at(page, 1), await at(page, 0.5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, from.y, { steps: 6 });
  await page.mouse.up();
  await page.waitForURL(/becomes=(5\.9|6)/);
  assert(!page.url().includes("data=own"));
  await start(page, "The hole of Algorithm 4");
  assert.match(await page.locator(".result-bound").innerText(), /∞/);
  assert.match(await page.getByRole("alert").filter({ visible: true }).first().innerText(), /the loss is infinite/);
  await start(page, "Clamped too early");
  isAbove((await page.locator(".result-bound").innerText()).replace("largest loss ≤ ", ""), 1.3283, "clamped too early");
  await page.getByRole("combobox", { name: "Whose answers" }).selectOption("exact");
  await settled(page);
  assert.equal(await page.getByRole("alert").filter({ visible: true }).count(), 0);
});

// Rows M4, N3 and C8.
test("a bell of 101, sensitivity and tail", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  await start(page, "A bell of 101");
  assert.match(await page.locator(".result-bound").innerText(), /mean error = 0\.051019/);
  const errors = await small(page, "Error against ε");
  assert.equal(errors.get("inverse sensitivity")?.[4], "0.15035");
  assert.equal(errors.get("Laplace")?.[1], "20");
  await page.getByRole("radio", { name: "Sensitivity", exact: true }).check({ force: true });
  await settled(page);
  const far = await tableOf(said(page, "Sensitivity against distance"));
  assert.match(JSON.stringify(far[0]), /0\.02482/);
  await page.goto("about:blank");
  await page.goto(new URL(`${PAGE}#v=2&show=tail&smoothing=0.25`, site).href);
  await settled(page);
  const tails = await tableOf(said(page, "Tail"));
  assert.match(JSON.stringify(tails[0]), /0\.56496/);
});

// Rows E3, E6, F3, F5.
test("a private axis, a regression and the witness", async (t) => {
  const page = await visit(t, PAGE, { width: 1280, height: 800, dark: true });
  await settled(page);
  await start(page, "A private axis");
  assert.match(await page.locator(".result-bound").innerText(), /0\.013876/);
  const lengths = await small(page, "Axis and draws");
  assert.match([...lengths.values()].flat().join(" "), /0\.13206/);
  assert.match([...lengths.values()].flat().join(" "), /0\.010104/);
  await start(page, "A small regression");
  const errors = await small(page, "Density and models drawn");
  assert.match([...errors.values()].flat().join(" "), /257\.94/);
  assert.match([...errors.values()].flat().join(" "), /39\.165/);
  await start(page, "Twice the promise");
  assert.match(await page.locator(".result-bound").innerText(), /1\.9977[\s\S]*0\.99896/);
  await start(page, "By the Hessian");
  assert.match(await page.locator(".result-bound").innerText(), /ε ≤ 1$/);
  assert.equal(await overflow(page), 0);
});

test("what is wrong is said at its field, and nothing is lost", async (t) => {
  const page = await visit(t, `${PAGE}#v=2&data=own&values=1+2+x+4`);
  const error = page.locator(".written .error:not(:empty)").filter({ visible: true });
  await error.first().waitFor();
  assert.match(await error.first().innerText(), /number 3 is x/);
  const numbers = page.getByRole("textbox", { name: "Numbers" });
  assert.equal(await numbers.inputValue(), "1 2 x 4");
  await numbers.fill("1\n2\n3\n40");
  await numbers.blur();
  await settled(page);
  assert.equal(await error.count(), 0);
  assert.match(await concluded(page, "Records that must change").innerText(), /One record lies outside of \[0, 12\] and is clipped to it/);
  await page.getByRole("combobox", { name: "Statistic" }).selectOption("trimmed-mean");
  const trim = page.getByRole("textbox", { name: "Left out at either end m" });
  await trim.fill("2");
  await trim.press("Enter");
  const wrong = page.locator("dp-slider .error:not(:empty)").filter({ visible: true });
  await wrong.first().waitFor();
  assert.match(await wrong.first().innerText(), /at most 1/);
  assert.equal(await trim.inputValue(), "2");
  await trim.fill("1");
  await trim.press("Enter");
  await settled(page);
  assert.equal(await wrong.count(), 0);
});
