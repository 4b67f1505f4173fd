// The laboratory "Statistics": records on a line and what private mechanisms would answer about them; and the same idea for
// points in several dimensions.
//
//   #v=2&show=audit&data=own&values=1+2+4+4.5+5+6+9+9.5+10&interval=0..12&smoothing=0.25&record=4&becomes=12

import { EXAMPLES } from "./examples.js";
import { dimensionFields } from "./dimension-fields.js";
import { recordFields, together } from "./record-fields.js";
import { Rug } from "./rug.js";
import { SHOWS } from "./shows.js";
import { showOf } from "../state/field.js";

/** @typedef {import("../lab/stage.js").Laboratory} Laboratory */
/** @typedef {import("../lab/stage.js").Panel} Panel */

/** The entry of each mechanism among several. @type {Record<string, string>} */
const MECHANISMS = {
  exact: "exact",
  tight: "approximate",
  local: "approximate",
  smooth: "approximate",
  constant: "approximate",
  laplace: "laplace",
  "clamped-laplace": "laplace",
  "smooth-laplace": "smooth-noise",
  "smooth-cauchy": "smooth-noise",
  "smooth-cauchy-printed": "smooth-noise",
  "smooth-student": "smooth-noise",
  "propose-test-release": "propose-test-release",
};

/** What explains the answers of several mechanisms, which the core gives in this order. @param {import("../state/field.js").State} state */
const lawColumns = ({ mechanisms }) => [
  "inverse-sensitivity/statistic",
  ...Object.entries(MECHANISMS).flatMap(([word, entry]) => (mechanisms.includes(word) ? [`inverse-sensitivity/${entry}`] : [])),
];

/**
 * What explains the numbers of a panel, where that is not the first thing it is explained by.
 * @param {string} id
 * @param {import("../state/field.js").State} state
 * @param {string} each
 * @returns {Panel["columns"]}
 */
function columnsOf(id, state, each) {
  if (id === "densities" || id === "distributions") return lawColumns(state);
  if (id === "staircase") return { x: "inverse-sensitivity/statistic", each };
  if (id === "excess") return { each: "in-dimensions/regression-error" };
  if (id === "spectrum") return { each: "in-dimensions/spectrum" };
  return { each };
}

/** @type {Laboratory} */
export const INVERSE_SENSITIVITY = {
  element: "dp-inverse-sensitivity",
  module: "inverse-sensitivity",
  styles: ["rug"],
  examples: EXAMPLES,
  parts: (stage) => [new Rug(stage)],
  fields: (description) => [showOf(SHOWS, "staircase"), ...recordFields(description), ...dimensionFields(description)],
  together,
  panels: (state) => {
    const show = SHOWS[state["show"]];
    if (!show) return [];
    return show.panels(state).map(({ run, ...panel }, at) => ({
      ...panel,
      columns: columnsOf(panel.id, state, show.explains[0]?.[1] ?? ""),
      explains: at > 0 ? [] : show.explains.map(([name, id]) => ({ name, subject: { id } })),
      run: run(state),
    }));
  },
};
