// Several models, each with its own noise: ε against how many, or δ against ε of a few, as the source draws it.

import { Chart, merge } from "../chart.js";
import { stated } from "../chart-reading.js";
import { element } from "../element.js";
import { printDown, printUp } from "../ladder.js";
import { figureOf, Inquiry } from "../views/inquiry.js";
import { growthQuestion, MODELS, profileQuestion } from "./state.js";
import { wordOf, Words } from "./words.js";

/** @typedef {import("../chart.js").Picture} Picture */
/** @typedef {import("../../pkg/people/dpscope.js").ObjectiveAnswer} ObjectiveAnswer */
/** @typedef {import("../views/inquiry.js").Put} Put */
/** @typedef {import("./state.js").State} State */

/** Digits of a printed loss. */
const DIGITS = 5;

/** Why there is no curve of several models. */
const LINEAR_ONLY = "several models are composed for generalized linear losses only";

export class Several {
  #chart = new Chart();
  #inquiry = new Inquiry(this.#chart);
  #words;
  element;

  /** @param {(change: Partial<State>, control: unknown, finished: boolean) => void} changed */
  constructor(changed) {
    this.#words = new Words("several", "Several models", changed);
    this.element = element("div", { class: "learn-part" }, this.#words.element, this.#chart.element);
  }

  /** @param {State} state */
  show(state) {
    this.#words.show(state);
  }

  /**
   * @param {State} state
   * @param {ObjectiveAnswer} one what one model costs
   */
  update(state, one) {
    if (state.loss === "general") {
      this.#inquiry.end();
      this.#chart.none([LINEAR_ONLY]);
      return;
    }
    this.#inquiry.run(async (put) => {
      const figure = await (wordOf(state, "several") === "delta" ? profiles : growth)(put, state, one);
      if (figure) this.#chart.show(figure);
    });
  }
}

/**
 * @param {Put} put
 * @param {State} state
 * @param {ObjectiveAnswer} one
 */
async function growth(put, state, { "output-signal": signal }) {
  const figure = figureOf(await put(growthQuestion(state, signal)));
  return figure && { ...figure, title: `ε of k models, each with its own noise, at δ = ${state.delta.trim()}`, sentence: `${figure.sentence}${below(figure)}` };
}

/**
 * Says where composition of (ε, δ) is below the added losses of the pair.
 * @param {Picture} figure
 */
function below({ series }) {
  const [added, classic] = ["fourier", "classic"].map((word) => series.find(({ by }) => by === word));
  if (!added || !classic) return "";
  const places = classic.x.flatMap((x, place) => ((classic.y[place] ?? NaN) < (added.y[added.x.indexOf(x)] ?? NaN) ? [place] : []));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return "";
  return ` From k = ${classic.x[first]} to k = ${classic.x[last]}, where it has ε ≤ ${printUp(classic.y[last] ?? NaN, DIGITS)}, classic composition is below: it uses that each model keeps its ε in both directions.`;
}

/**
 * The profiles of some numbers of models in one picture, as far as that of the most reaches.
 * @param {Put} put
 * @param {State} state
 * @param {ObjectiveAnswer} one
 */
async function profiles(put, state, { "output-signal": signal, kink }) {
  /** @type {Picture[]} */
  const figures = [];
  /** @type {number | undefined} */
  let reach;
  for (const models of [...MODELS].reverse()) {
    const figure = figureOf(await put(profileQuestion(state, signal, models, reach)));
    if (!figure) return;
    reach ??= figure.x.to;
    figures.unshift(figure);
  }
  const names = MODELS.map((models) => `k = ${models}`);
  const reached = figures.flatMap(({ best }, at) => (best ? [`${stated(best)} for ${names[at]}`] : []));
  const closed =
    signal === undefined && typeof kink === "number"
      ? ` No loss of k models is below k × ${printDown(kink, DIGITS)}: up to there δ has a closed form too, beyond it the contour alone.`
      : "";
  const above = figures.every(({ series }) => series.length > 1) ? " The Rényi bound of as many models lies above." : "";
  const other = " Classic composition, which may be below for many models, is drawn as ε against how many.";
  return merge(figures, {
    names,
    title: `δ against ε of k models, each with its own noise, σ = ${state.sigma.trim()}, λ = ${state.regularization.trim()}`,
    sentence: `At δ = ${state.delta.trim()}: ${reached.join(", ")}.${above}${closed}${other}`,
  });
}
