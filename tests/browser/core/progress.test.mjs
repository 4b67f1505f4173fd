// Long answers: quick bounds first and certified ones after, progress that can be cancelled, and a newer
// question that need not wait for an older one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, ask, bound, GAUSSIAN, headline, profile, settled, shown, useBrowser } from "../browser.mjs";
import { unfold } from "../plan-page.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

/** Milliseconds after which a slider rests. On a busy machine it may do so between two moves. */
const REST = 140;

/** A question of many seconds: a lattice for each of thirty repetitions. */
const LONG = {
  ask: "curve",
  view: "composition",
  releases: Array.from({ length: 12 }, (_, at) => ({
    mechanism: { kind: "gaussian", sigma: 1 + 0.1 * at },
    sampling: { kind: "poisson", rate: 0.01 * (at + 1) },
  })),
  mark: { delta: 1e-5 },
  accountants: ["pld"],
};

/** A worker that never finishes certified bounds, but says again and again that it is at work. */
const ENDLESS = endless('data.question.accountants?.includes("pld")');

/** @param {string} condition of the questions that it never answers */
function endless(condition) {
  return `
import init, { ask } from "../../pkg/accounting/dpscope.js";
const signs = new BroadcastChannel("signs");
self.addEventListener("message", async ({ data }) => {
  if ("compiled" in data) {
    await init({ module_or_path: data.compiled });
    self.postMessage({ ready: true });
  } else if (${condition}) {
    setInterval(() => {
      self.postMessage({ id: data.id, progress: 0.25 });
      signs.postMessage("");
    }, 60);
  } else {
    self.postMessage({ id: data.id, answer: ask(data.question) });
  }
});`;
}

/**
 * @param {string} source
 * @returns {import("../browser.mjs").Look}
 */
const worker = (source) => ({
  prepare: async (page) => {
    await page.context().route("**/js/core/worker.js", (route) =>
      route.fulfill({ contentType: "text/javascript; charset=utf-8", body: source }),
    );
  },
});

/**
 * Waits for so many signs of life of an endless worker.
 * @param {Page} page
 * @param {number} count
 */
const signsOfLife = (page, count) =>
  page.evaluate(
    (count) =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel("signs");
        let heard = 0;
        channel.addEventListener("message", () => (heard += 1) === count && resolve(channel.close()));
      }),
    count,
  );

const row = (/** @type {Page} */ page, /** @type {string} */ accountant) => page.locator(`.bars [data-accountant=${accountant}]`);

/** Where the comparison begins: it must not move while the answer is filled in. */
const top = async (/** @type {Page} */ page) => (await page.locator(".comparison").boundingBox())?.y;

