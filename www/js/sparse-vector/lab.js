// The laboratory of the sparse vector technique: what it guarantees by every theorem, where it stops, what a stream costs
// while it is asked, and how long a budget lasts.
//
//   #v=2&show=guarantee&noise=gaussian&threshold-noise=210&query-noise=420&answers=20&length=2000&threshold=1000&delta=1e-6

import { asked, number, parameterOf, showOf, wordsOf } from "../state/field.js";
import { EXAMPLES } from "./examples.js";
import { budget, guarantee, stop, stream } from "./panels.js";

/** @typedef {import("../lab/stage.js").Laboratory} Laboratory */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").Field} Field */
/** @typedef {import("../state/field.js").NumberField} NumberField */
/** @typedef {import("../state/field.js").State} State */

/** @param {State} state */
const isLaplace = ({ noise }) => noise === "laplace";

/** @param {State} state */
const isFree = (state) => state["sign"] === "never" && state["noise"] === "gaussian";

/**
 * What can be shown: its name, what is seen, what of it can be explained, what explains its numbers, and what its panel does.
 * @type {Record<string, {name: string, seen: string, explains: (state: State) => readonly string[], columns: Panel["columns"], run: (state: State) => Panel["run"]}>}
 */
const SHOWS = {
  guarantee: {
    name: "Guarantee",
    seen: "The technique says of one query after another only whether it is above a threshold, with noise on both: ε against the number of answers, by every theorem.",
    explains: (state) => ["technique", ...(isLaplace(state) ? ["loss", "pure-curve", "pure", "optimal", "calibration"] : isFree(state) ? ["moment", "length", "waiting", "false-positives", "false-positives-printed"] : ["length", "closed-form", "closed-form-printed"]), "stages"],
    columns: { x: "sparse-vector/answers", within: "sparse-vector", each: "sparse-vector/technique", curves: { plain: "mechanism/gaussian" } },
    run: guarantee,
  },
  stop: {
    name: "Where it stops",
    seen: "The probability that the last answer is to each query, exactly and over runs of a seed.",
    explains: () => ["stop", "false-positive", "runs"],
    columns: { x: "sparse-vector/queries", each: "sparse-vector/stop" },
    run: stop,
  },
  stream: {
    name: "Along a stream",
    seen: "ε while a stream of zeros is asked, one answer a round and new noise after each, beside noise on every query.",
    explains: () => ["stream", "screening", "moment"],
    columns: { x: "sparse-vector/queries", each: "sparse-vector/stream" },
    run: stream,
  },
  budget: {
    name: "Within a budget",
    seen: "How many queries of value 0 a budget pays for, with twice the noise on queries as on the threshold.",
    explains: () => ["budget", "stages", "moment"],
    columns: { each: "sparse-vector/budget" },
    run: budget,
  },
};

/** What the buttons of explanations say. @type {Record<string, string>} */
const EXPLAINED = {
  technique: "the technique",
  length: "by the number of outputs",
  moment: "by how long a stream runs",
  loss: "by the largest loss",
  "pure-curve": "Rényi curve of the pure guarantee",
  pure: "pure guarantee",
  optimal: "optimal composition",
  calibration: "textbook calibration",
  "closed-form": "closed form",
  "closed-form-printed": "closed form as printed",
  waiting: "closed form of how long a stream runs",
  "false-positives": "closed form for few false positives",
  "false-positives-printed": "the same as printed",
  stop: "where it stops",
  "false-positive": "false positives",
  runs: "runs",
  stream: "what a stream costs",
  screening: "noisy screening",
  budget: "what a budget buys",
};

const isShown = (/** @type {string[]} */ ...shows) => (/** @type {State} */ { show }) => shows.includes(show);
const hasNoise = isShown("guarantee", "stop", "stream");

const FOLDED = { group: "Queries and noise", folded: true };

