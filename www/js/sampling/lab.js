// The laboratory of sampling: what is set, what is shown of it, and what it starts from.
//
//   #v=2&show=bounds&mechanism=gaussian&sigma=5&rate=0.001&delta=1e-8&panes=six&orders=2,4,8
//
// `panes=six` draws the six mechanisms of the source's figures instead of the one that is set; `mean` is that of Q in the
// picture of the condition.

import { number, showOf } from "../state/field.js";
import { EPSILON, RATE } from "../state/setting.js";
import { parameter } from "../ui/parameter.js";
import { wordsOf } from "../state/mechanism.js";
import { EXAMPLES } from "./examples.js";
import { bounds, condition, groups, growth, personal, profiles, terms } from "./panels.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../lab/stage.js").Laboratory} Laboratory */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../ui/mechanism-list.js").Item} Item */

/** What explains the curves of theorems. */
const THEOREM_CURVES = { each: "view/renyi", within: "theorem", curves: { "no-sampling": "view/renyi", "tight-asserted": "theorem/asserted", "central-limit": "word/gdp" } };

/**
 * What can be shown: its name, what is seen, the theorems behind it, what explains its numbers, whether there is a pane for each of six mechanisms,
 * and what its panels do.
 * @type {Record<string, {name: string, seen: string, theorems: readonly string[], columns: Panel["columns"], paned?: boolean, run: (state: State, mechanism: Item) => Panel["run"]}>}
 */
const SHOWS = {
  profiles: {
    name: "Profiles",
    seen: "δ against ε of one release: on everyone, and on a random share of the people when one of them is removed, added or replaced.",
    theorems: ["pair"],
    columns: { each: "theorem/pair", curves: { "no-sampling": "view/profile" } },
    run: profiles,
  },
  bounds: {
    name: "Rényi bounds",
    seen: "The Rényi divergence of the release on a sample against its order, by each theorem that starts from the Rényi curve (RDP) of the release itself.",
    theorems: ["lower", "tight", "general", "without-replacement", "abadi", "proof"],
    columns: THEOREM_CURVES,
    paned: true,
    run: bounds,
  },
  terms: {
    name: "Few terms",
    seen: "The tight bound, or the general one where the condition of the tight one is not known, is a sum with as many terms as its order. Bounds by τ terms at either end need far fewer, and are never below it.",
    theorems: ["tight", "few-terms", "general", "few-terms-general"],
    columns: THEOREM_CURVES,
    paned: true,
    run: terms,
  },
  growth: {
    name: "Growth",
    seen: "ε of many releases, each on a fresh sample, at the δ that is set.",
    theorems: ["tight", "general", "without-replacement", "abadi"],
    columns: { ...THEOREM_CURVES, x: "control/count" },
    paned: true,
    run: growth,
  },
  personal: {
    name: "Own rates",
    seen: "ε of one person against the probability with which that person takes part. People may have rates of their own; what a person loses depends on theirs alone.",
    theorems: ["personal", "pair"],
    columns: { x: "control/rate", each: "theorem/personal" },
    run: personal,
  },
  condition: {
    name: "The condition",
    seen: "P and Q are what a release may give with a person and without: here Poisson distributions, P of the mean on the axis, Q of the mean that is set. Shaded where an odd moment of P/Q − 1 is negative.",
    theorems: ["condition", "even-moments", "proof", "tight", "general"],
    columns: { each: "theorem/condition" },
    run: condition,
  },
  groups: {
    name: "Groups",
    seen: "What an (ε, δ) that was published for one person added or removed says of a group of people, and of people who are exchanged. See what becomes of both as the group grows: that is why a relation must be stated.",
    theorems: [],
    columns: { each: "word/unit-of-privacy" },
    run: groups,
  },
};

/** What the buttons of the theorems say. @type {Record<string, string>} */
const THEOREMS = {
  pair: "the sampled pair",
  personal: "a rate of one's own",
  "even-moments": "by even moments",
  proof: "why they hold",
  "few-terms": "τ terms",
  "few-terms-general": "general, τ terms",
  "without-replacement": "without replacement",
  abadi: "Abadi et al.",
};

/** The mechanisms of the source's figures, each with more noise and with less. @type {readonly Item[]} */
const SIX = [
  { kind: "gaussian", values: { sigma: "5" } },
  { kind: "gaussian", values: { sigma: "1" } },
  { kind: "laplace", values: { scale: "2" } },
  { kind: "laplace", values: { scale: "0.5" } },
  { kind: "randomized-response", values: { truth: "0.6" } },
  { kind: "randomized-response", values: { truth: "0.9" } },
];

