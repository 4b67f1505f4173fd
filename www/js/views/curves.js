// The windows that are curves: privacy profile, trade-off curve, Rényi curve and characteristic function, of the release
// and of those beside it, each by the sharpest accountant that has one. The profile and the trade-off curve also show what
// is left of them by way of the Rényi curve.

import { merge } from "../chart/merge.js";
import { compared, crowd, join, only } from "../chart/join.js";
import { shownIn } from "../lab/conclusion.js";
import { figureOf, reasonsOf } from "../lab/inquiry.js";
import { number } from "../state/setting.js";
import { conversions } from "./guarantee.js";
import { improved, isOwn } from "./own.js";
import { reasonsIn, viewed } from "./viewed.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../lab/inquiry.js").Put} Put */
/** @typedef {import("../lab/stage.js").Panel} Panel */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./viewed.js").Viewed} Viewed */
/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */
/** @typedef {import("../../pkg/accounting/dpscope.js").Series} Series */
/** @typedef {"profile" | "trade-off" | "renyi" | "characteristic"} Curve */

/** The accountants in the order in which they are tried; the first that has the curve draws it. @type {readonly Accountant[]} */
const SHARPEST = ["exact", "fourier", "pld", "rdp"];

/** What is left by way of the Rényi curve, and whether each point takes long. @type {Partial<Record<Curve, readonly {word: Accountant, slow: boolean}[]>>} */
const RENYI = {
  profile: [
    { word: "rdp", slow: false },
    { word: "rdp-optimal", slow: true },
  ],
  // Between the points of a convex curve a line lies above it, which for a lower bound is the wrong side: all of them.
  "trade-off": [{ word: "rdp", slow: false }],
};

/** What the curves by way of Rényi are called: the same accountant converts in one window and tests in the other. @type {Record<Curve, Record<string, string>>} */
const NAMES = {
  profile: { "rdp-basic": "Rényi, basic conversion", rdp: "Rényi, usual conversion", "rdp-optimal": "Rényi, optimal conversion" },
  "trade-off": { rdp: "Rényi, all it allows" },
  renyi: {},
  characteristic: {},
};

/** An approximation, which is drawn beside the accountants and never taken for one. */
const CENTRAL_LIMIT = "central-limit";

/** Points of a grid that all mechanisms share; of a profile that ends at an ε; of a curve of which each point takes long. */
const POINTS = 201;
const ENDED = 151;
const FEW = 21;

/** Round orders up to 1000, so that where a Rényi curve ends is said by its own order. */
const DIGITS = [2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.8, 3, 3.2, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20];
const ORDERS = [
  ...Array.from({ length: 21 }, (_, at) => (20 + at) / 20),
  ...[1, 10, 100].flatMap((decade) => DIGITS.map((digit) => Number((digit * decade).toPrecision(3)))),
].filter((order) => order <= 1000);

/**
 * @param {Curve} view
 * @returns {(state: State, description: Description) => Panel["run"]}
 */
export const curve = (view) => (state, description) => async (asked) => {
  const { put, show, none, note } = asked;
  const end = view === "profile" ? endOf(state) : undefined;
  const all = viewed(state, description);
  if (view === "profile" && isOwn(state, all)) {
    const figure = await improved(put, state, end === undefined ? undefined : { from: 0, to: end, points: FEW });
    const told = figure && named(figure, NAMES[view]);
    if (told) show(end === undefined ? told : straight(told, end));
    return conversions(state, description, asked);
  }
  const { found, reasons } = await sharpest(put, all, view, state, end);
  if (found.length === 0) return none(reasons);
  const draw = () => {
    const whole = together(found, view, state);
    show(end === undefined ? whole : straight(whole, end));
    return whole;
  };
  let whole = draw();
  for (const one of found) {
    for (const { word, slow } of RENYI[view] ?? []) {
      // Beside others only what is known by no more than its Rényi curve is shown in both conversions.
      const wanted = found.length === 1 || one.figures.every((figure) => figure.series.some((series) => series.by === "rdp"));
      if (!wanted || one.viewed.sampled || has(one.figures, word)) continue;
      const x = one.figures[0]?.series[0]?.x ?? [];
      const grid = slow ? thinned(x) : x;
      const figure = figureOf(await one.viewed.by(put)({ ...question(one.viewed, view, state), accountants: [word], grid }));
      // Where the Rényi curve is infinite nothing is left of the profile, and there is no line to look at.
      if (!figure || (view === "profile" && figure.series.every(({ y }) => y.every((delta) => delta >= 1)))) continue;
      one.figures.push(named(figure, NAMES[view]));
      whole = draw();
    }
  }
  if (view === "profile" && found.length === 1) {
    const [one] = found;
    const limit = one && (await limited(put, one));
    if (limit) {
      one.figures.push(limit.figure);
      whole = draw();
      reasons.push(limit.said);
    }
  }
  note(reasons);
  if (view === "profile") await conversions(state, description, asked);
  const quantity = CONCLUDED[view];
  if (quantity) await asked.conclude({ about: "views", quantity, series: concluded(whole, found, view) });
};

