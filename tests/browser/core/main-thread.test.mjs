// Questions that the page answers on its own thread: within the event that asked, never when they take long.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GAUSSIAN, headline, profile, settled, useBrowser } from "../browser.mjs";

const visit = useBrowser();

test("a closed form is answered and drawn within the event of its slider", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await settled(page);
  const found = await page.getByRole("slider", { name: "Noise σ" }).evaluate(async (slider) => {
    if (!(slider instanceof HTMLInputElement)) throw new Error("no slider");
    const box = slider.closest("dp-slider")?.querySelector("input[type=text]");
    if (!(box instanceof HTMLInputElement)) throw new Error("no box");
    /** σ of the curves that were drawn. @type {number[]} */
    const drawn = [];
    document.addEventListener("dp-drawn", (event) => drawn.push(Reflect.get(event, "detail").releases[0].mechanism.sigma));
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    let within = 0;
    // A step that the machine held up goes to the worker, and the next one too.
    for (let at = 0; at < 60; at += 1) {
      await frame();
      slider.value = String(60 + at);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      const said = document.querySelector(".result-bound")?.textContent ?? "";
      if (drawn.at(-1) === Number(box.value)) within += 1;
      if (within >= 3) return { sigma: box.value, said };
    }
    return undefined;
  });
  assert(found, "no step was drawn within its event");
  await headline(page, found.said);
  await profile(page).locator(".dp-sentence", { hasText: `σ = ${found.sigma}` }).waitFor();
});

test("one that takes unexpectedly long is given up, and the worker answers it", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await settled(page);
  const [here, there] = await page.evaluate(async () => {
    const of = (/** @type {string} */ name) => import(new URL(`js/${name}.js`, location.origin + location.pathname).href);
    const [{ MainThread }, { ask }] = await Promise.all([of("core/main-thread"), of("core/engine")]);
    const release = { count: 1_000_000, mechanism: { kind: "gaussian", sigma: 1 }, sampling: { kind: "poisson", rate: 0.001 } };
    const question = { ask: "plan", releases: [release], target: { delta: 1e-5 }, accountants: ["pld"] };
    const own = new MainThread("accounting");
    own.learn("long", 1);
    return [own.ask("long", question), (await ask(question, { channel: "long", like: "long" }))?.answer];
  });
  assert.equal(here, undefined);
  assert.equal(there, "plan");
});

test("what the page answers itself is not overtaken by an older answer of the worker", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await settled(page);
  await page.locator(".curve .dp-legend li").nth(1).waitFor();
  const answers = await page.evaluate(async () => {
    const { ask } = await import(new URL("js/core/engine.js", location.origin + location.pathname).href);
    const plan = (/** @type {number} */ sigma) => ({
      ask: "plan",
      releases: [{ mechanism: { kind: "gaussian", sigma } }],
      target: { delta: 1e-5 },
      accountants: ["exact"],
    });
    const like = "a test";
    // The first two tell how quick it is.
    for (const sigma of [1, 1]) await ask(plan(sigma), { channel: "warm", like });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const older = ask(plan(2), { channel: "a" });
    const newer = ask(plan(3), { channel: "a", like });
    return (await Promise.all([older, newer])).map((answer) => answer?.answer);
  });
  assert.deepEqual(answers, [undefined, "plan"]);
});
