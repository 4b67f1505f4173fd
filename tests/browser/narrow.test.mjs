// Small screens: nothing sticks out, nothing is too small to hit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, overflow, shown, useBrowser } from "./browser.mjs";

const visit = useBrowser();

const STATES = {
  default: "",
  laplace: "#v=1&mechanism=laplace&scale=0.0123456789",
  "long numbers": "#v=1&mechanism=gaussian&sigma=123.45678901234&delta=1.23456789e-200",
  sampling: "#v=1&mechanism=gaussian-pair&sampling=subset&rate=0.000123456",
  "no bound": "#v=1&mechanism=two-point&neighbours=replace",
  "wrong values": `#v=1&mechanism=gaussian&sigma=${"unbroken".repeat(30)}&delta=7`,
};

for (const width of [320, 375]) {
  for (const [state, hash] of Object.entries(STATES)) {
    test(`${width} pixels, ${state}: no overflow, large targets`, async (t) => {
      const page = await visit(t, hash, { width, height: 667, dark: width === 320 });
      if (state === "wrong values") await page.locator(".error:not(:empty)").nth(1).waitFor();
      else if (state === "no bound") await page.locator(".dp-note:not(:empty)").waitFor();
      else await shown(page);
      assert.equal(await overflow(page), 0);
      const numbers = page.locator(".dp-numbers");
      if (await numbers.isVisible()) {
        assert.equal(await numbers.getAttribute("open"), null, "the table starts closed");
        await numbers.locator("summary").click();
        await numbers.locator("tbody td").first().waitFor();
        assert.equal(await overflow(page), 0, "with the table open");
      }
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("a, button, input, select, summary, [tabindex='0']")]
          .map((target) => ({ target, area: target.getBoundingClientRect() }))
          .filter(({ area }) => area.width > 0 && area.bottom > 0 && (area.width < 24 || area.height < 24))
          .map(({ target, area }) => `${target.outerHTML.slice(0, 80)} ${area.width}×${area.height}`),
      );
      assert.deepEqual(small, []);
      await accessible(page, `${state} at ${width}`);
    });
  }
}

test("fingers get targets of 44 pixels", async (t) => {
  const page = await visit(t, "#v=1&sampling=poisson", { width: 375, height: 667, touch: true });
  await shown(page);
  if (!(await page.evaluate(() => matchMedia("(pointer: coarse)").matches))) return t.skip("no coarse pointer here");
  const small = await page.evaluate(() =>
    [...document.querySelectorAll(".controls input, .controls select")]
      .map((target) => ({ target, area: target.getBoundingClientRect() }))
      .filter(({ area }) => area.height < 44)
      .map(({ target, area }) => `${target.outerHTML.slice(0, 80)} ${area.height}`),
  );
  assert.deepEqual(small, []);
});

test("Tab follows the eye: mechanism, chart, condition", async (t) => {
  const page = await visit(t, "", { width: 375, height: 667 });
  await shown(page);
  const place = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.id || element?.className || "";
    });
  await page.getByRole("slider", { name: "Noise σ" }).focus();
  await page.keyboard.press("Tab");
  assert.equal(await place(), "dp-plot");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await place(), "delta-box");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("slider", { name: "Noise σ" }).focus();
  await page.keyboard.press("Tab");
  assert.equal(await place(), "delta-box");
});
