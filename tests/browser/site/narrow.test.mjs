// Small screens: nothing sticks out, nothing is too small to hit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, overflow, profile, settled, useBrowser } from "../browser.mjs";

const visit = useBrowser();

const STATES = {
  example: "",
  "long numbers": "#v=2&delta=1.23456789e-200&r=gaussian,sigma:123.45678901234,count:123456789,label:An+exceedingly+long+label+that+nobody+would+write",
  sampling: "#v=2&r=gaussian-pair,subset:0.000123456",
  "no bound": "#v=2&neighbours=replace&r=two-point",
  "wrong values": `#v=2&delta=7&r=gaussian,sigma:${"unbroken".repeat(30)}`,
  "by points": "#v=2&r=profile",
  solved: "#v=2&solve=1.sigma&epsilon=1&delta=1e-5&r=gaussian,sigma:1,count:100",
  scenarios: "#v=2&r=gaussian,sigma:1&pin=Base;delta:1e-5;r:gaussian,sigma:2&pin=Other;delta:1e-6;r:laplace,scale:2",
  training: "#v=2&r=gaussian,sigma:1,count:1000,poisson:0.01,label:DP-SGD,size:60000,batch:600,epochs:10,clip:1",
};

for (const width of [320, 375]) {
  for (const [state, hash] of Object.entries(STATES)) {
    test(`${width} pixels, ${state}: no overflow, large targets`, async (t) => {
      const page = await visit(t, hash, { width, height: 667, dark: width === 320 });
      await page.locator(".card-toggle").first().click();
      if (state === "wrong values") await page.locator(".error:not(:empty)").nth(1).waitFor();
      else if (state === "no bound") await page.locator(".dp-note:not(:empty)").first().waitFor();
      else await settled(page);
      if (state === "scenarios") await page.locator(".scenarios .dp-legend li").nth(2).waitFor();
      assert.equal(await overflow(page), 0);
      const numbers = profile(page).locator(".dp-numbers");
      if (await numbers.isVisible()) {
        assert.equal(await numbers.getAttribute("open"), null, "the table starts closed");
        await numbers.locator("summary").click();
        await numbers.locator("tbody td").first().waitFor();
        assert.equal(await overflow(page), 0, "with the table open");
      }
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0']")]
          .map((target) => ({ target, area: target.getBoundingClientRect() }))
          .filter(({ target, area }) => target.checkVisibility() && area.width > 0 && area.bottom > 0 && (area.width < 24 || area.height < 24))
          .map(({ target, area }) => `${target.outerHTML.slice(0, 80)} ${area.width}×${area.height}`),
      );
      assert.deepEqual(small, []);
      await accessible(page, `${state} at ${width}`);
    });
  }
}

test("fingers get targets of 44 pixels", async (t) => {
  const page = await visit(t, "", { width: 375, height: 667, touch: true });
  await settled(page);
  if (!(await page.evaluate(() => matchMedia("(pointer: coarse)").matches))) return t.skip("no coarse pointer here");
  await page.locator(".card-toggle").first().click();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("dp-plan :is(.controls, .card) :is(input, select, button, summary)")]
      .map((target) => ({ target, area: target.getBoundingClientRect() }))
      .filter(({ target, area }) => target.checkVisibility() && area.height > 0 && area.height < 44)
      .map(({ target, area }) => `${target.outerHTML.slice(0, 80)} ${area.height}`),
  );
  assert.deepEqual(small, []);
});

test("Tab follows the eye: answer, plan, question, comparison; beside one another plan, question, answer", async (t) => {
  const page = await visit(t, "", { width: 375, height: 812 });
  await settled(page);
  const order = () =>
    page.evaluate(() =>
      [".result-acts", ".card", ".goal", ".bars"]
        .map((name) => ({ name, at: document.querySelector(name) }))
        .sort((one, other) => {
          if (!one.at || !other.at) throw new Error("a part is missing");
          return one.at.compareDocumentPosition(other.at) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
        })
        .map(({ name }) => name),
    );
  assert.deepEqual(await order(), [".result-acts", ".card", ".goal", ".bars"]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator(".side + .scene > .answer").waitFor();
  assert.deepEqual(await order(), [".card", ".goal", ".result-acts", ".bars"]);
});

test("on a small screen the answer stays in sight while the plan is edited", async (t) => {
  const page = await visit(t, "", { width: 375, height: 812 });
  await settled(page);
  await page.getByLabel("Neighbouring relation").scrollIntoViewIfNeeded();
  const box = await page.locator(".result-bound").boundingBox();
  assert(box && box.y >= 0 && box.y < 200, JSON.stringify(box));
  assert((await page.locator(".answer").boundingBox())?.height ?? 999 < 170);
});
