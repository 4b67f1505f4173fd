// The steps of a person's work: what can be undone and done again. What is not finished, as a slider that
// still moves, is no step yet.

/** The most steps that are kept. */
const MOST = 500;

/**
 * @template State
 */
export class Steps {
  /** @type {State[]} */
  #states;
  #at = 0;

  /** @param {State} state */
  constructor(state) {
    this.#states = [state];
  }

  /** The last finished state. @returns {State} */
  get present() {
    return /** @type {State} */ (this.#states[this.#at]);
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#states.length - 1;
  }

  /**
   * Takes a finished state; what had been undone is gone.
   * @param {State} state
   * @param {boolean} [further] it is the end of the last step, not a step of its own
   */
  take(state, further = false) {
    const before = this.#states.slice(0, further && this.#at > 0 ? this.#at : this.#at + 1);
    this.#states = [...before, state].slice(-MOST);
    this.#at = this.#states.length - 1;
  }

  /** @returns {State} */
  undo() {
    if (this.canUndo) this.#at -= 1;
    return this.present;
  }

  /** @returns {State} */
  redo() {
    if (this.canRedo) this.#at += 1;
    return this.present;
  }

  /**
   * Goes to a state that the browser's history brought back: a step away if it is one, else a new step.
   * @param {State} state
   * @param {(one: State, other: State) => boolean} same
   * @returns {State} the known one, or the given
   */
  arrive(state, same) {
    for (const at of [this.#at - 1, this.#at + 1, this.#at]) {
      const known = this.#states[at];
      if (known !== undefined && same(known, state)) {
        this.#at = at;
        return known;
      }
    }
    this.take(state);
    return state;
  }
}
