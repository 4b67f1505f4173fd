// The page of single people: the reports that may be published, and what each needs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser } from "../browser.mjs";
import { exposed, MARK, PAGE, publishable, settled, unfold } from "../instance-page.mjs";

const visit = useBrowser();

test("reports: marked, costed, compared with the truth and their coverage counted", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=5&regularization=60&model=drawn&hessian=1&gradient=1&eigenvalue=1`);
  await settled(page);
  for (const name of ["Data-independent", "Data-dependent", "Adaptive"]) {
    await page.getByRole("radio", { name, exact: true }).check();
    await publishable(page);
    assert.match((await exposed(page))[0] ?? "", /loses at most/);
  }
  await page.getByRole("radio", { name: "True loss", exact: true }).check();
  await page.locator(`${MARK}[data-publishable=false]`).waitFor();
  await unfold(page, "comparison");
  const rows = page.locator(".report-table tbody tr");
  await page.waitForFunction(() => document.querySelectorAll(".report-table tbody tr").length === 3);
  assert.match((await rows.nth(0).textContent()) ?? "", /nothing/);
  assert.match((await rows.nth(1).textContent()) ?? "", /the gradient of the objective; the Hessian of the objective/);
  await page.getByRole("button", { name: /^Redraw 200 times/ }).click();
  await page.waitForFunction(() => document.querySelector(".report-table tbody")?.textContent?.includes("of 1200"));
});

test("by keyboard alone: the reports are switched, and a table with a bad row is taken", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=5&regularization=60&model=drawn&hessian=1&gradient=1&eigenvalue=1`);
  await settled(page);
  await page.getByRole("radio", { name: "True loss", exact: true }).focus();
  for (const name of ["Data-independent", "Data-dependent", "Adaptive"]) {
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.getByRole("radio", { name, exact: true }).isChecked(), name);
    await publishable(page);
  }
  await page.locator(".own > summary").focus();
  await page.keyboard.press("Enter");
  await page.locator("#own-text").focus();
  await page.keyboard.insertText("a,b,y\n0.1,0.2,1\n0.3,oops,1\n-0.4,0.1,-1\n");
  await page.getByRole("button", { name: "Use this table" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText(/Line 3 is left out/).waitFor();
});

test("a report that cannot be made says what it needs", async (t) => {
  const page = await visit(t, `${PAGE}#model=drawn&show=data-dependent`);
  await page.locator(".instance-figure .dp-note").filter({ hasText: "a regularization λ of at least" }).waitFor();
  await page.getByRole("button", { name: /^Raise λ to the/ }).first().click();
  await publishable(page);
});

test("squared loss: clipped by hand, every report can be shown, and Back takes it back", async (t) => {
  const page = await visit(t, `${PAGE}#model=drawn`);
  await settled(page);
  await unfold(page, "comparison");
  const clipped = page.getByRole("group", { name: "Gradient of each person" });
  assert.equal(await clipped.isVisible(), false, "the logistic loss has a bound of its own");
  await page.getByRole("combobox", { name: "People" }).selectOption("regression-line");
  await clipped.getByRole("radio", { name: "As it comes" }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".report-table td[colspan]").length === 2);
  await clipped.getByRole("radio", { name: "Clipped" }).check();
  await page.waitForFunction(() => location.hash.includes("clipped=yes"));
  assert.match((await page.locator("dp-slider:has(#clip-box) .slider-ends").textContent()) ?? "", /0\.05 more private.*less private 5/);
  await page.getByRole("slider", { name: "Clipped to C" }).focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => /[&#]clip=0\.\d/.test(location.hash));
  await page.getByRole("radio", { name: "Data-dependent", exact: true }).check();
  await page.locator(".instance-foot .actions button").filter({ hasText: "Raise λ" }).click();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "answer-heading");
  for (const name of ["Data-dependent", "Adaptive", "Data-independent"]) {
    await page.getByRole("radio", { name, exact: true }).check();
    await publishable(page);
    await settled(page);
    assert.match((await exposed(page))[0] ?? "", /loses at most/);
  }
  await page.waitForFunction(() => document.querySelectorAll(".report-table td[colspan]").length === 0);
  while (/[&#]clip=/.test(page.url())) await page.goBack();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#clip-box")).value === "1");
  assert.ok(await clipped.getByRole("radio", { name: "Clipped" }).isChecked());
  await page.goBack();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("input[name=clipped][value=no]")).checked);
});

