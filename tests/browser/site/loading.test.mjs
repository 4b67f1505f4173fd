// How the pages load: what they fetch, when they ask for it, and that nothing jumps meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shown, site, useBrowser } from "../browser.mjs";
import { ready, SITE } from "../pages.mjs";

const visit = useBrowser();

test("the first load fetches nothing outside the size budget", async (t) => {
  const list = process.env["DPSCOPE_FIRST_LOAD"];
  if (!list) return t.skip("DPSCOPE_FIRST_LOAD, the files that the budget counts, is not set");
  /** @type {Set<string>} */
  const fetched = new Set();
  const page = await visit(t, "", {
    prepare: async (page) => {
      page.context().on("request", (request) => {
        const { protocol, pathname } = new URL(request.url());
        if (protocol !== "data:") fetched.add(pathname.slice(site.pathname.length) || "index.html");
      });
    },
  });
  await shown(page);
  const counted = new Set(/** @type {string[]} */ (JSON.parse(list)));
  assert(fetched.has("pkg/accounting/dpscope_bg.wasm"));
  assert.deepEqual([...fetched].filter((path) => !counted.has(path)), []);
});

for (const listed of SITE.pages) {
  for (const { width, height } of [{ width: 1280, height: 900 }, { width: 375, height: 667 }]) {
    test(`${listed.file} at ${width} pixels`, async (t) => {
      /** @type {Set<string>} */
      const fetched = new Set();
      const page = await visit(t, listed.file, {
        width,
        height,
        prepare: async (page) => {
          page.on("request", (request) => {
            const { pathname } = new URL(request.url());
            if (pathname.endsWith(".js")) fetched.add(pathname.slice(site.pathname.length));
          });
          await page.addInitScript(() => {
            Reflect.set(window, "shift", 0);
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) {
                Reflect.set(window, "shift", Reflect.get(window, "shift") + Reflect.get(entry, "value"));
              }
            }).observe({ type: "layout-shift", buffered: true });
          });
        },
      });
      await ready(page, listed);
      await t.test("asks at once for every module that it begins with", async () => {
        const named = await page.evaluate(() =>
          [...document.querySelectorAll("link[rel=modulepreload], script[src]")].map(
            (element) => element.getAttribute("href") ?? element.getAttribute("src") ?? "",
          ),
        );
        // The worker is no module of the page.
        assert.deepEqual([...fetched].filter((path) => path !== "js/core/worker.js").sort(), named.sort());
      });
      await t.test("does not jump while it loads", async () => {
        await page.waitForTimeout(300);
        const shift = await page.evaluate(() => Reflect.get(window, "shift"));
        assert(shift < 0.05, `cumulative layout shift ${shift}`);
      });
    });
  }
}
