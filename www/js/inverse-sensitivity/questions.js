// What is asked of a setting: the parts that questions about records share, and those about points share.

import { number } from "../state/setting.js";

/** @typedef {import("../state/field.js").State} State */

/** The word of records that are typed or pasted, and of points that are. */
export const OWN = "own";

/** The word of points that are known by their gap alone. */
export const GAP = "gap";

/** Records by the names that the core has for them; all others are shapes. */
export const NAMED = ["nine", "eleven", "bills"];

/** Points by the names that the core has for them; all others are drawn. */
export const SETS = ["toy6", "halton200", "penguins"];

/**
 * A number that may be left out.
 * @param {string} name
 * @param {string} text
 */
export const given = (name, text) => (text.trim() === "" ? {} : { [name]: number(text) });

/**
 * Numbers between spaces, commas or lines.
 * @param {string} text
 */
export const listed = (text) => text.split(/[\s,;]+/).filter(Boolean).map(number);

/** @param {State} state */
function recordsOf({ data, values, count, center, spread, placed, ...rest }) {
  if (data === OWN) return { kind: "text", text: values };
  if (NAMED.includes(data)) return { kind: data };
  const drawn = placed === "drawn" ? { seed: number(rest["record-seed"]) } : {};
  return { kind: "generate", shape: data, count: number(count), center: number(center), spread: number(spread), ...drawn };
}

/** @param {State} state */
function statisticOf({ statistic, trim, share, rank }) {
  const more = { "trimmed-mean": { trim: number(trim) }, quantile: { share: number(share) }, order: { rank: number(rank) } };
  return { kind: statistic, ...more[/** @type {keyof typeof more} */ (statistic)] };
}

/**
 * What every question about a statistic reads.
 * @param {State} state
 */
export const settingOf = (state) => ({
  data: recordsOf(state),
  statistic: statisticOf(state),
  universe: { kind: state["universe"], lower: number(state["interval"].from), upper: number(state["interval"].to) },
  epsilon: number(state["epsilon"]),
  smoothing: number(state["smoothing"]),
  delta: number(state["delta"]),
  degrees: number(state["degrees"]),
  ...given("grid", state["grid"]),
  ...given("constant", state["constant"]),
  ...given("proposed", state["proposed"]),
});

/**
 * The points of a question in several dimensions.
 * @param {State} state
 */
export function pointsOf({ points, rows, people, dimension, gap, ...rest }) {
  if (points === OWN) return { kind: "text", text: rows };
  if (points === GAP) return { kind: "gap", gap: number(gap), dimension: number(dimension) };
  if (SETS.includes(points)) return { kind: points };
  return { kind: "generate", generator: points, people: number(people), dimension: number(dimension), seed: number(rest["point-seed"]) };
}

/** @param {State} state */
export const drawsOf = (state) => ({ draws: number(state["draws"]), seed: number(state["seed"]) });
