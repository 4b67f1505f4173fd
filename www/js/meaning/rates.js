// The two numbers that describe an attacker. Neither end of them is the more private: they are about the
// attacker, not about the release.

/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */
/** @typedef {{parameter: Parameter, ends: readonly [string, string]}} Rate */

/** @type {Rate} */
export const FALSE_POSITIVE = {
  parameter: {
    name: "attack-false-positive",
    symbol: "x",
    label: "False positive rate",
    unit: "share of people outside the data",
    explanation: "How often the attacker may name somebody who is not in the data. A careful one accuses few.",
    range: { from: 1e-12, to: 1, "to-included": true, whole: false },
    slider: { from: 1e-4, to: 1, scale: "log", start: 0.05 },
    privacy: "smaller",
  },
  ends: ["1e-4 careful", "careless 1"],
};

/** @type {Rate} */
export const PRIOR = {
  parameter: {
    name: "attack-prior",
    symbol: "π",
    label: "Prior belief",
    unit: "share of candidates in the data",
    explanation: "What the attacker believes of a person before anything is published: how many of the people in question are in the data.",
    range: { from: 1e-9, to: 0.999999999, "to-included": true, whole: false },
    slider: { from: 0.01, to: 0.99, scale: "linear", start: 0.5 },
    privacy: "smaller",
  },
  ends: ["0.01 few are", "most are 0.99"],
};
