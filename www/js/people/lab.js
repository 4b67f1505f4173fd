// The laboratory of single people: what is set, and what it starts from.
//
//   #v=2&data=toy6&sigma=2&turn=45&model=drawn&noise=3&show=adaptive
//
// The words are those of version 1.

import { fields, together } from "./fields.js";

/** @type {import("../lab/setting-element.js").Subject} */
export const PEOPLE = {
  element: "dp-instance-map",
  module: "people",
  styles: ["base", "chart", "reading", "data-table", "instance"],
  fields,
  together,
  examples: [
    {
      title: "A model that is turned",
      hash: "#v=2&turn=45",
      source: "Redberg, dissertation, Fig. 2.3.1; Redberg and Wang, Privately Publishable Per-instance Privacy, 2021.",
      says: "The same people, and another model than the one that fits them: the angles below ω are those of the figure. Look at who is exposed as it turns, and at the scale of the colours.",
    },
    {
      title: "Six people",
      hash: "#v=2&data=toy6&sigma=2",
      says: "Few enough to see what one of them does: choose a person, move them, and see the model and everyone's loss follow.",
    },
    {
      title: "Penguins",
      hash: "#v=2&data=penguins&intercept=yes&model=drawn&sigma=5",
      says: "Real measurements, and a model as it would be released, drawn with noise. Redraw the noise to see how much of the order is chance.",
    },
    {
      title: "A report for each person",
      hash: "#v=2&data=toy6&sigma=5&regularization=60&model=drawn&hessian=1&gradient=1&eigenvalue=1&show=adaptive",
      says: "Every report can be made here. Change what is shown, and compare what each tells a person with the true loss.",
    },
  ],
};
