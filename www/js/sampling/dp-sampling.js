// <dp-sampling setting="show=bounds&mechanism=gaussian&sigma=5&rate=0.001">: what a random sample does to a
// guarantee, in one chart or, with `panes=six`, in one for each mechanism of the source's figures. The
// attribute holds what the address of the page of sampling holds (state.js).
//
// Events: `dp-refused` when the core does not accept the setting (detail: the refusal), `dp-failed` when it
// cannot be reached. `retry()` asks again.

import { Chart, Group } from "../chart.js";
import { element } from "../element.js";
import { describe } from "../engine.js";
import { styles } from "../styles.js";
import { Inquiry } from "../views/inquiry.js";
import { wordsOf } from "../views/rivals.js";
import { bounds, growth, profiles, terms } from "./panes.js";
import { PANED, read, SIX } from "./state.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("../chart.js").Picture} Picture */
/** @typedef {import("../views/rivals.js").Rival} Rival */
/** @typedef {import("./state.js").State} State */

const WORK = { profiles, bounds, terms, growth };

/** A chart with its heading. */
class Pane {
  #heading = element("h3");
  chart;
  inquiry;
  element;

  /**
   * @param {DpSampling} host
   * @param {Group | undefined} group
   */
  constructor(host, group) {
    this.chart = group ? new Chart({ group, table: false }) : new Chart();
    this.inquiry = new Inquiry(this.chart, {
      failed: (error) => host.tell("dp-failed", String(error)),
      refused: (refusal) => host.tell("dp-refused", refusal),
    });
    this.element = element("section", { class: "window" }, this.#heading, this.chart.element);
  }

  set title(/** @type {string} */ text) {
    this.#heading.textContent = text;
  }
}

export class DpSampling extends HTMLElement {
  #panes = element("div", { class: "windows panes" });
  /** @type {Pane[]} */
  #all = [];
  #attributes = new MutationObserver(() => this.#update());
  /** @type {Description | undefined} */
  #description;
  #shown = "";

  connectedCallback() {
    this.#attributes.observe(this, { attributes: true, attributeFilter: ["setting"] });
    this.#update();
  }

  disconnectedCallback() {
    this.#attributes.disconnect();
    for (const { inquiry } of this.#all) inquiry.end();
  }

  /** Asks again after a failure. */
  retry() {
    this.#update();
  }

  /** Whether every chart shows the newest setting. */
  get settled() {
    return this.#all.length > 0 && this.#all.every(({ inquiry }) => !inquiry.busy);
  }

  /**
   * @param {string} name of an event
   * @param {unknown} detail
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  async #update() {
    try {
      this.#description ??= (await Promise.all([describe(), styles("tokens", "views", "composition", "sampling")]))[0];
    } catch (error) {
      this.tell("dp-failed", String(error));
      return;
    }
    if (!this.isConnected) return;
    if (this.#panes.parentNode !== this) this.replaceChildren(this.#panes);
    const state = read(this.getAttribute("setting") ?? "", this.#description);
    const six = state.six && PANED.includes(state.show);
    const mechanisms = six ? SIX : [{ kind: state.kind, values: state.values }];
    this.#arrange(`${state.show} ${mechanisms.length}`, mechanisms.length);
    mechanisms.forEach((mechanism, at) => this.#draw(state, mechanism, at));
  }

  /**
   * Has as many charts as there are mechanisms; another show starts with fresh ones.
   * @param {string} what
   * @param {number} count
   */
  #arrange(what, count) {
    if (what === this.#shown) return;
    this.#shown = what;
    for (const { inquiry } of this.#all) inquiry.end();
    const group = count > 1 ? new Group() : undefined;
    this.#all = Array.from({ length: count }, () => new Pane(this, group));
    this.#panes.dataset.count = String(count);
    this.#panes.replaceChildren(...this.#all.map((pane) => pane.element));
  }

  /**
   * @param {State} state
   * @param {Rival} mechanism
   * @param {number} at
   */
  #draw({ show, rate, delta, mean }, mechanism, at) {
    const pane = this.#all[at];
    if (!pane || !this.#description) return;
    const { chart, inquiry } = pane;
    pane.title = show === "condition" ? "Two Poisson distributions" : wordsOf(mechanism, this.#description);
    if (show === "condition") {
      inquiry.run(async () => chart.show(await stored(mean)));
      return;
    }
    const work = WORK[/** @type {keyof typeof WORK} */ (show)];
    inquiry.run(async (put) => {
      const reasons = await work({ put, mechanism, rate, delta, show: (figure) => chart.show(figure) });
      if (reasons.length > 0) chart.none(reasons);
    });
  }
}

/**
 * The picture of two Poisson distributions, which the core made beforehand.
 * @param {string} mean of Q
 * @returns {Promise<Picture>}
 */
async function stored(mean) {
  const response = await fetch(new URL(`../../picture/poisson-${mean}.json`, import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.json();
}

customElements.define("dp-sampling", DpSampling);
