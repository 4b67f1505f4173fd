// A number of a page's own, described as the core describes those of its mechanisms.

/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */

/**
 * @typedef {object} Words
 * @property {string} symbol
 * @property {string} label
 * @property {string} unit
 * @property {string} explanation
 */

/**
 * @param {string} name
 * @param {Words} words
 * @param {[from: number, to: number, start: number, scale: "linear" | "log", whole?: "whole"]} slider
 * @param {Parameter["privacy"]} privacy which way is more private
 * @returns {Parameter}
 */
export const parameter = (name, words, [from, to, start, scale, whole], privacy) => ({
  name,
  ...words,
  range: { from, to, "to-included": true, whole: whole !== undefined },
  slider: { from, to, scale, start },
  privacy,
});
