// <dp-composition setting="delta=1e-4&neighbours=add-remove&r=gaussian,sigma:50&k=100..500">: how ε, or δ,
// grows with the rounds in which a plan is published, by every accountant. The attribute holds what the
// address of the page of composition holds (state.js).
//
// Events: `dp-drawn` when a curve has been drawn (detail: the best bound after the last round by relation, the number of
// rounds, and whether more are to come),
// `dp-refused` when the core does not accept the setting (detail: the refusal), `dp-failed` when it cannot be
// reached. `retry()` asks again.

import { Chart, merge } from "../chart.js";
import { pointsOf } from "../chart-axis.js";
import { element } from "../element.js";
import { describe, EngineFailure } from "../engine.js";
import { published, targetOf } from "../plan/questions.js";
import { NO_SAMPLING } from "../setting.js";
import { styles } from "../styles.js";
import { figureOf, Inquiry } from "../views/inquiry.js";
import { join, lowest } from "../views/join.js";
import { ACCOUNTANTS, EACH, read, RELATIONS, roundsOf } from "./state.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("../chart.js").Picture} Picture */
/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */
/** @typedef {import("./state.js").State} State */

export class DpComposition extends HTMLElement {
  #chart = new Chart();
  #reasons = element("ul", { class: "composition-reasons", role: "list" });
  #inquiry = new Inquiry(this.#chart, {
    failed: (error) => this.#tell("dp-failed", String(error)),
    refused: (refusal) => this.#tell("dp-refused", refusal),
  });
  #attributes = new MutationObserver(() => this.#update());
  /** @type {Description | undefined} */
  #description;

  connectedCallback() {
    this.#attributes.observe(this, { attributes: true, attributeFilter: ["setting"] });
    this.#update();
  }

  disconnectedCallback() {
    this.#attributes.disconnect();
    this.#inquiry.end();
  }

  /** Asks again after a failure. */
  retry() {
    this.#update();
  }

  /** Whether the chart shows the newest setting, by every accountant. */
  get settled() {
    return this.#description !== undefined && !this.#inquiry.busy;
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  async #update() {
    try {
      this.#description ??= (await Promise.all([describe(), this.#chart.ready(), styles("composition")]))[0];
    } catch (error) {
      this.#tell("dp-failed", String(error));
      return;
    }
    if (!this.isConnected) return;
    if (this.#chart.element.parentNode !== this) this.replaceChildren(this.#chart.element, this.#reasons);
    const state = read(this.getAttribute("setting") ?? "", this.#description);
    this.#inquiry.run((put) => this.#work(put, state));
  }

  /**
   * The quick accountants first, the others one by one after them.
   * @param {import("../views/inquiry.js").Put} put
   * @param {State} state
   */
  async #work(put, { plan, from, to, by }) {
    const { points, linear } = roundsOf(from, to);
    const relations = plan.neighbours === EACH ? RELATIONS : [/** @type {const} */ ([plan.neighbours, ""])];
    // A sample published more than once has no closed form; the Fourier accountant stands for it.
    const chosen = ACCOUNTANTS.filter(
      ({ word }) => by.includes(word) && (word !== "exact" || !by.includes("fourier") || closed(plan)),
    );
    // Replacing a person on a sample takes the Fourier accountant about a second for each point.
    const slow = (/** @type {string} */ neighbours) => neighbours === "replace" && !closed(plan);
    const quick = (/** @type {string} */ neighbours) =>
      chosen.filter((one) => one.quick && !(slow(neighbours) && one.word === "fourier")).map(({ word }) => word);
    const late = (/** @type {string} */ neighbours) =>
      chosen.map(({ word }) => word).filter((word) => !quick(neighbours).includes(word));
    /** The figures of each relation, as they come. @type {Map<string, Picture[]>} */
    const found = new Map();
    /** @type {Map<string, string>} */
    const reasons = new Map();
    const first = relations.map(([neighbours, name]) => ({ accountants: quick(neighbours), neighbours, name, patient: false }));
    const later = relations.flatMap(([neighbours, name]) =>
      late(neighbours).map((word) => ({ accountants: [word], neighbours, name, patient: slow(neighbours) })),
    );
    const asked = [...first, ...later].filter(({ accountants }) => accountants.length > 0);
    for (const { accountants, neighbours, name, patient } of asked) {
      const question = {
        ask: "curve",
        view: "composition",
        ...published({ ...plan, neighbours }),
        grid: patient ? thinned(points) : points,
        mark: targetOf(plan),
        accountants,
        picture: true,
      };
      const answer = await (patient ? put(question).catch(unanswered) : put(question));
      if (!answer) {
        for (const word of accountants) reasons.set(`${word} ${name}`, "no answer came in time");
        continue;
      }
      const figure = figureOf(answer);
      const few = patient && points.length > FEW ? ` Its curve by ${accountants.join()} is computed at ${FEW} values of k and joined by lines.` : "";
      if (figure) found.set(name, [...(found.get(name) ?? []), { ...figure, sentence: figure.sentence + few }]);
      if (answer.answer === "curve") {
        for (const { accountant, reason } of answer.unavailable) reasons.set(`${accountant} ${name}`, reason);
      }
      this.#show([...found], { more: true, linear });
    }
    this.#show([...found], { more: false, linear });
    if (found.size === 0) this.#chart.none([...reasons.values()]);
    this.#explain(reasons);
  }

  /**
   * @param {[string, Picture[]][]} found
   * @param {{more: boolean, linear: boolean}} how
   */
  #show(found, { more, linear }) {
    if (found.length === 0) return;
    const joined = found.map(([name, figures]) => ({ name, figure: { ...join(figures), sentence: lowest(figures).sentence } }));
    const [first] = joined;
    if (!first) return;
    const names = joined.map(({ name }) => name);
    const title = first.figure.title;
    const whole = first.name === "" ? first.figure : merge(joined.map(({ figure }) => figure), { names, title });
    const figure = linear ? straight(whole) : whole;
    this.#chart.show(figure);
    const best = joined.flatMap(({ name, figure: { best } }) => (best ? [{ name, best }] : []));
    this.#tell("dp-drawn", { best, rounds: Math.max(...pointsOf(figure)), more });
  }

  /** @param {Map<string, string>} reasons */
  #explain(reasons) {
    const titles = new Map(this.#description?.accountants.map(({ word, meaning }) => [word, meaning]));
    const items = [...reasons].map(([key, reason]) => {
      const [accountant = "", relation] = key.split(" ");
      const who = [titles.get(accountant) ?? accountant, relation].filter(Boolean).join(", ");
      return element("li", {}, `${who}: ${reason}.`);
    });
    this.#reasons.replaceChildren(...items);
  }
}

