// The plan: cards, undo and redo, solving, scenarios, the trainer's words, presets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, ask, GAUSSIAN, headline, settled, shown, useBrowser } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../www/pkg/dpscope.js").PlanAnswer} PlanAnswer */

const visit = useBrowser();

const DP_SGD = {
  count: 1000,
  mechanism: { kind: "gaussian", sigma: 1 },
  sampling: { kind: "poisson", rate: 0.01 },
};
const TABLES = { count: 3, mechanism: { kind: "laplace", scale: 5 } };

/**
 * The best quick bound of a plan.
 * @param {Page} page
 * @param {object[]} releases
 * @param {object} [target]
 */
async function best(page, releases, target = { delta: 1e-5 }) {
  const accountants = ["exact", "fourier", "moments"];
  const answer = /** @type {PlanAnswer} */ (await ask(page, { ask: "plan", releases, target, accountants }));
  return answer.best?.text ?? "";
}

const names = (/** @type {Page} */ page) => page.locator(".card-name").allTextContents();
const lines = (/** @type {Page} */ page) => page.locator(".card-line").allTextContents();
const hash = (/** @type {Page} */ page) => page.evaluate(() => location.hash);
const card = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.locator(".card", { has: page.locator(".card-name", { hasText: new RegExp(`^${name}$`) }) });
const box = (/** @type {Page} */ page, /** @type {string} */ name) => page.getByRole("textbox", { name, exact: true });

test("opens with an example of two releases, each a line", async (t) => {
  const page = await visit(t, "");
  await settled(page);
  assert.deepEqual(await names(page), ["DP-SGD", "Three tables"]);
  assert.deepEqual(await lines(page), ["Gaussian σ = 1, Poisson q = 0.01, ×\u00a01000", "Laplace b = 5, ×\u00a03"]);
  await headline(page, await best(page, [DP_SGD, TABLES]));
  await accessible(page, "example");
});

test("a card closes to a line and opens for editing", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  const toggle = card(page, "DP-SGD").locator(".card-toggle");
  assert.equal(await toggle.getAttribute("aria-expanded"), "true");
  await toggle.click();
  assert.equal(await box(page, "Noise σ").isVisible(), false);
  await toggle.press("Enter");
  await box(page, "Noise σ").fill("2");
  await box(page, "Label").fill("Training");
  assert.deepEqual(await names(page), ["Training", "Three tables"]);
  assert.equal((await lines(page))[0], "Gaussian σ = 2, Poisson q = 0.01, ×\u00a01000");
  await headline(page, await best(page, [{ ...DP_SGD, mechanism: { kind: "gaussian", sigma: 2 } }, TABLES]));
});

test("releases are added, doubled, switched off and removed, and all of it is undone and done again", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  const start = await best(page, [DP_SGD, TABLES]);
  await page.getByRole("button", { name: "Add a release" }).click();
  assert.deepEqual(await names(page), ["DP-SGD", "Three tables", "Gaussian"]);
  const three = await best(page, [DP_SGD, TABLES, { mechanism: { kind: "gaussian", sigma: 1 } }]);
  await headline(page, three);
  await page.getByRole("button", { name: "Duplicate Gaussian" }).click();
  assert.deepEqual(await names(page), ["DP-SGD", "Three tables", "Gaussian", "Gaussian"]);
  await page.getByRole("switch", { name: "DP-SGD takes part" }).click();
  assert.equal(await page.getByRole("switch", { name: "DP-SGD takes part" }).getAttribute("aria-checked"), "false");
  await headline(page, await best(page, [TABLES, { count: 2, mechanism: { kind: "gaussian", sigma: 1 } }]));
  await page.getByRole("button", { name: "Remove Gaussian" }).click();
  assert.deepEqual(await names(page), ["DP-SGD", "Three tables", "Gaussian"]);
  await accessible(page, "switched off");

  const undo = page.getByRole("button", { name: "Undo" });
  const redo = page.getByRole("button", { name: "Redo" });
  for (let at = 0; at < 3; at += 1) await undo.click();
  await headline(page, three);
  await undo.click();
  await headline(page, start);
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
  await page.keyboard.press("Control+z");
  for (let at = 0; at < 4; at += 1) await redo.click();
  assert.deepEqual(await names(page), ["DP-SGD", "Three tables", "Gaussian"]);
  assert.match(await hash(page), /label:DP-SGD,off&/);
  assert.equal(await redo.getAttribute("aria-disabled"), "true");
});

