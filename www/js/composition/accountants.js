// The accountants of the page of composition, and the relations it can draw each by itself.

/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */

/** Adding, removing and replacing a person, each by itself. */
export const EACH = "each";

/** The relations of which each is drawn, and what their curves are called. @type {readonly [string, string][]} */
export const RELATIONS = [
  ["remove", "removed"],
  ["add", "added"],
  ["replace", "replaced"],
];

/** Those that can be drawn, in the order of their curves, and whether they answer at once. @type {readonly {word: Accountant, quick: boolean}[]} */
export const ACCOUNTANTS = [
  { word: "exact", quick: true },
  { word: "fourier", quick: true },
  { word: "pld", quick: false },
  { word: "rdp", quick: true },
  { word: "rdp-optimal", quick: false },
  { word: "rdp-basic", quick: true },
  { word: "advanced", quick: true },
  { word: "basic", quick: true },
  { word: "optimal", quick: false },
  { word: "fourier-as-published", quick: false },
];

/** An approximation, which is drawn beside the accountants and never taken for one. */
export const CENTRAL_LIMIT = "central-limit";

/** What addresses of earlier versions call some of them. @type {Record<string, string>} */
export const FORMER = { loss: "pld", moments: "rdp", naive: "basic" };

/**
 * The accountants that a page opens with; of three relations at once only what tells them apart.
 * @param {string} neighbours
 * @returns {readonly Accountant[]}
 */
export const usual = (neighbours) => (neighbours === EACH ? ["fourier", "rdp"] : ["exact", "fourier", "pld", "rdp", "advanced", "basic"]);
