// The laboratory of composition: what is published in each round, over how many rounds, and who accounts for it.
//
//   #v=2&delta=1e-4&neighbours=add-remove&r=gaussian,sigma:50&with=gaussian,sigma:100&k=100..500&by=exact,pld
//
// One `r` for each release of a round, in the words of the plan's address; one `with` for each mechanism that is drawn in
// place of the first; `find=delta` asks for δ at `epsilon`.
// `neighbours=each` draws adding, removing and replacing a person, each by itself.

import { release } from "../plan/model.js";
import { number } from "../state/field.js";
import { EPSILON, unitOf } from "../state/setting.js";
import { EXAMPLES } from "./examples.js";
import { growth } from "./panels.js";
import { ACCOUNTANTS, CENTRAL_LIMIT, EACH, FORMER, usual } from "./accountants.js";

/** @typedef {import("../lab/stage.js").Laboratory} Laboratory */
/** @typedef {import("../state/field.js").State} State */

/** The most kinds of release in a round. */
const RELEASES = 5;

/** @type {Laboratory} */
export const COMPOSITION = {
  element: "dp-composition",
  module: "understand",
  styles: [],
  examples: EXAMPLES,
  fields: (description) => [
    {
      name: "releases",
      holds: "releases",
      group: "Published in each round",
      add: "Add to each round",
      most: RELEASES,
      refused: /^releases\[/,
      start: [release(description, { kind: "gaussian", values: { sigma: "2" }, sampling: "poisson", rate: "0.01" })],
      fresh: () => release(description, { kind: "laplace" }),
    },
    {
      name: "with",
      holds: "mechanisms",
      key: "with",
      group: "Published in each round",
      label: "In its place",
      add: "Compare with another mechanism",
      most: 2,
      refused: /^with/,
      start: [],
      fresh: () => ({ kind: "gaussian", values: { sigma: "4" } }),
    },
    {
      name: "find",
      holds: "choice",
      rows: true,
      group: "What is asked",
      label: "Show",
      explained: "control/target",
      words: [
        { word: "epsilon", meaning: "ε at a δ" },
        { word: "delta", meaning: "δ at an ε" },
      ],
      start: "epsilon",
    },
    number(description.delta, { start: "1e-5", group: "What is asked", when: ({ find }) => find !== "delta", refused: /^mark\.delta$/ }),
    number(EPSILON, { start: "1", group: "What is asked", when: ({ find }) => find === "delta", refused: /^mark\.epsilon$/ }),
    {
      name: "neighbours",
      holds: "choice",
      group: "What is asked",
      label: "Neighbouring relation",
      explained: "neighbours",
      words: [...description.neighbours, { word: EACH, meaning: "each of them, by itself" }],
      start: description.neighbours[0]?.word ?? "",
      help: (word, { releases }) =>
        word === EACH ? `Each curve has its own unit of noise. ${unitOf(description, "replace", releases)}` : unitOf(description, word, releases),
    },
    { name: "k", holds: "range", group: "What is asked", label: "Rounds k", explained: "word/composition", refused: /^grid/, start: { from: "1", to: "1000" } },
    {
      name: "by",
      holds: "choices",
      group: "Accountants",
      folded: true,
      label: "Who accounts for it",
      explained: "control/accountants",
      words: [
        ...ACCOUNTANTS.map(({ word }) => description.accountants.find((one) => one.word === word) ?? { word, meaning: word }),
        { word: CENTRAL_LIMIT, meaning: "central limit, not a bound" },
      ],
      start: ({ neighbours }) => usual(neighbours),
      former: FORMER,
    },
  ],
  // Addresses said what is asked by giving the other.
  former: (state, has) => (has("find") || !has("epsilon") || has("delta") ? state : { ...state, find: "delta" }),
  panels: (state, description) => [
    { id: "growth", title: "Growth", columns: { x: "control/count", each: "view/composition", curves: { [CENTRAL_LIMIT]: "word/gdp" } }, explains: explained(state, description), run: growth(state, description) },
  ],
};

/**
 * Who accounts for it, by the names that the ticks have too.
 * @param {State} state
 * @param {import("../core/engine.js").Description} description
 */
const explained = ({ by }, { accountants }) =>
  by.map((/** @type {string} */ word) =>
    word === CENTRAL_LIMIT
      ? { name: "central limit", subject: { id: "word/gdp" } }
      : { name: accountants.find((one) => one.word === word)?.meaning ?? word, subject: { id: `accountant/${word}` } },
  );
