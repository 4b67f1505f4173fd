// What is shown of regressions that are trained in the page: one run, and the figures of the source.

import { experiment, oneRun } from "./regression.js";

/** By their words: the name of the choice, and what its chart is called if that is another. @type {Record<string, {name: string, title?: string, run: import("./panels.js").Run}>} */
export const FIGURES = {
  run: { name: "one run", title: "One run on data", run: oneRun },
  cost: { name: "1: cost", run: experiment("figure") },
  loss: { name: "2: loss", run: experiment("loss-figure") },
  parts: { name: "3: parts", run: experiment("parts-figure") },
  length: { name: "4: length", run: experiment("length-figure") },
};
