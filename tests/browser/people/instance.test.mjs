// The page of single people: the map and the hands on it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, useBrowser } from "../browser.mjs";
import { exposed, MARK, PAGE, pixel, plot, settled, unfold } from "../instance-page.mjs";
import { everyone } from "../../../www/js/people/export.js";

const visit = useBrowser();

test("the rotation figure: who is exposed changes with the angle, by slider and by its presets", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  const first = await exposed(page);
  assert.equal(first.length, 5);
  assert.match(first[0] ?? "", /^person 80 .* loses 0\.03454/);
  await page.getByRole("button", { name: "ω = π", exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".exposed li")?.textContent?.includes("0.87723"));
  assert.match((await exposed(page))[0] ?? "", /^person 150 /);
  assert.match(page.url(), /turn=180/);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector(".exposed li")?.textContent?.includes("0.03454"));
  assert.equal(await page.locator("#turn-box").inputValue(), "0");
});

test("the map has words: five people, the range, and that it must not be published", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  const words = (await plot(page).getAttribute("aria-label")) ?? "";
  assert.match(words, /200 people/);
  assert.equal([...words.matchAll(/person \d+ at/g)].length, 5);
  assert.match(words, /Must not be published/);
  assert.match((await page.locator(MARK).textContent()) ?? "", /Must not be published/);
});

test("a person is chosen and moved by keys", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=2`);
  await settled(page);
  await plot(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".person-lead").filter({ hasText: "rank 1 of 6" }).waitFor();
  assert.equal(await page.locator(".person-parts dt").count(), 3);
  await page.keyboard.press("ArrowRight");
  await page.locator(".person-lead").filter({ hasText: "rank 2 of 6" }).waitFor();
  const before = await page.locator("#person-x").inputValue();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForFunction((before) => /** @type {HTMLInputElement} */ (document.querySelector("#person-x"))?.value !== before, before);
  assert.ok(Math.abs(Number(before) - 0.02 - Number(await page.locator("#person-x").inputValue())) < 1e-9);
  await page.keyboard.press("r");
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#turn-box")).value === "5");
  await page.keyboard.press("n");
  await page.waitForFunction(() => location.hash.includes("noise=2"));
  await page.keyboard.press("l");
  await page.waitForFunction(() => location.hash.includes("label=-1"));
  assert.ok(await page.getByRole("radio", { name: "Label −1 ■" }).isChecked(), "the switch follows the key");
  await page.getByRole("button", { name: "Put everyone back" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => /** @type {HTMLInputElement} */ (document.querySelector("#person-x"))?.value === before, before);
  assert.ok(await page.getByRole("button", { name: "Put everyone back" }).isDisabled());
});

test("a place where nobody is: pointed at by hand and by key, moved by keys and by its fields", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=2`);
  await settled(page);
  const name = (/** @type {string} */ place) => page.locator(".person-name").filter({ hasText: `Someone not in the data, at ${place}` }).waitFor();
  await plot(page).focus();
  await page.keyboard.press("p");
  await name("(0, 0)");
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("Shift+ArrowUp");
  await name("(0, 0.06)");
  assert.equal(await page.getByRole("button", { name: "History over 200 redraws" }).isVisible(), false);
  await page.locator("#person-x").fill("-0.5");
  await page.keyboard.press("Enter");
  await name("(−0.5, 0.06)");
  const { x, y } = await pixel(page, 0.5, -0.75);
  await page.mouse.click(x, y);
  await page.locator(".person-name").filter({ hasText: /not in the data, at \(0\.[45]\d*, −0\.7\d*\), label 1/ }).waitFor();
  await page.getByRole("radio", { name: "Label −1 ■" }).check();
  await page.locator(".person-name").filter({ hasText: "label −1" }).waitFor();
  assert.ok(await page.getByRole("button", { name: "Put everyone back" }).isDisabled());
});

