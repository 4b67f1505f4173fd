// What the plan says: the answer, the comparison, solved values, what is wrong, and the curves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, ask, GAUSSIAN, headline, profile, settled, shown, useBrowser } from "../browser.mjs";
import { best, box, card, DP_SGD, hash, TABLES, unfold } from "../plan-page.mjs";

/** @typedef {import("../../../www/pkg/accounting/dpscope.js").PlanAnswer} PlanAnswer */

const visit = useBrowser();

test("δ at a chosen ε", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  await page.getByRole("radio", { name: "δ", exact: true }).check();
  assert.equal(await box(page, "Slack δ").isVisible(), false);
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
  const accountants = ["exact", "fourier", "pld", "rdp", "advanced", "basic"];
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
    const surety = (await page.locator(".result-surety").textContent()) ?? "";
    const bracket = /^Within the budget: (\S+) ≤ ε ≤ (\S+)\.$/.exec(surety);
    assert(bracket && Number(bracket[1]) <= Number(bracket[2]) && Number(bracket[2]) <= 1.5, surety);
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
  assert.equal(await page.getByText("value is not valid").filter({ visible: true }).count(), 1, "said once");
  for (const part of [".comparison", ".curve", ".words", ".growth"]) assert.equal(await page.locator(part).isVisible(), false, part);
  await card(page, "B").locator(".card-toggle").click();
  await card(page, "B").getByText("-1 is not between").waitFor();
  await accessible(page, "wrong");
  await box(page, "Noise scale b").fill("2");
  await page.locator(".card[data-wrong]").nth(1).waitFor({ state: "detached" });
  await box(page, "Noise σ").fill("3");
  await box(page, "Slack δ").fill("1e-6");
  await headline(page, await best(page, [{ mechanism: { kind: "gaussian", sigma: 3 } }, { mechanism: { kind: "laplace", scale: 2 } }], { delta: 1e-6 }));
  await page.getByRole("button", { name: "Overlay every accountant" }).waitFor();
  assert.equal(await page.locator(".bars [data-accountant]").first().isVisible(), true);
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

test("what it means and what a number says are there when wanted", async (t) => {
  const page = await visit(t, "");
  await settled(page);
  assert.equal(await page.locator("dp-meaning").count(), 0);
  await unfold(page, "meaning");
  await page.locator("dp-meaning").waitFor();
  await page.locator("[data-accountant=fourier]").getByRole("button", { name: /^Explain/ }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".answer").getByRole("button", { name: /^Explain/ }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
});

test("what is assumed of an attacker is in the address; Back undoes it, and a wrong value is named", async (t) => {
  const page = await visit(t, `${GAUSSIAN}&prior=0.1`);
  await settled(page);
  await page.locator(".meaning").scrollIntoViewIfNeeded();
  await page.locator(".dp-meaning-belief > p", { hasText: "If 10 of 100 candidates" }).waitFor();
  const rate = box(page, "False positive rate");
  await rate.fill("0.2");
  await rate.blur();
  await page.locator(".dp-meaning-test > p", { hasText: "wrongly names 20 of 100" }).waitFor();
  assert.equal(await hash(page), `${GAUSSIAN}&prior=0.1&false-positive=0.2`);
  await page.goBack();
  await page.locator(".dp-meaning-test > p", { hasText: "wrongly names 5 of 100" }).waitFor();
  assert.equal(await rate.inputValue(), "0.05");
  await page.keyboard.press("Control+Shift+Z");
  await page.locator(".dp-meaning-test > p", { hasText: "wrongly names 20 of 100" }).waitFor();
  assert.equal(await rate.inputValue(), "0.2");
  await box(page, "Prior belief").fill("2");
  await page.locator("dp-meaning").getByText("2 is not between").waitFor();
  await box(page, "Prior belief").fill("0.5");
  await box(page, "Prior belief").blur();
  assert.equal(await hash(page), `${GAUSSIAN}&false-positive=0.2`, "the usual prior is not written");
});

test("every accountant's curve can be laid over the best one's, and over that of the next plan", async (t) => {
  const page = await visit(t, "#v=2&r=gaussian,sigma:5,count:10");
  await settled(page);
  const figure = profile(page);
  const legend = figure.locator(".dp-legend li");
  await legend.nth(1).waitFor();
  await page.getByRole("button", { name: "Overlay every accountant" }).click();
  const names = ["Exact", "RDP (Rényi)", "PLD, certified", "Advanced composition", "Basic composition"];
  await legend.nth(4).waitFor();
  assert.deepEqual((await legend.allInnerTexts()).map((text) => text.trim()), names);
  // The curves of one that may take seconds give way at once to a plan that is quick.
  await box(page, "Releases k").fill("20");
  await headline(page, await best(page, [{ count: 20, mechanism: { kind: "gaussian", sigma: 5 } }]));
  await figure.locator(".dp-sentence", { hasText: "20" }).waitFor();
  await legend.nth(4).waitFor();
  assert.deepEqual((await legend.allInnerTexts()).map((text) => text.trim()), names);
});

test("a curve of which the core is long silent still comes, with progress, and gives way to another plan", async (t) => {
  const releases = Array.from({ length: 8 }, (_, at) => `r=gaussian,sigma:${1 + 0.2 * at},count:${300 + at},poisson:${0.01 + 0.01 * at}`);
  const page = await visit(t, `#v=2&${releases.join("&")}`);
  await settled(page);
  const figure = profile(page);
  await figure.locator(".dp-legend li").nth(1).waitFor();
  await page.getByRole("button", { name: "Overlay every accountant" }).click();
  await figure.locator(".dp-work-bar").waitFor();
  await figure.locator(".dp-legend li", { hasText: "advanced composition" }).waitFor({ timeout: 60_000 });
  await page.evaluate(() => (location.hash = "#v=2&r=gaussian,sigma:5"));
  await headline(page, await best(page, [{ mechanism: { kind: "gaussian", sigma: 5 } }]));
});

test("a trainer reads the value that is found, not the one that was typed", async (t) => {
  const page = await visit(t, "#v=2&delta=1e-5&neighbours=add-remove&epsilon=2&r=gaussian,sigma:1.1,count:3516,poisson:0.00426667");
  await settled(page);
  const trainer = page.locator(".trainer");
  await trainer.locator("summary").click();
  await box(page, "People in the data").fill("60000");
  await box(page, "Average batch").fill("256");
  await page.getByRole("button", { name: "Solve for: Noise σ" }).click();
  const value = async (/** @type {RegExp} */ pattern) => {
    const bound = page.locator(".answer:not([data-stale]) .result-bound", { hasText: pattern });
    await bound.waitFor();
    return ((await bound.textContent()) ?? "").split(" ").at(-1) ?? "";
  };
  const sigma = await value(/^σ = /);
  assert.notEqual(sigma, "1.1");
  assert.equal(await box(page, "Noise multiplier").inputValue(), sigma);
  await trainer.locator(".trainer-says", { hasText: `standard deviation ${sigma}.` }).waitFor();
  await page.getByRole("button", { name: "Solve for: Releases k" }).click();
  const steps = await value(/^k = /);
  await trainer.locator(".trainer-says", { hasText: `Found: ${steps} steps, ` }).waitFor();
  const epochs = Number(/([\d.]+) epochs/.exec((await trainer.locator(".trainer-says").textContent()) ?? "")?.[1]);
  assert(Math.abs((epochs * 60000) / 256 / Number(steps) - 1) < 1e-3, `${epochs} epochs, ${steps} steps`);
});
