// Elements on a page that is not ours: one script tag and the element.

import assert from "node:assert/strict";
import { test } from "node:test";
import { site, useBrowser } from "../browser.mjs";
import { unfold } from "../plan-page.mjs";

const visit = useBrowser();

/**
 * @param {string} body
 * @param {string} [script]
 */
const host = (body, script = "js/dp-curve.js") => ({
  prepare: async (/** @type {import("playwright-core").Page} */ page) => {
    const html = `<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,">
      <meta name="color-scheme" content="light dark">
      <script type="module" src="${new URL(script, site).href}"></script><main><h1>host</h1>${body}</main>`;
    await page.route("**/embed-test.html", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
  },
});

test("a bare page shows the curve, its sentence, its table and its crosshair", async (t) => {
  const page = await visit(
    t,
    "embed-test.html",
    host(`<dp-curve mechanism="gaussian" sigma="2" delta="1e-6">Loading</dp-curve>`),
  );
  await page.locator("dp-curve .dp-legend li").first().waitFor();
  assert.match((await page.locator(".dp-sentence").textContent()) ?? "", /σ = 2, when one person is added or removed: .*δ = 1e-6/);
  assert.equal(await page.getByText("Loading").count(), 0);
  const [width, height, painted] = await page.locator("dp-curve canvas").first().evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error("no canvas");
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return [canvas.clientWidth, canvas.clientHeight, new Set(pixels).size];
  });
  assert(width > 300 && height > 150 && painted > 10, `${width}×${height}, ${painted} shades`);
  await page.locator(".dp-plot").focus();
  await page.keyboard.press("Home");
  await page.locator(".dp-readout[data-reading]").waitFor();
  assert.equal(await page.locator("[style]").count(), 0);
  const { names, colour } = await page.evaluate(() => ({
    names: getComputedStyle(document.documentElement).getPropertyValue("--ink"),
    colour: getComputedStyle(document.querySelector("dp-curve") ?? document.body).getPropertyValue("--ink"),
  }));
  assert.equal(names, "", "the host page's own names are left alone");
  assert.equal(colour, "#17202a");
});

test("attributes that change move the curve; what is left out starts as usual", async (t) => {
  const page = await visit(t, "embed-test.html", host(`<dp-curve mechanism="laplace"></dp-curve>`));
  await page.locator(".dp-sentence", { hasText: "b = 1" }).waitFor();
  await page.locator("dp-curve").evaluate((curve) => curve.setAttribute("scale", "3"));
  await page.locator(".dp-sentence", { hasText: "b = 3" }).waitFor();
});

test("a wrong attribute is explained in place", async (t) => {
  const page = await visit(t, "embed-test.html", host(`<dp-curve mechanism="gaussian" sigma="-2"></dp-curve>`));
  await page.getByText("sigma: -2 is not between 0.01 and 1e6.").waitFor();
  await page.locator("dp-curve").evaluate((curve) => curve.setAttribute("sigma", "2"));
  await page.locator(".dp-sentence", { hasText: "σ = 2" }).waitFor();
  assert.equal(await page.locator(".dp-note").textContent(), "");
});

test("several elements share one worker and one compiled core", async (t) => {
  let fetched = 0;
  const prepared = host(
    [1, 2, 3, 4, 5].map((sigma) => `<dp-curve mechanism="gaussian" sigma="${sigma}"></dp-curve>`).join(""),
  );
  const page = await visit(t, "embed-test.html", {
    prepare: async (page) => {
      await prepared.prepare(page);
      page.context().on("request", (request) => {
        if (request.url().endsWith(".wasm")) fetched += 1;
      });
    },
  });
  for (const sigma of [1, 2, 3, 4, 5]) await page.locator(".dp-sentence", { hasText: `σ = ${sigma}` }).waitFor();
  assert.equal(page.workers().length, 1);
  assert.equal(fetched, 1);
  const ids = await page.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
  assert.equal(new Set(ids).size, ids.length);
});

for (const [view, title] of Object.entries({ renyi: "Rényi curve", "trade-off": "Trade-off curve", loss: "Privacy loss" })) {
  test(`the view ${view} can be embedded`, async (t) => {
    const page = await visit(t, "embed-test.html", host(`<dp-curve mechanism="gaussian" sigma="1" view="${view}"></dp-curve>`));
    await page.locator("dp-curve .dp-legend li").first().waitFor();
    assert.equal(await page.locator("dp-curve .dp-title").textContent(), `${title}, Gaussian, σ = 1`);
  });
}

