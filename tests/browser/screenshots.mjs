// Pictures of the page for a person to look at: `node tests/browser/screenshots.mjs` with DPSCOPE_URL
// set writes them to tests/browser/screenshots/.

import { mkdir } from "node:fs/promises";
import { chromium } from "playwright-core";
import { choose, launchOptions, settled, site } from "./browser.mjs";

const folder = new URL("screenshots/", import.meta.url);
await mkdir(folder, { recursive: true });

/** @type {Record<string, (page: import("playwright-core").Page) => Promise<void>>} */
const STATES = {
  default: async () => {},
  error: async (page) => {
    await page.getByRole("textbox", { name: "Noise σ" }).fill("-1");
    await page.getByText("This is the last valid curve.").waitFor();
  },
  sampling: async (page) => {
    await choose(page, "laplace");
    await page.getByLabel("Sampling", { exact: true }).selectOption("poisson");
    await page.locator(".result-condition", { hasText: "Poisson" }).waitFor();
    await settled(page);
  },
  reasons: async (page) => {
    await choose(page, "two-point");
    await page.getByLabel("Protects when").selectOption("replace");
    await page.locator(".dp-note:not(:empty)").waitFor();
  },
  crosshair: async (page) => {
    await page.locator(".dp-plot").focus();
    await page.keyboard.press("ArrowRight");
    for (let at = 0; at < 4; at += 1) await page.keyboard.press("PageDown");
  },
};

const browser = await chromium.launch(launchOptions);
for (const width of [1280, 375]) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const [state, reach] of Object.entries(STATES)) {
      const page = await browser.newPage({
        viewport: { width, height: width > 1000 ? 900 : 812 },
        colorScheme,
        deviceScaleFactor: width > 1000 ? 1 : 2,
      });
      await page.goto(site.href);
      await settled(page);
      await reach(page);
      await page.screenshot({ path: new URL(`${state}-${width}-${colorScheme}.png`, folder).pathname, fullPage: true });
      await page.close();
    }
  }
}
await browser.close();
