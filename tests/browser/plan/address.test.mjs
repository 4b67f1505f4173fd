// The address holds the plan: links open it, also those of version 1, Back undoes a change, wrong values
// are shown as such. plan-model.test.mjs has the golden list of links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, bound, choose, GAUSSIAN, headline, shown, useBrowser } from "../browser.mjs";

const visit = useBrowser();
// Asked of the page itself: the driver learns of a new entry a moment later.
const hash = (/** @type {import("playwright-core").Page} */ page) => page.evaluate(() => location.hash);

test("a link of version 1 opens as a plan of one release", async (t) => {
  const page = await visit(t, "#v=1&mechanism=randomized-response&truth=0.9&delta=1e-9&neighbours=replace&colour=red");
  await shown(page);
  assert.equal(await page.getByRole("combobox", { name: "Mechanism" }).inputValue(), "randomized-response");
  assert.equal(await page.getByRole("textbox", { name: "Probability of the truth p" }).inputValue(), "0.9");
  assert.equal(await page.getByRole("textbox", { name: "Slack δ" }).inputValue(), "1e-9");
  assert.equal(await page.getByLabel("Neighbouring relation").inputValue(), "replace");
  await headline(page, await bound(page, { kind: "randomized-response", truth: 0.9 }, 1e-9, "replace"));
  await accessible(page);
});

test("a finished change is in the address, and a reload restores it", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  assert.equal(await hash(page), GAUSSIAN);
  await choose(page, "laplace");
  await page.getByRole("textbox", { name: "Noise scale b" }).fill("2.5");
  await page.keyboard.press("Enter");
  assert.equal(await hash(page), "#v=2&delta=1e-5&neighbours=add-remove&r=laplace,scale:2.5");
  await page.reload();
  await shown(page);
  assert.equal(await page.getByRole("textbox", { name: "Noise scale b" }).inputValue(), "2.5");
  await headline(page, await bound(page, { kind: "laplace", scale: 2.5 }));
});

test("the example needs no address", async (t) => {
  const page = await visit(t, "");
  await shown(page);
  assert.equal(await hash(page), "");
  await page.getByRole("textbox", { name: "Noise σ" }).fill("2");
  await page.keyboard.press("Enter");
  assert.match(await hash(page), /^#v=2&delta=1e-5&.*sigma:2,.*label:Three\+tables$/);
  await page.goBack();
  await page.waitForFunction(() => location.hash === "");
  assert.equal(await page.getByRole("textbox", { name: "Noise σ" }).inputValue(), "1");
});

test("Back and Forward step through finished changes, a whole drag being one", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const slider = page.getByRole("slider", { name: "Noise σ" });
  const box = page.getByRole("textbox", { name: "Noise σ" });
  const area = await slider.boundingBox();
  assert(area);
  const at = (/** @type {number} */ share) => /** @type {const} */ ([area.x + area.width * share, area.y + area.height / 2]);
  await page.mouse.move(...at(0.2));
  await page.mouse.down();
  await page.mouse.move(...at(0.5), { steps: 4 });
  await page.waitForTimeout(800);
  assert.doesNotMatch(await hash(page), /sigma:1$/, "the address follows the drag");
  await page.mouse.move(...at(0.9), { steps: 4 });
  await page.mouse.up();
  const dragged = await box.inputValue();
  await choose(page, "laplace");
  await headline(page, await bound(page, { kind: "laplace", scale: 1 }));

  await page.goBack();
  await headline(page, await bound(page, { kind: "gaussian", sigma: Number(dragged) }));
  assert.equal(await box.inputValue(), dragged);
  await page.goBack();
  await headline(page, await bound(page, { kind: "gaussian", sigma: 1 }));
  assert.equal(await box.inputValue(), "1");
  await page.goForward();
  await page.goForward();
  await headline(page, await bound(page, { kind: "laplace", scale: 1 }));
});

test("an edited address is followed", async (t) => {
  const page = await visit(t, "#v=2&r=gaussian,sigma:2");
  await shown(page);
  await page.evaluate(() => {
    location.hash = "#v=2&r=gaussian,sigma:5";
  });
  await headline(page, await bound(page, { kind: "gaussian", sigma: 5 }));
});

test("wrong values of an address are put where they belong, and explained", async (t) => {
  const page = await visit(t, "#v=2&delta=7&r=gaussian,sigma:banana");
  await page.getByText("“banana” is not a number between 0.01 and 1e6.").waitFor();
  await page.getByText("7 is not between 1e-300 and 1.").waitFor();
  const box = page.getByRole("textbox", { name: "Noise σ" });
  assert.equal(await box.inputValue(), "banana");
  assert.equal(await box.getAttribute("aria-invalid"), "true");
  assert.match(await hash(page), /sigma:banana/);
  await accessible(page);
  await box.fill("1");
  await page.getByRole("textbox", { name: "Slack δ" }).fill("1e-5");
  await shown(page);
  await headline(page, await bound(page, { kind: "gaussian", sigma: 1 }));
});