/** What the curves of a window show, as conclusions call it; what is concluded of the profile is its ε at δ. @type {Partial<Record<Curve, "divergence" | "type-two-error" | "characteristic">>} */
const CONCLUDED = { renyi: "divergence", "trade-off": "type-two-error", characteristic: "characteristic" };

/**
 * The curves on show as conclusions take them: the parts of one function under one name, and not the line of those who guess.
 * @param {Picture} whole
 * @param {readonly Found[]} found
 * @param {Curve} view
 */
function concluded(whole, found, view) {
  if (view === "characteristic") {
    return found.flatMap(({ viewed: { name }, figures }) => figures.flatMap((figure) => shownIn(figure).map((one) => ({ ...one, name }))));
  }
  const shown = shownIn(whole).filter(({ by }) => by);
  return shown.map((one) => ({ ...one, name: shown.length > found.length && found.length === 1 ? `${nameIn(one.name, found)} (${one.name})` : nameIn(one.name, found) }));
}

/** @typedef {{viewed: Viewed, figures: Picture[]}} Found the curves of one mechanism */

/**
 * What a central limit theorem would say of many releases, which is no bound; nothing of one release, or where there is none.
 * @param {Put} put
 * @param {Found} found
 */
async function limited(put, { viewed: { published, once, by }, figures }) {
  if (once) return undefined;
  try {
    const answer = await by(put)({ ask: "central-limit", ...published, grid: figures[0]?.series[0]?.x ?? [], picture: true });
    const figure = figureOf(answer);
    return figure && answer.answer === "central-limit" ? { figure: only(figure, CENTRAL_LIMIT), said: `Central limit: ${answer.said}` } : undefined;
  } catch (error) {
    reasonsIn(error);
    return undefined;
  }
}

/**
 * @param {readonly Picture[]} figures
 * @param {Accountant} word
 */
const has = (figures, word) => figures.some(({ series }) => series.some(({ by }) => by === word));

/**
 * What a conclusion calls a curve: the only mechanism on show by its name.
 * @param {string} label
 * @param {readonly Found[]} found
 */
const nameIn = (label, found) => (found.length === 1 ? (found[0]?.viewed.name ?? label) : label);

/**
 * @param {Viewed} one
 * @param {Curve} view
 * @param {State} state
 */
const question = ({ published }, view, { delta }) => ({ ask: "curve", view, ...published, mark: { delta: number(delta) }, picture: true });

/**
 * The curve of each mechanism at the same points: first where each chooses itself, then, if those differ, over all of
 * their ranges.
 * @param {Put} put
 * @param {readonly Viewed[]} all
 * @param {Curve} view
 * @param {State} state
 * @param {number | undefined} end
 * @returns {Promise<{found: Found[], reasons: string[]}>}
 */
async function sharpest(put, all, view, state, end) {
  /** @type {string[]} */
  const reasons = [];
  const each = async (/** @type {object | undefined} */ grid) => {
    /** @type {Found[]} */
    const found = [];
    for (const one of all) {
      const { figure, reasons: why } = await sharp(put, one, { ...question(one, view, state), grid });
      if (figure) found.push({ viewed: one, figures: [named(figure, NAMES[view])] });
      else reasons.push(...why.map((reason) => `${one.name}: ${reason}.`));
    }
    return found;
  };
  if (end !== undefined) return { found: await each({ from: 0, to: end, points: ENDED }), reasons };
  const found = await each(view === "renyi" ? ORDERS : undefined);
  const figures = found.flatMap((one) => one.figures);
  const [from, to] = [Math.min(...figures.map(({ x }) => x.from)), Math.max(...figures.map(({ x }) => x.to))];
  const same = figures.every(({ x }) => x.from === from && x.to === to);
  const sizes = new Set(figures.map(({ series }) => series[0]?.x.length));
  if (found.length < 2 || view === "renyi" || (same && sizes.size < 2)) return { found, reasons };
  return { found: await each({ from, to, points: POINTS }), reasons: [...new Set(reasons)] };
}

