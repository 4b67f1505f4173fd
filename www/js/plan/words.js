// A plan in a person's words, none of them computed.

import { parametersOf, RATE, NO_SAMPLING, SAMPLINGS, switchOf } from "../state/setting.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("./model.js").Plan} Plan */
/** @typedef {import("./model.js").Release} Release */
/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */

/**
 * What a release is called.
 * @param {Release} release
 * @param {Description} description
 */
export function nameOf({ label, kind }, description) {
  return label.trim() || mechanismName(kind, description);
}

/**
 * All of a release but its label, in a line: `Gaussian σ = 1, Poisson q = 0.01, × 1000`, which breaks only between its parts.
 * @param {Release} release
 * @param {Description} description
 */
export function lineOf({ kind, values, points, sampling, rate, count }, description) {
  const parameters = parametersOf(description, kind).flatMap(({ name, symbol }) => {
    const [text = "", words] = [values[name]?.trim(), switchOf(description, kind, name)];
    // A switch that is off goes without saying.
    if (words && text === "0") return [];
    return words && text === "1" ? words.on : `${symbol} = ${text}`;
  });
  const listed = parameters.length === 0 && points ? [`${points.trim().split("\n").length} points`] : [];
  const drawn = SAMPLINGS.find(({ word }) => word === sampling)?.name ?? sampling;
  return [
    [mechanismName(kind, description), parameters.join(", ")].filter(Boolean).join(" "),
    ...listed,
    ...(sampling === NO_SAMPLING ? [] : [`${drawn} ${RATE.symbol} = ${rate.trim()}`]),
    ...(count.trim() === "1" ? [] : [`×\u00a0${count.trim()}`]),
  ].join(", ");
}

/**
 * @param {string} kind
 * @param {Description} description
 */
export function mechanismName(kind, description) {
  return description.mechanisms.find((one) => one.kind === kind)?.name ?? kind;
}

/**
 * The number of a release that a field holds.
 * @param {Release} release
 * @param {string} field
 * @param {Description} description
 * @returns {Parameter | undefined}
 */
export function parameterOf({ kind }, field, description) {
  if (field === "count") return description.count;
  if (field === "rate") return RATE;
  return parametersOf(description, kind).find(({ name }) => name === field);
}

/**
 * @param {string} neighbours
 * @param {Description} description
 */
export function relationOf(neighbours, description) {
  return description.neighbours.find(({ word }) => word === neighbours)?.meaning ?? neighbours;
}
