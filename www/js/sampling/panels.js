// What a panel of the page of sampling asks for and shows, for one mechanism at one rate.

import { readingOf } from "../chart/reading.js";
import { number } from "../state/setting.js";
import { shownIn } from "../lab/conclusion.js";
import { figureOf, reasonsOf, Refused } from "../lab/inquiry.js";
import { join, only, withoutFirst } from "../chart/join.js";
import { mechanismOf } from "../state/mechanism.js";

/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/inquiry.js").Put} Put */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../ui/mechanism-list.js").Item} Item */
/** @typedef {(state: State, mechanism: Item) => Panel["run"]} Run */

/** Whole orders at which curves are drawn; all of them are rows of the table. */
const ORDERS = [
  2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 700, 800,
  1000, 1200, 1500, 2000, 2500, 3000, 4000, 5000, 7000, 10000,
];

/** Whole orders over which the moments accountant takes the least: each up to 199, then in steps of 5 %. */
const ALL_ORDERS = [...Array.from({ length: 198 }, (_, at) => at + 2), ...steps(109, 170)];

/** How many releases. */
const COUNTS = [1, 10, 100, 1000, 10_000, 100_000].flatMap((decade) => [1, 2, 3, 5, 7].map((digit) => digit * decade)).concat(1_000_000);

/** Rates of people, from one in ten thousand to all. */
const RATES = [0.0001, 0.001, 0.01, 0.1].flatMap((decade) => [1, 1.5, 2, 3, 5, 7].map((digit) => Number((digit * decade).toPrecision(2)))).concat(1);

/** Odd powers of the moments that the tight bound needs. */
const POWERS = [3, 5];

/** Numbers of terms at either end of a sum. */
const TERMS = [5, 10, 50];

/**
 * @param {number} from
 * @param {number} to
 */
function steps(from, to) {
  return [...new Set(Array.from({ length: to - from }, (_, at) => Math.floor(1.05 ** (from + at))))];
}

/**
 * Profiles of one release: on everyone, and on a sample when a person is removed, added or replaced, with the points of
 * the lemma of sampling.
 * @type {Run}
 */
export const profiles = ({ rate, delta }, mechanism) => async ({ put, show, none, headline, conclude }) => {
  const asked = { ask: "amplified-profile", mechanism: mechanismOf(mechanism), rate: number(rate), delta: number(delta), picture: true };
  const answer = await put(asked);
  const figure = figureOf(answer);
  if (answer.answer !== "amplified-profile" || !figure || figure.series.length === 0) return none(reasonsOf(answer));
  show(figure);
  const best = figure.marks.flatMap(({ says }, at) => (says ? [{ best: says, name: figure.series[at]?.label ?? "" }] : []));
  headline(best.slice(0, 2), `at δ = ${delta.trim()}, rate ${rate.trim()}`);
  const samples = answer.profiles.filter(({ delta }) => (delta?.length ?? 0) > 0).map(({ sample }) => sample);
  const relation = (/** @type {number} */ at) => (samples[at] === "base" ? "add-remove" : (samples[at] ?? "add-remove"));
  const series = shownIn(figure).map((one, at) => ({ ...one, relation: relation(at) }));
  await conclude({ about: "amplification-profiles", quantity: "delta", at: { delta: number(delta), rate: number(rate) }, series });
};

/**
 * The Rényi curve on a sample by each theorem.
 * @type {Run}
 */
export const bounds = (state, mechanism) => async ({ put, show, conclude, note }) => {
  const theorems = ["lower", "tight", "general", "without-replacement", "abadi"];
  const answer = await put({ ...base(mechanism, state), orders: ordersOf(state, ORDERS), bounds: theorems });
  const figure = drawnIn(answer);
  show(figure);
  // How the curve runs, to an order of magnitude, and why a theorem says nothing here; beside six charts there is no room.
  if (answer.answer === "amplify" && state["panes"] !== "six") {
    const silent = answer.curves.filter(({ epsilon, unavailable }) => (epsilon?.length ?? 0) === 0 && unavailable);
    note([...(answer.course ? [answer.course.sentence] : []), ...silent.map(({ bound, unavailable }) => `No curve of ${bound}: ${unavailable}.`)]);
  }
  await conclude({ about: "amplification-bounds", quantity: "divergence", series: shownIn(figure) });
};

/**
 * The bounds that take only so many terms of the sum, beside the whole sum.
 * @type {Run}
 */
export const terms = (state, mechanism) => async ({ put, show, conclude }) => {
  const question = { ...base(mechanism, state), orders: ordersOf(state, ORDERS) };
  // Where the condition of the tight bound is not known the general one has its few terms too.
  const tight = await put({ ...question, bounds: ["tight"] });
  const known = tight.answer === "amplify" && tight.curves.every(({ unavailable }) => !unavailable);
  const [sum, part] = known ? ["tight", "few-terms"] : ["general", "few-terms-general"];
  const whole = known ? drawnIn(tight) : await pictured(put, { ...question, bounds: [sum] });
  const [figures, shown] = [[whole], shownIn(whole)];
  for (const count of TERMS) {
    const few = apart(await pictured(put, { ...question, bounds: [part], terms: count }));
    figures.push(few);
    shown.push(...shownIn(few, { terms: count }));
  }
  show(join(figures));
  await conclude({ about: "few-terms", quantity: "divergence", at: { rate: number(state["rate"]) }, series: shown });
};

