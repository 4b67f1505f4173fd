// Answers that have been given: an equal question is answered by them, not asked again. The core has no state that an
// answer could depend on, so that they hold as long as the page stands. Of those that were not used for longest one
// after another makes room.

/** @typedef {import("./wasm.js").Answer} Answer */

/** The most that is kept. */
const MOST = { answers: 256, bytes: 32e6 };

/**
 * The text of a question, which equal questions share. JSON has no word for numbers that are not finite.
 * @param {unknown} question
 */
export const keyOf = (question) =>
  JSON.stringify(question, (_, value) => (typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value)) ?? "";

export class Memory {
  #most;
  /** The one that was used last is last. @type {Map<string, {answer: Answer, bytes: number}>} */
  #kept = new Map();
  #bytes = 0;

  /** @param {typeof MOST} [most] */
  constructor(most = MOST) {
    this.#most = most;
  }

  /**
   * The answer to a question with this key.
   * @param {string} key
   * @returns {Answer | undefined}
   */
  get(key) {
    const found = this.#kept.get(key);
    if (!found) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.answer;
  }

  /**
   * Keeps an answer, but for one that would take the place of many others.
   * @param {string} key
   * @param {Answer} answer
   */
  keep(key, answer) {
    const bytes = sizeOf(key) + sizeOf(answer);
    if (bytes > this.#most.bytes / 4) return;
    this.#forget(key);
    this.#kept.set(key, { answer, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most.answers && this.#bytes <= this.#most.bytes) return;
      this.#forget(oldest);
    }
  }

  /** @param {string} key */
  #forget(key) {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

/**
 * About how many bytes a value of plain data takes.
 * @param {unknown} value
 * @returns {number}
 */
export function sizeOf(value) {
  if (typeof value === "string") return 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  // Lists of numbers are long, and all of one kind.
  if (Array.isArray(value) && typeof value[0] === "number") return 8 * value.length;
  return Object.values(value).reduce((/** @type {number} */ sum, part) => sum + 16 + sizeOf(part), 0);
}
