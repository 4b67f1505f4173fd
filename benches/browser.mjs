// Times the core and the page in Chromium. The last line on standard output is one JSON object:
//
//     {"questions": {name: {median_ms, p95_ms}}, "page": {name: {median_ms, p95_ms}}, "memory": {name, bytes},
//      "drag": {events, seconds, long_tasks, longest_ms, heap_growth_bytes},
//      "people": {name: {median_ms, p95_ms, allowed_ms}}, "laboratories": {name: {median_ms, p95_ms, allowed_ms}}}
//
// `memory` is the question that made its instance of the core grow largest; `long_tasks` are those of the
// main thread over 50 ms.
//
// DPSCOPE_URL is the served site, DPSCOPE_MODULES the names of its modules, CHROMIUM the browser's path. The questions are those of
// questions.jsonl and the standard jobs of jobs.jsonl; a job that the core does not answer has no time.

import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { timeLaboratories } from "./laboratories.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{median_ms: number, p95_ms: number}} Timing */
/** @typedef {{name: string, question: object}} Entry */

const url = process.env["DPSCOPE_URL"];
if (!url) throw new Error("set DPSCOPE_URL to the address of the served site");

const names = process.env["DPSCOPE_MODULES"];
if (!names) throw new Error("set DPSCOPE_MODULES to the names of the modules, as a list of JSON");
const MODULES = /** @type {string[]} */ (JSON.parse(names));

const RUNS = 200;
const STEPS = 300;
/** A long drag: its events, and how long it lasts. */
const DRAG_EVENTS = 10_000;
const DRAG_MS = 60_000;
/** A batch is at least this long, because the browser's clock is coarse. */
const BATCH_MS = 4;
/** A slow question runs less often, so that it takes about as long, but never fewer than five times. */
const QUESTION_MS = 4000;

/**
 * @param {number[]} times
 * @returns {Timing}
 */
function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { median_ms: at(0.5), p95_ms: at(0.95) };
}

/**
 * Asks one question many times in a worker of its own; the time of one run, batch by batch, or why
 * there is no answer to time.
 * @param {Page} page
 * @param {object} question
 * @returns {Promise<{times: number[], memory: number} | {unanswered: string}>}
 */
const timeQuestion = (page, question) =>
  page.evaluate(
    async ({ question, modules, runs, batch, most }) => {
      const sources = modules.map((name) => new URL(`pkg/${name}/dpscope.js`, location.href).href);
      const worker = new Worker(new URL("bench-worker.js", location.href), { type: "module" });
      return new Promise((resolve, reject) => {
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = ({ data }) => {
          worker.terminate();
          if (data.error) reject(new Error(data.error));
          else resolve(data);
        };
        worker.postMessage({ sources, question, runs, batch, most });
      });
    },
    { question, modules: MODULES, runs: RUNS, batch: BATCH_MS, most: QUESTION_MS },
  );

/** The worker of the bench, served beside the site by the bench itself. */
const WORKER = `
self.onmessage = async ({ data: { sources, question, runs, batch, most } }) => {
  try {
    let core, memory, answer;
    // The first module that has the question.
    for (const source of sources) {
      core = await import(source);
      ({ memory } = await core.default());
      answer = core.ask(question);
      if (answer.answer !== "refused") break;
    }
    const missing = answer.bounds && !answer.best ? answer.bounds[0]?.unavailable : undefined;
    const unanswered = answer.message ?? missing ?? answer.unavailable?.[0]?.reason;
    if (unanswered) {
      self.postMessage({ unanswered });
      return;
    }
    const timed = (count) => {
      const start = performance.now();
      for (let at = 0; at < count; at += 1) core.ask(question);
      return performance.now() - start;
    };
    let size = 1;
    let took = timed(size);
    while (took < batch) took = timed((size *= 2));
    const wanted = Math.max(20, Math.ceil(runs / size));
    const batches = Math.min(wanted, Math.max(5, Math.floor(most / took)));
    const times = Array.from({ length: batches }, () => timed(size) / size);
    self.postMessage({ times, memory: memory.buffer.byteLength });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};`;

