// Nothing is asked twice: what the page asks the core for, by the worker or on its own thread, gesture by gesture.

import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf, Memory, sizeOf } from "../../../www/js/core/memory.js";
import { GAUSSIAN, headline, settled, site, useBrowser } from "../browser.mjs";
import { box } from "../plan-page.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../../www/js/core/engine.js").Answer} Answer */

const visit = useBrowser();

const SAMPLED = `${GAUSSIAN},count:1000,poisson:0.01,label:Run`;

/** Notes every question that leaves the page's memory, and those that were answered, from before its scripts run. */
const noting = async (/** @type {Page} */ page) => {
  await page.addInitScript(() => {
    /** @type {string[][]} */
    const [asked = [], answered = []] = [[], []];
    Object.assign(window, { asked, answered });
    const { postMessage: post, addEventListener: listen } = Worker.prototype;
    /** @type {Map<number, string>} */
    const sent = new Map();
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      const text = JSON.stringify(message.question);
      if (message.question) asked.push(text);
      sent.set(message.id, text);
      post.call(this, message);
    };
    Worker.prototype.addEventListener = function (/** @type {string} */ type, /** @type {any} */ listener) {
      listen.call(this, type, (event) => {
        const { id, answer } = /** @type {MessageEvent} */ (event).data ?? {};
        if (answer) answered.push(sent.get(id) ?? "");
        listener(event);
      });
    };
  });
};

/** Questions that the page answers itself count as well. */
const notingThread = (/** @type {Page} */ page) =>
  page.evaluate(async (source) => {
    const { MainThread } = await import(source);
    const { ask } = MainThread.prototype;
    MainThread.prototype.ask = function (/** @type {string} */ like, /** @type {unknown} */ question) {
      const answer = ask.call(this, like, question);
      if (answer) for (const list of ["asked", "answered"]) Reflect.get(window, list).push(JSON.stringify(question));
      return answer;
    };
  }, new URL("js/core/main-thread.js", site).href);

/** Waits until the page has asked nothing for a while. */
async function resting(/** @type {Page} */ page) {
  await settled(page);
  for (let before = -1, now = await count(page); before !== now; ) {
    await page.waitForTimeout(700);
    [before, now] = [now, await count(page)];
  }
}

const asked = (/** @type {Page} */ page) => page.evaluate(() => /** @type {string[]} */ ([...Reflect.get(window, "asked")]));
const answered = (/** @type {Page} */ page) => page.evaluate(() => /** @type {string[]} */ ([...Reflect.get(window, "answered")]));
const count = async (/** @type {Page} */ page) => (await asked(page)).length;

/** @param {string[]} questions */
const twice = (questions) => questions.filter((one, at) => questions.indexOf(one) !== at);

for (const [name, address] of Object.entries({ "a closed form": `${GAUSSIAN},label:Run`, "a sample": SAMPLED })) {
  test(`of ${name} no two gestures ask the same`, async (t) => {
    const page = await visit(t, address, { prepare: noting });
    await notingThread(page);
    await resting(page);
    const slider = page.getByRole("slider", { name: "Noise σ" });
    /** Plays a gesture, and says how many questions it took. */
    const taken = async (/** @type {() => Promise<void>} */ gesture) => {
      const before = await count(page);
      await gesture();
      await resting(page);
      return (await count(page)) - before;
    };

    assert((await taken(() => slider.press("ArrowRight"))) > 0, "a key");
    assert(
      (await taken(async () => {
        const track = await slider.boundingBox();
        assert(track);
        const y = track.y + track.height / 2;
        await page.mouse.move(track.x + track.width / 2, y);
        await page.mouse.down();
        await page.mouse.move(track.x + 0.6 * track.width, y, { steps: 8 });
        await page.mouse.up();
      })) > 0,
      "a drag",
    );
    assert((await taken(() => box(page, "Noise σ").fill("1.75"))) > 0, "typing");
    assert.equal(await taken(() => page.keyboard.press("Enter")), 0, "the end of typing");
    assert.equal(await taken(() => box(page, "Noise σ").fill("1.750")), 0, "the same number in other digits");
    await page.keyboard.press("Enter");

    const bound = (await page.locator(".result-bound").textContent()) ?? "";
    assert.equal(await taken(() => box(page, "Label").fill("Census")), 0, "a label");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".card-name").first().textContent(), "Census");

    assert((await taken(() => box(page, "Noise σ").fill("3"))) > 0, "another number");
    await page.keyboard.press("Enter");
    assert.equal(await taken(() => page.goBack().then(() => headline(page, bound))), 0, "Back");
    assert.equal(await taken(() => page.getByRole("button", { name: "Redo" }).click()), 0, "Redo");
    assert.equal(await taken(() => page.getByRole("button", { name: "Undo" }).click()), 0, "Undo");
    // One that had to give way to the large number is put again.
    assert.deepEqual(twice(await answered(page)), []);
  });
}

