// The laboratory of views: one release, or many of a kind, and what is seen of them through each window.
//
//   #v=2&show=profile&mechanism=gaussian&sigma=1&delta=0.3&neighbours=add-remove&with=randomized-response,truth:0.731
//
// `show` is a window, a conversion, `one` (one ε in three windows, at `at`) or `all`; one `with` for each mechanism to
// compare with; `to` ends the profile at an ε, on linear axes; `loss` is how the loss distribution is drawn.

import { number } from "../state/field.js";
import { EPSILON, NO_SAMPLING, RATE, SAMPLINGS, unitOf } from "../state/setting.js";
import { EDGES, nameOf, NODES } from "./conversions.js";
import { curve } from "./curves.js";
import { EXAMPLES } from "./examples.js";
import { headlined } from "./guarantee.js";
import { LOSSES, loss } from "./loss.js";
import { ALL, card, strip } from "./map.js";
import { ONE, one } from "./one.js";
import { outputs } from "./outputs.js";
import { BESIDE } from "./viewed.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../lab/stage.js").Laboratory} Laboratory */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./conversions.js").View} View */

const WORDS = [...NODES.map(({ view, name }) => ({ word: view, meaning: name })), ...EDGES.map(({ id, title }) => ({ word: id, meaning: title })), ONE, ALL];

/** What is compared with at first. @type {import("../ui/mechanism-list.js").Item} */
const RESPONSE = { kind: "randomized-response", values: { truth: "0.75" } };
/** @type {import("../ui/mechanism-list.js").Item} */
const LAPLACE = { kind: "laplace", values: { scale: "1" } };

/** The ε that is looked at in three windows; `epsilon` in the address is a parameter of some mechanisms. */
const AT = {
  ...EPSILON,
  name: "at",
  label: "At ε",
  unit: "privacy loss",
  explanation: "Which ε is looked at: how steep the line is, where the tail begins, which point of the profile.",
  slider: { from: 0, to: 10, scale: /** @type {const} */ ("linear"), start: 1 },
  privacy: /** @type {const} */ ("neither"),
};

/** What is set less often. */
const FOLDED = { group: "Repetition, sampling, relation", folded: true };

/** Whether an ε is looked at, and not a δ. @param {State} state */
const isAt = (state) => isOne(state) || state["show"] === "outputs";

const isOne = (/** @type {State} */ { show }) => show === ONE.word;

/**
 * The windows on show.
 * @param {State} state
 * @returns {readonly View[]}
 */
function windowsOf({ show }) {
  if (show === ONE.word) return [];
  if (show === ALL.word) return NODES.map(({ view }) => view);
  const edge = EDGES.find(({ id }) => id === show);
  return edge ? edge.ends : [show];
}

/** @type {Record<View, (state: State, description: Description) => Panel["run"]>} */
const RUNS = {
  outputs,
  profile: curve("profile"),
  "trade-off": curve("trade-off"),
  loss,
  renyi: curve("renyi"),
  characteristic: curve("characteristic"),
};

/** What explains the numbers of the windows. @type {Record<View, Panel["columns"]>} */
const COLUMNS = {
  outputs: { each: "view/outputs" },
  profile: { each: "view/profile" },
  "trade-off": { x: "control/false-positive", each: "view/trade-off" },
  loss: { x: "word/privacy-loss", each: "view/loss" },
  renyi: { x: "control/orders", each: "view/renyi" },
  characteristic: { each: "view/characteristic" },
};

/** What the windows explain beside themselves. @type {Partial<Record<View, Panel["explains"]>>} */
const EXPLAINS = {
  profile: [
    { name: "Rényi, usual conversion", subject: { quantity: "epsilon", accountant: "rdp" } },
    { name: "Rényi, optimal conversion", subject: { quantity: "epsilon", accountant: "rdp-optimal" } },
  ],
};

/** @type {Laboratory} */
export const VIEWS = {
  element: "dp-views",
  module: "understand",
  styles: ["controls", "map", "views"],
  examples: EXAMPLES,
  parts: (stage) => [strip(stage, [ONE, ALL]), card()],
  fields: (description) => [
    { name: "show", holds: "choice", label: "Show", words: WORDS, start: "profile", elsewhere: true },
    { name: "mechanism", holds: "mechanism", points: true, refused: /^(releases\[0\]\.)?mechanism\b/, start: { kind: "gaussian", values: { sigma: "1" } } },
    number({ ...description.delta, slider: { ...description.delta.slider, to: 0.5 } }, { start: "1e-5", when: (state) => !isAt(state), refused: /(^|\.)delta$/ }),
    number(AT, { start: "1", explained: "epsilon", when: isAt, refused: /(^|\.)epsilon$/ }),
    {
      name: "loss",
      holds: "choice",
      rows: true,
      label: "Loss distribution as",
      explained: "view/loss",
      words: LOSSES,
      start: "density",
      when: (state) => isOne(state) || windowsOf(state).includes("loss"),
    },
    number(description.count, { start: "1", ...FOLDED, refused: /(^|\.)count$/ }),
    { name: "sampling", holds: "choice", ...FOLDED, label: "Sampling", explained: "control/sampling", words: SAMPLINGS, start: NO_SAMPLING, refused: /\.sampling(\.kind)?$/ },
    number(RATE, { start: "0.01", ...FOLDED, when: ({ sampling }) => sampling !== NO_SAMPLING }),
    {
      name: "neighbours",
      holds: "choice",
      ...FOLDED,
      label: "Neighbouring relation",
      explained: "control/neighbours",
      words: description.neighbours,
      start: description.neighbours[0]?.word ?? "",
      help: (word, { sampling }) => unitOf(description, word, [{ sampling }]),
    },
    {
      name: "with",
      key: "with",
      holds: "mechanisms",
      group: "Beside it",
      points: true,
      label: "Compared with",
      add: "Compare with another mechanism",
      most: BESIDE,
      start: [],
      refused: /^with\[/,
      when: (state) => !isAt(state),
      fresh: (at) => (at === 0 ? RESPONSE : LAPLACE),
    },
    { name: "to", holds: "text", start: "" },
  ],
  panels: (state, description) => {
    if (isOne(state)) return one(state, description);
    const at = isAt(state) ? { epsilon: state["at"] } : { delta: state["delta"] };
    return windowsOf(state).map((view, which) => {
      const run = RUNS[view](state, description);
      return {
        id: view,
        title: NODES.find((node) => node.view === view)?.name ?? view,
        // The profile and the loss have the same axis.
        axis: view === "loss" ? "profile" : view,
        columns: COLUMNS[view],
        explains: [{ name: nameOf(view), subject: { quantity: "view", view } }, ...(EXPLAINS[view] ?? [])],
        run: which === 0 ? headlined(state, description, at, run) : run,
      };
    });
  },
};