/**
 * Opens a plan, moves the slider of its noise and waits for the drawing of each value.
 * @param {Page} page
 * @param {string} hash
 * @returns {Promise<number[]>}
 */
async function timeSlider(page, hash) {
  await page.goto(`about:blank`);
  await page.goto(new URL(hash, url).href);
  await page.locator("dp-plan .dp-legend li").first().waitFor();
  return page.evaluate(async (steps) => {
    const noise = [...document.querySelectorAll("dp-slider")].find((one) => one.textContent?.includes("Noise σ"));
    const slider = noise?.querySelector("input[type=range]");
    const box = noise?.querySelector("input:not([type=range])");
    if (!(slider instanceof HTMLInputElement) || !(box instanceof HTMLInputElement)) {
      throw new Error("the page has no slider of σ");
    }
    /** @type {number[]} */
    const times = [];
    for (let at = 0; at < steps; at += 1) {
      // The next step comes after the last one is on the screen, as the events of a real drag do.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      slider.value = String(20 + ((at * 7) % 180));
      const start = performance.now();
      await new Promise((/** @type {(value: void) => void} */ resolve) => {
        const drawn = (/** @type {Event} */ event) => {
          const { view, releases } = /** @type {CustomEvent} */ (event).detail;
          if (view !== "profile" || releases[0].mechanism.sigma !== Number(box.value)) return;
          document.removeEventListener("dp-drawn", drawn);
          resolve();
        };
        document.addEventListener("dp-drawn", drawn);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      });
      times.push(performance.now() - start);
    }
    // The first steps compile the core.
    return times.slice(steps / 3);
  }, STEPS);
}

/**
 * Drags the slider of the noise of a plan to and fro, without waiting for any answer: what the main thread did
 * at a stretch, and by how much its heap has grown after collecting what is no longer used.
 * @param {Page} page
 * @param {string} hash
 */