test("a hundred and twenty steps are undone by keys", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const toggle = page.getByRole("switch", { name: "Gaussian takes part" });
  const before = await hash(page);
  for (let at = 0; at < 120; at += 1) await toggle.press("Space");
  for (let at = 0; at < 119; at += 1) await page.keyboard.press("Control+z");
  assert.match(await hash(page), /,off$/);
  await page.keyboard.press("Control+z");
  assert.equal(await hash(page), before);
  await page.keyboard.press("Control+Shift+z");
  assert.match(await hash(page), /,off$/);
  await page.keyboard.press("Control+y");
  assert.equal(await hash(page), before);
});

test("Control+Z undoes letters while typing, and steps otherwise", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  await box(page, "Noise σ").press("End");
  await page.keyboard.type("23");
  await page.keyboard.press("Control+z");
  const left = await box(page, "Noise σ").inputValue();
  assert(left.length < 3 && left.startsWith("1"), `“${left}” is left by the browser's own undo`);
  await box(page, "Noise σ").fill("7");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+z");
  assert.equal(await box(page, "Noise σ").inputValue(), "1");
});

test("Back undoes a step, and undo knows of it", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  await page.getByRole("button", { name: "Add a release" }).click();
  await page.getByRole("button", { name: "Remove Gaussian" }).click();
  await page.goBack();
  await page.locator(".card").nth(2).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".card").nth(2).waitFor({ state: "detached" });
  assert.deepEqual(await names(page), ["DP-SGD", "Three tables"]);
});

test("cards are put in order by buttons, keys and mouse", async (t) => {
  const page = await visit(t, "#v=2&r=gaussian,sigma:1,label:A&r=gaussian,sigma:2,label:B&r=gaussian,sigma:3,label:C");
  await shown(page);
  await page.getByRole("button", { name: "Move A down" }).click();
  assert.deepEqual(await names(page), ["B", "A", "C"]);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  assert.equal(await focused(), "Move A down", "the focus stays");
  await page.getByRole("button", { name: "Move A down" }).click();
  assert.deepEqual(await names(page), ["B", "C", "A"]);
  assert.equal(await page.getByRole("button", { name: "Move A down" }).getAttribute("aria-disabled"), "true");
  const grip = page.getByRole("button", { name: "Move B: drag" });
  await grip.press("ArrowDown");
  assert.deepEqual(await names(page), ["C", "B", "A"]);
  assert.match((await focused()) ?? "", /^Move B/);
  await grip.press("ArrowUp");

  await card(page, "A").locator(".card-toggle").click();
  const [from, to] = [await card(page, "A").locator(".card-grip").boundingBox(), await card(page, "B").boundingBox()];
  assert(from && to);
  await page.mouse.move(from.x + 8, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y - 10, { steps: 4 });
  await page.mouse.move(from.x + 8, to.y + 4, { steps: 8 });
  assert.equal(await page.locator(".card[data-dragged]").count(), 1);
  await page.mouse.up();
  assert.deepEqual(await names(page), ["A", "B", "C"]);
  assert.match(await hash(page), /label:A.*label:B.*label:C/);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(await names(page), ["B", "C", "A"]);
});

test("δ at a chosen ε", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  await page.getByRole("radio", { name: "δ", exact: true }).check();
  assert.equal(await box(page, "Failure probability δ").isVisible(), false);
  await box(page, "Privacy loss ε").fill("2");
  await headline(page, await best(page, [DP_SGD, TABLES], { epsilon: 2 }));
  await page.locator(".result-condition", { hasText: "at ε = 2, when" }).waitFor();
  await page.keyboard.press("Enter");
  assert.match(await hash(page), /^#v=2&epsilon=2&neighbours/);
  await settled(page);
  await accessible(page, "find δ");
});

