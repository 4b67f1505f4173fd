// The page of composition: the three experiments of the source, through the page's own table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, useBrowser } from "../browser.mjs";
import { cell, drawn, isAbove, isBelow, tableOf } from "../tables.mjs";

const visit = useBrowser();

/**
 * Opens the page and follows a link of it.
 * @param {import("node:test").TestContext} t
 * @param {string} name
 */
async function start(t, name) {
  const page = await visit(t, "composition.html");
  await page.getByRole("link", { name, exact: true }).click();
  await page.locator(".starts a[aria-current]", { hasText: name }).waitFor();
  await drawn(page, "dp-composition");
  return { page, table: await tableOf(page.locator("dp-composition")) };
}

// Rows X01 to X30 of the reference table.
for (const { sigma, exact, renyi } of [
  {
    sigma: 50,
    exact: [0.6015650544396391, 0.8889259003502661, 1.118028589996409, 1.316352371333344, 1.49474861585791],
    renyi: [0.6739454853245115, 0.9912793299361919, 1.243521012718011, 1.461455375606467, 1.657210199214777],
  },
  {
    sigma: 100,
    exact: [0.2759242412027818, 0.4074493181044882, 0.5117251127737985, 0.6015650544396391, 0.6820421743205913],
    renyi: [0.3123172522366614, 0.4587344679834958, 0.5744482995005127, 0.6739454853245115, 0.7629446257394747],
  },
]) {
  test(`experiment 1, σ = ${sigma}`, async (t) => {
    const { page, table } = await start(t, `Gaussian, σ = ${sigma}`);
    for (const [at, k] of [100, 200, 300, 400, 500].entries()) {
      isAbove(cell(table, `${k}`, "ε ≤, exact"), exact[at] ?? NaN, `exact, k = ${k}`);
      isAbove(cell(table, `${k}`, "ε ≤, Fourier"), exact[at] ?? NaN, `Fourier, k = ${k}`);
      isAbove(cell(table, `${k}`, "ε ≤, RDP (Rényi)"), renyi[at] ?? NaN, `Rényi, k = ${k}`);
      isBelow(cell(table, `${k}`, "ε ≥, PLD, certified"), exact[at] ?? NaN, `loss, k = ${k}`, 1e-3);
    }
    assert.equal(await page.locator(".lab-headline .result-bound").textContent(), `ε ≤ ${cell(table, "500", "ε ≤, exact")}`);
  });
}

// Rows A02 to A08.
test("experiment 2", async (t) => {
  const { table } = await start(t, "Gaussian with randomized response");
  const values = [
    [10, 0.0008313639789469616],
    [25, 0.03233479369703998],
    [50, 0.150201642123168],
    [75, 0.2784391010039351],
    [100, 0.3931808620233301],
    [150, 0.573057795452474],
    [200, 0.6987971059271915],
  ];
  for (const [rounds = 0, value = 0] of values) {
    for (const accountant of ["exact", "Fourier", "Fourier, as published"]) {
      isAbove(cell(table, `${rounds}`, `δ ≤, ${accountant}`), value, `${accountant}, ${rounds} rounds`);
    }
    isBelow(cell(table, `${rounds}`, "δ ≥, PLD, certified"), value, `${rounds} rounds`, 1e-3);
  }
});

// Rows E01 to E28.
const SAMPLED = [
  { k: 100, remove: 0.1897944747145742, add: 0.1552293890668301, renyi: 0.2571189266181923 },
  { k: 200, remove: 0.2691256374022139, add: 0.2324680934746698, renyi: 0.3149148748747096 },
  { k: 400, remove: 0.384574789845248, add: 0.3456385368409319, renyi: 0.4274931874708879 },
  { k: 600, remove: 0.4752258724922598, add: 0.4348479965966063, renyi: 0.5262475261449459 },
  { k: 800, remove: 0.5528371063746901, add: 0.511376755875406, renyi: 0.6107261686216805 },
  { k: 1000, remove: 0.6220303088500148, add: 0.5796908613453481, renyi: 0.6859848206783967 },
  { k: 2000, remove: 0.9000169608674695, add: 0.8546759421091081, renyi: 0.9878696919898855 },
];

test("experiment 3, removed: lower and upper ends", async (t) => {
  const { table } = await start(t, "Sampled Gaussian, removed");
  for (const { k, remove, renyi } of SAMPLED) {
    isAbove(cell(table, `${k}`, "ε ≤, Fourier"), remove, `Fourier, k = ${k}`);
    isAbove(cell(table, `${k}`, "ε ≤, RDP (Rényi)"), renyi, `Rényi, k = ${k}`);
    isBelow(cell(table, `${k}`, "ε ≥, PLD, certified"), remove, `lower end, k = ${k}`, 1e-3);
    assert(Number(cell(table, `${k}`, "ε ≤, PLD, certified")) >= remove);
  }
});

