// Hands that perform tasks: with a pointer, or with nothing but keys.

import assert from "node:assert/strict";
import { site } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {import("./tasks.mjs").Hands} Hands */

/** Milliseconds within which an answer must be there, on a busy machine too. */
const PATIENCE = 20_000;

/** More stops than any page has. */
const STOPS = 400;

/**
 * What both have in common: opening and reading.
 * @param {Page} page
 * @returns {Pick<Hands, "open" | "read">}
 */
const eyes = (page) => ({
  async open(address) {
    // From elsewhere, so that an address that differs only in its hash is loaded too; and not while something
    // is on its way, which would count as a failed request.
    await page.waitForLoadState("networkidle");
    await page.goto("about:blank");
    await page.goto(new URL(address, site).href);
    await page.locator(".dp-figure .dp-legend li").first().waitFor({ timeout: PATIENCE });
  },
  async read(role, name, pattern) {
    const part = page.getByRole(role, { name }).first();
    const end = Date.now() + PATIENCE;
    let text = "";
    for (;;) {
      // What is not on the page yet has no text.
      text = (await part.isVisible()) ? (await part.innerText()).replaceAll(/\s+/g, " ").trim() : "";
      const found = pattern.exec(text);
      if (found?.[1] !== undefined) return found[1];
      assert(Date.now() < end, `no ${pattern} in ${role} ${name}: “${text}”`);
      await page.waitForTimeout(50);
    }
  },
});

/** @param {Page} page @param {string} name */
const folded = (page, name) =>
  page.locator("summary, button[aria-expanded]").filter({ hasText: new RegExp(`^\\s*${name}`), visible: true }).first();

/** @param {Locator} fold */
const isOpen = (fold) =>
  fold.evaluate((fold) => fold.getAttribute("aria-expanded") === "true" || fold.closest("details")?.open === true);

/**
 * A mouse or a finger, and typing.
 * @param {Page} page
 * @returns {Hands}
 */
export function pointer(page) {
  return {
    ...eyes(page),
    async press(role, name) {
      const target = page.getByRole(role, { name, exact: true });
      // A radio button lies under its word, which is what is hit.
      if (role === "radio") await page.locator("label").filter({ has: target }).click();
      else await target.click();
    },
    async set(role, name, value) {
      const target = page.getByRole(role, { name, exact: true });
      if (role === "combobox") return void (await target.selectOption(value));
      await target.click();
      await target.fill(value);
      await target.press("Enter");
    },
    async unfold(name) {
      const fold = folded(page, name);
      await fold.waitFor();
      if (!(await isOpen(fold))) await fold.click();
    },
  };
}

/**
 * Keys alone: Tab to a control, arrows within it, Enter, letters. Wherever the focus comes to rest it is in
 * sight.
 * @param {Page} page
 * @returns {Hands}
 */
export function keyboard(page) {
  const { keyboard: keys } = page;

  /**
   * Tabs to a control, the shorter way; of a group of radio buttons, to the one that Tab stops at.
   * @param {Locator} target
   * @param {string} name
   */
  async function reach(target, name) {
    await target.waitFor();
    for (let at = 0; at < STOPS; at += 1) {
      const way = await target.evaluate((target) => {
        const held = document.activeElement;
        if (held === target) return "there";
        const grouped = held instanceof HTMLInputElement && target instanceof HTMLInputElement && held.type === "radio";
        if (grouped && held.name === target.name) return "there";
        return held && held !== document.body && held.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING
          ? "back"
          : "on";
      });
      if (way === "there") return await inSight(name);
      await keys.press(way === "back" ? "Shift+Tab" : "Tab");
    }
    assert.fail(`Tab does not reach ${name}`);
  }

  /** @param {string} name of what has the focus */
  async function inSight(name) {
    await page.waitForFunction(
      () => {
        const held = document.activeElement;
        // What is drawn for a radio button is its label.
        const shown = held instanceof HTMLInputElement && held.type === "radio" ? held.closest("label") : held;
        if (!shown) return false;
        const { left, right, top, bottom } = shown.getBoundingClientRect();
        const [x, y] = [(left + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (shown.contains(hit) || hit.contains(shown));
      },
      undefined,
      { timeout: 3000 },
    ).catch(() => assert.fail(`${name} has the focus and is not in sight`));
  }

  return {
    ...eyes(page),
    async press(role, name) {
      const target = page.getByRole(role, { name, exact: true });
      await reach(target, name);
      if (role !== "radio") return await keys.press("Enter");
      for (let at = 0; at < 10 && !(await target.isChecked()); at += 1) await keys.press("ArrowRight");
      assert(await target.isChecked(), `arrows do not reach ${name}`);
    },
    async set(role, name, value) {
      const target = page.getByRole(role, { name, exact: true });
      await reach(target, name);
      if (role === "textbox") {
        await keys.press("Control+a");
        await keys.type(value);
        return await keys.press("Enter");
      }
      const chosen = () =>
        target.evaluate((select) => (select instanceof HTMLSelectElement ? (select.selectedOptions[0]?.text ?? "") : ""));
      await keys.press("Home");
      for (let at = 0; at < 30 && (await chosen()) !== value; at += 1) await keys.press("ArrowDown");
      assert.equal(await chosen(), value, `arrows do not reach ${value}`);
    },
    async unfold(name) {
      const fold = folded(page, name);
      await fold.waitFor();
      if (await isOpen(fold)) return;
      await reach(fold, name);
      await keys.press("Enter");
    },
  };
}