test("squared loss: a report that needs a clipped loss offers to clip it, and so does a budget", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&loss=squared&sigma=5&regularization=60&model=drawn&hessian=1&show=adaptive`);
  await page.locator(".instance-figure .dp-note").filter({ hasText: "clip it" }).waitFor();
  assert.equal(await page.locator(`${MARK}`).textContent(), "", "nothing is marked where there is nothing");
  await page.locator(".instance-foot .actions").getByRole("button", { name: "Clip everyone's gradient to norm 1, as these reports need" }).click();
  await publishable(page);
  const clipped = page.getByRole("group", { name: "Gradient of each person" });
  await clipped.getByRole("radio", { name: "As it comes" }).check();
  await page.getByRole("radio", { name: "By a budget ε₁" }).check();
  assert.ok(await clipped.getByRole("radio", { name: "Clipped" }).isChecked(), "a budget needs a bound");
  await clipped.getByRole("radio", { name: "As it comes" }).check();
  assert.ok(await page.getByRole("radio", { name: "By σ" }).isChecked(), "without a bound there is no budget");
});

test("totals are by the published determinant; the tight one is a labelled choice that serves every λ", async (t) => {
  const page = await visit(t, `${PAGE}#model=drawn`);
  await unfold(page, "comparison");
  const total = page.locator(".report-table tbody tr").first().locator("td").nth(2);
  // As the page of learning has it for σ = 10.9576, λ = 1, L = 1, β = ¼ at δ = 1e-6: 0.66193.
  await total.filter({ hasText: "0.662 at δ = 1e-6" }).waitFor();
  const words = page.locator(".comparison .help");
  assert.match((await words.first().textContent()) ?? "", /by the published determinant\./);
  await page.getByText("Reports and totals").click();
  await page.getByRole("group", { name: "Determinant" }).getByRole("radio", { name: "Tight (extension)" }).check();
  await total.filter({ hasText: "0.5974 at δ = 1e-6" }).waitFor();
  assert.match((await words.first().textContent()) ?? "", /an extension of this tool/);
  assert.match(page.url(), /determinant=tight/);
  const weak = await visit(t, `${PAGE}#model=drawn&regularization=0.1`);
  await unfold(weak, "comparison");
  await weak.locator(".comparison .help").filter({ hasText: "needs λ above β = 0.25" }).waitFor();
  await weak.locator(".comparison").getByRole("button", { name: /^Take the tight determinant/ }).click();
  await weak.waitForFunction(() => location.hash.includes("determinant=tight"));
  await weak.locator(".comparison .help").filter({ hasText: "an extension of this tool" }).waitFor();
});

test("nothing is called publishable without a guarantee: no bound, or data divided by their own largest norm", async (t) => {
  const page = await visit(t, `${PAGE}#model=drawn&data=regression-line&loss=squared&show=data-independent`);
  const mark = page.locator(`${MARK}[data-publishable=false]`);
  await mark.filter({ hasText: "no ε is guaranteed" }).waitFor();
  await unfold(page, "comparison");
  const verdict = page.locator(".report-table tbody tr").first().locator("td").last();
  await verdict.filter({ hasText: /^no$/ }).waitFor();
  const own = await visit(t, `${PAGE}#model=drawn&show=data-independent`);
  await settled(own);
  await unfold(own, "comparison");
  await unfold(own, "own");
  await own.locator("#own-text").fill("0.4,-0.2,1\n-0.3,0.5,-1\n20,2,1\n0.2,0.3,-1\n");
  await own.locator("#own-long").selectOption("all");
  await own.getByRole("button", { name: "Use this table" }).click();
  await own.locator(`${MARK}[data-publishable=false]`).filter({ hasText: "divided by the largest norm of these very people" }).waitFor();
  await own.locator(".report-table tbody tr").first().filter({ hasText: "∞ at δ = 1e-6" }).waitFor();
  assert.equal(await own.locator(".report-table tbody tr").first().locator("td").last().textContent(), "no");
  // Each row by itself moves nobody else.
  await own.locator("#own-long").selectOption("each");
  await own.locator(`${MARK}[data-publishable=true]`).filter({ hasText: "This noise is a demonstration" }).waitFor();
  assert.equal(await own.locator("dp-slider:has(#rho-box) .slider-ends").textContent().then((text) => /private/.test(text ?? "")), false);
});

test("a member is never publishable, whatever report is shown", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&model=drawn&show=data-independent&sigma=5`);
  await settled(page);
  await page.locator(`${MARK}[data-publishable=true]`).waitFor();
  const secret = page.locator(".instance-with .mark[data-publishable=false]").filter({ hasText: "it shows people of the data", visible: true });
  await secret.waitFor();
  await page.locator(".exposed button").first().click();
  await page.locator(".person .mark[data-publishable=false]").filter({ hasText: "it shows people of the data" }).waitFor();
  assert.equal(await secret.count(), 1, "once");
});
