// A plan that changes: from that moment its last answer is marked as old, and the question of the large number
// goes before all others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, headline, settled, useBrowser } from "../browser.mjs";
import { best, box, card, unfold } from "../plan-page.mjs";

/** @typedef {import("playwright-core").Page} Page */

const visit = useBrowser();

const TABLES = "#v=2&delta=1e-5&neighbours=add-remove&r=laplace,scale:2&r=laplace,scale:5";

/** The answers of the plan of two tables, and of the same with a Gaussian release beside them. */
const plans = async (/** @type {Page} */ page) => {
  const tables = [2, 5].map((scale) => ({ mechanism: { kind: "laplace", scale } }));
  return [await best(page, tables), await best(page, [...tables, { mechanism: { kind: "gaussian", sigma: 1 } }])];
};

/**
 * A worker that computes growth for ever, and answers everything else when the page lets it: the page keeps the gate, as
 * a worker may end while it is shut.
 */
const gated = {
  prepare: async (/** @type {Page} */ page) => {
    const body = `
import init, { ask } from "../../pkg/accounting/dpscope.js";
const gate = new BroadcastChannel("gate");
const held = new Map();
gate.addEventListener("message", ({ data }) => held.get(data)?.());
self.addEventListener("message", async ({ data }) => {
  if ("compiled" in data) {
    await init({ module_or_path: data.compiled });
    self.postMessage({ ready: true });
  } else if (data.question.view === "composition" && data.question.releases.length === 2) {
    setInterval(() => self.postMessage({ id: data.id, progress: 0.25 }), 60);
  } else {
    // Whoever says nothing for long is taken for lost.
    const alive = setInterval(() => self.postMessage({ id: data.id, progress: 0 }), 60);
    const ticket = crypto.randomUUID();
    held.set(ticket, () => {
      clearInterval(alive);
      self.postMessage({ id: data.id, answer: ask(data.question), took: 1000 });
    });
    gate.postMessage(ticket);
  }
});`;
    await page.context().route("**/js/core/worker.js", (route) => route.fulfill({ contentType: "text/javascript; charset=utf-8", body }));
    await page.addInitScript(() => {
      const [sent, waiting] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
      const channel = new BroadcastChannel("gate");
      let open = true;
      channel.addEventListener("message", ({ data }) => (open ? channel.postMessage(data) : waiting.push(data)));
      const gate = (/** @type {boolean} */ opened) => {
        open = opened;
        if (open) for (const ticket of waiting.splice(0)) channel.postMessage(ticket);
      };
      Object.assign(window, { sent, gate });
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (/** @type {any} */ message) {
        if (message.question) sent.push(message.question.view ?? message.question.ask);
        return post.call(this, message);
      };
    });
  },
};

/**
 * Lets the worker answer, or not.
 * @param {Page} page
 * @param {boolean} open
 */
const gate = (page, open) => page.evaluate((open) => Reflect.get(window, "gate")(open), open);

/**
 * Notes what the page shows whenever anything of it changes, and in every frame.
 * @param {Page} page
 */
