// A table of one's own crosses to the core once: questions then name it by a handle, instead of carrying it along
// with every move of a hand.

/** Shorter tables travel as they are. */
const LONG = 1000;

/** As many as the core keeps; the oldest makes room in both. */
const KEPT = 8;

/** @typedef {{kind: "text", text: string, scaled?: boolean}} Table */

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

  /**
   * The question with a handle instead of its table, and what must be stored before it is asked.
   * @param {unknown} question
   * @returns {{question: unknown, store?: unknown}}
   */
  send(question) {
    const table = tableOf(question);
    if (!table) return { question };
    const key = `${table.scaled ?? false} ${table.text}`;
    const known = this.#handles.get(key);
    this.#made += known ? 0 : 1;
    const handle = known ?? `table ${this.#made}`;
    const short = { .../** @type {object} */ (question), data: { kind: "stored", handle } };
    if (known) return { question: short };
    const [oldest] = this.#handles.keys();
    if (this.#handles.size === KEPT && oldest !== undefined) this.#handles.delete(oldest);
    this.#handles.set(key, handle);
    return { question: short, store: { ask: "store-data", handle, data: table } };
  }

  /** The core is another one, or has refused a table. */
  forget() {
    this.#handles.clear();
  }
}
