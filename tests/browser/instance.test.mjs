// The page of single people: the map and the hands on it, the reports, a table of one's own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, useBrowser } from "./browser.mjs";
import { readTable } from "../../www/js/instance/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();
const PAGE = "instance.html";

/** @param {Page} page */
async function settled(page) {
  await page.waitForFunction(() => {
    const map = /** @type {import("../../www/js/instance/dp-instance-map.js").DpInstanceMap | null} */ (document.querySelector("dp-instance-map"));
    return map?.settled === true && document.querySelector(".exposed li") !== null;
  });
}

/** @param {Page} page */
const exposed = (page) => page.locator(".exposed li").allTextContents();

/** @param {Page} page */
const plot = (page) => page.locator(".plane-plot");

/**
 * The pixel of two features on the map.
 * @param {Page} page
 * @param {number} x
 * @param {number} y
 */
async function pixel(page, x, y) {
  await plot(page).scrollIntoViewIfNeeded();
  const [left = 0, top = 0, width = 0, height = 0] = ((await plot(page).getAttribute("data-area")) ?? "").split(" ").map(Number);
  const box = await plot(page).boundingBox();
  assert(box && width > 0);
  return { x: box.x + left + ((x + 1) / 2) * width, y: box.y + top + ((1 - y) / 2) * height };
}

test("the rotation figure: who is exposed changes with the angle, by slider and by its presets", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  const first = await exposed(page);
  assert.equal(first.length, 5);
  assert.match(first[0] ?? "", /^person 80 .* loses 0\.03454/);
  await page.getByRole("button", { name: "ω = π", exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".exposed li")?.textContent?.includes("0.87723"));
  assert.match((await exposed(page))[0] ?? "", /^person 150 /);
  assert.match(page.url(), /turn=180/);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector(".exposed li")?.textContent?.includes("0.03454"));
  assert.equal(await page.locator("#turn-box").inputValue(), "0");
});

test("the map has words: five people, the range, and that it must not be published", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  const words = (await plot(page).getAttribute("aria-label")) ?? "";
  assert.match(words, /200 people/);
  assert.equal([...words.matchAll(/person \d+ at/g)].length, 5);
  assert.match(words, /Must not be published/);
  assert.match((await page.locator("dp-instance-map > .mark").textContent()) ?? "", /Must not be published/);
});

test("a person is chosen and moved by keys", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=2`);
  await settled(page);
  await plot(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".person-lead").filter({ hasText: "rank 1 of 6" }).waitFor();
  assert.equal(await page.locator(".person-parts dt").count(), 3);
  await page.keyboard.press("ArrowRight");
  await page.locator(".person-lead").filter({ hasText: "rank 2 of 6" }).waitFor();
  const before = await page.locator("#person-x").inputValue();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForFunction((before) => /** @type {HTMLInputElement} */ (document.querySelector("#person-x"))?.value !== before, before);
  assert.ok(Math.abs(Number(before) - 0.02 - Number(await page.locator("#person-x").inputValue())) < 1e-9);
  await page.keyboard.press("r");
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#turn-box")).value === "5");
  await page.keyboard.press("n");
  await page.waitForFunction(() => location.hash.includes("noise=2"));
  await page.keyboard.press("l");
  await page.waitForFunction(() => location.hash.includes("label=-1"));
  await page.getByRole("button", { name: "Put everyone back" }).click();
  await page.keyboard.press("Tab");
});

test("a person and the model are dragged by hand", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=2`);
  await settled(page);
  const [from, to] = [await pixel(page, 0.6, 0.3), await pixel(page, 0.2, -0.5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) {
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 10, from.y + ((to.y - from.y) * step) / 10);
  }
  await page.mouse.up();
  await page.locator(".person-name").filter({ hasText: "Person 1, at (0.2" }).waitFor();
  assert.ok(Math.abs(Number(await page.locator("#person-y").inputValue()) + 0.5) < 0.02);
  await settled(page);
  // The arrow of the model: of length one half along θ.
  const theta = await page.evaluate(() => document.querySelector("dp-instance-map")?.getAttribute("data-theta"));
  const [a = 0, b = 0] = (theta ?? "").split(" ").map(Number);
  const length = Math.hypot(a, b);
  const handle = await pixel(page, a / length / 2, b / length / 2);
  const across = await pixel(page, -b / length / 2, a / length / 2);
  await page.mouse.move(handle.x, handle.y);
  await page.mouse.down();
  await page.mouse.move((handle.x + across.x) / 2, (handle.y + across.y) / 2);
  await page.mouse.move(across.x, across.y);
  await page.mouse.up();
  await page.waitForFunction(() => Math.abs(Number(/** @type {HTMLInputElement} */ (document.querySelector("#turn-box")).value) - 90) <= 2);
  await page.getByRole("button", { name: "Put everyone back" }).waitFor();
});