/**
 * A curve of one mechanism by the sharpest accountant that has it.
 * @param {Put} put
 * @param {Viewed} one
 * @param {object} asked the question, without accountants
 */
export async function sharp(put, one, asked) {
  /** @type {string[]} */
  let reasons = [];
  for (const accountant of SHARPEST) {
    const answer = await one.by(put)({ ...asked, accountants: [accountant] });
    const figure = figureOf(answer);
    if (figure) return { figure, reasons: [] };
    reasons = reasonsOf(answer);
  }
  return { figure: undefined, reasons };
}

/**
 * All that is found as one figure.
 * @param {readonly Found[]} found
 * @param {Curve} view
 * @param {State} state
 * @returns {Picture}
 */
function together(found, view, { delta }) {
  const blind = found[0]?.figures[0]?.series.filter(isBlind) ?? [];
  const parts = found.map(({ viewed: { name }, figures }) => ({ name, figures, figure: join(view === "trade-off" ? figures.map(sighted) : figures) }));
  const [first] = parts;
  if (!first) throw new Error("nothing is found");
  const marks = view === "profile" ? { marks: crowd(parts.flatMap(({ figures }) => figures)) } : {};
  if (parts.length === 1) return { ...first.figure, ...marks, series: [...first.figure.series, ...(view === "trade-off" ? blind : [])] };
  const figures = parts.map(({ figure }) => figure);
  const title = `${first.figure.shows}, ${parts.length} mechanisms compared`;
  const said = view === "profile" ? { sentence: compared(parts.map(({ name, figures }) => ({ name, figure: figures[0] ?? first.figure })), `δ = ${delta.trim()}`) } : {};
  const merged = merge(figures, { names: parts.map(({ name }) => name), title, ...said });
  return { ...merged, ...marks, series: [...merged.series, ...(view === "trade-off" ? blind : [])] };
}

/** The line of an attacker who guesses is nobody's bound. @param {Series} series */
const isBlind = ({ by }) => !by;

/**
 * A trade-off figure without that line, which is drawn once.
 * @param {Picture} figure
 * @returns {Picture}
 */
const sighted = (figure) => ({ ...figure, series: figure.series.filter((series) => !isBlind(series)) });

/**
 * A figure whose curves have other names.
 * @param {Picture} figure
 * @param {Record<string, string>} names by accountant
 * @returns {Picture}
 */
function named(figure, names) {
  const others = new Map(figure.series.flatMap(({ label, by }) => (by && names[by] ? [[label, names[by]]] : [])));
  const other = (/** @type {string} */ label) => others.get(label) ?? label;
  const { columns, labels = [] } = figure.table;
  return {
    ...figure,
    series: figure.series.map((series) => ({ ...series, label: other(series.label) })),
    readings: { ...figure.readings, columns: figure.readings.columns.map((column) => ({ ...column, label: other(column.label) })) },
    table: {
      ...figure.table,
      columns: columns.map((head, at) => head.replace(labels[at] || head, (label) => other(label))),
      labels: labels.map(other),
    },
  };
}

/**
 * A few of the points, both ends among them.
 * @param {readonly number[]} points
 */
function thinned(points) {
  const step = (points.length - 1) / (FEW - 1);
  return points.filter((_, at) => points.length <= FEW || Math.round(Math.round(at / step) * step) === at);
}

/** Where the profile ends, if that is set. @param {State} state */
function endOf({ to }) {
  const end = number(to);
  return typeof end === "number" && end > 0 ? end : undefined;
}

/**
 * A profile on linear axes that ends at an ε.
 * @param {Picture} figure
 * @param {number} end
 * @returns {Picture}
 */
function straight(figure, end) {
  const most = Math.max(...figure.series.flatMap(({ y }) => y));
  const to = Math.min(1, Math.ceil(most * 10.5) / 10);
  return { ...figure, x: { ...figure.x, to: end }, y: { label: "δ", scale: "linear", from: 0, to } };
}
