// The buttons of a chart: pin what is read, log axes, zoom. What a chart has no use for is not offered.

import { element } from "../ui/element.js";

/**
 * @typedef {object} Offer
 * @property {boolean} fixed whether the chart cannot be zoomed
 * @property {boolean} zoomed
 * @property {Record<"x" | "y", {name: string, log: boolean, other: boolean}>} axes
 */

/**
 * @typedef {object} Actions
 * @property {() => void} pin
 * @property {(side: "x" | "y") => void} turn
 * @property {(closer: boolean) => void} zoom
 * @property {() => void} reset
 */

export class Tools {
  #pin = button("Pin", "Pin the value that is read (click, or Enter on the chart)");
  #log = { x: button("Log x", ""), y: button("Log y", "") };
  #out = button("−", "Zoom out (− on the chart, or Ctrl and the wheel)", "Zoom out");
  #in = button("+", "Zoom in (+ on the chart, or Ctrl and the wheel)", "Zoom in");
  #reset = button("Reset", "Show the whole chart (0 on the chart)");
  #home;
  element = element(
    "div",
    { class: "dp-tools", role: "group", "aria-label": "Chart" },
    this.#pin,
    this.#log.x,
    this.#log.y,
    this.#out,
    this.#in,
    this.#reset,
  );

  /**
   * @param {Actions} act
   * @param {HTMLElement} home takes the focus of a button that goes
   */
  constructor(act, home) {
    this.#home = home;
    this.reading(false);
    this.#pin.addEventListener("click", act.pin);
    this.#log.x.addEventListener("click", () => act.turn("x"));
    this.#log.y.addEventListener("click", () => act.turn("y"));
    this.#out.addEventListener("click", () => act.zoom(false));
    this.#in.addEventListener("click", () => act.zoom(true));
    this.#reset.addEventListener("click", act.reset);
  }

  /** @param {boolean} reading whether there is something to pin */
  reading(reading) {
    put(this.#pin, "aria-disabled", String(!reading));
  }

  /** @param {Offer} offer */
  show({ fixed, zoomed, axes }) {
    for (const side of /** @type {const} */ (["x", "y"])) {
      const { name, log, other } = axes[side];
      this.#hide(this.#log[side], !other);
      put(this.#log[side], "aria-pressed", String(log));
      put(this.#log[side], "aria-label", `Log ${side}: ${name}`);
      put(this.#log[side], "title", `Log scale for ${name}`);
    }
    this.#hide(this.#in, fixed);
    this.#hide(this.#out, fixed);
    put(this.#out, "aria-disabled", String(!zoomed));
    this.#hide(this.#reset, !zoomed);
  }

  /**
   * @param {HTMLButtonElement} target
   * @param {boolean} gone
   */
  #hide(target, gone) {
    if (target.hidden === gone) return;
    // A focused button that goes would drop the focus to the top of the page.
    if (gone && target.matches(":focus")) this.#home.focus();
    target.hidden = gone;
  }
}

/**
 * @param {string} text
 * @param {string} title
 * @param {string} [name] where the text is only a sign
 */
function button(text, title, name) {
  return element("button", { type: "button", title, ...(name === undefined ? {} : { "aria-label": name }) }, text);
}

/**
 * @param {Element} target
 * @param {string} name
 * @param {string} value
 */
function put(target, name, value) {
  if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}
