// A plan as an address holds it, version 2:
//
//   #v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1,count:1000,poisson:0.01,label:DP-SGD
//
// One `r` for each release; `epsilon` instead of `delta` where δ is to be found; `solve=1.sigma` with both
// where a number of a release is; `prior` and `false-positive` where a person set what is assumed of an
// attacker; one `pin` for each scenario, of the same words between semicolons. An address of version 1, of
// one mechanism, opens as a plan of one release.
//
// Only what is typed is encoded: a comma in a label is `%2C`, so that the separators stay readable.

import { complete, NO_SAMPLING } from "../state/setting.js";
import { empty, example, PINS, release, solvable } from "./model.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("./model.js").Plan} Plan */
/** @typedef {import("./model.js").Release} Release */
/** @typedef {import("./model.js").Training} Training */

const VERSION = "2";

/** Samplings that stand by their own name; others, which an address may hold, by `sampling` and `rate`. */
const SAMPLED = ["poisson", "subset"];

/** Words of a release that are no parameters of its mechanism. */
const WORDS = new Set([
  ...["label", "count", "points", "off", "sampling", "rate", ...SAMPLED],
  ...["size", "batch", "epochs", "steps", "clip"],
]);

const parameterKey = (/** @type {string} */ name) => (WORDS.has(name) ? `mechanism-${name}` : name);

/**
 * The plan that a hash describes. What it does not mention starts as usual, unknown words are left out.
 * @param {string} hash
 * @param {Description} description
 * @returns {{plan: Plan, notice: string}} and what a person should know of it
 */
