// What a page shows, in the address bar.
//
// While a slider moves the entry is replaced, at most twice a second (browsers limit how often a page
// may). A finished change is a new entry, so that Back undoes it; changes of one control in quick
// succession, as by a key held down, are one.

const INTERVAL = 500;

/** Milliseconds within which two changes of one control are one step. */
const SUCCESSION = 1000;

/** @template State */
export class Address {
  #write;
  /** The last finished entry: what Back returns to. */
  #entry = location.href;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** What the timer will write, and whether that finishes the entry. */
  #next = { setting: () => /** @type {State | undefined} */ (undefined), finished: false };
  /** The last finished change. */
  #last = { control: /** @type {unknown} */ (undefined), time: -Infinity };

  /**
   * @param {() => void} moved called when the person goes back, forward or edits the address
   * @param {(state: State) => string} hash of a state, with `#`
   */
  constructor(moved, hash) {
    this.#write = hash;
    const arrive = () => {
      if (location.href === this.#entry) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#last = { control: undefined, time: -Infinity };
      this.#entry = location.href;
      moved();
    };
    addEventListener("popstate", arrive);
    addEventListener("hashchange", arrive);
  }

  /**
   * Shows a setting that may still change.
   * @param {() => State} setting
   */
  follow(setting) {
    this.#next = { setting, finished: false };
    this.#timer ??= setTimeout(() => this.#show(), INTERVAL);
  }

  /**
   * Makes a setting a step of the history, or the end of the last step if the same control made that a
   * moment ago.
   * @param {State} setting
   * @param {unknown} control
   * @returns {boolean} whether it is a step of its own
   */
  commit(setting, control) {
    const now = performance.now();
    const same = control === this.#last.control && now - this.#last.time < SUCCESSION;
    this.#last = { control, time: now };
    if (same) {
      this.#next = { setting: () => setting, finished: true };
      this.#timer ??= setTimeout(() => this.#show(), INTERVAL);
      return false;
    }
    if (this.#next.finished) this.#show();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    history.replaceState(null, "", this.#entry);
    const hash = this.#write(setting);
    if (new URL(hash, location.href).href !== this.#entry) history.pushState(null, "", hash);
    this.#entry = location.href;
    return true;
  }

  #show() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { setting, finished } = this.#next;
    this.#next = { setting: () => undefined, finished: false };
    const shown = setting();
    if (!shown) return;
    history.replaceState(null, "", this.#write(shown));
    if (finished) this.#entry = location.href;
  }
}