test("experiment 3, added", async (t) => {
  const { table } = await start(t, "Sampled Gaussian, added");
  for (const { k, add } of SAMPLED) isAbove(cell(table, `${k}`, "ε ≤, Fourier"), add, `k = ${k}`);
});

test("adding, removing and replacing are drawn each by itself", async (t) => {
  const page = await visit(t, "composition.html#v=2&delta=1e-5&neighbours=each&r=gaussian,sigma:2,poisson:0.01&k=100..400&by=moments");
  await drawn(page, "dp-composition");
  const table = await tableOf(page.locator("dp-composition"));
  isAbove(cell(table, "100", "removed: ε ≤, RDP (Rényi)"), SAMPLED[0]?.renyi ?? NaN, "removed");
  const [added, removed, replaced] = ["added", "removed", "replaced"].map((name) => Number(cell(table, "100", `${name}: ε ≤, RDP (Rényi)`)));
  // At the same σ, which is divided by the distance of an exchange.
  assert((added ?? NaN) < (removed ?? NaN) && (replaced ?? NaN) < (removed ?? NaN));
  assert.deepEqual(await page.locator(".dp-legend li").allTextContents(), ["Removed", "Added", "Replaced"]);
});

test("a mixed plan is set by hand, and its address holds it", async (t) => {
  const page = await visit(t, "composition.html#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:10&k=1..100&by=exact,moments");
  await drawn(page, "dp-composition");
  const before = await page.locator(".lab-headline .result-bound").textContent();
  await page.getByRole("button", { name: "Add to each round" }).click();
  await page.getByRole("combobox", { name: "Mechanism" }).nth(1).selectOption("randomized-response");
  await drawn(page, "dp-composition");
  assert.notEqual(await page.locator(".lab-headline .result-bound").textContent(), before);
  await page.waitForFunction(() => location.hash.includes("r=gaussian,sigma:10&r=randomized-response,truth:"));
  await page.getByRole("checkbox", { name: "basic composition" }).check();
  await page.locator(".dp-legend li", { hasText: "basic composition" }).waitFor();
  await page.reload();
  await drawn(page, "dp-composition");
  assert.equal(await page.locator(".mechanism-row").count(), 2);
  assert.equal(await page.getByRole("checkbox", { name: "basic composition" }).isChecked(), true);
  await page.getByRole("button", { name: "Remove" }).first().click();
  await drawn(page, "dp-composition");
  assert.equal(await page.locator(".mechanism-row").count(), 1);
});

test("what is wrong is said where it is typed", async (t) => {
  const page = await visit(t, "composition.html#v=2&delta=1e-5&r=gaussian,sigma:10&k=1..100&by=exact");
  await drawn(page, "dp-composition");
  await page.getByRole("textbox", { name: "Noise σ" }).fill("0");
  await page.locator(".error", { hasText: "0 is not" }).waitFor();
  await page.locator(".dp-note", { hasText: "This is the last valid curve." }).waitFor();
  await page.getByRole("textbox", { name: "Noise σ" }).fill("10");
  await page.getByRole("textbox", { name: "To", exact: true }).fill("x");
  await page.locator("#k-error:not(:empty)").waitFor();
  await page.getByRole("textbox", { name: "To", exact: true }).fill("200");
  await page.locator(".lab-headline .result-condition", { hasText: "after 200 rounds" }).waitFor();
  assert.equal(await page.locator("#k-error").textContent(), "");
});

test("the element stands alone on a page of its own", async (t) => {
  const page = await visit(t, "composition.html#v=2&delta=1e-4&neighbours=add-remove&r=gaussian,sigma:50&k=100..500&by=exact");
  await drawn(page, "dp-composition");
  await page.evaluate(() => {
    const copy = document.createElement("dp-composition");
    copy.setAttribute("setting", "delta=1e-4&neighbours=add-remove&r=gaussian,sigma:100&k=100..500&by=exact");
    document.querySelector("main")?.append(copy);
  });
  await page.locator("dp-composition").nth(1).locator(".dp-sentence", { hasText: "ε ≤ 0.68205 for k = 500" }).waitFor();
});

for (const width of [320, 1280]) {
  test(`nothing sticks out at ${width} pixels`, async (t) => {
    const page = await visit(t, "composition.html#v=2&delta=1e-5&r=gaussian,sigma:10&r=laplace,scale:5&k=1..1000&by=moments,naive", { width, height: 800 });
    await drawn(page, "dp-composition");
    assert.equal(await overflow(page), 0);
  });
}
