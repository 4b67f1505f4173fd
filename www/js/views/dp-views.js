// <dp-views mechanism="gaussian" sigma="1" delta="1e-5" neighbours="add-remove" show="profile">: one release
// through the five windows, with the map of the conversions between them. Attributes as those of <dp-curve>;
// `show` is a view, a conversion or `all`; `with` holds mechanisms to compare with (rivals.js); `to` ends the
// profile at an ε, on linear axes.
//
// Events: `dp-show` when a person chose what to show (detail: the word), `dp-failed` when the core cannot be
// reached. `retry()` asks again.

import { Chart, Group, merge } from "../chart.js";
import { element } from "../element.js";
import { describe } from "../engine.js";
import { complete, curveQuestion, NO_SAMPLING, number } from "../setting.js";
import { styles } from "../styles.js";
import { EDGES, NODES } from "./conversions.js";
import { figureOf, Inquiry, reasonsOf } from "./inquiry.js";
import { compared, crowd } from "./join.js";
import { ALL, ConversionMap, explanation } from "./map.js";
import { mechanismOf, readRival, RIVALS, wordsOf } from "./rivals.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("../chart.js").Picture} Picture */
/** @typedef {import("./conversions.js").View} View */
/** @typedef {import("./inquiry.js").Put} Put */
/** @typedef {import("../setting.js").Setting} Setting */

/** Points of a grid that all mechanisms share. */
const POINTS = 201;

