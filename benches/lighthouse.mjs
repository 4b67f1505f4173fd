// Lighthouse on every page as a phone on a slow network sees it: scores of 100, of three runs the median by
// performance, and what costs points. A busy machine makes every page slower, so its load is said too.
//
// DPSCOPE_URL is the served site, CHROMIUM the browser's path. Files come as a web server sends them, with
// brotli, through a server of this file's own.

import { readFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import { loadavg } from "node:os";
import { brotliCompressSync } from "node:zlib";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";

const site = process.env["DPSCOPE_URL"];
if (!site) throw new Error("set DPSCOPE_URL to the address of the served site");

/** @type {string[]} */
const PAGES = JSON.parse(await readFile(new URL("../www/pages.json", import.meta.url), "utf8")).pages.map((/** @type {{file: string}} */ { file }) => file);
const CATEGORIES = /** @type {const} */ (["performance", "accessibility", "best-practices", "seo"]);
const RUNS = 3;

/** @typedef {Record<typeof CATEGORIES[number], number>} Scores */
/** @typedef {NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"]} Report */

/**
 * A port on which something listens.
 * @param {import("node:net").Server} server
 * @returns {Promise<number>}
 */
const portOf = (server) =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });

/** The files of the site, compressed once. */
function compressing() {
  /** @type {Map<string, Promise<{status: number, type: string, body: Buffer}>>} */
  const known = new Map();
  const fetched = (/** @type {string} */ path) =>
    new Promise((/** @type {(file: {status: number, type: string, body: Buffer}) => void} */ resolve, reject) => {
      get(new URL(path, site), (answer) => {
        /** @type {Buffer[]} */
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () => {
          const body = brotliCompressSync(Buffer.concat(parts));
          resolve({ status: answer.statusCode ?? 500, type: answer.headers["content-type"] ?? "", body });
        });
      }).on("error", reject);
    });
  return createServer(async ({ url = "/" }, response) => {
    const file = known.get(url) ?? fetched(url);
    known.set(url, file);
    const { status, type, body } = await file;
    response.writeHead(status, { "content-type": type, "content-encoding": "br", "content-length": body.length });
    response.end(body);
  });
}

/** A port that nothing listens on. */
async function freePort() {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * @param {Report} report
 * @returns {Scores}
 */
const scoresOf = ({ categories }) =>
  /** @type {Scores} */ (
    Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(100 * (categories[name]?.score ?? 0))]))
  );

/**
 * What is not perfect, with what it costs.
 * @param {Report} report
 */
function complaintsOf({ categories, audits }) {
  return CATEGORIES.flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score = null, title = id, displayValue = "" } = audits[id] ?? {};
      return weight > 0 && score !== null && score < (name === "performance" ? 0.95 : 1)
        ? [`  ${name}: ${title} ${displayValue}`.trimEnd()]
        : [];
    }),
  );
}

const files = compressing();
const port = await portOf(files);
const debugging = await freePort();
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${debugging}`],
});
try {
  for (const page of PAGES) {
    /** @type {Report[]} */
    const reports = [];
    for (let run = 0; run < RUNS; run += 1) {
      const options = { port: debugging, onlyCategories: [...CATEGORIES], logLevel: /** @type {const} */ ("error") };
      const result = await lighthouse(`http://127.0.0.1:${port}/${page}`, options);
      if (!result) throw new Error(`Lighthouse says nothing of ${page}`);
      if (result.lhr.runtimeError) throw new Error(`${page}: ${result.lhr.runtimeError.message}`);
      reports.push(result.lhr);
    }
    reports.sort((one, other) => scoresOf(one).performance - scoresOf(other).performance);
    const median = reports[Math.floor(RUNS / 2)];
    if (!median) continue;
    const scores = scoresOf(median);
    const load = (loadavg()[0] ?? 0).toFixed(1);
    console.log(`${page}: ${CATEGORIES.map((name) => `${name} ${scores[name]}`).join(", ")} (load ${load})`);
    for (const complaint of complaintsOf(median)) console.log(complaint);
  }
} finally {
  await browser.close();
  files.close();
}