export function read(hash, description) {
  const text = hash.replace(/^#/, "");
  const pairs = pairsOf(text);
  const version = pairs.find(([key]) => key === "v")?.[1];
  const first = version === "1" || (version !== VERSION && pairs.some(([key]) => key === "mechanism"));
  const foreign = version !== undefined && version !== "1" && version !== VERSION;
  const notice = foreign
    ? "Another version of dpscope wrote this address; what it says may be read differently here."
    : "";
  if (first) return { plan: single(text, description), notice };
  if (!pairs.some(([key]) => key !== "v")) return { plan: example(description), notice };
  const { plan, lost } = planOf(pairs, description);
  const pins = pairs
    .filter(([key]) => key === "pin")
    .slice(0, PINS)
    .map(([, value]) => {
      const [name = "", ...rest] = value.split(";");
      return { name: decoded(name), plan: planOf(rest.map((part) => cut(part, ":")), description).plan };
    });
  return { plan: { ...plan, attacker: attackerOf(pairs), pins }, notice: notice || lost };
}

/**
 * @param {Plan} plan
 * @returns {string} the hash, with `#`
 */
export function write(plan) {
  const own = wordsOf(plan).map(([key, value]) => `${key}=${value}`);
  const pins = plan.pins.map(
    ({ name, plan: pinned }) =>
      `pin=${[encoded(name), ...wordsOf(pinned).map(([key, value]) => `${key}:${value}`)].join(";")}`,
  );
  const { prior, falsePositive } = plan.attacker;
  const attacker = [
    ...(prior === undefined ? [] : [`prior=${encoded(prior)}`]),
    ...(falsePositive === undefined ? [] : [`false-positive=${encoded(falsePositive)}`]),
  ];
  return `#${[`v=${VERSION}`, ...own, ...attacker, ...pins].join("&")}`;
}

/**
 * An address of version 1.
 * @param {string} text
 * @param {Description} description
 * @returns {Plan}
 */
function single(text, description) {
  const pairs = new URLSearchParams(text);
  const { mechanism, values, delta, neighbours, sampling, rate } = complete(description, (key) => pairs.get(key));
  return {
    ...empty(description),
    delta,
    neighbours,
    releases: [release(description, { kind: mechanism, values, sampling, rate })],
  };
}

/**
 * @param {[string, string][]} pairs
 * @returns {import("./model.js").Attacker}
 */
function attackerOf(pairs) {
  const known = new Map(pairs);
  const [prior, wrong] = [known.get("prior"), known.get("false-positive")];
  return {
    ...(prior === undefined ? {} : { prior: decoded(prior) }),
    ...(wrong === undefined ? {} : { falsePositive: decoded(wrong) }),
  };
}

/**
 * @param {[string, string][]} pairs
 * @param {Description} description
 */
function planOf(pairs, description) {
  const start = empty(description);
  const known = new Map(pairs);
  const text = (/** @type {string} */ key) => {
    const value = known.get(key);
    return value === undefined ? undefined : decoded(value);
  };
  const releases = pairs.filter(([key]) => key === "r").map(([, value]) => releaseOf(value, description));
  const [place = "", field = ""] = cut(text("solve") ?? "", ".");
  const chosen = releases[Number(place) - 1];
  const solved = chosen && solvable(chosen, field);
  /** @type {Plan} */
  const plan = {
    ...start,
    releases,
    find: solved ? { release: chosen.id, field } : known.has("epsilon") && !known.has("delta") ? "delta" : "epsilon",
    delta: text("delta") ?? start.delta,
    epsilon: text("epsilon") ?? start.epsilon,
    neighbours: text("neighbours") ?? start.neighbours,
  };
  const lost =
    known.has("solve") && !solved ? `This plan has no “${text("solve")}” to solve for; ε is found instead.` : "";
  return { plan, lost };
}

/**
 * @param {string} value
 * @param {Description} description
 */
export function releaseOf(value, description) {
  const [kind = "", ...parts] = value.split(",");
  const words = new Map(parts.map((part) => cut(part, ":")));
  const text = (/** @type {string} */ key) => {
    // Parameters once had underscores in their names.
    const value = words.get(key) ?? words.get(key.replaceAll("-", "_"));
    return value === undefined ? undefined : decoded(value);
  };
  const named = SAMPLED.find((word) => words.has(word));
  const sampling = named ?? text("sampling");
  const rate = named ? text(named) : text("rate");
  const made = release(description, { kind: decoded(kind) });
  const training = trainingOf(text);
  return {
    ...made,
    values: Object.fromEntries(Object.entries(made.values).map(([name, usual]) => [name, text(parameterKey(name)) ?? usual])),
    label: text("label") ?? made.label,
    count: text("count") ?? made.count,
    points: text("points") ?? made.points,
    sampling: sampling ?? made.sampling,
    rate: rate ?? made.rate,
    on: !words.has("off"),
    ...(training ? { training } : {}),
  };
}

/**
 * @param {(key: string) => string | undefined} text
 * @returns {Training | undefined}
 */
function trainingOf(text) {
  const [size, batch, epochs, steps] = ["size", "batch", "epochs", "steps"].map(text);
  if (size === undefined || batch === undefined) return undefined;
  const by = epochs === undefined ? "steps" : "epochs";
  return { size, batch, by, length: epochs ?? steps ?? "", clip: text("clip") ?? "1" };
}

/**
 * @param {Plan} plan
 * @returns {[string, string][]}
 */
function wordsOf({ releases, find, delta, epsilon, neighbours }) {
  /** @type {[string, string][]} */
  const words = [];
  if (typeof find !== "string") {
    const place = releases.findIndex(({ id }) => id === find.release) + 1;
    words.push(["solve", `${place}.${encoded(find.field)}`]);
  }
  if (find !== "epsilon") words.push(["epsilon", encoded(epsilon)]);
  if (find !== "delta") words.push(["delta", encoded(delta)]);
  words.push(["neighbours", encoded(neighbours)]);
  return [...words, ...releases.map((one) => /** @type {[string, string]} */ (["r", releaseWord(one)]))];
}

/** @param {Release} release */
export function releaseWord({ kind, values, points, label, count, sampling, rate, on, training }) {
  const parameters = Object.entries(values);
  const words = parameters.map(([name, text]) => [parameterKey(name), text]);
  // A mechanism without parameters takes points.
  if (parameters.length === 0 && points) words.push(["points", points]);
  if (count !== "1") words.push(["count", count]);
  if (SAMPLED.includes(sampling)) words.push([sampling, rate]);
  else if (sampling !== NO_SAMPLING) words.push(["sampling", sampling], ["rate", rate]);
  if (label) words.push(["label", label]);
  if (training) {
    const { size, batch, by, length, clip } = training;
    words.push(["size", size], ["batch", batch], [by, length], ["clip", clip]);
  }
  const texts = words.map(([key, text = ""]) => `${key}:${encoded(text)}`);
  return [encoded(kind), ...texts, ...(on ? [] : ["off"])].join(",");
}

/**
 * The words of a hash, still encoded. An address whose separators were encoded on its way is decoded once.
 * @param {string} text
 * @returns {[string, string][]}
 */
export function pairsOf(text) {
  return text
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const [key, value] = cut(part, "=");
      const wrapped = (key === "r" || key === "pin") && !/[,:;]/.test(value) && /%(2C|3A|3B)/i.test(value);
      return [key, wrapped ? unescaped(value) : value];
    });
}

/**
 * @param {string} text
 * @param {string} separator
 * @returns {[string, string]}
 */
function cut(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** A space is `+` and a new line `/`, for a person who reads the address. */
export const encoded = (/** @type {string} */ text) =>
  encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%0A", "/");

/** A plus after the `e` of a number is that of its exponent. */
export const decoded = (/** @type {string} */ text) =>
  unescaped(text.replaceAll(/(?<![\d.]e)\+/gi, " ").replaceAll("/", "\n"));

/** @param {string} text */
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