test("a person and the model are dragged by hand", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=2`);
  await settled(page);
  const [from, to] = [await pixel(page, 0.6, 0.3), await pixel(page, 0.2, -0.5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) {
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 10, from.y + ((to.y - from.y) * step) / 10);
  }
  await page.mouse.up();
  await page.locator(".person-name").filter({ hasText: "Person 1, at (0.2" }).waitFor();
  assert.ok(Math.abs(Number(await page.locator("#person-y").inputValue()) + 0.5) < 0.02);
  await settled(page);
  // The arrow of the model: of length one half along θ.
  const theta = await page.evaluate(() => document.querySelector("dp-instance-map")?.getAttribute("data-theta"));
  const [a = 0, b = 0] = (theta ?? "").split(" ").map(Number);
  const length = Math.hypot(a, b);
  const handle = await pixel(page, a / length / 2, b / length / 2);
  const across = await pixel(page, -b / length / 2, a / length / 2);
  await page.mouse.move(handle.x, handle.y);
  await page.mouse.down();
  await page.mouse.move((handle.x + across.x) / 2, (handle.y + across.y) / 2);
  await page.mouse.move(across.x, across.y);
  await page.mouse.up();
  await page.waitForFunction(() => Math.abs(Number(/** @type {HTMLInputElement} */ (document.querySelector("#turn-box")).value) - 90) <= 2);
  await page.getByRole("button", { name: "Put everyone back", disabled: false }).waitFor();
});

test("the model of the squared loss is turned by hand, also on features that are not the first", async (t) => {
  const page = await visit(t, `${PAGE}#data=own&loss=squared`);
  await settled(page);
  await unfold(page, "own");
  await page.locator("#own-text").fill("0.9,0.1,0.2,1\n-0.8,0.3,0.1,-1\n0.1,-0.5,0.5,0.5\n");
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".exposed li").length === 3);
  await page.getByLabel("Across").selectOption("feature 3");
  await settled(page);
  const theta = ((await page.locator("dp-instance-map").getAttribute("data-theta")) ?? "").split(" ").map(Number);
  const [b = 0, a = 0] = theta.slice(1);
  const length = 2 * Math.hypot(a, b);
  const [from, to] = [await pixel(page, a / length, b / length), await pixel(page, -b / length, a / length)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => Math.abs(Number(/** @type {HTMLInputElement} */ (document.querySelector("#turn-box")).value) - 90) <= 2);
});

test("the attack finds the hidden count", async (t) => {
  const page = await visit(t, PAGE);
  await unfold(page, "attack");
  await page.locator(".attack-found").filter({ hasText: "the hidden count is 37" }).waitFor();
  await page.locator("#attack-count").fill("12");
  await page.locator(".attack-found").filter({ hasText: "the hidden count is 12" }).waitFor();
  await page.locator("#attack-sigma").fill("");
  await page.locator(".attack-found").filter({ hasText: /^Noise σ: Nothing is typed here; it must be a number between 0\.001 and 1e6\.$/ }).waitFor();
});