test("the quick bounds come first, the certified ones follow", async (t) => {
  const page = await visit(t, GAUSSIAN, {
    prepare: async (page) => {
      await page.addInitScript(() => {
        const asked = /** @type {{accountants: string, at: number}[]} */ ([]);
        Reflect.set(window, "asked", asked);
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message) {
          const { question } = message;
          if (question?.ask === "plan") asked.push({ accountants: String(question.accountants), at: performance.now() });
          return post.call(this, message);
        };
      });
    },
  });
  await shown(page);
  // Of 4.37718…, as 40-digit tables have it; how narrow the bracket is, is the core's affair.
  await row(page, "pld").getByText(/^4\.377\d? to 4\.377\d$/).waitFor({ state: "attached" });
  await page.locator(".result-surety", { hasText: /^Certified: 4\.377\d? ≤ ε ≤ 4\.377\d\.$/ }).waitFor();
  assert.equal(await page.locator("[data-waiting]").count(), 0);
  const before = await top(page);

  const { asked, said, waiting } = await page.getByRole("slider", { name: "Noise σ" }).evaluate(async (slider) => {
    if (!(slider instanceof HTMLInputElement)) throw new Error("no slider");
    const asked = /** @type {{accountants: string, at: number}[]} */ (Reflect.get(window, "asked"));
    asked.length = 0;
    const moves = /** @type {number[]} */ ([]);
    const said = /** @type {Set<string>} */ (new Set());
    for (let at = 0; at < 15; at += 1) {
      slider.value = String(40 + at);
      moves.push(performance.now());
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 20));
      said.add(document.querySelector(".result-bound")?.textContent ?? "");
    }
    /** How long the slider had rested when each was put. */
    const moving = asked.map(({ accountants, at }) => ({ accountants, rested: at - Math.max(...moves.filter((move) => move <= at)) }));
    // What is said first of the last place, however busy the machine: the certified bounds follow within a moment.
    const waiting = await new Promise((resolve) => {
      const look = () => {
        const surety = document.querySelector(".result-surety")?.textContent ?? "";
        if (surety.startsWith("Computing")) return;
        changes.disconnect();
        resolve(surety);
      };
      const changes = new MutationObserver(look);
      changes.observe(document.body, { subtree: true, childList: true, characterData: true });
      look();
    });
    return { asked: moving, said: said.size, waiting };
  });
  assert(said > 2, "the answer moves with the slider");
  // Most are answered by the page itself.
  assert(
    asked.every(({ accountants, rested }) => accountants === "exact,fourier,rdp" || rested >= REST),
    `only quick ones while it moves: ${JSON.stringify(asked)}`,
  );
  assert.equal(waiting, "Quick; the certified bracket follows.");
  assert.equal(await top(page), before, "nothing moves");
  await row(page, "pld").getByText(/ to /).waitFor({ state: "attached" });
  assert.equal(await top(page), before, "nothing moves");

  const sigma = Number(await page.getByRole("textbox", { name: "Noise σ" }).inputValue());
  const answer = /** @type {import("../../../www/pkg/accounting/dpscope.js").PlanAnswer} */ (
    await ask(page, {
      ...{ ask: "plan", releases: [{ mechanism: { kind: "gaussian", sigma } }], target: { delta: 1e-5 } },
      accountants: ["exact", "fourier", "pld", "rdp", "advanced", "basic"],
    })
  );
  const texts = answer.bounds.map(({ text }) => text);
  assert.deepEqual(await page.locator(".bounds .bar-text").allTextContents(), texts);
});

test("a long answer shows its progress and can be cancelled by keys, and asked for again", async (t) => {
  const page = await visit(t, GAUSSIAN, worker(ENDLESS));
  await shown(page);
  const before = await top(page);
  const bar = page.getByRole("progressbar", { name: "Share of the bounds that is computed" });
  await bar.waitFor();
  await page.locator(".answer progress[value='0.25']").waitFor();
  await page.locator("#spoken", { hasText: "Computing." }).waitFor({ state: "attached" });
  await accessible(page, "progress");
  assert.equal(await top(page), before, "nothing moves");
  await headline(page, await page.locator(".result-bound").innerText());

  const [first] = page.workers();
  const cancel = page.locator(".answer").getByRole("button", { name: "Cancel" });
  await cancel.focus();
  await page.keyboard.press("Enter");
  await page.locator(".answer .dp-work", { hasText: "Cancelled." }).waitFor();
  assert.equal(await bar.count(), 0);
  assert.deepEqual(await page.locator("[data-waiting] .bar-note").allTextContents(), ["not computed", "not computed", "not computed"]);
  assert.equal(await page.locator(".result-surety").textContent(), "Not certified.");
  assert.equal(await top(page), before, "nothing moves");
  await accessible(page, "cancelled");
  assert.equal(page.workers().includes(/** @type {any} */ (first)), false, "the worker has ended");

  await page.locator(".dp-work-button:focus", { hasText: "Compute" }).waitFor();
  await page.context().unroute("**/js/core/worker.js");
  await page.keyboard.press("Enter");
  await bar.waitFor();
  // The worker that loaded after the cancel is endless too; the next one is not.
  await page.locator(".answer").getByRole("button", { name: "Cancel" }).click();
  await page.locator(".answer").getByRole("button", { name: "Compute" }).click();
  await row(page, "pld").getByText(/ to /).waitFor({ state: "attached" });
  assert.equal(await page.locator("#status").isVisible(), false);
});

test("a worker that says how far it is is not taken for lost", async (t) => {
  const page = await visit(t, GAUSSIAN, worker(ENDLESS));
  await page.getByRole("progressbar").waitFor();
  const [first] = page.workers();
  // More signs of life than anybody's patience has room for.
  await signsOfLife(page, 50);
  assert.deepEqual(page.workers(), [first]);
  await page.getByRole("progressbar").waitFor();
});

