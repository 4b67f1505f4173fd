// The worker: it may die, throw or lag, and the page still ends with the right answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bound, GAUSSIAN, headline, profile, settled, shown, useBrowser } from "../browser.mjs";

const visit = useBrowser();

/**
 * @param {import("playwright-core").Page} page
 * @returns {import("playwright-core").Worker}
 */
function onlyWorker(page) {
  const workers = page.workers();
  assert.equal(workers.length, 1);
  const [worker] = workers;
  assert(worker);
  return worker;
}

/**
 * The bound by the page's own instance, so that the worker under test is not used.
 * @param {import("playwright-core").Page} page
 * @param {number} sigma
 */
const expected = (page, sigma, more = {}) =>
  page.evaluate(async ({ sigma, more }) => {
    const core = await import(new URL("pkg/accounting/dpscope.js", location.origin + location.pathname).href);
    const answer = core.ask({
      ask: "plan",
      releases: [{ mechanism: { kind: "gaussian", sigma }, ...more }],
      target: { delta: 1e-5 },
    });
    return /** @type {string} */ (answer.best.text);
  }, { sigma, more });

test("one worker serves the whole page", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  onlyWorker(page);
});

test("a worker that was closed is replaced, and the question is answered", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  await onlyWorker(page).evaluate(() => self.close());
  await page.getByRole("slider", { name: "Noise σ" }).focus();
  await page.keyboard.press("ArrowRight");
  const sigma = Number(await page.getByRole("textbox", { name: "Noise σ" }).inputValue());
  assert.notEqual(sigma, 1);
  await headline(page, await expected(page, sigma));
  await profile(page).locator(".dp-sentence", { hasText: `σ = ${sigma}` }).waitFor();
  assert.equal(await page.locator("#status").isVisible(), false);
});

test("a worker that throws is replaced, and the next question is answered", async (t) => {
  const page = await visit(t, GAUSSIAN, { allow: /deliberate/ });
  await shown(page);
  const first = onlyWorker(page);
  const closed = first.waitForEvent("close");
  await first.evaluate(() => {
    setTimeout(() => {
      throw new Error("deliberate");
    });
  });
  await closed;
  await page.getByRole("textbox", { name: "Noise σ" }).fill("2.5");
  await headline(page, await expected(page, 2.5));
  await profile(page).locator(".dp-sentence", { hasText: "σ = 2.5" }).waitFor();
  assert.notEqual(onlyWorker(page), first);
});

test("an instance that breaks while it answers is replaced, and its question is answered", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const first = onlyWorker(page);
  const closed = first.waitForEvent("close");
  // The answer is built of arrays; an error thrown by one leaves the core in the middle of its work.
  await first.evaluate(() => {
    Reflect.set(self, "Array", function () {
      throw new Error("deliberate");
    });
  });
  await page.getByRole("textbox", { name: "Noise σ" }).fill("3.5");
  await closed;
  await headline(page, await expected(page, 3.5));
  assert.notEqual(onlyWorker(page), first);
  assert.equal(await page.locator("#status").isVisible(), false);
});

test("a valid value typed right after a wrong one is never judged by the wrong one", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const box = page.getByRole("textbox", { name: "Noise σ" });
  for (let at = 0; at < 20; at += 1) {
    const sigma = 2 + at;
    await box.evaluate(
      async (box, { sigma, pause }) => {
        if (!(box instanceof HTMLInputElement)) throw new Error("no box");
        for (const text of ["1e", String(sigma)]) {
          box.value = text;
          box.dispatchEvent(new Event("input", { bubbles: true }));
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      },
      { sigma, pause: at % 8 },
    );
    await headline(page, await expected(page, sigma));
    await profile(page).locator(".dp-sentence", { hasText: `σ = ${sigma},` }).waitFor();
    assert.equal(await box.getAttribute("aria-invalid"), null, `σ = ${sigma}`);
  }
});

test("of a burst of 200 settings the last one stands", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await shown(page);
  const last = await page.getByRole("slider", { name: "Noise σ" }).evaluate((slider) => {
    if (!(slider instanceof HTMLInputElement)) throw new Error("no slider");
    for (let at = 0; at < 200; at += 1) {
      slider.value = String((at * 37) % Number(slider.max));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
    return slider.closest("dp-slider")?.querySelector("input[type=text]")?.id ?? "";
  });
  const sigma = Number(await page.locator(`#${last}`).inputValue());
  await headline(page, await bound(page, { kind: "gaussian", sigma }));
  await profile(page).locator(".dp-sentence", { hasText: `σ = ${sigma}` }).waitFor();
  await page.waitForTimeout(200);
  assert.match((await profile(page).locator(".dp-sentence").textContent()) ?? "", new RegExp(`σ = ${sigma}\\b`));
});