for (const view of ["loss", "characteristic"]) {
  test(`a view that there is not says why: ${view} of a Rényi curve`, async (t) => {
    const page = await visit(t, "embed-test.html", host(`<dp-curve mechanism="zcdp" rho="0.2" view="${view}"></dp-curve>`));
    await page.getByText("There is no curve: release 1 is known only by its Rényi curve").waitFor();
    assert.equal(await page.locator(".dp-plot").isVisible(), false);
    await page.locator("dp-curve").evaluate((curve) => curve.setAttribute("view", "renyi"));
    await page.locator(".dp-legend li").first().waitFor();
    assert.equal(await page.locator(".dp-note").textContent(), "");
  });
}

test("a sample and a parameter with a key of its own are attributes too", async (t) => {
  const body = `<dp-curve mechanism="approximate" epsilon="1" mechanism-delta="0.001" sampling="poisson" rate="0.1"></dp-curve>`;
  const page = await visit(t, "embed-test.html", host(body));
  await page.locator(".dp-sentence", { hasText: "δ₀ = 0.001" }).waitFor();
  const detail = page.locator("dp-curve").evaluate(
    (curve) => new Promise((resolve) => curve.addEventListener("dp-drawn", (event) => resolve(Reflect.get(event, "detail")))),
  );
  await page.locator("dp-curve").evaluate((curve) => curve.setAttribute("rate", "0.2"));
  const { releases } = /** @type {{releases: {sampling: object}[]}} */ (await detail);
  assert.deepEqual(releases[0]?.sampling, { kind: "poisson", rate: 0.2 });
});

test("two plans on one page live side by side", async (t) => {
  const body = `<dp-plan plan="#v=2&r=gaussian,sigma:1,label:A"></dp-plan><dp-plan plan="#v=2&r=gaussian,sigma:2,label:B"></dp-plan>`;
  const page = await visit(t, "embed-test.html", host(body, "js/plan/dp-plan.js"));
  const plans = [page.locator("dp-plan").nth(0), page.locator("dp-plan").nth(1)];
  const bound = async (/** @type {number} */ at, /** @type {string} */ text) =>
    plans[at]?.locator(".result-bound", { hasText: text }).waitFor();
  await Promise.all([bound(0, "ε ≤ 4.3772"), bound(1, "ε ≤ 1.9931")]);
  for (const [at, plan] of plans.entries()) {
    await plan.locator("[data-surety=certified]").waitFor();
    await plan.getByRole("button", { name: "Pin as scenario" }).click();
    await plan.locator(".scenarios .dp-legend li").nth(1).waitFor();
    await unfold(plan, "meaning");
    await plan.locator("dp-meaning").scrollIntoViewIfNeeded();
    await plan.locator("dp-meaning .dp-stat-value").first().waitFor();
    const other = plan.locator("input[type=radio][value=delta]");
    await other.check();
    await bound(at, "δ ≤");
    assert.equal(await page.locator("input[type=radio][value=delta]:checked").count(), at + 1, "a switch of its own");
  }
  const ids = await page.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
  assert.deepEqual(ids.filter((id, at) => ids.indexOf(id) !== at), []);
  // Keys are for the plan that has the focus.
  await plans[1]?.getByRole("radio", { name: "δ", exact: true }).focus();
  await page.keyboard.press("Control+z");
  await bound(1, "ε ≤ 1.9931");
  await bound(0, "δ ≤");
  assert.equal(await page.evaluate(() => location.hash), "", "an embedded plan leaves the address alone");
});

