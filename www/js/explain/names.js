// The accountants in a sentence: “bounded by …”.

/** By the name in a question. @type {Record<string, string>} */
export const NAMES = {
  exact: "the closed form",
  fourier: "the Fourier accountant",
  pld: "the certified PLD",
  rdp: "the RDP bound",
  "rdp-optimal": "the RDP bound with the optimal conversion",
  "rdp-basic": "the RDP bound with the basic conversion",
  classic: "classic composition",
  basic: "basic composition",
  advanced: "advanced composition",
  optimal: "optimal composition",
  "fourier-as-published": "the Fourier accountant as published",
};
