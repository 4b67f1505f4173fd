// ε at the δ that is set: the number in large type, and what follows from it for each mechanism by way of its Rényi curve.

import { number } from "../state/setting.js";
import { viewed } from "./viewed.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../lab/conclusion.js").Shown} Shown */
/** @typedef {import("../lab/inquiry.js").Put} Put */
/** @typedef {import("../lab/stage.js").Asked} Asked */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */
/** @typedef {import("../../pkg/accounting/dpscope.js").PlanAnswer} PlanAnswer */

/** Those that know the loss itself, and the one that certifies where they do not answer. @type {readonly Accountant[]} */
const SHARP = ["exact", "fourier"];

/** By way of the Rényi curve: what it allows, and what the usual inequality makes of it. @type {readonly [Accountant, string][]} */
const RENYI = [
  ["rdp-optimal", "all its Rényi curve allows"],
  ["rdp", "by the usual conversion"],
];

/**
 * A panel that first says the guarantee of the release in large type: ε at a δ, or δ at an ε.
 * @param {State} state
 * @param {Description} description
 * @param {{delta: string} | {epsilon: string}} at as typed
 * @param {(asked: Asked) => Promise<void>} run
 * @returns {(asked: Asked) => Promise<void>}
 */
export const headlined = (state, description, at, run) => async (asked) => {
  await headline(state, description, at, asked);
  await run(asked);
};

/**
 * @param {State} state
 * @param {Description} description
 * @param {{delta: string} | {epsilon: string}} at
 * @param {Asked} asked
 */
async function headline(state, description, at, asked) {
  const { neighbours } = state;
  const [{ published }] = /** @type {[import("./viewed.js").Viewed]} */ (viewed(state, description));
  const [symbol, fixed, target] =
    "delta" in at ? ["ε", `δ = ${at.delta.trim()}`, { delta: number(at.delta) }] : ["δ", `ε = ${at.epsilon.trim()}`, { epsilon: number(at.epsilon) }];
  const question = { ask: "plan", ...published, target };
  const put = async (/** @type {readonly Accountant[]} */ accountants) => /** @type {PlanAnswer} */ (await asked.put({ ...question, accountants }));
  let answer = await put([...SHARP, "rdp"]);
  if (!answer.best) answer = await put(["pld"]);
  const { best } = answer;
  const meaning = description.neighbours.find(({ word }) => word === neighbours)?.meaning ?? neighbours;
  const by = best?.accountant === "rdp" ? " by the usual conversion of its Rényi curve" : "";
  const open = best && typeof (best.epsilon ?? best.delta)?.lower !== "number" ? `; an upper bound${by}, no lower end is known` : "";
  const statement = { quantity: symbol, side: /** @type {const} */ ("upper"), number: upperOf(best), text: best?.number ?? "" };
  const quantity = symbol === "ε" ? /** @type {const} */ ("epsilon") : /** @type {const} */ ("delta");
  const subject = best && { quantity, accountant: best.accountant, text: best.text ?? "", neighbours, target, answer: best };
  const failed = /** @type {{disagreement?: string}} */ (answer).disagreement;
  asked.headline(
    subject ? [{ best: statement, subject }] : [],
    `at ${fixed}, when ${meaning}${open}`,
    failed ? `Do not rely on this: ${failed}.` : "",
  );
}

/**
 * ε of each mechanism: exactly, and by way of its Rényi curve; as a table, and what follows in words.
 * @param {State} state
 * @param {Description} description
 * @param {Asked} asked
 */
export async function conversions(state, description, asked) {
  const { delta } = state;
  /** @type {Shown[]} */
  const series = [];
  /** @type {string[][]} */
  const rows = [];
  for (const { name, published, sampled, by } of viewed(state, description)) {
    const accountants = [...SHARP, ...(sampled ? [] : RENYI.map(([word]) => word))];
    const answer = /** @type {PlanAnswer} */ (await by(asked.put)({ ask: "plan", ...published, target: { delta: number(delta) }, accountants }));
    const known = answer.bounds.filter((bound) => bound.text);
    for (const bound of known) series.push({ name, by: bound.accountant, side: "upper", x: [Number(delta)], y: [upperOf(bound)] });
    const text = (/** @type {readonly string[]} */ words) => known.find((bound) => words.includes(bound.accountant))?.number ?? "–";
    rows.push([name, text(SHARP), ...RENYI.map(([word]) => text([word]))]);
  }
  /** @type {[text: string, about: string][]} */
  const columns = [
    ["Mechanism", "control/mechanism"],
    ["ε ≤, exactly", "view/profile"],
    ...RENYI.map(([word, title]) => /** @type {[string, string]} */ ([`ε ≤, ${title}`, `accountant/${word}`])),
  ];
  asked.table({ caption: `ε at δ = ${delta.trim()}, exactly and by way of the Rényi curve`, columns, rows });
  if (series.length > 0) await asked.conclude({ about: "views", quantity: "epsilon", at: { delta: number(delta) }, series });
}

/** @param {import("../../pkg/accounting/dpscope.js").Bound | null | undefined} bound */
function upperOf(bound) {
  const { upper } = bound?.epsilon ?? bound?.delta ?? {};
  return typeof upper === "number" ? upper : Infinity;
}
