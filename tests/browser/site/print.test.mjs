// Every page on paper: a hand-out with its title, its address and its pictures with their axes, without what only a hand
// can use, and no sheet of it blank.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { useBrowser } from "../browser.mjs";
import { ready, SITE } from "../pages.mjs";
import { read } from "../tables.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/** Where the hand-outs are put for a person to look at, if anywhere. */
const KEPT = process.env["DPSCOPE_PAPER"];

/** Bytes of a sheet's drawing below which nothing but its margins can be on it. */
const BLANK = 250;

/** CSS pixels between the margins of a sheet of A4. */
const SHEET = 718;

/**
 * The bytes that draw each sheet, as Chromium writes them.
 * @param {Buffer} pdf
 */
function sheetsOf(pdf) {
  const text = pdf.toString("latin1");
  const objects = new Map([...text.matchAll(/(?:^|\n)(\d+) 0 obj\b([\s\S]*?)(?=endobj)/g)].map(([, id, body]) => [id, body ?? ""]));
  return [...objects.values()]
    .filter((body) => /\/Type\s*\/Page\b(?!s)/.test(body))
    .map((body) => {
      const contents = objects.get(/\/Contents\s+(\d+) 0 R/.exec(body)?.[1] ?? "") ?? "";
      return Number(/\/Length\s+(\d+)/.exec(contents)?.[1] ?? 0);
    });
}

/** What a print shows, and what of it is wrong. */
function judge() {
  const shown = (/** @type {Element} */ part) => part.checkVisibility() && part.getBoundingClientRect().height > 0;
  const all = (/** @type {string} */ parts) => [...document.querySelectorAll(parts)].filter(shown);
  const name = (/** @type {Element} */ part) => `${part.localName}.${part.className} ${part.id} ${(part.textContent ?? "").slice(0, 30)}`;
  /** Shares of a canvas that are painted, and whether that is more than one colour. */
  const painted = (/** @type {HTMLCanvasElement} */ canvas) => {
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    const colours = new Set();
    for (let at = 0; at < pixels.length; at += 4 * 7) if ((pixels[at + 3] ?? 0) > 200) colours.add(`${pixels[at]},${pixels[at + 1]},${pixels[at + 2]}`);
    return colours.size;
  };
  const pictures = all(".dp-plot > canvas:first-of-type, .plane-paper").map((picture) =>
    picture instanceof HTMLCanvasElement ? { size: picture.getBoundingClientRect().width, colours: painted(picture) } : { size: picture.getBoundingClientRect().width, colours: 99 },
  );
  const room = document.documentElement.clientWidth;
  const outside = all("main *").filter((part) => part.getBoundingClientRect().right > room + 1 && !part.closest("math, .unseen, .dp-unseen"));
  return {
    title: all("h1").map((part) => part.textContent?.trim()),
    address: all(".printed").map((part) => part.textContent ?? ""),
    pictures,
    heat: all(".plane-paper").length,
    // What a button of the legend, a card or a list says belongs to the picture or the plan.
    hands: all("main :is(input, select, textarea, button:not(.dp-legend button, .card-toggle, .exposed button))").map(name),
    navigation: all("nav, .theme, .skip:focus").map(name),
    outside: outside.map(name),
  };
}

for (const listed of SITE.pages) {
  test(`${listed.file} on paper`, async (t) => {
    const page = await visit(t, listed.file);
    await ready(page, listed);
    if (!listed.element.startsWith("dp-")) await read(page);
    const pdf = await page.pdf({ format: "A4" });
    if (KEPT) {
      await mkdir(KEPT, { recursive: true });
      await writeFile(`${KEPT}/${listed.file.replace(".html", ".pdf")}`, pdf);
    }
    const sheets = sheetsOf(pdf);
    assert(sheets.length >= 1, "there are sheets");
    assert.deepEqual(sheets.filter((bytes) => bytes < BLANK), [], `no sheet is blank: ${sheets}`);
    await page.setViewportSize({ width: SHEET, height: 1000 });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    const seen = await page.evaluate(judge);
    assert.equal(seen.title.length, 1, `${seen.title}`);
    assert.match(seen.address.join(), new RegExp(`${listed.file.replace("index.html", "")}`), "it says where it is from");
    assert.deepEqual([seen.hands, seen.navigation, seen.outside], [[], [], []]);
    if (listed.element.startsWith("dp-")) {
      assert(seen.pictures.length > 0, "there is a picture");
      for (const { size, colours } of seen.pictures) {
        assert(size > 150, `${size} pixels wide`);
        assert(colours >= 4, `axes, names and curves: ${colours} colours`);
      }
    }
    assert.equal(seen.heat, Number(listed.element === "dp-instance-map"), "the heat map");
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  });
}