test("a newer setting need not wait for the certified bounds of an older one", async (t) => {
  const page = await visit(t, GAUSSIAN, worker(ENDLESS));
  await page.getByRole("progressbar").waitFor();
  await page.getByRole("textbox", { name: "Noise σ" }).fill("2");
  await headline(page, await bound(page, { kind: "gaussian", sigma: 2 }));
  await profile(page).locator(".dp-sentence", { hasText: "σ = 2," }).waitFor();
});

test("the core says how far a long answer is, and stops when it is cancelled", async (t) => {
  const page = await visit(t, GAUSSIAN);
  await settled(page);
  const { shares, cancelled, after } = await page.evaluate(async (question) => {
    const engine = await import(new URL("js/core/engine.js", location.origin + location.pathname).href);
    /** @type {number[]} */
    const shares = [];
    /** @type {(value?: unknown) => void} */
    let begun = () => {};
    const beginning = new Promise((resolve) => (begun = resolve));
    const long = engine.ask(question, { channel: "long", progress: (/** @type {number} */ share) => shares.push(share) && share > 0 && begun() });
    await beginning;
    engine.cancel("long");
    const heard = shares.length;
    const cancelled = await long;
    await engine.ask({ ask: "describe" }, { channel: "long" });
    return { shares, cancelled, after: shares.length - heard };
  }, LONG);
  assert.equal(cancelled, undefined);
  assert.equal(after, 0, "nothing is heard of what was cancelled");
  assert(shares.length >= 2 && shares.every((share, at) => share >= (shares[at - 1] ?? 0) && share <= 1), `${shares}`);
});

// The worker never ends the long one, so that whoever waited for it would wait for ever.
for (const when of /** @type {const} */ (["before it has begun", "when it has said how far it is"])) {
  test(`a newer question wins over a long one that it follows ${when}`, async (t) => {
    const page = await visit(t, GAUSSIAN, worker(endless('data.question.view === "composition" && data.question.releases.length === 12')));
    await settled(page);
    const { first, second, other } = await page.evaluate(
      async ({ question, begun }) => {
        const { ask } = await import(new URL("js/core/engine.js", location.origin + location.pathname).href);
        /** @type {Promise<unknown>} */
        let first = Promise.resolve();
        await new Promise((resolve) => {
          first = ask(question, { channel: "long", progress: resolve });
          if (!begun) resolve(undefined);
        });
        const other = ask({ ask: "describe" }, { channel: "other" });
        const second = await ask({ ask: "describe" }, { channel: "long" });
        return { first: await first, second: second.answer, other: (await other).answer };
      },
      { question: LONG, begun: when !== "before it has begun" },
    );
    assert.deepEqual([first, second, other], [undefined, "describe", "describe"]);
  });
}

test("a cancelled answer gives way to the next", async (t) => {
  const page = await visit(t, GAUSSIAN, worker(endless('data.question.view === "composition" && data.question.releases.length === 12')));
  await settled(page);
  const { cancelled, answered } = await page.evaluate(async (question) => {
    const engine = await import(new URL("js/core/engine.js", location.origin + location.pathname).href);
    /** @type {Promise<unknown>} */
    let long = Promise.resolve();
    await new Promise((resolve) => (long = engine.ask(question, { channel: "long", progress: resolve })));
    engine.cancel("long");
    const { answer } = await engine.ask({ ask: "describe" }, { channel: "long" });
    return { cancelled: await long, answered: answer };
  }, LONG);
  assert.deepEqual([cancelled, answered], [undefined, "describe"]);
});

test("a chart that takes long shows its progress, and can be cancelled", async (t) => {
  const page = await visit(t, GAUSSIAN, worker(endless('data.question.view === "composition"')));
  const growth = page.locator(".growth");
  await unfold(page, "growth");
  await growth.getByRole("progressbar", { name: "Share of the curve that is computed" }).waitFor();
  await accessible(page, "progress of the chart");
  await growth.getByRole("button", { name: "Cancel" }).click();
  await growth.getByText("The curve was cancelled before it was done.").waitFor();
  await page.getByRole("textbox", { name: "Noise σ" }).fill("2");
  await headline(page, await bound(page, { kind: "gaussian", sigma: 2 }));
  await profile(page).locator(".dp-sentence", { hasText: "σ = 2," }).waitFor();
});
