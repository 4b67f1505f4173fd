// The losses of one person over many redraws of the noise: asked for by hand, and gone once they are those of
// another setting.

import { ask, cancel } from "./core.js";

/** @typedef {import("../../pkg/people/dpscope.js").Answer} Answer */
/** @typedef {import("../../pkg/people/dpscope.js").Refusal} Refusal */

/**
 * @typedef {object} Owner
 * @property {() => {question: object, key: string} | undefined} question of the person who is chosen, and the same text for the same; none if nobody is
 * @property {(refusal: Refusal) => void} refused
 * @property {(error: unknown) => void} failed
 */

export class History {
  #card;
  #owner;
  /** The key of the question that it answers. */
  #told = "";

  /**
   * @param {import("./person.js").PersonCard} card
   * @param {Owner} owner
   */
  constructor(card, owner) {
    this.#card = card;
    this.#owner = owner;
  }

  /** Ends it if it is that of another setting. */
  check() {
    if (this.#told && this.#told !== this.#owner.question()?.key) this.end();
  }

  end() {
    if (this.#told) cancel(this.#card);
    this.#told = "";
    this.#card.history = undefined;
  }

  async ask() {
    const asked = this.#owner.question();
    if (!asked) return;
    const told = (this.#told = asked.key);
    this.#card.progress(0);
    try {
      const answer = /** @type {Answer | undefined} */ (
        await ask(asked.question, { channel: this.#card, progress: (share) => this.#card.progress(share) })
      );
      if (told !== this.#told) return;
      this.#card.rest();
      if (answer?.answer === "privacy-report") this.#card.history = answer.history?.figure;
      else if (answer?.answer === "refused") this.#owner.refused(answer);
    } catch (error) {
      this.#card.rest();
      this.#owner.failed(error);
    }
  }
}