test("every accountant is compared, and the certified bracket holds the answer", async (t) => {
  const page = await visit(t, "");
  await settled(page);
  const accountants = ["exact", "fourier", "loss", "moments", "advanced", "naive"];
  const answer = /** @type {PlanAnswer} */ (
    await ask(page, { ask: "plan", releases: [DP_SGD, TABLES], target: { delta: 1e-5 }, accountants })
  );
  for (const { accountant, text } of answer.bounds) {
    const row = page.locator(`.bars [data-accountant=${accountant}]`);
    assert.equal(await row.locator(".bar-text").textContent(), text ?? "no bound");
  }
  assert.equal(await page.locator(".bars [data-best]").getAttribute("data-accountant"), answer.best?.accountant);
  const bracket = /: (\S+) ≤ ε ≤ (\S+)\.$/.exec((await page.locator(".result-surety").textContent()) ?? "");
  const exact = answer.best?.epsilon;
  assert(bracket && typeof exact?.upper === "number" && typeof exact.lower === "number");
  assert(Number(bracket[1]) <= exact.lower && Number(bracket[2]) >= exact.upper, String(bracket));
  assert.equal(await page.locator(".answer").getAttribute("data-surety"), "certified");
});

test("what each release spends is shown, and adds up", async (t) => {
  const page = await visit(t, "");
  await settled(page);
  const shares = page.locator(".shares tbody tr");
  assert.deepEqual(await shares.locator("th").allTextContents(), ["DP-SGD", "Three tables"]);
  const parts = (await shares.locator(".bar-text").allTextContents()).map((text) => Number(text.replace("%", "")));
  assert(Math.abs(parts.reduce((sum, part) => sum + part, 0) - 100) < 0.2, String(parts));
  await page.getByRole("switch", { name: "Three tables takes part" }).click();
  await page.locator(".shares").waitFor({ state: "hidden" });
});

const UNKNOWNS = [
  { field: "sigma", button: "Solve for: Noise σ", symbol: "σ", release: 0 },
  { field: "count", button: "Solve for: Releases k", symbol: "k", release: 0 },
  { field: "rate", button: "Solve for: Sampling rate q", symbol: "q", release: 0 },
];

for (const { field, button, symbol, release } of UNKNOWNS) {
  test(`solves for the ${field}, marks and locks it, and never overshoots`, async (t) => {
    const page = await visit(t, "");
    await shown(page);
    await page.getByRole("button", { name: button }).click();
    await box(page, "Privacy loss ε").fill("1.5");
    await page.keyboard.press("Enter");
    await page.locator(".result-bound", { hasText: new RegExp(`^${symbol} = [0-9.e-]+$`) }).waitFor();
    await settled(page);
    await page.locator(".result-condition", { hasText: "within ε = 1.5 at δ = 1e-5" }).waitFor();
    const text = ((await page.locator(".result-bound").textContent()) ?? "").split(" = ")[1] ?? "";
    const locked = page.locator(`dp-slider[data-locked] input[type=text]`);
    assert.equal(await locked.inputValue(), text);
    assert.equal(await locked.evaluate((input) => input instanceof HTMLInputElement && input.readOnly), true);
    assert.equal(await page.getByRole("button", { name: button }).getAttribute("aria-pressed"), "true");
    assert.match(await hash(page), new RegExp(`^#v=2&solve=${release + 1}\\.${field}&epsilon=1\\.5&delta=1e-5`));

    const value = Number(text);
    const solved = {
      sigma: { ...DP_SGD, mechanism: { kind: "gaussian", sigma: value } },
      count: { ...DP_SGD, count: value },
      rate: { ...DP_SGD, sampling: { kind: "poisson", rate: value } },
    }[field] ?? DP_SGD;
    const question = { ask: "plan", releases: [solved, TABLES], target: { delta: 1e-5 }, accountants: ["fourier"] };
    const answer = /** @type {PlanAnswer} */ (await ask(page, question));
    const upper = answer.best?.epsilon?.upper;
    assert(typeof upper === "number" && upper <= 1.5 && upper > 1.49, `${text} gives ε = ${upper}`);
    await accessible(page, `solved for ${field}`);

    await page.reload();
    await headline(page, `${symbol} = ${text}`);
    await page.getByRole("radio", { name: "ε", exact: true }).check();
    await headline(page, await best(page, [solved, TABLES]));
    assert.equal(await page.locator("dp-slider[data-locked]").count(), 0, "the value stays, and is free");
  });
}

