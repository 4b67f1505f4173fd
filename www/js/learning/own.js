// The people of a person's own, which models are trained on. They stay in this page: no address holds them.

import "../core/stored.js";

/** The word of the choice. */
export const OWN = "own";

/** @typedef {{text: string, scaled: boolean}} Table a line for each person; whether all were divided by their largest norm */

/** What was given, an empty text before anything was. @type {{table: Table}} */
export const given = { table: { text: "", scaled: false } };
