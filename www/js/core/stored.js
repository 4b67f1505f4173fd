// A table of one's own crosses to the core once: questions then name it by a handle, instead of carrying it along
// with every move of a hand. Pages with such tables load this before they ask; without it they would travel along.

import { keepTables } from "./module-engine.js";

/** Shorter tables travel as they are. */
const LONG = 1000;

/** As many as the core keeps; the oldest makes room in both. */
const KEPT = 8;

/** @typedef {{kind: "text", text: string, scaled?: boolean}} Table */

/**
 * A question that names its table, and that table.
 * @typedef {object} Named
 * @property {unknown} question
 * @property {{handle: string, data: Table}} [table]
 */

/**
 * The table of a question, if it is long. @param {unknown} question
 * @returns {Table | undefined}
 */
export function tableOf(question) {
  const { data } = /** @type {{data?: Partial<Table>}} */ (question ?? {});
  return data?.kind === "text" && (data.text?.length ?? 0) > LONG ? /** @type {Table} */ (data) : undefined;
}

/** What one core has in its store. */
export class Stored {
  /** @type {Map<string, string>} handles by the text of the table */
  #handles = new Map();
  #made = 0;
  /** The tables that the core has. @type {Set<string>} */
  #held = new Set();

  /**
   * The question with a handle instead of its table; of an equal table it is the same, whatever the core has.
   * @param {unknown} question
   * @returns {Named}
   */
  name(question) {
    const data = tableOf(question);
    if (!data) return { question };
    const key = `${data.scaled ?? false} ${data.text}`;
    const handle = this.#handles.get(key) ?? `table ${(this.#made += 1)}`;
    this.#handles.set(key, handle);
    if (this.#handles.size > KEPT) dropOldest(this.#handles);
    return { question: { .../** @type {object} */ (question), data: { kind: "stored", handle } }, table: { handle, data } };
  }

  /**
   * What crosses to the core, and what must be stored there before.
   * @param {Named} named
   * @returns {{question: unknown, store?: unknown}}
   */
  send({ question, table }) {
    if (!table || this.#held.has(table.handle)) return { question };
    if (this.#held.size === KEPT) dropOldest(this.#held);
    this.#held.add(table.handle);
    return { question, store: { ask: "store-data", ...table } };
  }

  /** The core is another one, or has refused a table. */
  forget() {
    this.#held.clear();
  }
}

/** @param {Map<string, unknown> | Set<string>} kept in the order in which it came */
function dropOldest(kept) {
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

// Whoever loads this has tables to send.
keepTables(() => new Stored());
