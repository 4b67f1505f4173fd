// What the page of composition shows, as its address and the attribute of <dp-composition> hold it: a plan
// in the words of the plan's own address, and
//
//   &k=100..500      from how many rounds to how many
//   &by=exact,pld   by which accountants; the usual ones if absent
//
// `neighbours=each` draws adding, removing and replacing a person, each by itself.

import { empty, release } from "../plan/model.js";
import { read as readPlan, write as writePlan } from "../plan/link.js";
import { number } from "../setting.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("../plan/model.js").Plan} Plan */
/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */

/**
 * @typedef {object} State
 * @property {Plan} plan one round
 * @property {string} from rounds
 * @property {string} to
 * @property {readonly Accountant[]} by
 */

/** Adding, removing and replacing a person, each by itself. */
export const EACH = "each";

/** The relations of which each is drawn, and what their curves are called. @type {readonly [string, string][]} */
export const RELATIONS = [
  ["remove", "removed"],
  ["add", "added"],
  ["replace", "replaced"],
];

/** Those that can be drawn, in the order of their curves, and whether they answer at once. @type {readonly {word: Accountant, quick: boolean}[]} */
export const ACCOUNTANTS = [
  { word: "exact", quick: true },
  { word: "fourier", quick: true },
  { word: "pld", quick: false },
  { word: "rdp", quick: true },
  { word: "advanced", quick: true },
  { word: "basic", quick: true },
  { word: "optimal", quick: false },
  { word: "fourier-as-published", quick: false },
];

/** @type {readonly Accountant[]} */
const USUAL = ["exact", "fourier", "pld", "rdp", "advanced", "basic"];

/** Of three relations at once only what tells them apart. @type {readonly Accountant[]} */
const USUAL_EACH = ["fourier", "rdp"];

/** What addresses of earlier versions call some of them. @type {Record<string, string>} */
const FORMER = { loss: "pld", moments: "rdp", naive: "basic" };

/** @param {Plan} plan */
const usual = ({ neighbours }) => (neighbours === EACH ? USUAL_EACH : USUAL);

/**
 * @param {string} text of an address, with or without `#`
 * @param {Description} description
 * @returns {State}
 */
export function read(text, description) {
  const pairs = new URLSearchParams(text.replace(/^#/, ""));
  const { plan } = pairs.has("r") || pairs.has("mechanism") ? readPlan(text, description) : { plan: example(description) };
  const [from = "1", to = "1000"] = (pairs.get("k") ?? "").split("..").filter((end) => end !== "");
  const words = (pairs.get("by") ?? "").split(",").map((word) => FORMER[word] ?? word);
  const by = ACCOUNTANTS.map(({ word }) => word).filter((word) => words.includes(word));
  const asked = typeof plan.find === "string" ? plan : { ...plan, find: /** @type {const} */ ("epsilon") };
  return { plan: { ...asked, pins: [] }, from, to, by: by.length > 0 ? by : usual(plan) };
}

/**
 * @param {State} state
 * @returns {string} the hash, with `#`
 */
export function write({ plan, from, to, by }) {
  const own = by.join() === usual(plan).join() ? "" : `&by=${by.join(",")}`;
  return `${writePlan(plan)}&k=${encodeURIComponent(from)}..${encodeURIComponent(to)}${own}`;
}

/**
 * What the page opens with: a step of private training.
 * @param {Description} description
 * @returns {Plan}
 */
function example(description) {
  const values = { sigma: "2" };
  return { ...empty(description), releases: [release(description, { kind: "gaussian", values, sampling: "poisson", rate: "0.01" })] };
}

/** The most points: all of them are rows of the table. */
const POINTS = 39;

/** The range that is drawn on a linear axis. */
const NARROW = 25;

/**
 * Round numbers of rounds from one end to the other, both among them; and whether they are evenly spaced.
 * @param {string} from
 * @param {string} to
 * @returns {{points: (number | string)[], linear: boolean}} what is typed, where that is no range
 */
export function roundsOf(from, to) {
  const [first, last] = [number(from), number(to)];
  if (typeof first !== "number" || typeof last !== "number" || !(first >= 1 && last > first)) {
    return { points: [first, last], linear: true };
  }
  const linear = last / first <= NARROW;
  const inside = linear ? even(first, last) : round(first, last);
  const points = [first, ...inside.filter((point) => point > first && point < last), last];
  return { points, linear };
}

/**
 * @param {number} from
 * @param {number} to
 */
function even(from, to) {
  const least = Math.max(1, (to - from) / (POINTS - 1));
  const unit = 10 ** Math.floor(Math.log10(least) + 1e-9);
  const step = unit * ([1, 2, 2.5, 5, 10].find((digit) => digit * unit >= least * (1 - 1e-9) && Number.isInteger(digit * unit)) ?? 10);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, at) => (first + at) * step);
}

/**
 * @param {number} from
 * @param {number} to
 */
function round(from, to) {
  const decades = Array.from({ length: 10 }, (_, at) => 10 ** at);
  return decades.flatMap((decade) => [1, 1.5, 2, 3, 5, 7].map((digit) => digit * decade)).filter((point) => Number.isInteger(point) && point >= from && point <= to);
}