async function longDrag(page, hash) {
  await page.goto("about:blank");
  await page.goto(new URL(hash, url).href);
  await page.locator("dp-plan .dp-legend li").first().waitFor();
  const session = await page.context().newCDPSession(page);
  const drag = (/** @type {number} */ events) =>
    page.evaluate(
      async ({ events, pause }) => {
        /** @type {number[]} */
        const long = [];
        const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
        observer.observe({ type: "longtask" });
        const noise = [...document.querySelectorAll("dp-slider")].find((one) => one.textContent?.includes("Noise σ"));
        const slider = noise?.querySelector("input[type=range]");
        if (!(slider instanceof HTMLInputElement)) throw new Error("the page has no slider of σ");
        const start = performance.now();
        for (let at = 0; at < events; at += 1) {
          slider.value = String(100 + Math.round(80 * Math.sin(at / 50)));
          slider.dispatchEvent(new Event("input", { bubbles: true }));
          await new Promise((resolve) => setTimeout(resolve, start + (at + 1) * pause - performance.now()));
        }
        const seconds = (performance.now() - start) / 1000;
        // The last answers, and the certified ones after them.
        await new Promise((resolve) => setTimeout(resolve, 3000));
        observer.disconnect();
        return { seconds, long };
      },
      { events, pause: DRAG_MS / DRAG_EVENTS },
    );
  const heap = async () => {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
  // What is compiled and cached on the way belongs to the page, not to the events.
  await drag(DRAG_EVENTS / 10);
  const before = await heap();
  const { seconds, long } = await drag(DRAG_EVENTS);
  const growth = (await heap()) - before;
  return {
    events: DRAG_EVENTS,
    seconds,
    long_tasks: long.length,
    longest_ms: Math.max(0, ...long),
    heap_growth_bytes: growth,
  };
}

/**
 * Draws a figure many times on a canvas of 720 × 420 at two device pixels per pixel.
 * @param {Page} page
 * @param {"curve" | "heat map"} kind
 * @returns {Promise<number[]>}
 */
const timeDrawing = (page, kind) =>
  page.evaluate(
    async ({ kind, runs }) => {
      const core = await import(new URL("pkg/accounting/dpscope.js", location.href).href);
      await core.default();
      const { figure } = core.ask({
        ask: "curve",
        view: "profile",
        releases: [{ mechanism: { kind: "gaussian", sigma: 1 } }],
        mark: { delta: 1e-5 },
        picture: true,
      });
      const side = 256;
      const cells = {
        label: "value",
        columns: side,
        rows: side,
        values: Array.from({ length: side * side }, (_, at) => Math.sin(at / 97) * Math.cos(at / side / 17)),
        from: -1,
        to: 1,
      };
      const axis = (/** @type {string} */ label) => ({ label, scale: "linear", from: 0, to: 1 });
      const shown =
        kind === "curve"
          ? figure
          : { ...figure, x: axis("x"), y: axis("y"), cells, series: [], marks: [], readings: [] };
      const canvas = document.createElement("canvas");
      const frame = { width: 720, height: 420, ratio: 2, theme: "light" };
      const draw = () => {
        core.draw(shown, canvas, frame);
        // Reading a pixel back waits until the canvas has really been painted.
        canvas.getContext("2d")?.getImageData(0, 0, 1, 1);
      };
      for (let at = 0; at < 20; at += 1) draw();
      return Array.from({ length: runs }, () => {
        const start = performance.now();
        draw();
        return performance.now() - start;
      });
    },
    { kind, runs: RUNS },
  );

/** A drag must be followed at 30 pictures a second. */
const DRAG_FRAME_MS = 1000 / 30;

/**
 * The page of single people with 1000 of them: from a question to the painted map, from a hand that moves a
 * person to the painted map, and from a file of 100 000 rows to theirs.
 * @param {Page} page
 */
async function timePeople(page) {
  await page.goto("about:blank");
  await page.goto(new URL("instance.html#data=two-gaussians&people=1000&sigma=5&model=drawn", url).href);
  await page.locator(".exposed button").first().click();
  await page.locator(".person-lead").filter({ hasText: "rank" }).waitFor();
  const [maps, moves] = await page.evaluate(async (steps) => {
    const map = document.querySelector("dp-instance-map");
    const plot = map?.querySelector(".plane-plot");
    if (!(map instanceof HTMLElement) || !(plot instanceof HTMLElement)) throw new Error("the page has no map");
    const answered = () => new Promise((resolve) => map.addEventListener("dp-answer", resolve, { once: true }));
    const breath = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const timed = async (/** @type {(at: number) => void} */ act) => {
      /** @type {number[]} */
      const times = [];
      for (let at = 0; at < steps; at += 1) {
        await breath();
        const start = performance.now();
        const answer = answered();
        act(at);
        await answer;
        // Reading a pixel back waits until the canvas has really been painted.
        plot.querySelector("canvas")?.getContext("2d")?.getImageData(0, 0, 1, 1);
        times.push(performance.now() - start);
      }
      return times.slice(steps / 5);
    };
    const turned = await timed((at) => map.setAttribute("setting", `data=two-gaussians&people=1000&sigma=5&model=drawn&turn=${at}`));
    const value = (/** @type {string} */ id) => Number(/** @type {HTMLInputElement | null} */ (document.querySelector(id))?.value);
    const [left = 0, top = 0, width = 0, height = 0] = (plot.dataset["area"] ?? "").split(" ").map(Number);
    const box = plot.getBoundingClientRect();
    const [x, y] = [box.left + left + ((value("#person-x") + 1) / 2) * width, box.top + top + ((1 - value("#person-y")) / 2) * height];
    const hand = (/** @type {string} */ type, /** @type {number} */ shift) =>
      plot.dispatchEvent(new PointerEvent(type, { clientX: x + shift, clientY: y - shift, button: 0, pointerId: 1, bubbles: true }));
    plot.setPointerCapture = () => {};
    hand("pointerdown", 0);
    const dragged = await timed((at) => hand("pointermove", 20 * Math.sin(at / 5)));
    hand("pointerup", 0);
    return [turned, dragged];
  }, 50);
  const rows = Array.from({ length: 100_000 }, (_, at) => `${Math.cos(at) / 2},${Math.sin(3 * at) / 2},${at % 2}`);
  // From the moment at which the file is given to the painted map.
  const table = page.evaluate(
    () =>
      new Promise((/** @type {(time: number) => void} */ resolve) => {
        let start = 0;
        document.querySelector("#own-file")?.addEventListener("change", () => (start = performance.now()), { capture: true });
        document.querySelector("dp-instance-map")?.addEventListener("dp-answer", (event) => {
          if (Reflect.get(Reflect.get(event, "detail"), "across").length === 100_000) resolve(performance.now() - start);
        });
      }),
  );
  await page.locator("#own-file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) });
  const read = await table;
  return {
    "256×256 map of 1000 people, asked and painted": { ...summary(maps ?? []), allowed_ms: 50 },
    "a person dragged, to the painted map": { ...summary(moves ?? []), allowed_ms: DRAG_FRAME_MS },
    "100 000 rows read, checked and shown": { ...summary([read]), allowed_ms: 2000 },
  };
}

/**
 * Name and question of each line; a line that names accountants is one question for each of them.
 * @param {string} file
 * @returns {Promise<Entry[]>}
 */
async function entries(file) {
  const text = await readFile(new URL(file, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => /** @type {Entry & {accountants?: string[]}} */ (JSON.parse(line)))
    .flatMap(
      ({ name, question, accountants }) =>
        accountants?.map((accountant) => ({
          name: `${name}, ${accountant}`,
          question: { ...question, accountants: [accountant] },
        })) ?? [{ name, question }],
    );
}

const questions = await entries("questions.jsonl");
const jobs = await entries("jobs.jsonl");

const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 });
  await page.context().route("**/bench-worker.js", (route) =>
    route.fulfill({ contentType: "text/javascript; charset=utf-8", body: WORKER }),
  );
  await page.goto(url);
  await page.locator("dp-plan .dp-legend li").first().waitFor();

  /** @type {Record<string, Timing>} */
  const answered = {};
  let largest = { name: "", bytes: 0 };
  for (const entry of [...questions, ...jobs]) {
    const { name, question } = entry;
    const asked = await timeQuestion(page, question);
    if ("times" in asked) {
      answered[name] = summary(asked.times);
      if (asked.memory > largest.bytes) largest = { name, bytes: asked.memory };
      console.log(`${name}: ${answered[name].median_ms.toFixed(3)} ms, ${(asked.memory / 1e6).toFixed(1)} MB`);
    } else if (jobs.includes(entry)) {
      console.log(`${name}: not timed, because ${asked.unanswered}`);
    } else {
      throw new Error(`${name}: ${asked.unanswered}`);
    }
  }
  const sampled = "#v=2&delta=1e-5&r=gaussian,sigma:1,count:10000,poisson:0.01";
  const timings = {
    "slider step to painted curve, closed form": summary(await timeSlider(page, "#v=2&delta=1e-5&r=gaussian,sigma:1")),
    "slider step to painted curve, sampled × 10 000": summary(await timeSlider(page, sampled)),
    "draw curve": summary(await timeDrawing(page, "curve")),
    "draw 256×256 heat map": summary(await timeDrawing(page, "heat map")),
  };
  for (const [name, { median_ms, p95_ms }] of Object.entries(timings)) {
    console.log(`${name}: ${median_ms.toFixed(2)} ms, p95 ${p95_ms.toFixed(2)} ms`);
  }
  const people = await timePeople(page);
  const laboratories = await timeLaboratories(page, url);
  for (const [name, { median_ms, p95_ms }] of Object.entries({ ...people, ...laboratories })) {
    console.log(`${name}: ${median_ms.toFixed(2)} ms, p95 ${p95_ms.toFixed(2)} ms`);
  }
  const drag = await longDrag(page, sampled);
  console.log(JSON.stringify({ questions: answered, page: timings, memory: largest, drag, people, laboratories }));
} finally {
  await browser.close();
}
