// What a chart is drawn into: its size in CSS pixels, the screen's pixels per CSS pixel and the theme,
// and word when any of them changes, as long as it is on the page. On paper it is light, and finer than on most screens. The size is remembered, because asking
// for it between two changes of the page would make the browser lay everything out anew.

/** @typedef {import("../../pkg/accounting/dpscope.js").Frame} Frame */

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Pixels per CSS pixel on paper, at least. */
const PAPER = 2;

/** Whether the page is being printed. Ahead of those that draw for it. */
let printing = false;
addEventListener("beforeprint", () => (printing = true));
addEventListener("afterprint", () => (printing = false));

export class FrameWatch {
  #box;
  #changed;
  /** Ends what is listened to while the box is on the page. @type {AbortController | undefined} */
  #listening;
  /** @type {{width: number, height: number} | undefined} */
  #size;
  /** How many times its usual size everything in it is drawn: `--dp-plot-scale`, for those who sit far away. */
  scale = 1;

  /**
   * @param {Element} box
   * @param {() => void} changed
   * @param {(signal: AbortSignal) => void} [entered] when the box comes onto the page; the signal tells
   *   when it leaves
   */
  constructor(box, changed, entered = () => {}) {
    this.#box = box;
    this.#changed = changed;
    // It also tells when the box enters or leaves the page, and holds neither of the two in memory.
    new ResizeObserver(() => {
      this.#size = undefined;
      this.#follow(entered);
      if (this.#box.isConnected) this.#changed();
    }).observe(box);
  }

  /** The frame now. @returns {Frame} */
  get frame() {
    if (!this.#size) {
      this.#size = { width: this.#box.clientWidth, height: this.#box.clientHeight };
      this.scale = Number(getComputedStyle(this.#box).getPropertyValue("--dp-plot-scale")) || 1;
    }
    return { ...this.#size, ratio: printing ? Math.max(PAPER, devicePixelRatio) : devicePixelRatio, theme: theme() };
  }

  /** @param {(signal: AbortSignal) => void} entered */
  #follow(entered) {
    if (this.#box.isConnected === (this.#listening !== undefined)) return;
    this.#listening?.abort();
    this.#listening = undefined;
    if (!this.#box.isConnected) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const attribute = new MutationObserver(this.#changed);
    attribute.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    signal.addEventListener("abort", () => attribute.disconnect());
    dark.addEventListener("change", this.#changed, { signal });
    for (const event of ["beforeprint", "afterprint"]) addEventListener(event, this.#changed, { signal });
    this.#watchRatio(signal);
    entered(signal);
  }

  /**
   * A resolution query only tells when the ratio leaves its value, so each change asks anew.
   * @param {AbortSignal} signal
   */
  #watchRatio(signal) {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const left = () => {
      this.#changed();
      this.#watchRatio(signal);
    };
    query.addEventListener("change", left, { once: true, signal });
  }
}

/** @returns {"light" | "dark"} */
function theme() {
  if (printing) return "light";
  // Forced colours follow the system, whatever was chosen here.
  const chosen = matchMedia("(forced-colors: active)").matches ? undefined : document.documentElement.dataset.theme;
  return chosen === "dark" || (chosen !== "light" && dark.matches) ? "dark" : "light";
}
