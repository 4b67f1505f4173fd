// The page of single people: a table of one's own, pasted, opened or dropped.

import assert from "node:assert/strict";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { useBrowser } from "../browser.mjs";
import { PAGE, settled, unfold } from "../instance-page.mjs";
import { readTable } from "../../../www/js/ui/data-table/read.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

const GOOD = "a,b,y\n0.1,0.2,1\n0.3,oops,1\n0.9,0.9,-1\n-0.4,0.1,0\n0.2,0.2\n0.5,0.5,7\n";

const NAMED = [
  "Line 3 is left out: column 2 is “oops”, not a number.",
  "Line 4 is left out: its features have norm 1.273, more than 1.",
  "Line 6 is left out: it has 2 columns, not 3.",
  "Line 7 is left out: its label is 7, not −1 or 1 (or 0 or 1).",
];

/**
 * Opens a file as a person does, by the button and the browser's own dialogue.
 * @param {Page} page
 * @param {string | {name: string, mimeType: string, buffer: Buffer}} file
 */
async function openFile(page, file) {
  const [dialogue] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Open a file…" }).click()]);
  await dialogue.setFiles(file);
}

/**
 * Drops a file on a part of the page: a piece of text, so many times.
 * @param {Page} page
 * @param {string} place
 * @param {{name: string, piece: string, times?: number}} file
 */
async function drop(page, place, file) {
  const dataTransfer = await page.evaluateHandle(({ name, piece, times }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([piece.repeat(times ?? 1)], name));
    return transfer;
  }, file);
  await page.dispatchEvent(place, "dragover", { dataTransfer });
  assert.ok(await page.locator(".own[data-over]").isVisible(), "where the file would go is shown");
  await page.dispatchEvent(place, "drop", { dataTransfer });
  assert.equal(await page.locator(".own[data-over]").count(), 0);
}

/** @param {Page} page */
const used = (page) => page.locator(".own [role=status]").textContent();

/**
 * What the page holds of the table that is used.
 * @param {Page} page
 */
const held = async (page) => ({
  url: page.url(),
  people: await page.locator(".exposed li").allTextContents(),
  outcome: await used(page),
  text: await page.locator("#own-text").inputValue(),
});

test("a pasted table: every bad row is named, the rest is shown", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  await unfold(page, "own");
  await page.locator("#own-text").fill(GOOD);
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".bad-rows li").length === 4);
  assert.deepEqual(await page.locator(".bad-rows li").allTextContents(), NAMED);
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 2);
  assert.match((await used(page)) ?? "", /2 of 6 rows are used\. The largest norm in the table is 1\.273\. The label 0 of 1 row was read as −1\./);
  assert.match(page.url(), /data=own/);
  assert.doesNotMatch(new URL(page.url()).hash, /oops|0\.1/);
});

test("a file that is opened: every bad row is named, and rows that are too long can be scaled after all", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  await unfold(page, "own");
  await openFile(page, { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(GOOD) });
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 2);
  assert.deepEqual(await page.locator(".bad-rows li").allTextContents(), NAMED);
  assert.match((await used(page)) ?? "", /^people\.csv: 2 of 6 rows are used\./);
  await page.getByLabel("Rows with features longer than 1").selectOption("each");
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 3);
  assert.match((await used(page)) ?? "", /The features of 1 row were longer than 1 and are scaled to norm 1/);
});

test("a file that is dropped, on its field or anywhere on the page", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  await drop(page, "#own-text", { name: "people.csv", piece: GOOD });
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 2);
  assert.deepEqual(await page.locator(".bad-rows li").allTextContents(), NAMED);
  await drop(page, "#answer-heading", { name: "others.tsv", piece: "0.1\t0.2\t0.3\t1\n0.3\t0.1\t0.2\t-1\n0.2\t0.2\t0.1\t1\n" });
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 3);
  assert.match((await used(page)) ?? "", /^others\.tsv: 3 of 3 rows are used\./);
  assert.equal(await page.locator(".bad-rows li").count(), 0);
  await page.getByLabel("Across").selectOption("feature 2");
  assert.equal(await page.getByLabel("Upward").inputValue(), "0", "the two change places");
});

test("what is no table or too large is refused in one sentence, and nothing is lost", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  await unfold(page, "own");
  await page.locator("#own-text").fill(GOOD);
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 2);
  const before = await held(page);
  const error = page.locator(".own [role=alert]");
  const refused = async (/** @type {RegExp} */ words) => {
    await error.filter({ hasText: words }).waitFor();
    assert.match((await error.textContent()) ?? "", /The people stay as they were\.$/);
    assert.deepEqual(await held(page), before);
    assert.deepEqual(await page.locator(".bad-rows li").allTextContents(), NAMED);
  };
  const picture = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  await openFile(page, { name: "picture.png", mimeType: "image/png", buffer: picture });
  await refused(/^picture\.png is no table but bytes that are not text\./);
  await openFile(page, { name: "nothing.csv", mimeType: "text/csv", buffer: Buffer.from("\n") });
  await refused(/^nothing\.csv is empty\./);
  const folder = await mkdtemp(join(tmpdir(), "dpscope-"));
  t.after(() => rm(folder, { recursive: true }));
  const large = await open(join(folder, "large.csv"), "w");
  await large.truncate(60_000_000);
  await large.close();
  await openFile(page, join(folder, "large.csv"));
  await refused(/^large\.csv has 60 MB; 50 MB is the most\./);
  await drop(page, ".own", { name: "crowd.csv", piece: "0.1,0.2,1\n", times: 100_001 });
  await refused(/^crowd\.csv has 100001 people; 100000 is the most\./);
  await page.locator("#own-text").fill("");
  await page.getByRole("button", { name: "Use this table" }).click();
  await error.filter({ hasText: /^There is nothing to use yet/ }).waitFor();
  await page.locator("#own-text").fill("a,b,y\n");
  await page.getByRole("button", { name: "Use this table" }).click();
  await error.filter({ hasText: /^This has the names of columns but no rows\./ }).waitFor();
  await page.locator("#own-text").fill("a,b,y\n0.1,oops,1\n");
  await page.getByRole("button", { name: "Use this table" }).click();
  await error.filter({ hasText: /^No row of this table can be used\./ }).waitFor();
  assert.deepEqual(await page.locator(".bad-rows li").allTextContents(), ["Line 2 is left out: column 2 is “oops”, not a number."]);
  assert.deepEqual(await page.locator(".exposed li").allTextContents(), before.people);
});

test("a table is read again for another loss, and an address that misses it leads to its field", async (t) => {
  const page = await visit(t, `${PAGE}#data=own&loss=squared`);
  await settled(page);
  await page.getByRole("button", { name: "Go to the field" }).click();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "own-text");
  await page.keyboard.insertText("0.1,0.2,0.5\n0.2,-0.3,-1\n0.4,0.4,1\n");
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 3);
  assert.equal(await page.locator("#status").isVisible(), false);
  await page.getByRole("radio", { name: "Logistic" }).check();
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 2);
  assert.deepEqual(await page.locator(".bad-rows li").allTextContents(), ["Line 1 is left out: its label is 0.5, not −1 or 1 (or 0 or 1)."]);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 3);
});

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
