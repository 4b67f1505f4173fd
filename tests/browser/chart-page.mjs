// A page of our own look with nothing on it, for the tests of charts.

/** @typedef {import("playwright-core").Page} Page */

/**
 * Serves the page `chart-test.html`.
 * @param {string} [body]
 */
export const chartPage = (body = "") => async (/** @type {Page} */ page) => {
  const html = `<!doctype html><html lang="en" class="dpscope"><title>charts</title><link rel="icon" href="data:,">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'">
    ${["tokens", "page", "chart", "curve"].map((name) => `<link rel="stylesheet" href="style/${name}.css">`).join("")}
    <script type="module" src="js/dp-curve.js"></script><body><main><h1>charts</h1>${body}</main></body></html>`;
  await page.route("**/chart-test.html", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
};

/**
 * Puts charts of these questions on the page, all of one group; they are `window.charts`, and their
 * figures `window.figures`.
 * @param {Page} page
 * @param {object[]} questions
 */
export async function placeCharts(page, questions) {
  await page.evaluate(async (questions) => {
    const load = (/** @type {string} */ name) => import(new URL(`js/${name}.js`, location.href).href);
    const [{ Chart, Group }, { ask }] = await Promise.all([load("chart"), load("engine")]);
    const group = new Group();
    const figures = await Promise.all(
      questions.map(async (question, at) => (await ask({ ask: "curve", picture: true, ...question }, { channel: at })).figure),
    );
    const charts = figures.map(() => new Chart({ group, table: false }));
    await charts[0].ready();
    charts.forEach((chart, at) => {
      document.querySelector("main")?.append(chart.element);
      chart.show(figures[at]);
    });
    Object.assign(window, { charts, figures });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, questions);
}
