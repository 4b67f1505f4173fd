// The accountants in a sentence: “bounded by …”.

/** By the name in a question. @type {Record<string, string>} */
export const NAMES = {
  exact: "the closed form",
  fourier: "the Fourier accountant",
  loss: "the certified loss distribution",
  moments: "the Rényi bound",
  "moments-optimal": "the Rényi bound with the optimal conversion",
  "moments-basic": "the Rényi bound with the basic conversion",
  classic: "classic composition",
  naive: "naive composition",
  advanced: "advanced composition",
  optimal: "optimal composition",
  "fourier-as-published": "the Fourier accountant as published",
};
