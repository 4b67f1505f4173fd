// When a field of the page "Accuracy first" has a meaning, and under which heading it stands.

/** @typedef {import("../state/field.js").State} State */

/** @param {string[]} shows @returns {(state: State) => boolean} */
export const isShown = (...shows) => ({ show }) => shows.includes(show);

/** A run on a model of the risk, or what it costs. */
export const isProfile = isShown("run", "cost", "many", "accuracy", "test");

/** Two levels. */
export const isPair = isShown("step", "coin");

/** A regression is trained in the page. */
export const isTrained = isShown("figures");

/** One run of it. @param {State} state */
export const isRun = (state) => isTrained(state) && state["figure"] === "run";

/** Δ is set, in place of what a theorem says. @param {State} state */
export const isGiven = ({ bounds }) => bounds === "given";

/** @param {State} state */
export const hasTypedRisks = ({ risk }) => risk === "typed";

export const PROBLEM = { group: "The problem", folded: true };
export const LEVELS = { group: "Levels, and the test", folded: true };
export const MORE = { group: "More settings", folded: true };