/**
 * ε of many releases: by the moments accountant with each theorem, by accountants that know the whole loss, and by the
 * composition theorems; and by the central limit, which is no bound.
 * @type {Run}
 */
export const growth = (state, mechanism) => async ({ put, show, conclude, note }) => {
  const { rate, delta } = state;
  const question = { ...base(mechanism, state), orders: ordersOf(state, ALL_ORDERS), bounds: ["tight", "general", "without-replacement", "abadi"] };
  const figure = apart(await pictured(put, { ...question, growth: { delta: number(delta), counts: COUNTS, accountants: ["fourier", "optimal", "basic"] } }));
  show(figure);
  const limit = await limitOf(put, state, mechanism);
  if (limit.figure) show(join([figure, limit.figure]));
  // Beside six charts there is no room.
  if (state["panes"] !== "six") note([`Central limit: ${limit.said}`]);
  await conclude({ about: "growth", quantity: "epsilon", at: { delta: number(delta), rate: number(rate) }, series: shownIn(figure) });
};

/**
 * What the central limit says of the same releases, or why it says nothing.
 * @param {Put} put
 * @param {State} state
 * @param {Item} mechanism
 * @returns {Promise<{figure?: Picture, said: string}>}
 */
async function limitOf(put, { rate, delta }, mechanism) {
  const releases = [{ count: 1, mechanism: mechanismOf(mechanism), sampling: { kind: "poisson", rate: number(rate) } }];
  try {
    const answer = await put({ ask: "central-limit", neighbours: "add-remove", releases, grid: COUNTS, mark: { delta: number(delta) }, picture: true });
    const figure = figureOf(answer);
    return { ...(figure ? { figure: only(figure, "central-limit") } : {}), said: answer.answer === "central-limit" ? answer.said : "" };
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.path !== "releases") throw error;
    return { said: `${error.refusal.message.replace(/^releases: /, "")}.` };
  }
}

/**
 * ε of a person by the rate with which they take part; the rate that is set is marked.
 * @type {Run}
 */
export const personal = ({ rate, delta, count }, mechanism) => async ({ put, show, headline }) => {
  const asked = { ask: "personal-rates", mechanism: mechanismOf(mechanism), count: number(count), delta: number(delta), rates: RATES, own: number(rate), picture: true };
  const figure = await pictured(put, asked);
  show(figure);
  headline(figure.best ? [{ best: figure.best }] : [], `at δ = ${delta.trim()}, for a person of rate ${rate.trim()}`);
};

/**
 * The odd moments of two Poisson distributions.
 * @type {Run}
 */
export const condition = ({ mean }) => async ({ put, show }) => {
  show(await pictured(put, { ask: "amplification-condition", pair: { kind: "poisson", without: number(mean) }, powers: POWERS, picture: true }));
};

/**
 * A published guarantee for a group of people, and for other neighbours.
 * @type {Run}
 */
export const groups = ({ epsilon, published, people }) => async ({ put, show }) => {
  const guarantee = number(published) === 0 ? { kind: "pure", epsilon: number(epsilon) } : { kind: "approximate", epsilon: number(epsilon), delta: number(published) };
  const figure = await pictured(put, { ask: "convert-guarantee", guarantee, neighbours: "add-remove", people: number(people), picture: true });
  show(figure);
};

/**
 * The orders that were typed, or the usual ones.
 * @param {State} state
 * @param {readonly number[]} usual
 */
function ordersOf({ orders }, usual) {
  const words = orders.split(/[\s,;]+/).filter(Boolean);
  return words.length > 0 ? words.map(number) : usual;
}

/**
 * What the bounds say at the first point, without the curve that another figure has too.
 * @param {Picture} figure
 */
function apart(figure) {
  const left = withoutFirst(figure);
  return { ...left, sentence: `${left.title}. At ${readingOf(left, 0)}.` };
}

/**
 * @param {Item} mechanism
 * @param {State} state
 */
const base = (mechanism, { rate, tight }) => ({
  ask: "amplify",
  mechanism: mechanismOf(mechanism),
  rate: number(rate),
  ...(tight === "asserted" ? { asserted: true } : {}),
  picture: true,
});

/**
 * The figure of a question that must have one.
 * @param {Put} put
 * @param {object} question
 * @returns {Promise<Picture>}
 */
async function pictured(put, question) {
  return drawnIn(await put(question));
}

/** @param {import("../core/engine.js").Answer} answer */
function drawnIn(answer) {
  const figure = figureOf(answer);
  if (!figure) throw new Error("the core drew nothing");
  return figure;
}