const watch = (page) =>
  page.evaluate(() => {
    const seen = /** @type {Record<string, string | number | boolean>[]} */ ([]);
    const said = () => document.querySelector(".unseen[aria-live]")?.textContent ?? "";
    // What was said before stands until something else is.
    const spoken = [said()];
    const look = () => {
      const answer = document.querySelector(".answer");
      const [figure, comparison] = [document.querySelector(".words > .said > .dp-below"), document.querySelector(".comparison")];
      seen.push({
        at: performance.now(),
        cards: document.querySelectorAll(".cards > .card").length,
        bound: answer?.querySelector(".result-bound")?.textContent ?? "",
        surety: answer?.querySelector(".result-surety")?.textContent ?? "",
        old: answer?.hasAttribute("data-stale") === true && answer.getAttribute("aria-busy") === "true",
        bars: comparison?.querySelector("[data-best] .bar-text")?.textContent ?? "",
        barsOld: comparison?.hasAttribute("data-stale") === true,
        curve: figure?.querySelector(".dp-sentence")?.textContent ?? "",
        curveOld: figure?.hasAttribute("data-stale") === true,
      });
      if (said() !== spoken.at(-1)) spoken.push(said());
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    const frame = () => {
      look();
      requestAnimationFrame(frame);
    };
    frame();
    Reflect.set(window, "seen", seen);
    Reflect.set(window, "spoken", spoken);
  });

/**
 * @param {Page} page
 * @returns {Promise<{seen: any[], spoken: string[]}>}
 */
const noted = (page) => page.evaluate(() => ({ seen: Reflect.get(window, "seen"), spoken: Reflect.get(window, "spoken").slice(1) }));

for (const held of [false, true]) {
  test(`no old number stands unmarked beside a new plan, answered ${held ? "only when the page has said that it computes" : "at once"}`, async (t) => {
    const page = await visit(t, TABLES, gated);
    const [before, after] = await plans(page);
    assert.notEqual(before, after);
    await headline(page, String(before));
    await settled(page);
    // The growth of ε is being computed, and will be for ever.
    await unfold(page, "growth");
    await page.locator(".growth .dp-work-bar").waitFor();
    // What is said comes at most twice a second: that the first plan was computed may still stand there.
    await page.waitForFunction(() => !document.querySelector(".unseen[aria-live]")?.textContent?.startsWith("Computing"));
    await watch(page);
    if (held) await gate(page, false);
    const asked = await page.evaluate(() => Reflect.get(window, "sent").length);
    await page.getByRole("button", { name: "Add a release" }).click();
    if (held) {
      await page.locator(".answer[data-stale]").waitFor();
      assert.match((await page.locator(".result-foot").innerText()).trim(), /plan before|^Old; computing/);
      await page.locator(".unseen[aria-live]", { hasText: /^Computing/ }).waitFor({ state: "attached" });
      await accessible(page, "computing");
      await gate(page, true);
    }
    await headline(page, String(after));
    await settled(page);
    await page.locator(".words .dp-below:not([data-stale]) .dp-sentence", { hasText: String(after) }).waitFor();

    const { seen, spoken } = await noted(page);
    const changed = seen.filter(({ cards }) => cards === 3);
    assert(changed.length > 0);
    for (const one of changed) {
      const fresh = one.bound === after;
      assert(fresh || one.old, `${one.bound} unmarked`);
      assert(fresh || !/certified:/i.test(one.surety), `${one.bound}: ${one.surety}`);
      assert(one.bars === after || one.barsOld, `the comparison says ${one.bars} unmarked`);
      assert(one.curve.includes(after) || one.curveOld, `the chart says ${one.curve} unmarked`);
    }
    assert.equal(changed.at(-1)?.old, false);
    const computing = spoken.filter((text) => text.startsWith("Computing"));
    // A busy machine may need so long that it says so even of what is answered at once, but never twice.
    const [first, there] = [changed[0]?.at, changed.find(({ bound, old }) => bound === after && !old)?.at];
    assert(held ? computing.length === 1 : computing.length <= (there - first < 200 ? 0 : 1), `said: ${spoken.join(" | ")}`);
    // Growth has the worker, for ever; the large number takes it, before any other question is put.
    const sent = await page.evaluate((from) => Reflect.get(window, "sent").slice(from), asked);
    assert.equal(sent.find((/** @type {string} */ one) => one !== "describe"), "plan", sent.join());
  });
}

test("a value that is not valid leaves the last number marked, and nothing certified", async (t) => {
  const page = await visit(t, TABLES);
  await settled(page);
  await card(page, "Laplace").first().locator(".card-toggle").waitFor();
  await box(page, "Noise scale b").first().fill("-1");
  await page.locator('.answer[data-stale="invalid"]').waitFor();
  assert.equal(await page.locator(".result-surety").innerText(), "The number is of the last valid plan.");
  await box(page, "Noise scale b").first().fill("2");
  await page.locator(".answer:not([data-stale])").waitFor();
});

test("an urgent question passes a curve that is being computed, which is computed afterwards", async (t) => {
  const page = await visit(t, TABLES);
  await settled(page);
  const order = await page.evaluate(async () => {
    const { ask, cancel } = await import(new URL("js/core/engine.js", location.origin + location.pathname).href);
    /** @type {string[]} */
    const order = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      if (message.question?.mark?.delta === 2e-5) order.push("the curve is sent");
      post.call(this, message);
    };
    // A curve of many seconds: a lattice for each of thirty repetitions.
    const releases = Array.from({ length: 12 }, (_, at) => ({
      mechanism: { kind: "gaussian", sigma: 1 + 0.1 * at },
      sampling: { kind: "poisson", rate: 0.01 * (at + 1) },
    }));
    const curve = { ask: "curve", view: "composition", releases, mark: { delta: 2e-5 }, accountants: ["pld"] };
    ask(curve, { channel: "curve", patience: 60_000 }).then(() => order.push("the curve is given up"));
    await new Promise((resolve) => {
      const started = () => (order.length > 0 ? resolve(undefined) : setTimeout(started, 10));
      started();
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const plan = { ask: "plan", releases: [{ mechanism: { kind: "gaussian", sigma: 1 } }], target: { delta: 1e-5 } };
    const calm = ask(plan, { channel: "calm" });
    await ask(plan, { channel: "headline", urgent: true });
    order.push("urgent");
    await calm;
    await new Promise((resolve) => {
      const again = () => (order.filter((one) => one === "the curve is sent").length > 1 ? resolve(undefined) : setTimeout(again, 10));
      again();
    });
    cancel("curve");
    await new Promise((resolve) => setTimeout(resolve, 50));
    Worker.prototype.postMessage = post;
    return order;
  });
  assert.deepEqual(order, ["the curve is sent", "urgent", "the curve is sent", "the curve is given up"]);
});