test("a waiting question gives way to a newer one of its channel, not of another", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await settled(page);
  // The Rényi bound is the last that the page asks for by itself.
  await page.locator(".curve .dp-legend li").nth(1).waitFor();
  const answers = await page.evaluate(async () => {
    const { ask } = await import(new URL("js/core/engine.js", location.origin + location.pathname).href);
    const plan = (/** @type {number} */ sigma) => ({
      ask: "plan",
      releases: [{ mechanism: { kind: "gaussian", sigma } }],
      target: { delta: 1e-5 },
    });
    const asked = [
      ask(plan(1), { channel: "a" }),
      ask(plan(2), { channel: "a" }),
      ask(plan(3), { channel: "b" }),
      ask(plan(4), { channel: "a" }),
    ];
    return (await Promise.all(asked)).map((answer) => answer?.answer);
  });
  assert.deepEqual(answers, ["plan", undefined, "plan", "plan"]);
});

test("what follows a question is answered after it, given up alone, and put again with it", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await settled(page);
  await page.locator(".curve .dp-legend li").nth(1).waitFor();
  const found = await page.evaluate(async () => {
    const { ask, cancel } = await import(new URL("js/core/engine.js", location.origin + location.pathname).href);
    /** What is sent to the worker, and what is heard of it. @type {string[]} */
    const journey = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      if (message.question) journey.push(`σ = ${message.question.releases[0].mechanism.sigma}`);
      post.call(this, message);
    };
    const plan = (/** @type {number} */ sigma) => ({
      ask: "plan",
      releases: [{ mechanism: { kind: "gaussian", sigma } }],
      target: { delta: 1e-5 },
    });
    /** @type {string[]} */
    const order = [];
    const told = async (/** @type {string} */ name, /** @type {Promise<any>} */ answer) => {
      const text = (await answer)?.best?.text ?? "none";
      order.push(name);
      journey.push(name);
      return text;
    };
    const pair = await Promise.all([
      told("first", ask(plan(1), { channel: "a" })),
      told("follower", ask(plan(2), { channel: "b", follows: true })),
    ]);
    // The follower is given up, the other goes on; then the other way round.
    const first = ask(plan(3), { channel: "a" });
    const given = ask(plan(4), { channel: "b", follows: true });
    cancel("b");
    const alone = [await told("kept", first), await told("given up", given)];
    const stopped = ask(plan(5), { channel: "a" });
    const again = ask(plan(6), { channel: "b", follows: true });
    cancel("a");
    const after = [await told("stopped", stopped), await told("again", again)];
    // What followed a question that is no more waits behind a newer one that is urgent, and before one that may take long.
    ask(plan(7), { channel: "a" });
    const behind = ask(plan(8), { channel: "b", follows: true });
    const calm = ask(plan(9), { channel: "c" });
    const newer = ask(plan(10), { channel: "d", urgent: true });
    cancel("a");
    await Promise.all([told("newer", newer), told("behind", behind), told("calm", calm)]);
    Worker.prototype.postMessage = post;
    return { order, pair, alone, after, journey };
  });
  assert.deepEqual(found.order, ["first", "follower", "kept", "given up", "stopped", "again", "newer", "behind", "calm"]);
  assert.deepEqual(found.journey.slice(0, 4), ["σ = 1", "σ = 2", "first", "follower"], "both are sent at once");
  const [one, two, three, , , six] = await Promise.all([1, 2, 3, 4, 5, 6].map((sigma) => expected(page, sigma)));
  assert.deepEqual([found.pair, found.alone, found.after], [[one, two], [three, "none"], ["none", six]]);
});

test("if the core cannot be loaded the page says so, keeps its example, and tries again when asked", async (t) => {
  let broken = true;
  const page = await visit(t, GAUSSIAN, {
    allow: /dpscope_bg\.wasm|Failed to load resource|ERR_FAILED/,
    prepare: async (page) => {
      await page.context().route("**/pkg/accounting/dpscope_bg.wasm", (route) => (broken ? route.abort() : route.continue()));
    },
  });
  await page.getByText("The core of this page does not answer.").first().waitFor();
  assert.equal(await page.locator("#default-table").isVisible(), true);
  broken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await shown(page);
  await headline(page, await bound(page, { kind: "gaussian", sigma: 1 }));
  assert.equal(await page.locator("#status").isVisible(), false);
});

test("if the core is lost twice the typed text stays, and Try again goes on", async (t) => {
  // A sample: the page itself would answer for a closed form, and nobody would miss the worker.
  const page = await visit(t, "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1,count:1000,poisson:0.01", { allow: /deliberate|worker\.js|ERR_FAILED/ });
  await settled(page);
  let broken = true;
  await page.context().route("**/js/core/worker.js", (route) => (broken ? route.abort() : route.continue()));
  await onlyWorker(page).evaluate(() => self.close());
  const box = page.getByRole("textbox", { name: "Noise σ" });
  await box.fill("7.5");
  await page.getByRole("button", { name: "Try again" }).waitFor({ timeout: 25000 });
  assert.equal(await box.inputValue(), "7.5");
  broken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await headline(page, await expected(page, 7.5, { count: 1000, sampling: { kind: "poisson", rate: 0.01 } }));
  await profile(page).locator(".dp-sentence", { hasText: "σ = 7.5" }).waitFor();
  assert.equal(await page.locator("#status").isVisible(), false);
});