test("a label that changes stands wherever the release is named, though nothing is asked", async (t) => {
  const page = await visit(t, `${SAMPLED}&r=laplace,scale:5,label:Tables`, { prepare: noting });
  await resting(page);
  await page.getByRole("button", { name: "Pin as scenario" }).click();
  await page.getByRole("button", { name: "Solve for: Noise σ" }).click();
  await page.locator(".result-condition", { hasText: "for Run: the least" }).waitFor();
  await resting(page);
  const before = await count(page);
  await box(page, "Label").fill("Model");
  await page.keyboard.press("Enter");
  await page.locator(".result-condition", { hasText: "for Model: the least" }).waitFor();
  await page.locator(".shares th", { hasText: "Model" }).waitFor();
  await page.getByRole("combobox", { name: "Which" }).locator("option", { hasText: "Noise σ of Model" }).waitFor({ state: "attached" });
  await page.waitForTimeout(500);
  assert.equal(await count(page), before);
});

test("an equal question that is on its way on its channel shares its answer, and what was stopped is asked again", async (t) => {
  const page = await visit(t, GAUSSIAN, { prepare: noting });
  await resting(page);
  const found = await page.evaluate(async (source) => {
    const { ask, cancel } = await import(source);
    const asked = /** @type {string[]} */ (Reflect.get(window, "asked"));
    asked.length = 0;
    const plan = (/** @type {number} */ sigma) => ({ ask: "plan", releases: [{ mechanism: { kind: "gaussian", sigma } }], target: { delta: 1e-5 } });
    const same = await Promise.all([ask(plan(21), { channel: "a" }), ask(plan(21), { channel: "a" })]);
    // The middle one is of no use any more; the first is still the newest.
    const shared = await Promise.all([ask(plan(22), { channel: "a" }), ask(plan(23), { channel: "a" }), ask(plan(22), { channel: "a" })]);
    const stopped = ask(plan(24), { channel: "a" });
    cancel("a");
    const none = await stopped;
    const again = await ask(plan(24), { channel: "a" });
    const refused = [await ask({ ask: "plan" }, { channel: "a" }), await ask({ ask: "plan" }, { channel: "a" })];
    return {
      same: same[0] === same[1] && same[0].answer,
      shared: shared.map((answer) => answer?.answer),
      stopped: [none, again?.answer],
      refused: refused.map(({ answer }) => answer),
      sigmas: asked.map((text) => JSON.parse(text).releases?.[0].mechanism.sigma ?? "none"),
    };
  }, new URL("js/core/engine.js", site).href);
  assert.deepEqual(found, {
    same: "plan",
    shared: ["plan", undefined, "plan"],
    stopped: [undefined, "plan"],
    refused: ["refused", "refused"],
    sigmas: [21, 22, 24, 24, "none"],
  });
});

test("a memory is bounded by number and by size, and keeps what was used last", () => {
  const answer = (/** @type {unknown} */ text) => /** @type {Answer} */ (/** @type {unknown} */ ({ answer: "plan", text }));
  const few = new Memory({ answers: 2, bytes: 1e6 });
  for (const key of ["a", "b"]) few.keep(key, answer(key));
  few.get("a");
  few.keep("c", answer("c"));
  assert.deepEqual(["a", "b", "c"].map((key) => few.get(key)), [answer("a"), undefined, answer("c")]);

  const small = new Memory({ answers: 100, bytes: 1000 });
  small.keep("large", answer(new Float64Array(100)));
  assert.equal(small.get("large"), undefined, "one answer does not take all the room");
  for (let at = 0; at < 50; at += 1) small.keep(String(at), answer("x".repeat(50)));
  const kept = Array.from({ length: 50 }, (_, at) => at).filter((at) => small.get(String(at)));
  assert(kept.length > 2 && kept.length < 10 && kept.at(-1) === 49, `${kept}`);
});

test("equal questions share a key, others do not", () => {
  assert.equal(keyOf({ ask: "plan", grid: undefined }), keyOf({ ask: "plan" }));
  const keys = [{ x: 1 }, { x: "1" }, { x: null }, { x: NaN }, { x: Infinity }, { x: -Infinity }].map(keyOf);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(sizeOf([1, 2, 3]), 24);
  assert.equal(sizeOf(new Uint8Array(7)), 7);
});
