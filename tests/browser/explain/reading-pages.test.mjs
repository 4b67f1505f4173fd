// The pages to read: every word and every correction is there, can be found, linked to and read at any width, and what
// stands there without scripts is what the lists say.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { all } from "../../../www/js/explain/registry.js";
import { accessible, overflow, useBrowser } from "../browser.mjs";
import { read } from "../tables.mjs";

/** @typedef {import("../../../www/js/explain/corrections.js").Correction} Correction */

const visit = useBrowser();

const WORKS = ["accuracy-first", "inverse-sensitivity", "inverse-sensitivity-dimensions", "zhu", "objective-perturbation", "redberg"];

const corrections = async () => {
  const list = async (/** @type {string} */ work) =>
    /** @type {Correction[]} */ (JSON.parse(await readFile(new URL(`../../../www/js/explain/corrections/${work}.json`, import.meta.url), "utf8")));
  return (await Promise.all(WORKS.map(list))).flat();
};

test("the glossary has every word, in the order of the alphabet, each with its anchor", async (t) => {
  const page = await visit(t, "glossary.html");
  await read(page);
  const entries = await all();
  const ids = await page.locator("details.word").evaluateAll((words) => words.map(({ id }) => id));
  assert.deepEqual([...ids].sort(), entries.map(([id]) => id).sort());
  const letters = await page.locator("#words > section > h2").allInnerTexts();
  assert.deepEqual(letters, [...letters].sort());
  assert(letters.length > 15);
});

test("a filter finds ours and the field's words; an address opens a word, also one filtered out", async (t) => {
  const page = await visit(t, "glossary.html");
  await read(page);
  await page.getByLabel("Find a word").fill("moments accountant");
  const shown = page.locator("details.word:visible");
  assert((await shown.count()) >= 2 && (await shown.count()) < 10);
  assert(await page.locator(`[id="accountant/rdp"]`).isVisible());
  assert.match(await page.getByRole("status").innerText(), /^\d+ of \d+ words\.$/);
  await page.evaluate(() => (location.hash = "#control/delta"));
  const word = page.locator(`[id="control/delta"]`);
  await word.locator(".dp-formula math").first().waitFor();
  assert(await word.locator("summary").evaluate((summary) => summary === document.activeElement));
  await word.getByRole("link", { name: "Privacy profile" }).click();
  await page.locator(`[id="view/profile"] .word-body`).waitFor();
});

test("the page of corrections has all of them with both numbers, by source, and leads to the words", async (t) => {
  const page = await visit(t, "corrections.html#E9");
  await read(page);
  const list = await corrections();
  assert(list.length >= 61);
  for (const { id, witness, used } of list) {
    const article = page.locator(`article[id="${id}"]`);
    const text = await article.innerText();
    assert(text.includes(witness.printed) && text.includes(witness.correct), id);
    assert.equal(await article.getByRole("link").count(), 1 + used.length, id);
  }
  assert(await page.locator("#E9").evaluate((article) => article.getBoundingClientRect().top < innerHeight));
  const known = new Set((await all()).map(([id]) => id));
  for (const { id, used } of list) for (const entry of used) assert(known.has(entry), `${id}: ${entry}`);
  await page.getByRole("link", { name: "Size of the noise of a Hessian" }).first().click();
  await page.locator(`[id="people/hessian-noise"] .word-body`).waitFor();
});

test("without scripts both say what the lists say", async (t) => {
  const words = await visit(t, "glossary.html", { javascript: false, allow: /\.js csp$/ });
  const says = new Map((await all()).map(([, { title, says }]) => [title, says]));
  const terms = await words.locator("noscript dt").allInnerTexts();
  const meanings = await words.locator("noscript dd").allInnerTexts();
  assert(terms.length >= 10);
  terms.forEach((term, at) => assert.equal(meanings[at], says.get(term), term));
  const page = await visit(t, "corrections.html", { javascript: false, allow: /\.js csp$/ });
  const list = new Map((await corrections()).map((one) => [one.id, one]));
  const rows = await page.locator("noscript tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  assert(rows.length >= 5);
  for (const [place = "", of, printed, correct] of rows) {
    const one = list.get(place.split(":")[0] ?? "");
    assert.deepEqual([place, of, printed, correct], [`${one?.id}: ${one?.title}`, one?.witness.of, one?.witness.printed, one?.witness.correct]);
  }
});

for (const width of [320, 1280]) {
  for (const dark of [false, true]) {
    test(`both can be read at ${width} pixels in the ${dark ? "dark" : "light"}`, async (t) => {
      for (const address of ["glossary.html#mechanism/laplace", "corrections.html#E6"]) {
        const page = await visit(t, address, { width, dark });
        await read(page);
        if (address.startsWith("glossary")) await page.locator(`[id="mechanism/laplace"] .dp-formula math`).first().waitFor();
        assert.equal(await overflow(page), 0);
        const unreachable = await page
          .locator(".dp-formula")
          .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth && !box.hasAttribute("tabindex")).length);
        assert.equal(unreachable, 0);
        await accessible(page, address);
      }
    });
  }
}