test("reports: marked, costed, compared with the truth and their coverage counted", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=5&regularization=60&model=drawn&hessian=1&gradient=1&eigenvalue=1`);
  await settled(page);
  for (const name of ["Data-independent report", "Data-dependent report", "Adaptive report"]) {
    await page.getByRole("radio", { name, exact: true }).check();
    await page.waitForFunction(() => document.querySelector("dp-instance-map > .mark")?.textContent?.includes("May be published"));
    assert.match((await exposed(page))[0] ?? "", /loses at most/);
  }
  await page.getByRole("radio", { name: "True loss", exact: true }).check();
  await page.locator("dp-instance-map > .mark[data-publishable=false]").waitFor();
  const rows = page.locator(".rival-table tbody tr");
  await page.waitForFunction(() => document.querySelectorAll(".rival-table tbody tr").length === 3);
  assert.match((await rows.nth(0).textContent()) ?? "", /nothing/);
  assert.match((await rows.nth(1).textContent()) ?? "", /the gradient of the objective; the Hessian of the objective/);
  await page.getByRole("button", { name: /Count the coverage/ }).click();
  await page.waitForFunction(() => document.querySelector(".rival-table tbody")?.textContent?.includes("of 1200"));
});

test("by keyboard alone: the reports are switched, and a table with a bad row is taken", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=5&regularization=60&model=drawn&hessian=1&gradient=1&eigenvalue=1`);
  await settled(page);
  await page.getByRole("radio", { name: "True loss", exact: true }).focus();
  for (const name of ["Data-independent report", "Data-dependent report", "Adaptive report"]) {
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.getByRole("radio", { name, exact: true }).isChecked(), name);
    await page.waitForFunction(() => document.querySelector("dp-instance-map > .mark")?.textContent?.includes("May be published"));
  }
  await page.locator("#own-text").focus();
  await page.keyboard.insertText("a,b,y\n0.1,0.2,1\n0.3,oops,1\n-0.4,0.1,-1\n");
  await page.getByRole("button", { name: "Use this table" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText(/Line 3 is left out/).waitFor();
});

test("a report that cannot be made says what it needs", async (t) => {
  const page = await visit(t, `${PAGE}#model=drawn&show=data-dependent`);
  await page.locator(".instance-figure .dp-note").filter({ hasText: "a regularization λ of at least" }).waitFor();
  await page.getByRole("button", { name: /^Raise λ to the/ }).click();
  await page.waitForFunction(() => document.querySelector("dp-instance-map > .mark")?.textContent?.includes("May be published"));
});

test("a pasted table: every bad row is named, the rest is shown", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  await page.locator("#own-text").fill("a,b,y\n0.1,0.2,1\n0.3,oops,1\n0.9,0.9,-1\n-0.4,0.1,0\n0.2,0.2\n0.5,0.5,7\n");
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".bad-rows li").length === 4);
  assert.deepEqual(await page.locator(".bad-rows li").allTextContents(), [
    "Line 3 is left out: column 2 is “oops”, not a number.",
    "Line 4 is left out: its features have norm 1.273, more than 1.",
    "Line 6 is left out: it has 2 columns, not 3.",
    "Line 7 is left out: its label is 7, not −1 or 1 (or 0 or 1).",
  ]);
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 2);
  assert.match((await page.locator(".own [role=status]").textContent()) ?? "", /2 of 6 rows are used\. The largest norm in the table is 1\.273\. The label 0 of 1 rows was read as −1\./);
  assert.match(page.url(), /data=own/);
  assert.doesNotMatch(new URL(page.url()).hash, /oops|0\.1/);
});

test("the attack finds the hidden count", async (t) => {
  const page = await visit(t, PAGE);
  await page.locator(".attack-found").filter({ hasText: "the hidden count is 37" }).waitFor();
  await page.locator("#attack-count").fill("12");
  await page.locator(".attack-found").filter({ hasText: "the hidden count is 12" }).waitFor();
});

test("the history of a person over redraws", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6`);
  await settled(page);
  await page.locator(".exposed button").first().click();
  await page.getByRole("button", { name: "History over 200 redraws" }).click();
  await page.locator(".person .dp-sentence").filter({ hasText: "In half of the redraws" }).waitFor();
});

test("the exported table says that it must not be published", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6`);
  await settled(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the table" }).click()]);
  const stream = await file.createReadStream();
  let text = "";
  for await (const piece of stream) text += piece;
  assert.match(text, /^# Must not be published/);
  assert.equal(text.trim().split("\n").length, 8);
});

for (const width of [320, 375]) {
  test(`nothing sticks out at ${width} pixels`, async (t) => {
    const page = await visit(t, PAGE, { width, height: 800 });
    await settled(page);
    await page.waitForFunction(() => document.querySelectorAll(".rival-table tbody tr").length === 3);
    assert.equal(await overflow(page), 0);
    await page.locator(".instance-words summary").click();
    await page.locator(".instance-words tbody td").first().waitFor();
    assert.equal(await overflow(page), 0, "with the table open");
  });
}

test("a large table is read in portions, within two seconds", async () => {
  const text = Array.from({ length: 100_000 }, (_, at) => `${(at % 100) / 150},${(at % 7) / 20},${at % 2}`).join("\n");
  let told = 0;
  const start = performance.now();
  const options = /** @type {const} */ ({ long: "refuse", classes: true });
  const reading = await readTable(text, { ...options, progress: () => (told += 1) > 0 });
  assert.equal(reading?.rows.length, 100_000);
  assert.equal(reading?.bad.length, 0);
  assert(told >= 10 && performance.now() - start < 2000);
  assert.equal(await readTable(text, { ...options, progress: () => false }), undefined, "a reading can be ended");
});
