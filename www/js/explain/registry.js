// Finds an entry: by its id, by the number it explains, or by the field of a question. Each group is loaded when one
// of its entries is first asked for.

import { FIELDS } from "./fields.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Subject} Subject */

/** The entries of each group. @type {Record<string, () => Promise<Record<string, Entry>>>} */
const GROUPS = {
  accuracy: async () => (await import("./accuracy.js")).ACCURACY,
  accountant: async () => (await import("./accountants.js")).ACCOUNTANTS,
  attack: async () => (await import("./attack.js")).ATTACK,
  control: async () => {
    const [plan, learning] = await Promise.all([import("./controls.js"), import("./controls-learning.js")]);
    return { ...plan.CONTROLS, ...learning.CONTROLS };
  },
  conversion: async () => (await import("./conversions.js")).CONVERSIONS,
  "in-dimensions": async () => (await import("./in-dimensions.js")).IN_DIMENSIONS,
  "inverse-sensitivity": async () => (await import("./inverse-sensitivity.js")).INVERSE_SENSITIVITY,
  learning: async () => (await import("./learning.js")).LEARNING,
  mechanism: async () => {
    const [noise, known] = await Promise.all([import("./mechanisms.js"), import("./mechanisms-known.js")]);
    return { ...noise.MECHANISMS, ...known.MECHANISMS };
  },
  people: async () => (await import("./people.js")).PEOPLE,
  plan: async () => (await import("./plan.js")).PLAN,
  "sparse-vector": async () => (await import("./sparse-vector.js")).SPARSE_VECTOR,
  theorem: async () => (await import("./sampling.js")).SAMPLING,
  view: async () => (await import("./views.js")).VIEWS,
  word: async () => (await import("./words.js")).WORDS,
};

/** The group of each quantity whose word is not an accountant's. @type {Record<string, (subject: Subject) => string | undefined>} */
const QUANTITIES = {
  epsilon: ({ accountant }) => accountant && `accountant/${accountant}`,
  delta: ({ accountant }) => accountant && `accountant/${accountant}`,
  share: () => "plan/share",
  solve: () => "plan/solve",
  sampling: ({ bound }) => bound && `theorem/${bound}`,
  view: ({ view }) => view && `view/${view}`,
};

/**
 * The id of the entry that explains a subject.
 * @param {Subject} subject
 */
export function idOf(subject) {
  if (subject.id !== undefined) return subject.id;
  if (subject.field !== undefined) return fieldId(subject.field, subject.within);
  if (subject.quantity === undefined) return undefined;
  const quantity = QUANTITIES[subject.quantity];
  return quantity ? quantity(subject) : `attack/${subject.quantity}`;
}

/**
 * The id of the entry of a described field, `sigma` or `output-noise`, where it is not given itself; `within` a mechanism or a question where the
 * same name means something else.
 * @param {string} name
 * @param {string} [within]
 */
export function fieldId(name, within) {
  if (name.includes("/")) return name;
  const word = name.replaceAll("_", "-");
  return FIELDS[`${within}.${word}`] ?? FIELDS[word];
}

/**
 * The entry of an id; `undefined` if there is none.
 * @param {string | undefined} id
 * @returns {Promise<Entry | undefined>}
 */
export async function find(id) {
  const [group = "", word = ""] = (id ?? "").split("/");
  const entries = Object.hasOwn(GROUPS, group) ? await GROUPS[group]?.() : undefined;
  return entries && Object.hasOwn(entries, word) ? entries[word] : undefined;
}

/**
 * Every entry with its id, group by group.
 * @returns {Promise<[id: string, entry: Entry][]>}
 */
export async function all() {
  const groups = await Promise.all(
    Object.entries(GROUPS).map(async ([group, load]) =>
      Object.entries(await load()).map(([word, entry]) => /** @type {[string, Entry]} */ ([`${group}/${word}`, entry])),
    ),
  );
  return groups.flat();
}
