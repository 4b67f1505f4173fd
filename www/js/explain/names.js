// The accountants in a sentence: “bounded by …”.

/** By the name in a question. @type {Record<string, string>} */
export const NAMES = {
  exact: "the closed form",
  fourier: "the Fourier accountant",
  pld: "the certified loss distribution",
  rdp: "the Rényi bound",
  "rdp-optimal": "the Rényi bound with the optimal conversion",
  "rdp-basic": "the Rényi bound with the basic conversion",
  classic: "classic composition",
  basic: "basic composition",
  advanced: "advanced composition",
  optimal: "optimal composition",
  "fourier-as-published": "the Fourier accountant as published",
};
