// The people of a person's own, whom regressions are trained on. They stay in this page: no address holds them.

import "../core/stored.js";

/** The word of the choice. */
export const OWN = "own";

/**
 * A line for each person; whether all were divided by their largest sum, and whether the labels are two classes.
 * @typedef {{text: string, scaled: boolean, classes: boolean}} Table
 */

/** What was given, an empty text before anything was. @type {{table: Table}} */
export const given = { table: { text: "", scaled: false, classes: false } };
