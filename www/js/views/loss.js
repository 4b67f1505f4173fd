// The window on the privacy loss: how likely each loss is, or how likely one of at most, or of more than, a value; of the
// release as often as it is published, and of the mechanisms beside it.

import { merge } from "../chart/merge.js";
import { number } from "../state/setting.js";
import { reasonsIn, viewed } from "./viewed.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../../pkg/understand/dpscope.js").LossDistributionAnswer} LossDistributionAnswer */

/** How it is drawn; each is a figure of the answer. */
export const LOSSES = [
  { word: "density", meaning: "density" },
  { word: "cumulative", meaning: "CDF" },
  { word: "beyond", meaning: "tail" },
];

/**
 * @param {State} state
 * @param {Description} description
 * @returns {Panel["run"]}
 */
export const loss = (state, description) => async ({ put, show, none, conclude, note }) => {
  const { delta, loss: drawn } = state;
  /** @type {{name: string, answer: LossDistributionAnswer, figure: Picture}[]} */
  const found = [];
  /** @type {string[]} */
  const reasons = [];
  for (const { name, published, by } of viewed(state, description)) {
    const question = { ask: "loss-distribution", ...published, mark: { delta: number(delta) }, picture: true };
    try {
      const answer = /** @type {LossDistributionAnswer} */ (/** @type {unknown} */ (await by(put)(question)));
      const figure = figureIn(answer, drawn);
      if (figure) found.push({ name, answer, figure });
    } catch (error) {
      reasons.push(...reasonsIn(error).map((reason) => `${name}: ${reason}`));
    }
  }
  const figures = found.map(({ figure }) => figure);
  const names = found.map(({ name }) => name);
  const [first] = figures;
  if (!first) return none(reasons);
  show(found.length === 1 ? first : merge(figures, { names, title: `${first.shows}, ${found.length} mechanisms compared` }));
  note([...reasons.map((reason) => `${reason}.`), ...found.flatMap(({ answer }) => answer.lattice?.said ?? [])]);
  const series = found.map(({ name, answer }) => ({
    name,
    side: /** @type {const} */ ("value"),
    infinite: Number(answer.infinite.upper),
    x: [Number(delta)],
    y: [answer.tail?.epsilon ?? Infinity],
  }));
  await conclude({ about: "views", quantity: "epsilon", at: { delta: number(delta) }, series });
};

/**
 * @param {LossDistributionAnswer} answer
 * @param {string} drawn
 */
export function figureIn(answer, drawn) {
  const figure = drawn === "cumulative" ? answer.cumulative : drawn === "beyond" ? answer.beyond : answer.figure;
  return /** @type {Picture | undefined} */ (figure);
}
