// The window on the outputs themselves: what is published with a person, P, and what without, Q; on a sample also their
// mixture; and where P exceeds e^ε times Q.

import { figureOf } from "../lab/inquiry.js";
import { mechanismOf } from "../state/mechanism.js";
import { NO_SAMPLING, number } from "../state/setting.js";
import { reasonsIn } from "./viewed.js";

/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */

/**
 * @param {State} state
 * @returns {Panel["run"]}
 */
export const outputs = ({ show: shown, mechanism, sampling, rate, neighbours, at, count }) => async ({ put, show, none, note }) => {
  const question = {
    ask: "outputs",
    mechanism: mechanismOf(mechanism),
    ...(sampling === NO_SAMPLING ? {} : { rate: number(rate) }),
    order: neighbours === "add" ? "add" : "remove",
    // Beside other windows no ε is chosen.
    ...(shown === "outputs" ? { epsilon: number(at) } : {}),
    picture: true,
  };
  try {
    const figure = figureOf(await put(question));
    if (figure) show(figure);
    note(count.trim() === "1" ? [] : ["These are the outputs of one release."]);
  } catch (error) {
    none(reasonsIn(error));
  }
};
