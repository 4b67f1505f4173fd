// What a plan has beside its bounds: shares of its budget, what was solved for, and plans that were kept.

import { PLAN_ASSUMES } from "./entry.js";

/** @typedef {import("./entry.js").Entry} Entry */

/** @type {Record<"scenario" | "share" | "solve", Entry>} */
export const PLAN = {
  share: {
    title: "Share of the budget",
    see: ["accountant/rdp"],
    says: "How much of the whole loss comes from this release. ε itself does not split: two releases together cost less than the sum of their ε.",
    formulas: ["\\frac{k_i D_α^{(i)}}{∑_j k_j D_α^{(j)}}"],
    symbols: [
      ["k_i", "how often release i is published"],
      ["D_α", "its Rényi divergence of order α"],
      ["α", "the order that gives the RDP bound of the whole plan"],
    ],
    source: "Rényi divergences of independent releases add: Mironov 2017, Prop. 1. To divide by that sum is a choice made here.",
    assumes: [...PLAN_ASSUMES, "Another order would share the budget differently. This one is what counts for the RDP bound at the chosen target."],
    side: "A description, not a bound.",
    made: "At the order below, in the worse direction of each release.",
    rounded: "To the nearest.",
  },
  scenario: {
    title: "Scenario",
    see: ["control/releases", "accountant/rdp"],
    says: "A plan that was kept as it was, with its name, to compare the present one with. It is part of the address of the page, and changes nothing of the plan.",
    made: "Each is asked about like the present plan, by the quick accountants; its curve is that of the tightest of them.",
  },
  solve: {
    title: "Solved value",
    field: "calibration",
    see: ["control/unknown"],
    says: "The last value within the budget: the least noise, or the most releases, or the largest sample. With it the plan keeps the budget; a little beyond, it is no longer known to.",
    formulas: ["v = min \\{ v : ε(v) ≤ ε^* \\}, \\; ε(v) \\text{ at } δ^*"],
    symbols: [
      ["v", "what is solved for, turned towards more privacy; the largest instead of the smallest where smaller is more private"],
      ["ε(v)", "the upper bound of the tightest accountant that answers"],
      ["ε^*, δ^*", "the budget"],
    ],
    source: "A search for the edge of the budget: derived here. The bound at each value has an explanation of its own.",
    assumes: [...PLAN_ASSUMES, "More noise, fewer releases and a smaller sample never lose more."],
    side: "Safe: the bound at the printed value was computed and is within the budget; it is never interpolated. The nearest value that was found not to be within is also known.",
    made: "Bracketing and then closing in, until the two values are 1e-8 of each other apart, or neighbouring whole numbers. Each step composes the whole plan anew.",
    rounded: "Towards more privacy: noise up, counts and rates down.",
  },
};