const MEAN = parameter(
  "mean",
  { symbol: "µ", label: "Mean µ of Q", unit: "", explanation: "The mean of the Poisson distribution that a release has without the person." },
  [0.1, 5, 0.6, "log"],
  "neither",
);

const PUBLISHED = parameter(
  "published",
  { symbol: "δ", label: "Published δ", unit: "probability", explanation: "The δ of the guarantee that was published; 0 for pure differential privacy." },
  [1e-12, 0.01, 1e-6, "log"],
  "smaller",
);

const PEOPLE = parameter(
  "people",
  { symbol: "m", label: "People m", unit: "in the group", explanation: "How many people differ between two data sets that must look alike." },
  [1, 100, 2, "log", "whole"],
  "smaller",
);

const isPaned = (/** @type {State} */ { show }) => SHOWS[show]?.paned === true;
const isSix = (/** @type {State} */ state) => isPaned(state) && state["panes"] === "six";
const isCondition = (/** @type {State} */ { show }) => show === "condition";
const isGroups = (/** @type {State} */ { show }) => show === "groups";
const isSampled = (/** @type {State} */ state) => !isCondition(state) && !isGroups(state);
const isPersonal = (/** @type {State} */ { show }) => show === "personal";

/** Whether the condition of the tight bound is taken for granted where nothing decides it. */
const CONDITIONS = [
  { word: "checked", meaning: "only where it is known" },
  { word: "asserted", meaning: "I assert it" },
];

/** @type {Laboratory} */
export const SAMPLING = {
  element: "dp-sampling",
  module: "understand",
  styles: [],
  examples: EXAMPLES,
  fields: (description) => [
    showOf(SHOWS, "profiles"),
    {
      name: "panes",
      holds: "choice",
      rows: true,
      label: "Mechanisms",
      explained: "control/mechanism",
      words: [
        { word: "one", meaning: "one" },
        { word: "six", meaning: "six of the figures" },
      ],
      start: "one",
      when: isPaned,
    },
    { name: "mechanism", holds: "mechanism", points: true, start: { kind: "gaussian", values: { sigma: "1" } }, when: (state) => isSampled(state) && !isSix(state) },
    number({ ...RATE, slider: { ...RATE.slider, from: 1e-4 } }, { start: "0.1", when: isSampled }),
    number(description.delta, { start: "1e-5", when: ({ show }) => show === "profiles" || show === "growth" || show === "personal", refused: /(^|\.)(delta|mark)(\.|$)/ }),
    number(description.count, { start: "1", when: isPersonal, refused: /^count$/ }),
    {
      name: "tight",
      holds: "choice",
      rows: true,
      label: "The tight bound",
      explained: "theorem/asserted",
      words: CONDITIONS,
      start: "checked",
      when: (state) => isPaned(state) && !isSix(state),
      help: (word) =>
        word === "asserted"
          ? "Its condition is taken for granted where nothing decides it, and every number that rests on that says so."
          : "It is drawn where a theorem or a computation shows that its condition holds.",
    },
    number(MEAN, { start: "0.6", explained: "theorem/condition", when: isCondition, refused: /^pair\.without$/ }),
    number(EPSILON, { start: "1", when: isGroups, refused: /^guarantee\.epsilon$/ }),
    number(PUBLISHED, { start: "1e-6", explained: "delta", when: isGroups, refused: /^guarantee\.delta$/ }),
    {
      name: "orders",
      holds: "text",
      group: "Orders",
      folded: true,
      label: "Orders α",
      explained: "orders",
      hint: "Whole numbers from 2 on, each larger than the one before, as 2, 4, 8, 16. Empty for the usual ones.",
      start: "",
      when: isPaned,
      refused: /^orders(\[\d+\])?$/,
    },
    number(PEOPLE, { start: "2", explained: "word/unit-of-privacy", when: isGroups }),
  ],
  panels: (state, description) => {
    const show = SHOWS[state["show"]];
    if (!show) return [];
    const mechanisms = isSix(state) ? SIX : [state["mechanism"]];
    return mechanisms.map((mechanism, at) => ({
      id: `${state["show"]}-${mechanisms.length}-${at}`,
      title: isSampled(state) ? wordsOf(mechanism, description) : show.name,
      columns: show.columns,
      explains: at > 0 ? [] : show.theorems.map((bound) => ({ name: THEOREMS[bound] ?? bound, subject: { quantity: "sampling", bound } })),
      run: show.run(state, mechanism),
    }));
  },
};