test("the question can name the unknown, of any release", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  await page.getByRole("radio", { name: "a setting" }).check();
  await page.getByRole("combobox", { name: "Which" }).selectOption("Noise scale b of Three tables");
  await box(page, "Privacy loss ε").fill("2");
  await page.locator(".result-bound", { hasText: /^b = / }).waitFor();
  await page.locator(".result-condition", { hasText: "for Three tables: the least within ε = 2" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
});

test("a budget that nothing keeps is explained", async (t) => {
  const page = await visit(t, "#v=2&solve=1.sigma&epsilon=2&delta=1e-5&r=gaussian,sigma:1&r=pure,epsilon:3");
  await page.locator(".result-bound", { hasText: "No value" }).waitFor();
  await page.locator(".result-condition", { hasText: "the other releases, or the budget, must change" }).waitFor();
  await accessible(page);
});

test("scenarios are pinned, named, compared, restored and removed", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  const pin = page.getByRole("button", { name: "Pin as scenario" });
  await pin.click();
  await page.getByRole("heading", { name: "Scenarios" }).waitFor();
  await page.getByRole("textbox", { name: "Name of the scenario" }).fill("Base");
  await page.keyboard.press("Enter");
  await box(page, "Noise σ").fill("2");
  await page.keyboard.press("Enter");
  const strong = await best(page, [{ ...DP_SGD, mechanism: { kind: "gaussian", sigma: 2 } }, TABLES]);
  await headline(page, strong);
  const rows = page.locator(".scenarios tbody tr");
  await rows.first().getByText(strong).waitFor();
  await rows.nth(1).getByText(await best(page, [DP_SGD, TABLES])).waitFor();
  await page.locator(".scenarios .dp-legend", { hasText: "Base" }).waitFor();
  assert.match(await hash(page), /&pin=Base;delta:1e-5;neighbours:add-remove;r:gaussian,sigma:1,/);
  await accessible(page, "a scenario");

  await page.reload();
  await rows.nth(1).waitFor();
  await page.getByRole("button", { name: "Restore Base" }).click();
  await headline(page, await best(page, [DP_SGD, TABLES]));
  assert.equal(await rows.count(), 2, "it stays pinned");
  for (let at = 1; at < 6; at += 1) await pin.click();
  await rows.nth(6).waitFor();
  assert.equal(await pin.isDisabled(), true, "six at most");
  await page.getByRole("button", { name: "Remove Scenario 3" }).click();
  await rows.nth(6).waitFor({ state: "detached" });
  assert.equal(await pin.isDisabled(), false);
  await page.getByRole("button", { name: "Undo" }).click();
  await rows.nth(6).waitFor();
});

test("a training run fills in its release, and says what it assumes", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  await page.getByRole("button", { name: "Add DP-SGD training" }).click();
  const people = box(page, "People in the data");
  await people.fill("50000");
  await box(page, "Average batch").fill("256");
  await box(page, "Epochs").fill("20");
  await box(page, "Noise multiplier").fill("1.1");
  await box(page, "Clipping norm").fill("0.5");
  await page.keyboard.press("Enter");
  assert.equal(await box(page, "Sampling rate q").inputValue(), "0.00512");
  assert.equal(await box(page, "Releases k").inputValue(), "3907");
  assert.equal(await box(page, "Noise σ").inputValue(), "1.1");
  await card(page, "DP-SGD").getByText("The noise on each summed gradient has standard deviation 0.55.").waitFor();
  await card(page, "DP-SGD").getByText("This assumes Poisson batches").waitFor();
  await card(page, "DP-SGD").getByText("but does not change ε").waitFor();
  const run = { count: 3907, mechanism: { kind: "gaussian", sigma: 1.1 }, sampling: { kind: "poisson", rate: 0.00512 } };
  const text = await best(page, [{ mechanism: { kind: "gaussian", sigma: 1 } }, run]);
  await headline(page, text);
  assert.match(await hash(page), /size:50000,batch:256,epochs:20,clip:0\.5/);
  await accessible(page, "training");

  await page.getByRole("radio", { name: "Steps" }).check();
  assert.equal(await box(page, "Steps").inputValue(), "3907");
  await headline(page, text);
  await people.fill("100");
  await page.getByText("256 is more than there are people.").waitFor();
  assert.equal(await people.inputValue(), "100");
  await headline(page, text);
  await people.fill("50000");
  await box(page, "Releases k").fill("5000");
  await card(page, "DP-SGD").getByText("The release was changed since.").waitFor();
  await page.getByRole("button", { name: "Fill in again" }).click();
  assert.equal(await box(page, "Releases k").inputValue(), "3907");
});

