// The plan: cards, undo and redo, scenarios, the trainer's words, presets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, GAUSSIAN, headline, settled, shown, useBrowser } from "../browser.mjs";
import { best, box, card, DP_SGD, hash, lines, names, TABLES } from "../plan-page.mjs";

const visit = useBrowser();

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
  await page.getByRole("button", { name: "Add DP-SGD" }).click();
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