test("a map of single people beside a curve: its module serves both", async (t) => {
  const curve = `<script type="module" src="${new URL("js/dp-curve.js", site).href}"></script>`;
  const body = `${curve}<dp-curve mechanism="gaussian" sigma="2"></dp-curve><dp-instance-map setting="data=toy6&amp;sigma=2">Loading</dp-instance-map>`;
  const page = await visit(t, "embed-test.html", host(body, "js/people/dp-instance-map.js"));
  await page.locator(".exposed li").nth(4).waitFor();
  await page.locator("dp-curve .dp-legend li").first().waitFor();
  assert.equal(await page.getByText("Loading").count(), 0);
  const mark = page.locator("dp-instance-map .instance-picture .mark");
  assert.match((await mark.textContent()) ?? "", /Must not be published/);
  await page.locator(".plane-plot").focus();
  await page.keyboard.press("l");
  await page.waitForFunction(() => document.querySelector("dp-instance-map")?.getAttribute("setting")?.includes("label=-1"), undefined, { timeout: 5000 });
  assert.equal(await page.evaluate(() => location.hash), "", "an embedded map leaves the address alone");
  await page.locator("dp-instance-map").evaluate((map) => map.setAttribute("setting", "data=toy6&sigma=2&model=drawn&show=data-independent"));
  await mark.filter({ hasText: "Could be published if drawn with secret noise" }).waitFor();
});

for (const order of [["people/dp-instance-map", "sampling/dp-sampling"], ["sampling/dp-sampling", "people/dp-instance-map"]]) {
  test(`elements of two modules stand together, ${order.join(" before ")}`, async (t) => {
    const [first = "", second = ""] = order.map((name) => `js/${name}.js`);
    const script = `<script type="module" src="${new URL(second, site).href}"></script>`;
    // The host has colours of its own.
    const colours = "<style>body { background: light-dark(#ffffff, #14181d); color-scheme: light dark }</style>";
    const body = `${script}${colours}<h2>Two modules</h2><dp-sampling setting="v=2&amp;show=bounds&amp;mechanism=gaussian&amp;sigma=5&amp;rate=0.01"></dp-sampling>
      <dp-instance-map setting="data=toy6&amp;sigma=2"></dp-instance-map>`;
    const page = await visit(t, "embed-test.html", host(body, first));
    await page.locator(".exposed li").nth(4).waitFor();
    await page.locator("dp-sampling .dp-legend li").first().waitFor();
    assert.equal(page.workers().length, 2, "each module has a worker of its own");
  });
}

test("a module is loaded when it is first asked, and cancelling reaches every one", async (t) => {
  /** @type {string[]} */
  const fetched = [];
  const prepared = host("", "js/core/engine.js");
  const page = await visit(t, "embed-test.html", {
    prepare: async (page) => {
      await prepared.prepare(page);
      page.context().on("request", (request) => {
        const module = /pkg\/(.*)\/dpscope_bg\.wasm$/.exec(request.url())?.[1];
        if (module) fetched.push(module);
      });
    },
  });
  const answers = await page.evaluate(async (source) => {
    const { ask, cancel, engineOf, useModule } = await import(source);
    useModule("understand");
    const people = engineOf("people");
    const usual = (await ask({ ask: "describe" }, { channel: "a" }))?.answer;
    const question = { ask: "ex-post-loss", mechanism: "count", count: 3, output: 2, sigma: 1 };
    const other = (await people.ask(question, { channel: "b" }))?.answer;
    const refused = (await ask(question, { channel: "a" }))?.answer;
    const stopped = people.ask({ ...question, sigma: 2 }, { channel: "b" });
    cancel("b");
    return [usual, other, refused, await stopped];
  }, new URL("js/core/engine.js", site).href);
  assert.deepEqual(answers, ["describe", "ex-post-loss", "refused", undefined]);
  assert.deepEqual(fetched, ["understand", "people"]);
});

test("a module that is named while another loads serves what was asked before", async (t) => {
  /** @type {string[]} */
  const fetched = [];
  const prepared = host("", "js/core/engine.js");
  const page = await visit(t, "embed-test.html", {
    prepare: async (page) => {
      await prepared.prepare(page);
      page.context().on("request", (request) => {
        const module = /pkg\/(.*)\/dpscope_bg\.wasm$/.exec(request.url())?.[1];
        if (module) fetched.push(module);
      });
    },
  });
  const answers = await page.evaluate(async (source) => {
    const { ask, useModule } = await import(source);
    const before = ask({ ask: "describe" }, { channel: "before" });
    useModule("people");
    const after = ask({ ask: "ex-post-loss", mechanism: "count", count: 3, output: 2, sigma: 1 }, { channel: "after" });
    return (await Promise.all([before, after])).map((answer) => answer?.answer);
  }, new URL("js/core/engine.js", site).href);
  assert.deepEqual(answers, ["describe", "ex-post-loss"]);
  assert.deepEqual([...new Set(fetched)], ["people"], "the other module is not fetched in vain");
});