test("a mechanism by points: typed text is kept, and each wrong line is named", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  await page.getByRole("combobox", { name: "Mechanism" }).selectOption("profile");
  const points = page.getByRole("textbox", { name: "Points: ε and δ on each line" });
  assert.equal(await points.inputValue(), "0 0.4\n1 0.13\n2 0.02\n4 1e-5");
  const profile = (/** @type {number[][]} */ points) => [{ mechanism: { kind: "profile", points } }];
  await headline(page, await best(page, profile([[0, 0.4], [1, 0.13], [2, 0.02], [4, 1e-5]])));
  await points.fill("0 0.5\n2 0.1\n1 0.2");
  await page.getByText("In line 3: 1 is not above 2, the ε of the point before.").waitFor();
  assert.equal(await points.getAttribute("aria-invalid"), "true");
  await accessible(page, "wrong points");
  await points.fill("0 0.5\n1 0.2\n2 1e-6");
  await headline(page, await best(page, profile([[0, 0.5], [1, 0.2], [2, 1e-6]])));
  assert.equal(await points.getAttribute("aria-invalid"), null);
  await points.blur();
  assert.match(await hash(page), /r=profile,points:0\+0\.5\/1\+0\.2\/2\+1e-6/);
});

test("wrong values of several cards are all named, and the others keep working", async (t) => {
  const page = await visit(t, "#v=2&delta=7&r=gaussian,sigma:banana,label:A&r=laplace,scale:-1,label:B");
  await page.getByText("“banana” is not a number between 0.01 and 1e6.").waitFor();
  await page.getByText("7 is not between 1e-300 and 1.").waitFor();
  assert.equal(await page.locator(".card[data-wrong]").count(), 2, "also where the card is closed");
  await card(page, "B").locator(".card-toggle").click();
  await card(page, "B").getByText("-1 is not between").waitFor();
  await accessible(page, "wrong");
  await box(page, "Noise scale b").fill("2");
  await page.locator(".card[data-wrong]").nth(1).waitFor({ state: "detached" });
  await box(page, "Noise σ").fill("3");
  await box(page, "Failure probability δ").fill("1e-6");
  await headline(page, await best(page, [{ mechanism: { kind: "gaussian", sigma: 3 } }, { mechanism: { kind: "laplace", scale: 2 } }], { delta: 1e-6 }));
});

test("where nothing takes part nothing is lost", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  await page.getByRole("button", { name: "Remove Gaussian" }).click();
  await headline(page, "Nothing is published");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Add a release");
  await accessible(page, "empty");
  await page.getByRole("button", { name: "Add a release" }).click();
  await headline(page, await best(page, [{ mechanism: { kind: "gaussian", sigma: 1 } }]));
});

test("a preset opens with where it comes from, until the plan is changed", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  await page.getByRole("button", { name: "Presets" }).click();
  const sheet = page.getByRole("dialog", { name: "Presets" });
  const entries = sheet.locator("li");
  await entries.nth(9).waitFor();
  await accessible(page, "presets");
  const title = (await entries.first().locator(".preset").textContent()) ?? "";
  await entries.first().locator(".preset").click();
  assert.equal(await sheet.isVisible(), false);
  await page.locator(".provenance", { hasText: title }).waitFor();
  await page.locator(".provenance summary").click();
  await page.locator(".provenance", { hasText: "Source:" }).waitFor();
  await accessible(page, "a preset");
  await page.getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(await names(page), ["DP-SGD", "Three tables"]);
  await page.locator(".provenance").waitFor({ state: "hidden" });
});

test("what it means and what a number says are there when wanted", async (t) => {
  const page = await visit(t, "");
  await settled(page);
  await page.locator(".meaning").scrollIntoViewIfNeeded();
  await page.locator("dp-meaning").waitFor();
  await page.locator("[data-accountant=fourier]").getByRole("button", { name: /^Explain/ }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".answer").getByRole("button", { name: /^Explain/ }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
});

test("every accountant's curve can be laid over the best one's", async (t) => {
  const page = await visit(t, "#v=2&r=gaussian,sigma:5,count:10");
  await settled(page);
  const legend = page.locator(".chart-place").first().locator(".dp-legend li");
  await legend.nth(1).waitFor();
  await page.getByRole("button", { name: "Overlay every accountant" }).click();
  await legend.nth(4).waitFor();
  assert.deepEqual((await legend.allInnerTexts()).map((text) => text.trim()), [
    "exact",
    "Rényi bound",
    "loss distribution",
    "advanced composition",
    "naive composition",
  ]);
});
