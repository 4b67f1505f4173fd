// What a chart is drawn into: its size in CSS pixels, the screen's pixels per CSS pixel and the theme,
// and word when any of them changes. The size is remembered, because asking for it between two changes
// of the page would make the browser lay everything out anew.

/** @typedef {import("../pkg/dpscope.js").Frame} Frame */

const dark = matchMedia("(prefers-color-scheme: dark)");

export class FrameWatch {
  #box;
  #changed;
  #stop = new AbortController();
  /** @type {{width: number, height: number} | undefined} */
  #size;

  /**
   * @param {Element} box
   * @param {() => void} changed
   */
  constructor(box, changed) {
    this.#box = box;
    this.#changed = changed;
  }

  /** The frame now. @returns {Frame} */
  get frame() {
    this.#size ??= { width: this.#box.clientWidth, height: this.#box.clientHeight };
    return { ...this.#size, ratio: devicePixelRatio, theme: theme() };
  }

  start() {
    this.#stop = new AbortController();
    const { signal } = this.#stop;

    const size = new ResizeObserver(() => {
      this.#size = undefined;
      this.#changed();
    });
    size.observe(this.#box);
    signal.addEventListener("abort", () => size.disconnect());

    const attribute = new MutationObserver(this.#changed);
    attribute.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    signal.addEventListener("abort", () => attribute.disconnect());

    dark.addEventListener("change", this.#changed, { signal });
    this.#watchRatio();
  }

  stop() {
    this.#stop.abort();
  }

  /** A resolution query only tells when the ratio leaves its value, so each change asks anew. */
  #watchRatio() {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const left = () => {
      this.#changed();
      this.#watchRatio();
    };
    query.addEventListener("change", left, { once: true, signal: this.#stop.signal });
  }
}

/** @returns {"light" | "dark"} */
function theme() {
  // Forced colours follow the system, whatever was chosen here.
  const chosen = matchMedia("(forced-colors: active)").matches ? undefined : document.documentElement.dataset.theme;
  return chosen === "dark" || (chosen !== "light" && dark.matches) ? "dark" : "light";
}