test("the history of a person over redraws", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6`);
  await settled(page);
  await page.locator(".exposed button").first().click();
  await page.getByRole("button", { name: "History over 200 redraws" }).click();
  await page.locator(".person .dp-sentence").filter({ hasText: "In half of the redraws" }).waitFor();
  await page.locator("#sigma-box").fill("3");
  await page.locator(".person .dp-figure").waitFor({ state: "hidden" });
  assert.ok(await page.locator(".person-lead").isVisible(), "the history was that of another noise, the person stays");
});

test("the exported table holds everyone and says that it must not be published", async (t) => {
  const page = await visit(t, PAGE);
  await settled(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the table of everyone" }).click()]);
  const stream = await file.createReadStream();
  let text = "";
  for await (const piece of stream) text += piece;
  assert.match(text, /^# Must not be published/);
  const [, head, first, ...rest] = text.trim().split("\n");
  assert.equal(head, 'rank,person,feature 1,feature 2,label,"ε, true loss, must not be published",leverage,fit,alignment');
  assert.match(first ?? "", /^1,80,-0\.242\d*,0\.958\d*,-1,0\.03454/);
  assert.equal(rest.length, 199);
  const bound = { what: "data-independent", order: [0], values: [0.1234567891], leverage: [-0.1234567899], fit: [1 / 3], alignment: [0], members: "m" };
  const row = everyone(/** @type {import("../../../www/pkg/people/dpscope.js").InstanceMapAnswer} */ (/** @type {unknown} */ ({ shown: bound, across: [0.1], upward: [0.2], labels: [1] })));
  assert.equal(row.trim().split("\n").at(-1), "1,1,0.1,0.2,1,0.12345679,-0.123456789,0.333333335,0", "bounds are rounded up");
});

for (const width of [320, 375]) {
  test(`nothing sticks out at ${width} pixels`, async (t) => {
    const page = await visit(t, PAGE, { width, height: 800 });
    await settled(page);
    for (const name of /** @type {const} */ (["comparison", "own", "attack"])) await unfold(page, name);
    await page.waitForFunction(() => document.querySelectorAll(".report-table tbody tr").length === 3);
    assert.equal(await overflow(page), 0);
    await page.locator(".instance-words summary").click();
    await page.locator(".instance-words tbody td").first().waitFor();
    assert.equal(await overflow(page), 0, "with the table open");
  });
}

test("a click chooses and moves nobody, a person does not jump to the hand, and a click leaves the model", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=2&turn=7.5`);
  await settled(page);
  const { x, y } = await pixel(page, 0.6, 0.3);
  await page.mouse.click(x + 5, y - 4);
  await page.locator(".person-name").filter({ hasText: "Person 1, at (0.6, 0.3)" }).waitFor();
  await settled(page);
  assert.ok(await page.getByRole("button", { name: "Put everyone back" }).isDisabled());
  assert.equal(await page.locator("#person-x").inputValue(), "0.6");
  await page.locator(".instance-words summary").click();
  await page.locator(".instance-words tbody td").first().waitFor();
  const theta = ((await page.locator("dp-instance-map").getAttribute("data-theta")) ?? "").split(" ").map(Number);
  const [a = 0, b = 0] = theta.map((entry) => entry / Math.hypot(...theta) / 2);
  const handle = await pixel(page, a, b);
  await page.mouse.click(handle.x, handle.y);
  assert.match(page.url(), /turn=7\.5/);
  const [from, to] = [await pixel(page, 0.6, 0.3), await pixel(page, 0.4, 0.1)];
  await page.mouse.move(from.x + 5, from.y - 4);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y - 4, { steps: 5 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Put everyone back", disabled: false }).waitFor();
  await page.waitForFunction(() => {
    const [x = 0, y = 0] = ["x", "y"].map((name) => /** @type {HTMLInputElement} */ (document.querySelector(`#person-${name}`)).valueAsNumber);
    return Math.hypot(x - 0.4, y - 0.1) < 0.005;
  });
});

test("a finger moves a person whom it chose before, any other swipe scrolls the page, and the disc is round", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=2`, { width: 375, height: 700, touch: true });
  await settled(page);
  const hand = await page.context().newCDPSession(page);
  const swipe = async (/** @type {{x: number, y: number}} */ from, /** @type {{x: number, y: number}} */ to) => {
    await hand.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
    for (let step = 1; step <= 10; step += 1) {
      const touchPoints = [{ x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 }];
      await hand.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints });
    }
    await hand.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const top = () => page.evaluate(() => scrollY);
  // A page that was swiped goes on for a while.
  const scrolled = async (/** @type {number} */ before) => {
    await page.waitForFunction((before) => Math.abs(scrollY - before) > 20, before);
    for (let last = NaN; last !== (last = await top()); ) await page.waitForTimeout(200);
  };
  const [, , width = 0, height = 0] = ((await plot(page).getAttribute("data-area")) ?? "").split(" ").map(Number);
  assert.ok(Math.abs(width - height) <= 1, `${width} by ${height}`);
  const restore = page.getByRole("button", { name: "Put everyone back" });
  let before = await top();
  const stranger = await pixel(page, 0.6, 0.3);
  await swipe(stranger, { ...stranger, y: stranger.y - 120 });
  await scrolled(before);
  assert.ok(await restore.isDisabled(), "a swipe that starts on someone who is not chosen moves nobody");
  const person = await pixel(page, 0.6, 0.3);
  await page.touchscreen.tap(person.x, person.y);
  await page.locator(".person-name").filter({ hasText: "Person 1, at (0.6, 0.3)" }).waitFor();
  await settled(page);
  before = await top();
  await swipe(await pixel(page, 0.6, 0.3), await pixel(page, 0.6, -0.5));
  await page.locator(".person-name").filter({ hasText: "Person 1, at (0.6, −0.5" }).waitFor();
  assert.equal(await top(), before, "the page stays while a person is moved");
  const [from, to] = [await pixel(page, 0, 0.5), await pixel(page, 0, -0.5)];
  await swipe(from, to);
  await scrolled(before);
  assert.match((await page.locator(".person-name").textContent()) ?? "", /^Person 1/);
});

test("every control and every number of a person has its explanation", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=2`);
  await settled(page);
  await page.locator(".exposed button").first().click();
  await page.locator(".person-lead").waitFor();
  const controls = page.locator("[data-controls] :is(dp-slider, .group):visible");
  assert.equal(await page.locator("[data-controls] .dp-explain-mark:visible").count(), await controls.count());
  const dialog = page.getByRole("dialog");
  for (const [name, title] of [["leverage", "Leverage"], ["Noise σ", "Noise"], ["what one person loses", "What one person loses"]]) {
    await page.getByRole("button", { name: `Explain ${name}`, exact: true }).click();
    await dialog.getByRole("heading", { name: title }).first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
});

