// Speaks to screen readers: the newest text, at most once per half second.

const INTERVAL = 500;

export class Announcer {
  #region;
  #last = Number.NEGATIVE_INFINITY;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Element} region a live region */
  constructor(region) {
    this.#region = region;
  }

  /** @param {string} text */
  say(text) {
    clearTimeout(this.#timer);
    const pause = this.#last + INTERVAL - performance.now();
    if (pause > 0) {
      this.#timer = setTimeout(() => this.#speak(text), pause);
    } else {
      this.#speak(text);
    }
  }

  /** @param {string} text */
  #speak(text) {
    this.#last = performance.now();
    this.#region.textContent = text;
  }
}
