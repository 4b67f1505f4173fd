// "Explain" beside a number: every accountant, attack, share, solution, sampling bound and view has its
// formula, source, assumptions, relation and side; the sheet is opened and closed by keys alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SAMPLING } from "../../../www/js/explain/sampling.js";
import { accessible, ask, overflow, site, useBrowser } from "../browser.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../../www/js/explain/entry.js").Subject} Subject */
/** @typedef {import("../../../www/js/core/engine.js").Description} Description */
/** @typedef {import("../../../www/pkg/accounting/dpscope.js").PlanAnswer} PlanAnswer */

const visit = useBrowser();

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; connect-src 'self'; worker-src 'self'";

/** A page with one button that explains whatever the test says. */
const host = {
  prepare: async (/** @type {Page} */ page) => {
    const html = `<!doctype html><html lang="en-GB" class="dpscope"><head><title>explain</title><meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="${POLICY}"><link rel="icon" href="data:,">
      ${["tokens", "page"].map((name) => `<link rel="stylesheet" href="${new URL(`style/${name}.css`, site)}">`).join("")}
      </head><body><main><h1>host</h1><p id="place">A number </p></main></body></html>`;
    await page.route("**/explain-test.html", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
  },
};

/**
 * Puts a button on the page that explains a subject, and returns it.
 * @param {Page} page
 * @param {Subject} subject
 */
async function offer(page, subject) {
  await page.evaluate(async (subject) => {
    const { explainButton } = await import(new URL("js/explain/button.js", location.href).href);
    document.querySelector("#place")?.replaceChildren("A number ", explainButton("this number", () => subject));
  }, subject);
  return page.getByRole("button", { name: "Explain this number" });
}

/**
 * @param {Page} page
 * @param {Subject} subject
 */
async function open(page, subject) {
  await (await offer(page, subject)).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  return dialog;
}

/** @param {Page} page @param {object} question */
const plan = async (page, question) => /** @type {PlanAnswer} */ (await ask(page, { ask: "plan", ...question }));

const SAMPLED = [{ count: 1000, mechanism: { kind: "gaussian", sigma: 1 }, sampling: { kind: "poisson", rate: 0.01 } }];

test("what explains is loaded only when it is asked for", async (t) => {
  /** @type {string[]} */
  const loaded = [];
  const page = await visit(t, "explain-test.html", {
    prepare: async (page) => {
      await host.prepare(page);
      page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    },
  });
  const button = await offer(page, { quantity: "advantage" });
  assert(!loaded.some((path) => path.endsWith("explain/attack.js")));
  await button.click();
  await page.getByRole("dialog").waitFor();
  assert(loaded.some((path) => path.endsWith("explain/attack.js")));
  assert(!loaded.some((path) => path.endsWith("explain/accountants.js")), "and no other group");
});

test("by keys: Enter opens, the focus is inside and stays, Escape closes and returns it", async (t) => {
  const page = await visit(t, "explain-test.html", host);
  const button = await offer(page, { quantity: "epsilon", accountant: "exact" });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Closed form" });
  await dialog.waitFor();
  const inside = () => page.evaluate(() => document.activeElement?.closest("dialog") !== null);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Close");
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press("Tab");
    assert(await page.evaluate(() => document.activeElement === document.body) || (await inside()), "the page behind is out of reach");
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert(await button.evaluate((button) => button === document.activeElement));
  await button.click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  assert(await button.evaluate((button) => button === document.activeElement));
  await button.click();
  await dialog.waitFor();
  await page.mouse.click(2, 2);
  await dialog.waitFor({ state: "detached" });
});

test("every accountant has its explanation, with what the answer says of it", async (t) => {
  const page = await visit(t, "explain-test.html", host);
  const { accountants } = /** @type {Description} */ (await ask(page, { ask: "describe" }));
  const names = accountants.map(({ word }) => word);
  const { bounds } = await plan(page, { releases: SAMPLED, target: { delta: 1e-5 }, accountants: names });
  for (const bound of bounds) {
    const subject = { quantity: /** @type {const} */ ("epsilon"), text: bound.text ?? "", accountant: bound.accountant, neighbours: "add-remove", target: { delta: "1e-5" }, answer: bound };
    const dialog = await open(page, subject);
    const text = await dialog.innerText();
    for (const part of ["Holds for", "Computed with", "Upper or lower", "Rounded", "Source", "Assumes", "added or removed", "δ = 1e-5"]) {
      assert(text.includes(part), `${bound.accountant}: ${part}`);
    }
    assert((await dialog.locator(".dp-formula math").count()) > 0);
    if (bound.text) assert(text.includes(bound.text));
    if (bound.order !== undefined) assert(text.includes(`α = ${Number(Number(bound.order).toPrecision(4))}`));
    if (bound.note) assert(text.toLowerCase().includes(bound.note.toLowerCase()));
    if (typeof bound.epsilon?.lower === "number") assert.match(text, /at least/);
    await page.keyboard.press("Escape");
  }
});

test("so have the attack, the shares, the solution, every view and every sampling bound", async (t) => {
  const page = await visit(t, "explain-test.html", host);
  const { views } = /** @type {Description} */ (await ask(page, { ask: "describe" }));
  // tests/questions/explained.rs compares them with the words of the core.
  const bounds = Object.keys(SAMPLING);
  for (const bound of ["pair", "exact", "lower", "tight", "general", "few-terms", "few-terms-general", "without-replacement", "abadi", "growth", "condition"]) {
    assert(bounds.includes(bound), bound);
  }
  /** @type {Subject[]} */
  const subjects = [
    ...(/** @type {const} */ (["advantage", "true-positive", "precision", "posterior", "accuracy"])).map((quantity) => ({ quantity, accountant: /** @type {const} */ ("fourier") })),
    { quantity: "share", answer: { order: 7.78 } },
    { quantity: "solve", answer: { value: 1.25, tight: 1.24, bound: null } },
    ...views.map(({ word }) => ({ quantity: /** @type {const} */ ("view"), view: word })),
    ...bounds.map((bound) => ({ quantity: /** @type {const} */ ("sampling"), bound })),
  ];
  assert(subjects.length >= 21);
  for (const subject of subjects) {
    const dialog = await open(page, { ...subject, neighbours: "replace" });
    assert((await dialog.locator(".dp-formula math").count()) > 0, JSON.stringify(subject));
    assert.match(await dialog.innerText(), /Source/);
    assert.match(await dialog.innerText(), /replaced by another/);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
});

test("a formula is MathML with its scripts in place", async (t) => {
  const page = await visit(t, "explain-test.html", host);
  const dialog = await open(page, { quantity: "epsilon", accountant: "rdp" });
  const formulas = await dialog.locator(".dp-formula math").evaluateAll((all) => all.map((math) => math.outerHTML.replaceAll(/ xmlns="[^"]*"/g, "")));
  assert(formulas[0]?.includes("<munder><mo>min</mo><mrow><mi>α</mi><mo>&gt;</mo><mn>1</mn></mrow></munder>"), formulas[0]);
  assert(formulas[2]?.includes("<msubsup><mi>D</mi><mi>α</mi>"), formulas[2]);
  assert.equal(await dialog.locator("mtext", { hasText: /[\\{}]/ }).count(), 0, "no notation is left");
});

test("every entry opens: a sentence, its formulas, and ids that lead somewhere", async (t) => {
  const page = await visit(t, "explain-test.html", host);
  const ids = await page.evaluate(async () => {
    const { all } = await import(new URL("js/explain/registry.js", location.href).href);
    return /** @type {string[]} */ ((await all()).map((/** @type {[string]} */ [id]) => id));
  });
  assert(ids.length >= 180, `${ids.length}`);
  // One after the other within the page: as many dialogs by hand would take minutes.
  const wrong = await page.evaluate(async (ids) => {
    const { open } = await import(new URL("js/explain/explain.js", location.href).href);
    const { find } = await import(new URL("js/explain/registry.js", location.href).href);
    const wrong = [];
    for (const id of ids) {
      const entry = await find(id);
      await open(id);
      const dialog = document.querySelector("dialog");
      const shown = dialog?.innerText ?? "";
      const formulas = dialog?.querySelectorAll(".dp-explained-sheet > :is(.dp-formula, .dp-named-formula) math").length;
      const see = dialog?.querySelectorAll("[data-see]").length;
      if (!shown.includes(entry.title)) wrong.push(`${id}: no title`);
      if (formulas !== (entry.formulas ?? []).length) wrong.push(`${id}: ${formulas} formulas`);
      if (see !== (entry.see ?? []).length) wrong.push(`${id}: leads nowhere`);
      const words = /** @type {Element | undefined} */ (dialog?.cloneNode(true));
      for (const math of words?.querySelectorAll("math") ?? []) math.remove();
      if (/[\\{}_^]/.test((words?.textContent ?? "").replaceAll("σ_out", ""))) wrong.push(`${id}: notation is left`);
      const closed = new Promise((resolve) => dialog?.addEventListener("close", resolve, { once: true }));
      dialog?.close();
      await closed;
    }
    return wrong;
  }, ids);
  assert.deepEqual(wrong, []);
});

test("a correction stands where its formula does, with its numbers", async (t) => {
  const page = await visit(t, "explain-test.html", host);
  const dialog = await open(page, { id: "accountant/rdp-basic" });
  const correction = dialog.getByRole("region", { name: "Correction Z1" });
  const text = await correction.innerText();
  for (const part of ["Zhu, dissertation, Equations 1.1 and 1.2", "promises more than is true", "47.985", "97.985", "91.817"]) {
    assert(text.includes(part), part);
  }
  assert.equal(await correction.locator("math").count() >= 2, true);
});

test("see also goes on and back, with the focus inside", async (t) => {
  const page = await visit(t, "explain-test.html", host);
  const dialog = await open(page, { id: "control/delta" });
  assert(await dialog.getByRole("button", { name: "Back" }).isHidden());
  await dialog.getByRole("button", { name: "Privacy profile" }).click();
  await page.getByRole("dialog", { name: "Privacy profile" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Close");
  await dialog.getByRole("button", { name: "Back" }).click();
  await page.getByRole("dialog", { name: "δ", exact: true }).waitFor();
  assert(await dialog.getByRole("button", { name: "Back" }).isHidden());
});

test("a mark beside a control opens its entry", async (t) => {
  const page = await visit(t, "explain-test.html", host);
  await page.evaluate(async () => {
    const { aboutButton } = await import(new URL("js/explain/button.js", location.href).href);
    const { fieldId } = await import(new URL("js/explain/registry.js", location.href).href);
    document.querySelector("#place")?.replaceChildren("Noise σ ", aboutButton(fieldId("sigma", "objective-perturbation"), "the noise σ"));
  });
  await page.getByRole("button", { name: "Explain the noise σ" }).click();
  await page.getByRole("dialog", { name: "Noise σ of the objective" }).waitFor();
});

for (const width of [320, 1280]) {
  test(`at ${width} pixels nothing sticks out, and long formulas scroll by keys`, async (t) => {
    const page = await visit(t, "explain-test.html", { ...host, width, height: 640 });
    for (const id of ["theorem/abadi", "mechanism/gaussian-pair", "people/data-dependent"]) {
      const dialog = await open(page, { id });
      assert.equal(await overflow(page), 0);
      const wide = await dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
      assert.equal(wide, 0, "the sheet itself does not scroll sideways");
      const unreachable = await dialog
        .locator(".dp-formula")
        .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth && !box.hasAttribute("tabindex")).length);
      assert.equal(unreachable, 0);
      await accessible(page, `${id} at ${width}`);
      await page.keyboard.press("Escape");
    }
    await open(page, { quantity: "sampling", bound: "abadi" });
  });
}