test("no gesture on the map asks the same question twice", async (t) => {
  const page = await visit(t, `${PAGE}#data=toy6&sigma=2`, {
    prepare: async (page) => {
      await page.addInitScript(() => {
        /** @type {string[]} */
        const asked = [];
        Reflect.set(window, "asked", asked);
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (/** @type {any[]} */ ...sent) {
          if (sent[0]?.question) asked.push(JSON.stringify(sent[0].question));
          return Reflect.apply(post, this, sent);
        };
      });
    },
  });
  await settled(page);
  /** @returns {Promise<string[]>} */
  const asked = async () => {
    await settled(page);
    await page.waitForTimeout(400);
    return page.evaluate(() => Reflect.get(window, "asked").splice(0));
  };
  const once = async (/** @type {string} */ gesture, /** @type {number} */ most) => {
    const questions = await asked();
    assert.equal(new Set(questions).size, questions.length, gesture);
    assert(questions.length <= most, `${gesture}: ${questions.length}`);
  };
  await once("opening", 2);
  const [from, to] = [await pixel(page, 0.6, 0.3), await pixel(page, 0.2, -0.5)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await once("a drag", 6);
  await page.mouse.click(to.x, to.y);
  await once("a click on who is chosen", 0);
  for (const key of ["l", "n", "r", "ArrowRight"]) {
    await plot(page).press(key);
    await once(`the key ${key}`, 1);
  }
  await page.getByRole("button", { name: "ω = π/2", exact: true }).click();
  await once("a preset", 1);
  await page.getByRole("combobox", { name: "People" }).selectOption("penguins");
  await once("other people", 1);
});

test("on paper the map has its colours, axes and round people, and no long table", async (t) => {
  const page = await visit(t, PAGE, { dark: true });
  await settled(page);
  await page.locator(".instance-words summary").click();
  const [, top = 0, width = 0, height = 0] = await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    return (document.querySelector(".plane-plot")?.getAttribute("data-area") ?? "").split(" ").map(Number);
  });
  await page.emulateMedia({ media: "print" });
  const paper = page.locator(".plane-paper");
  const box = await paper.boundingBox();
  const colours = await paper.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error("no canvas");
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const found = new Set();
    for (let at = 0; at < data.length; at += 4) found.add(`${data[at]} ${data[at + 1]} ${data[at + 2]} ${data[at + 3]}`);
    return { count: found.size, size: [canvas.width, canvas.height] };
  });
  assert(box && top > 0 && Math.abs(width - height) <= 1);
  const [wide = 0, high = 1] = colours.size;
  assert.ok(Math.abs(box.width / box.height - wide / high) < 0.01, "the disc keeps its shape");
  assert(colours.count > 100, `${colours.count} colours`);
  assert.equal(await page.locator(".instance-words").isVisible(), false);
  await page.emulateMedia({ media: "screen" });
});

test("a word of the address that a choice does not have is named, and the rest is kept", async (t) => {
  const page = await visit(t, `${PAGE}#loss=squared&clipped=true&regularization=7`);
  await page.getByText('Clipped: "true" is not one of no or yes').first().waitFor();
  await page.locator("fieldset:has([name=clipped]) ~ .error").filter({ hasText: /“true” is not one of no or yes/ }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Regularization λ" }).inputValue(), "7");
  await page.getByRole("radio", { name: "Clipped" }).check();
  await settled(page);
  await page.waitForFunction(() => !document.body.textContent?.includes("one of no or yes"));
  assert.match(page.url(), /clipped=yes/);
});