/** @type {Laboratory} */
export const SPARSE_VECTOR = {
  element: "dp-sparse-vector",
  module: "sparse-vector",
  styles: [],
  examples: EXAMPLES,
  fields: (description) => {
    const setting = (/** @type {string} */ name, /** @type {Partial<NumberField> & {start: string}} */ given) => parameterOf(description, "sparse-vector", name, given);
    return /** @type {readonly Field[]} */ ([
      showOf(SHOWS, "guarantee"),
      asked(description, "sparse-vector-budget", "epsilon", {
        symbol: "ε",
        label: "Budget ε",
        explanation: "What the whole technique may cost.",
        privacy: "smaller",
        start: "1",
        explained: "control/budget",
        when: isShown("budget"),
      }),
      setting("threshold-noise", { start: "200", when: hasNoise }),
      setting("query-noise", { start: "400", when: hasNoise }),
      // Without a stream whose length follows from it, the guarantee does not depend on the threshold.
      setting("threshold", { start: "1000", when: (state) => !isShown("guarantee")(state) || isFree(state) }),
      setting("answers", { start: "20", when: isShown("guarantee", "stop", "budget") }),
      setting("length", { start: "2000", when: hasNoise }),
      asked(description, "sparse-vector-stream", "asked", {
        symbol: "n",
        label: "Queries asked n",
        explanation: "How far the stream is followed.",
        start: "2000",
        when: isShown("stream"),
      }),
      number(description.delta, { start: "1e-6", when: isShown("guarantee", "stream", "budget") }),
      {
        name: "against",
        explained: "sparse-vector/budget",
        holds: "choice",
        rows: true,
        label: "Against",
        words: wordsOf(description, "sparse-vector-budget", "against"),
        start: "answers",
        when: isShown("budget"),
      },
      {
        name: "noise",
        explained: "sparse-vector/noise",
        holds: "choice",
        label: "Noise",
        words: wordsOf(description, "sparse-vector", "noise"),
        start: "gaussian",
        when: hasNoise,
        ...FOLDED,
      },
      {
        name: "anew",
        explained: "sparse-vector/resample",
        holds: "choice",
        rows: true,
        label: "Noise of the threshold",
        words: [
          { word: "no", meaning: "drawn once" },
          { word: "yes", meaning: "new after each answer" },
        ],
        start: "no",
        when: isShown("guarantee", "stop"),
        refused: /^resample$/,
        ...FOLDED,
      },
      {
        name: "sign",
        explained: "sparse-vector/non-negative",
        holds: "choice",
        rows: true,
        label: "Queries",
        words: [
          { word: "any", meaning: "any" },
          { word: "never", meaning: "never negative" },
        ],
        start: "any",
        when: (state) => isShown("guarantee", "stream")(state) && state["noise"] === "gaussian",
        refused: /^non-negative$/,
        ...FOLDED,
      },
      {
        name: "queries",
        explained: "sparse-vector/queries",
        holds: "text",
        label: "Your own stream",
        hint: "Numbers in units of the sensitivity, such as 0 200 900; none for a stream of zeros.",
        start: "",
        when: isShown("stop"),
        refused: /^queries(\[|$)/,
        ...FOLDED,
      },
      asked(description, "sparse-vector-run", "runs", {
        symbol: "r",
        label: "Runs r",
        explanation: "How many runs a mean is of, each with noise of its own.",
        start: "400",
        explained: "sparse-vector/runs",
        when: isShown("stop", "stream"),
        ...FOLDED,
      }),
      asked(description, "sparse-vector-run", "seed", {
        symbol: "seed",
        label: "Seed",
        explanation: "Another seed, other noise.",
        unit: "",
        slider: { from: 1, to: 100, scale: "linear", start: 1 },
        start: "1",
        next: "Next seed",
        when: isShown("stop", "stream"),
        ...FOLDED,
      }),
    ]);
  },
  panels: (state) => {
    const show = SHOWS[state["show"]];
    if (!show) return [];
    return [
      {
        id: state["show"],
        title: show.name,
        columns: show.columns,
        explains: show.explains(state).map((word) => ({ name: EXPLAINED[word] ?? word, subject: { id: `sparse-vector/${word}` } })),
        run: show.run(state),
      },
    ];
  },
};
