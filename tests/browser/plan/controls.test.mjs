// The controls: slider and box are linked, keys suffice, and wrong text is kept and explained.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, bound, choose, GAUSSIAN, headline, profile, shown, useBrowser } from "../browser.mjs";

const visit = useBrowser();

test("the slider moves by mouse; box, result and curve follow", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const slider = page.getByRole("slider", { name: "Noise σ" });
  const box = page.getByRole("textbox", { name: "Noise σ" });
  const area = await slider.boundingBox();
  assert(area);
  await page.mouse.move(area.x + area.width * 0.3, area.y + area.height / 2);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.8, area.y + area.height / 2, { steps: 5 });
  await page.mouse.up();
  const sigma = Number(await box.inputValue());
  assert(sigma > 10 && sigma < 30, `the slider is logarithmic: ${sigma}`);
  await headline(page, await bound(page, { kind: "gaussian", sigma }));
  await profile(page).locator(".dp-sentence", { hasText: `σ = ${sigma}` }).waitFor();
  assert.equal(await slider.getAttribute("aria-valuetext"), `σ = ${sigma}`);
});

test("arrow keys step the slider through round values, Home and End reach its ends", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const slider = page.getByRole("slider", { name: "Slack δ" });
  const box = page.getByRole("textbox", { name: "Slack δ" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await box.inputValue(), "1.3e-5");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await box.inputValue(), "1e-5");
  await page.keyboard.press("End");
  assert.equal(await box.inputValue(), "0.1");
  await headline(page, await bound(page, { kind: "gaussian", sigma: 1 }, 0.1));
  await page.keyboard.press("Home");
  assert.equal(await box.inputValue(), "1e-12");
  await headline(page, await bound(page, { kind: "gaussian", sigma: 1 }, 1e-12));
});

test("a typed number moves the slider, also beyond its ends", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const slider = page.getByRole("slider", { name: "Noise σ" });
  const box = page.getByRole("textbox", { name: "Noise σ" });
  await box.fill("12.345");
  await headline(page, await bound(page, { kind: "gaussian", sigma: 12.345 }));
  assert.equal(await box.inputValue(), "12.345");
  assert.match((await slider.getAttribute("aria-valuetext")) ?? "", /12\.345/);
  await box.fill("1000");
  await headline(page, await bound(page, { kind: "gaussian", sigma: 1000 }));
  assert.equal(await slider.inputValue(), await slider.getAttribute("max"));
});

test("the neighbouring relation is part of the question and of the headline", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  await page.getByLabel("Neighbouring relation").selectOption("replace");
  await page.locator(".result-condition", { hasText: "when one person is replaced by another" }).waitFor();
  await headline(page, await bound(page, { kind: "gaussian", sigma: 1 }, 1e-5, "replace"));
});

test("each mechanism remembers what was set", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  await page.getByRole("textbox", { name: "Noise σ" }).fill("3");
  await choose(page, "laplace");
  await choose(page, "gaussian");
  assert.equal(await page.getByRole("textbox", { name: "Noise σ" }).inputValue(), "3");
  await headline(page, await bound(page, { kind: "gaussian", sigma: 3 }));
});

test("by keyboard alone: choose Laplace, set its scale to 2, read ε at δ", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.id || element?.className || "";
    });
  const tabTo = async (/** @type {string} */ wanted) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press("Tab");
      if ((await focused()).endsWith(wanted)) return;
    }
    assert.fail(`Tab never reached ${wanted}`);
  };
  await tabTo("-kind");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.getByRole("combobox", { name: "Mechanism" }).inputValue(), "laplace");
  await tabTo("-scale-box");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await headline(page, await bound(page, { kind: "laplace", scale: 2 }));
  await page.locator("#spoken", { hasText: "At δ = 1e-5" }).waitFor({ state: "attached" });
  await tabTo("dp-plot");
  await page.keyboard.press("End");
  await profile(page).locator(".dp-readout[data-reading]").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".dp-readout[data-reading]").count(), 0);
  await accessible(page);
});

for (const { typed, says } of [
  { typed: "-1", says: "-1 is not between 0.01 and 1e6." },
  { typed: "1e9", says: "1e9 is not between 0.01 and 1e6." },
  { typed: "abc", says: "“abc” is not a number between 0.01 and 1e6." },
  { typed: "1,5", says: "“1,5” is not a number between 0.01 and 1e6." },
  { typed: "0x10", says: "“0x10” is not a number between 0.01 and 1e6." },
  { typed: "", says: "Nothing is typed here; it must be a number between 0.01 and 1e6." },
]) {
  test(`a wrong value is kept and explained: "${typed}"`, async (t) => {
    const page = await visit(t, GAUSSIAN);
    await shown(page);
    const box = page.getByRole("textbox", { name: "Noise σ" });
    const before = await profile(page).locator(".dp-sentence").textContent();
    await box.fill(typed);
    await page.getByText(says, { exact: true }).waitFor();
    assert.equal(await box.inputValue(), typed);
    assert.equal(await box.getAttribute("aria-invalid"), "true");
    const described = ((await box.getAttribute("aria-describedby")) ?? "").split(" ");
    const id = await page.getByText(says, { exact: true }).getAttribute("id");
    assert(id && described.includes(id), "the message describes the box");
    await profile(page).getByText("This is the last valid curve.").waitFor();
    assert.equal(await profile(page).locator(".dp-sentence").textContent(), before);
    await accessible(page, typed);

    await box.fill("2");
    await headline(page, await bound(page, { kind: "gaussian", sigma: 2 }));
    assert.equal(await box.getAttribute("aria-invalid"), null);
    await page.locator("[data-stale]").first().waitFor({ state: "detached" });
    assert.equal(await page.getByText("This is the last valid curve.").count(), 0);
  });
}

test("two wrong values are both explained", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  await page.getByRole("textbox", { name: "Noise σ" }).fill("none");
  await page.getByRole("textbox", { name: "Slack δ" }).fill("2");
  await page.getByText("“none” is not a number between 0.01 and 1e6.").waitFor();
  await page.getByText("2 is not between 1e-300 and 1.").waitFor();
  assert.equal(await page.locator("[aria-invalid=true]").count(), 2);
});

test("sampling is part of the question, with a rate of its own", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const rate = page.getByRole("textbox", { name: "Sampling rate q" });
  assert.equal(await rate.isVisible(), false, "no rate where everyone takes part");
  await page.getByLabel("Sampling", { exact: true }).selectOption("poisson");
  assert.equal(await rate.inputValue(), "0.01");
  const gaussian = { kind: "gaussian", sigma: 1 };
  await headline(page, await bound(page, gaussian, 1e-5, "add-remove", { kind: "poisson", rate: 0.01 }));
  await page.locator(".card-line", { hasText: "Poisson q = 0.01" }).waitFor();
  const before = await profile(page).locator(".dp-sentence").textContent();
  await page.getByRole("slider", { name: "Sampling rate q" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await rate.inputValue(), "0.0102");
  await rate.fill("0.25");
  await headline(page, await bound(page, gaussian, 1e-5, "add-remove", { kind: "poisson", rate: 0.25 }));
  await profile(page).getByText(before ?? "", { exact: true }).waitFor({ state: "detached" });
  await accessible(page, "sampling");
  await rate.fill("1.5");
  await page.getByText("1.5 is not between 0 and 1.", { exact: true }).waitFor();
  assert.equal(await rate.getAttribute("aria-invalid"), "true");
  await page.getByLabel("Sampling", { exact: true }).selectOption("none");
  await headline(page, await bound(page, gaussian));
  assert.equal(await rate.isVisible(), false);
});
