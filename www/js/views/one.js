// One ε in three windows: the line of slope −e^ε that touches the trade-off curve, the tail of the loss beyond ε, and the
// point of the profile. δ is where the line starts, what the tail counts, and how high the point lies.

import { number } from "../state/setting.js";
import { nameOf } from "./conversions.js";
import { sharp } from "./curves.js";
import { headlined } from "./guarantee.js";
import { figureIn } from "./loss.js";
import { reasonsIn, viewed } from "./viewed.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../../pkg/understand/dpscope.js").LossDistributionAnswer} LossDistributionAnswer */
/** @typedef {import("../../pkg/understand/dpscope.js").TangentAnswer} TangentAnswer */

export const ONE = { word: "one", meaning: "One ε" };

/**
 * @param {State} state
 * @param {Description} description
 * @returns {readonly Panel[]}
 */
export function one(state, description) {
  const [release] = viewed(state, description);
  if (!release) return [];
  const { at, loss } = state;
  const epsilon = number(at);
  /** @type {Panel["run"]} */
  const tangent = async ({ put, show }) => {
    const question = { ask: "tangent", ...release.published, epsilon, picture: true };
    const answer = /** @type {TangentAnswer} */ (/** @type {unknown} */ (await put(question)));
    if (answer.figure) show(/** @type {Picture} */ (answer.figure));
  };
  /** @type {Panel["run"]} */
  const tail = async ({ put, show, note }) => {
    const question = { ask: "loss-distribution", ...release.published, mark: { epsilon }, picture: true };
    const answer = /** @type {LossDistributionAnswer} */ (/** @type {unknown} */ (await put(question)));
    const figure = figureIn(answer, loss);
    if (figure) show(figure);
    note(answer.lattice ? [answer.lattice.said] : []);
  };
  const possible = (/** @type {Panel["run"]} */ run) => async (/** @type {import("../lab/stage.js").Asked} */ asked) => {
    try {
      await run(asked);
    } catch (error) {
      asked.none(reasonsIn(error));
    }
  };
  /** @type {Panel["run"]} */
  const point = async ({ put, show, none }) => {
    const { figure, reasons } = await sharp(put, release, { ask: "curve", view: "profile", ...release.published, mark: { epsilon }, picture: true });
    if (figure) show(figure);
    else none(reasons);
  };
  const panel = (/** @type {string} */ id, /** @type {string} */ title, /** @type {string} */ view, /** @type {Panel["run"]} */ run) => ({
    id,
    title,
    axis: view === "trade-off" ? view : "profile",
    columns: { ...(view === "trade-off" ? { x: "control/false-positive" } : view === "loss" ? { x: "word/privacy-loss" } : {}), each: `view/${view}` },
    explains: [{ name: nameOf(view), subject: { quantity: /** @type {const} */ ("view"), view } }],
    run,
  });
  return [
    panel("one-tangent", "Trade-off (f-DP): the tangent", "trade-off", headlined(state, description, { epsilon: at }, possible(tangent))),
    panel("one-tail", "Loss (PLD): the tail", "loss", possible(tail)),
    panel("one-point", "Profile: the point", "profile", point),
  ];
}