export class DpViews extends HTMLElement {
  #map = new ConversionMap((word) => {
    this.setAttribute("show", word);
    this.dispatchEvent(new CustomEvent("dp-show", { detail: word, bubbles: true }));
  });
  #about = element("div", { class: "conversion-place", "aria-live": "polite" });
  #windows = element("div", { class: "windows" });
  /** The profile and the loss have the same axis. */
  #group = new Group();
  /** @type {Map<View, {element: HTMLElement, chart: Chart, inquiry: Inquiry}>} */
  #charts = new Map();
  #attributes = new MutationObserver(() => this.#update());
  /** @type {Description | undefined} */
  #description;
  #shown = "";

  connectedCallback() {
    this.#attributes.observe(this, { attributes: true });
    this.#update();
  }

  disconnectedCallback() {
    this.#attributes.disconnect();
  }

  /** Asks again after a failure. */
  retry() {
    this.#update();
  }

  /** Whether every chart shows the newest setting. */
  get settled() {
    return this.#charts.size > 0 && [...this.#charts.values()].every(({ inquiry }) => !inquiry.busy);
  }

  async #update() {
    try {
      this.#description ??= (await Promise.all([describe(), styles("tokens", "map", "views")]))[0];
    } catch (error) {
      this.dispatchEvent(new CustomEvent("dp-failed", { detail: String(error), bubbles: true }));
      return;
    }
    if (!this.isConnected) return;
    if (!this.#map.element.isConnected) this.replaceChildren(this.#map.element, this.#about, this.#windows);
    const views = this.#arrange(this.getAttribute("show") ?? "profile");
    for (const [view, { inquiry }] of this.#charts) if (!views.includes(view)) inquiry.end();
    for (const view of views) this.#draw(view);
  }

  /**
   * Puts the windows on show in their places.
   * @param {string} show
   * @returns {View[]} those on show
   */
  #arrange(show) {
    const edge = EDGES.find(({ id }) => id === show);
    const node = NODES.find(({ view }) => view === show);
    const views = edge ? edge.ends : node ? [node.view] : show === ALL ? NODES.map(({ view }) => view) : [/** @type {View} */ ("profile")];
    const word = edge || node || show === ALL ? show : "profile";
    if (word === this.#shown) return [...views];
    this.#shown = word;
    this.#map.chosen = word;
    this.#about.replaceChildren(...(edge ? [explanation(edge)] : []));
    this.#windows.dataset.count = String(views.length);
    this.#windows.replaceChildren(...views.map((view) => this.#window(view).element));
    return [...views];
  }

  /** @param {View} view */
  #window(view) {
    const known = this.#charts.get(view);
    if (known) return known;
    const linked = view === "profile" || view === "loss";
    const chart = linked ? new Chart({ group: this.#group, table: false }) : new Chart({ table: false });
    const node = NODES.find((one) => one.view === view);
    const made = {
      chart,
      inquiry: new Inquiry(chart, {
        failed: (error) => this.dispatchEvent(new CustomEvent("dp-failed", { detail: String(error), bubbles: true })),
      }),
      element: element(
        "section",
        { class: "window", "data-view": view, "aria-label": node?.name ?? view },
        element("h3", {}, node?.name ?? view),
        chart.element,
      ),
    };
    this.#charts.set(view, made);
    return made;
  }

  /** @param {View} view */
  #draw(view) {
    const description = /** @type {Description} */ (this.#description);
    const { chart, inquiry } = this.#window(view);
    const setting = complete(description, (key) => this.getAttribute(key));
    const rivals = (this.getAttribute("with") ?? "")
      .split(";")
      .filter((text) => text !== "")
      .slice(0, RIVALS)
      .map((text) => readRival(text, description));
    const to = number(this.getAttribute("to") ?? "");
    const end = view === "profile" && typeof to === "number" && to > 0 ? to : undefined;
    inquiry.run(async (put) => {
      if (rivals.length === 0) {
        const grid = end === undefined ? undefined : gridTo(end);
        const { figure, reasons } = await alone(put, setting, view, grid);
        if (figure) chart.show(end === undefined ? figure : straight(figure, end));
        else chart.none(reasons);
        return;
      }
      const own = { kind: setting.mechanism, values: setting.values };
      const all = [own, ...rivals];
      const questions = all.map((one, at) => {
        const question = curveQuestion(setting, view);
        const [first] = question.releases;
        return { ...question, releases: [{ ...(at === 0 ? first : { count: 1 }), mechanism: mechanismOf(one) }] };
      });
      const figures = await together(put, questions, view, end);
      const named = figures.flatMap((figure, at) => (figure ? [{ figure, name: wordsOf(all[at] ?? own, description) }] : []));
      if (named.length === 0) return chart.none(["no mechanism here has this view"]);
      const names = named.map(({ name }) => name);
      const title = `${named[0]?.figure.shows}, ${named.length} mechanisms compared`;
      const profiles = named.map(({ figure }) => figure);
      const said = view === "profile" ? { sentence: compared(named, `δ = ${setting.delta.trim()}`) } : {};
      const marks = view === "profile" ? { marks: crowd(profiles) } : {};
      const merged = { ...merge(profiles, { names, title, ...said }), ...marks };
      chart.show(end === undefined ? merged : straight(merged, end));
    });
  }
}

/**
 * The curve of one release. On a sample the Rényi bound of a whole curve takes far longer than the exact
 * one, so it is asked for only where there is no other.
 * @param {Put} put
 * @param {Setting} setting
 * @param {string} view
 * @param {object | undefined} grid
 */
async function alone(put, setting, view, grid) {
  const rounds = setting.sampling === NO_SAMPLING ? [undefined] : [/** @type {const} */ (["exact"]), undefined];
  /** @type {string[]} */
  let reasons = [];
  for (const accountants of rounds) {
    const answer = await put({ ...curveQuestion(setting, view, accountants), grid });
    const figure = figureOf(answer);
    if (figure) return { figure, reasons: [] };
    reasons = reasonsOf(answer);
  }
  return { figure: undefined, reasons };
}

/**
 * The curves of several mechanisms at the same points: each by its tightest accountant, first where it
 * chooses itself, then, if those differ, over all of their ranges.
 * @param {Put} put
 * @param {object[]} questions
 * @param {View} view
 * @param {number | undefined} end
 */
async function together(put, questions, view, end) {
  const each = async (/** @type {object | undefined} */ grid) => {
    /** @type {(Picture | undefined)[]} */
    const figures = [];
    for (const question of questions) {
      const exact = figureOf(await put({ ...question, accountants: ["exact"], grid }));
      figures.push(exact ?? figureOf(await put({ ...question, accountants: ["rdp"], grid })));
    }
    return figures;
  };
  if (end !== undefined) return each(gridTo(end));
  const figures = await each(undefined);
  const ranges = figures.flatMap((figure) => (figure ? [figure.x] : []));
  const from = Math.min(...ranges.map((axis) => axis.from));
  const to = Math.max(...ranges.map((axis) => axis.to));
  const same = ranges.every((axis) => axis.from === from && axis.to === to);
  const points = figures.flatMap((figure) => figure?.series[0]?.x.length ?? []);
  if (view === "renyi" || (same && new Set(points).size < 2)) return figures;
  return each({ from, to, points: POINTS });
}

/** @param {number} end */
const gridTo = (end) => ({ from: 0, to: end, points: 151 });

/**
 * A profile on linear axes that ends at an ε.
 * @param {Picture} figure
 * @param {number} end
 * @returns {Picture}
 */
function straight(figure, end) {
  const most = Math.max(...figure.series.flatMap(({ y }) => y));
  const to = Math.min(1, Math.ceil(most * 10.5) / 10);
  return { ...figure, x: { ...figure.x, to: end }, y: { label: "δ", scale: "linear", from: 0, to } };
}

customElements.define("dp-views", DpViews);