test("an unknown mechanism or relation of an address is explained, and can be chosen anew", async (t) => {
  const page = await visit(t, "#v=2&neighbours=cousins&r=magic");
  await page.getByText("“magic” is not one of gaussian, laplace").waitFor();
  await page.getByText("“cousins” is not one of add-remove").waitFor();
  await accessible(page);
  await choose(page, "gaussian");
  await page.getByLabel("Neighbouring relation").selectOption("add-remove");
  await shown(page);
  await headline(page, await bound(page, { kind: "gaussian", sigma: 1 }));
  assert.equal(await page.locator(".error:not(:empty)").count(), 0);
});

test("text of an address is never taken for markup", async (t) => {
  const page = await visit(t, `#v=2&r=gaussian,sigma:${encodeURIComponent("<img src=x onerror=alert(1)>")},label:<b>bold</b>`);
  await page.getByText("is not a number between 0.01 and 1e6.").first().waitFor();
  assert.equal(await page.locator("dp-plan :is(img, b)").count(), 0);
});

test("an address of another version says so", async (t) => {
  const page = await visit(t, "#v=9&r=gaussian,sigma:2");
  await shown(page);
  await page.getByText("Another version of dpscope wrote this address").waitFor();
  await accessible(page);
});

test("the link to the answer moves the focus and keeps the plan", async (t) => {
  const hash = "#v=2&delta=1e-6&neighbours=replace&r=gaussian,sigma:5";
  const page = await visit(t, hash);
  await shown(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#answer-heading:focus").waitFor();
  assert.equal(await page.evaluate(() => location.hash), hash);
  assert.equal(await page.getByRole("textbox", { name: "Noise σ" }).inputValue(), "5");
});

test("a run of arrow keys is one step of the history", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const before = await page.evaluate(() => history.length);
  await page.getByRole("slider", { name: "Noise σ" }).focus();
  for (let at = 0; at < 12; at += 1) await page.keyboard.press("ArrowRight");
  const sigma = await page.getByRole("textbox", { name: "Noise σ" }).inputValue();
  await page.waitForURL(`**/*sigma:${sigma}`);
  assert.equal(await page.evaluate(() => history.length), before + 1);
  await page.goBack();
  await page.getByRole("slider", { name: "Noise σ" }).and(page.locator('[aria-valuetext*="1"]')).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Noise σ" }).inputValue(), "1");
});

test("sampling is in the address only where there is sampling", async (t) => {
  const page = await visit(t, "#v=1&mechanism=laplace&scale=2&sampling=subset&rate=0.1&neighbours=replace");
  await shown(page);
  const sampling = page.getByLabel("Sampling", { exact: true });
  assert.equal(await sampling.inputValue(), "subset");
  assert.equal(await page.getByRole("textbox", { name: "Sampling rate q" }).inputValue(), "0.1");
  const laplace = { kind: "laplace", scale: 2 };
  await headline(page, await bound(page, laplace, 1e-5, "replace", { kind: "subset", rate: 0.1 }));
  await sampling.selectOption("poisson");
  assert.equal(await hash(page), "#v=2&delta=1e-5&neighbours=replace&r=laplace,scale:2,poisson:0.1");
  // Changes of one control within a second would be one step of the history.
  await page.waitForTimeout(1100);
  await sampling.selectOption("none");
  assert.equal(await hash(page), "#v=2&delta=1e-5&neighbours=replace&r=laplace,scale:2");
  await headline(page, await bound(page, laplace, 1e-5, "replace"));
  await page.goBack();
  await headline(page, await bound(page, laplace, 1e-5, "replace", { kind: "poisson", rate: 0.1 }));
  assert.equal(await sampling.inputValue(), "poisson");
});

test("an unknown sampling of an address is explained, and can be chosen anew", async (t) => {
  const page = await visit(t, "#v=1&sampling=stratified&rate=7");
  await page.getByText("“stratified” is not one of none, poisson, subset.").waitFor();
  await accessible(page);
  await page.getByLabel("Sampling", { exact: true }).selectOption("poisson");
  await page.getByText("7 is not between 0 and 1.", { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Sampling rate q" }).fill("0.5");
  await page.locator(".error:not(:empty)").first().waitFor({ state: "detached" });
  await shown(page);
});

test("a parameter that is called like the condition has a key of its own", async (t) => {
  const page = await visit(t, "#v=1&mechanism=approximate&epsilon=0.5&mechanism-delta=1e-7&delta=1e-3");
  await shown(page);
  assert.equal(await page.getByRole("textbox", { name: "Guarantee δ₀" }).inputValue(), "1e-7");
  assert.equal(await page.getByRole("textbox", { name: "Slack δ" }).inputValue(), "1e-3");
  await headline(page, await bound(page, { kind: "approximate", epsilon: 0.5, delta: 1e-7 }, 1e-3));
});
