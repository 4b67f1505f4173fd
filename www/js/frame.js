// What a chart is drawn into: its size in CSS pixels, the screen's pixels per CSS pixel and the theme,
// and word when any of them changes.

/** @typedef {import("../pkg/dpscope.js").Frame} Frame */

const dark = matchMedia("(prefers-color-scheme: dark)");

/**
 * The frame of an element now.
 * @param {Element} box
 * @returns {Frame}
 */
export function frameOf(box) {
  return { width: box.clientWidth, height: box.clientHeight, ratio: devicePixelRatio, theme: theme() };
}

/** @returns {"light" | "dark"} */
function theme() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "dark" || (chosen !== "light" && dark.matches) ? "dark" : "light";
}

/**
 * Calls `changed` whenever the frame of the element may have changed.
 * @param {Element} box
 * @param {() => void} changed
 * @returns {() => void} stops it
 */
export function watchFrame(box, changed) {
  const stop = new AbortController();
  const { signal } = stop;

  const size = new ResizeObserver(changed);
  size.observe(box);
  signal.addEventListener("abort", () => size.disconnect());

  const attribute = new MutationObserver(changed);
  attribute.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => attribute.disconnect());

  dark.addEventListener("change", changed, { signal });

  // A resolution query only tells when the ratio leaves its value, so each change asks anew.
  const watchRatio = () => {
    if (signal.aborted) return;
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const left = () => {
      changed();
      watchRatio();
    };
    query.addEventListener("change", left, { once: true, signal });
  };
  watchRatio();

  return () => stop.abort();
}