/** Whether everyone takes part in every release. @param {import("../plan/model.js").Plan} plan */
const closed = ({ releases }) => releases.every(({ sampling }) => sampling === NO_SAMPLING);

/** A core that is too slow for one curve still has the others. @param {unknown} error */
function unanswered(error) {
  if (error instanceof EngineFailure) return undefined;
  throw error;
}

/** Points of a curve of which each takes a second or more. */
const FEW = 7;

/**
 * A few of the points, both ends among them.
 * @template Point
 * @param {readonly Point[]} points
 * @returns {Point[]}
 */
function thinned(points) {
  const step = (points.length - 1) / (FEW - 1);
  return points.filter((_, at) => points.length <= FEW || Math.round(Math.round(at / step) * step) === at);
}

/**
 * On linear axes, where the core chose log ones.
 * @param {Picture} figure
 * @returns {Picture}
 */
function straight(figure) {
  const [x, y] = [figure.series.flatMap((series) => series.x), figure.series.flatMap((series) => series.y.filter(Number.isFinite))];
  const most = Math.max(...y);
  const unit = 10 ** Math.floor(Math.log10(most / 2));
  return {
    ...figure,
    x: { label: figure.x.label, scale: "linear", from: Math.min(...x), to: Math.max(...x) },
    y: { label: figure.y.label, scale: "linear", from: 0, to: Number((Math.ceil((most * 1.02) / unit) * unit).toPrecision(6)) },
  };
}

customElements.define("dp-composition", DpComposition);
