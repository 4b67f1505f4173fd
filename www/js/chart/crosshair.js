// The crosshair of a chart: where it stands, and how pointer and keys move it. It stands on points of the
// core, whose readings are the values; none is ever taken from pixels.

import { nearest, position } from "./axis.js";
import { Overlay, spotOf } from "./overlay.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Layout} Layout */
/** @typedef {import("../../pkg/accounting/dpscope.js").Frame} Frame */
/** @typedef {import("../../pkg/accounting/dpscope.js").Axis} Axis */
/** @typedef {import("../../pkg/accounting/dpscope.js").Series} Series */

/**
 * @typedef {object} Place
 * @property {number} point the index among the readings
 * @property {number} series the curve whose dot is full
 */

/**
 * A picture as it was drawn.
 * @typedef {object} Drawn
 * @property {Layout} layout
 * @property {Frame} frame
 * @property {Axis} x
 * @property {number[]} points where the chart can be read, in ascending order
 * @property {Series[]} series those that are hidden have no points
 * @property {number[]} turns of their colours
 * @property {import("./chart.js").Picture} figure what is read
 * @property {(curve: string) => boolean} hides
 * @property {number} start the point at which keys begin
 */

/** Points that one key press moves. */
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };

export class Crosshair {
  #box;
  #overlay;
  #moved;
  /** @type {Drawn | undefined} */
  #drawn;
  /** The pixel of each point, and the first and last of those inside the plot. */
  #pixels = new Float64Array(0);
  #first = 0;
  #last = -1;
  /** @type {Place | undefined} */
  #place;
  /** The value that was chosen; a newer picture may have points only beside it. */
  #value = 0;
  /** A box that is being drawn to look into. @type {import("./input.js").Box | undefined} */
  #selected;
  /** How it was placed last: a mouse takes it away when it leaves, a finger when it taps elsewhere. */
  #by = "";

  /**
   * @param {HTMLElement} box takes focus and pointer
   * @param {HTMLCanvasElement} canvas covers the box
   * @param {(place: Place | undefined, by: string) => void} moved
   */
  constructor(box, canvas, moved) {
    this.#box = box;
    this.#overlay = new Overlay(box, canvas);
    this.#moved = moved;
    box.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse" && this.#by === "mouse") this.#put(undefined, "");
    });
    box.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @returns {Place | undefined} */
  get place() {
    return this.#place;
  }

  /** The pixel where it stands on its curve. */
  get at() {
    const [drawn, place] = [this.#drawn, this.#place];
    if (!drawn || !place) return undefined;
    const { top, height } = drawn.layout.plot;
    const x = this.#pixels[place.point] ?? 0;
    return { x, y: spotOf(drawn, place.series, drawn.points[place.point] ?? 0, x)?.y ?? top + height / 2 };
  }

  /**
   * Shows a box that is being drawn.
   * @param {import("./input.js").Box | undefined} box
   */
  select(box) {
    this.#selected = box;
    this.#paint();
  }

  /**
   * Dismisses a touched crosshair when the finger taps elsewhere than on a button of the chart.
   * @param {AbortSignal} signal
   */
  watch(signal) {
    const tapped = (/** @type {PointerEvent} */ { target }) => {
      const outside = target instanceof Element && !this.#box.contains(target);
      const own = outside && target.closest("button") && this.#box.parentElement?.contains(target);
      if (outside && !own && this.#by === "touch") this.#put(undefined, "");
    };
    document.addEventListener("pointerdown", tapped, { signal });
  }

  /**
   * Takes over a newly drawn picture; a crosshair that stands stays at its value.
   * @param {Drawn} drawn
   */
  adopt(drawn) {
    this.#drawn = drawn;
    const { layout, points, x } = drawn;
    const { left, width } = layout.plot;
    if (this.#pixels.length !== points.length) this.#pixels = new Float64Array(points.length);
    this.#first = points.length;
    this.#last = -1;
    for (let at = 0; at < points.length; at += 1) {
      const share = position(x, points[at] ?? 0);
      this.#pixels[at] = left + share * width;
      if (share < -1e-9 || share > 1 + 1e-9) continue;
      this.#first = Math.min(this.#first, at);
      this.#last = at;
    }
    if (!this.#place) {
      this.#paint();
      return;
    }
    this.#stand({ ...this.#place, point: nearest(points, this.#value) }, this.#by);
    this.#moved(this.#place, "drawn");
  }

  /**
   * Reads the point nearest to a pixel.
   * @param {number} x from the left of the box
   * @param {string} by the kind of pointer
   */
  point(x, by) {
    if (this.#last < 0) return;
    this.#put({ point: nearest(this.#pixels, x), series: this.#chosen() }, by);
  }

  /**
   * Reads the point nearest to a value, because another chart is read there; silent.
   * @param {number | undefined} x
   */
  follow(x) {
    const points = this.#drawn?.points ?? [];
    const [from, to] = [points[this.#first], points[this.#last]];
    const inside = x !== undefined && from !== undefined && to !== undefined && x >= from && x <= to;
    this.#put(inside ? { point: nearest(points, x), series: this.#chosen() } : undefined, "group");
  }

  /** The curve on which it stands, or the first that is shown. */
  #chosen() {
    const series = this.#drawn?.series ?? [];
    const wanted = this.#place?.series ?? 0;
    if (series[wanted]?.x.length) return wanted;
    return Math.max(0, series.findIndex(({ x }) => x.length > 0));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || this.#last < 0) return;
    const step = STEPS[event.key];
    const turn = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    const start = this.#drawn?.start ?? 0;
    const here = this.#place;
    if (event.key === "Escape" && here) {
      this.#put(undefined, "");
    } else if (step !== undefined) {
      const jump = Math.abs(step) === Infinity;
      const point = here || jump ? (here?.point ?? start) + step : start;
      this.#put({ point, series: this.#chosen() }, "keys");
    } else if (turn !== 0 && (this.#drawn?.series.length ?? 0) > 1) {
      this.#put({ point: here?.point ?? start, series: here ? this.#beside(turn) : this.#chosen() }, "keys");
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * The next curve that is shown.
   * @param {number} turn
   */
  #beside(turn) {
    const series = this.#drawn?.series ?? [];
    let at = this.#chosen();
    for (let tried = 0; tried < series.length; tried += 1) {
      at = (at + turn + series.length) % series.length;
      if (series[at]?.x.length) return at;
    }
    return at;
  }

  /**
   * Goes to a place of a person's choice.
   * @param {Place | undefined} place
   * @param {string} by
   */
  #put(place, by) {
    const here = this.#place;
    // A pointer mostly moves between two points.
    if (place && here && by === this.#by && place.point === here.point && place.series === here.series) return;
    this.#stand(place, by);
    this.#value = this.#drawn?.points[this.#place?.point ?? 0] ?? 0;
    this.#moved(this.#place, by);
  }

  /**
   * @param {Place | undefined} place
   * @param {string} by
   */
  #stand(place, by) {
    this.#place =
      place && this.#last >= 0
        ? { point: Math.min(Math.max(place.point, this.#first), this.#last), series: place.series }
        : undefined;
    if (this.#place) this.#place.series = this.#chosen();
    this.#by = by;
    this.#paint();
  }

  #paint() {
    const [drawn, place] = [this.#drawn, this.#place];
    if (drawn) this.#overlay.paint(drawn, place, this.#pixels[place?.point ?? 0] ?? 0, this.#selected);
  }
}
