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
      explains: at > 0 ? [] : show.explains.map(([name, id]) => ({ name, subject: { id } })),
      run: run(state),
    }));
  },
};
