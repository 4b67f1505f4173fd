// Which part of a figure a chart shows: the range of each axis and its scale. The core chose both; a
// person may look at a part, and at a linear axis as a log one or the other way round.

import { position, valueAt } from "./axis.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Axis} Axis */
/** @typedef {import("./chart.js").Picture} Picture */
/** @typedef {"x" | "y"} Side */

/** How much one press of a key or button zooms. */
export const STEP = 1.5;

/** The smallest share of an axis that can be looked at; the names of its ticks still differ there. */
const SMALLEST = 1e-3;

export class ChartWindow {
  /** @type {Picture | undefined} */
  #figure;
  /** The axes of the whole, as the core chose them. @type {Record<Side, Axis> | undefined} */
  #home;
  /** The axes of the whole in the chosen scales. @type {Record<Side, Axis> | undefined} */
  #whole;
  /** Whether the scale is the other one. @type {Record<Side, boolean>} */
  #turned = { x: false, y: false };
  /** The values between which it is looked at. @type {Partial<Record<Side, [number, number]>>} */
  #part = {};

  /**
   * Takes over a figure. What was looked at stays, as long as the axis measures the same.
   * @param {Picture} figure
   * @param {boolean} whole whether its axes are those of the whole, or of the part looked at
   */
  adopt(figure, whole) {
    const other = SIDES.filter((side) => !this.#home || this.#home[side].label !== figure[side].label);
    for (const side of other) {
      this.#turned[side] = false;
      delete this.#part[side];
    }
    this.#figure = figure;
    if (whole || other.length > 0 || !this.#home) this.#home = { x: figure.x, y: figure.y };
    for (const side of SIDES) if (this.#turned[side] && !this.other(side)) this.#turned[side] = false;
    this.#settle();
  }

  /** The axes to draw. @returns {Record<Side, Axis> | undefined} */
  get axes() {
    return this.#whole && { x: this.#shown("x"), y: this.#shown("y") };
  }

  /** Whether less than the whole is looked at. */
  get zoomed() {
    return this.#part.x !== undefined || this.#part.y !== undefined;
  }

  /** The horizontal part looked at, if it is not the whole. */
  get across() {
    return this.#part.x;
  }

  /** A heat map fills its axes, so it is shown whole. */
  get fixed() {
    return Boolean(this.#figure?.cells);
  }

  /**
   * The axis in its other scale, where it has one: a log axis needs values above 0 and none below.
   * @param {Side} side
   * @returns {Axis | undefined}
   */
  other(side) {
    const [axis, figure] = [this.#home?.[side], this.#figure];
    if (!axis || !figure || figure.cells) return undefined;
    const { label } = axis;
    const [least, most] = spread(figure, side);
    if (axis.scale === "log") {
      const ends = side === "x" || most === 0 ? [axis.from, axis.to] : [0, 1.05 * Math.min(most, axis.to)];
      return { label, scale: "linear", from: ends[0] ?? 0, to: ends[1] ?? 1 };
    }
    if (axis.from < 0 || most === 0) return undefined;
    const from = axis.from > 0 ? axis.from : Math.max(1e-307, side === "x" ? least : 10 ** Math.floor(Math.log10(least)));
    return from < axis.to ? { label, scale: "log", from, to: axis.to } : undefined;
  }

  /**
   * The scale of an axis now.
   * @param {Side} side
   */
  scale(side) {
    return this.#whole?.[side].scale;
  }

  /** What the chosen scales leave out, in words. */
  get left() {
    const home = this.#home;
    if (!home) return "";
    const cut = SIDES.filter((side) => this.#turned[side] && home[side].scale === "linear" && home[side].from <= 0);
    const names = cut.map((side) => home[side].label).join(", ");
    return names && `A log axis has no place for 0; it begins at the first value above: ${names}.`;
  }

  /**
   * Looks at an axis in its other scale, at all of it.
   * @param {Side} side
   */
  turn(side) {
    if (!this.#turned[side] && !this.other(side)) return;
    this.#turned[side] = !this.#turned[side];
    delete this.#part[side];
    this.#settle();
  }

  /**
   * Looks closer (above 1) or from further away, keeping one place where it is.
   * @param {number} factor
   * @param {Record<Side, number>} at that place as shares of what is shown
   */
  zoom(factor, at) {
    for (const side of SIDES) {
      const [from, to] = this.#shares(side);
      const length = Math.min(1, Math.max(SMALLEST, (to - from) / factor));
      const still = from + at[side] * (to - from);
      this.#look(side, still - at[side] * length, length);
    }
  }

  /**
   * Moves what is looked at by a share of what is shown.
   * @param {Record<Side, number>} by
   */
  pan(by) {
    for (const side of SIDES) {
      const [from, to] = this.#shares(side);
      this.#look(side, from + by[side] * (to - from), to - from);
    }
  }

  /**
   * Looks at a part of what is shown, given as shares.
   * @param {Record<Side, [number, number]>} part
   */
  enter(part) {
    for (const side of SIDES) {
      const [from, to] = this.#shares(side);
      const length = Math.max(SMALLEST, (part[side][1] - part[side][0]) * (to - from));
      this.#look(side, from + part[side][0] * (to - from), length);
    }
  }

  /** Looks at the whole. */
  reset() {
    this.#part = {};
  }

  /** Puts the scales into effect; a part that the whole no longer holds is given up. */
  #settle() {
    const home = this.#home;
    if (!home) return;
    const whole = (/** @type {Side} */ side) => (this.#turned[side] && this.other(side)) || home[side];
    this.#whole = { x: whole("x"), y: whole("y") };
    for (const side of SIDES) {
      const [from, to] = this.#shares(side);
      if (this.fixed || !(to - from >= 0.5 * SMALLEST)) delete this.#part[side];
    }
  }

  /**
   * @param {Side} side
   * @returns {Axis}
   */
  #shown(side) {
    const whole = this.#whole?.[side] ?? NOTHING;
    const part = this.#part[side];
    if (!part) return whole;
    const [from, to] = this.#shares(side);
    return { ...whole, from: valueAt(whole, from), to: valueAt(whole, to) };
  }

  /**
   * What is looked at as shares of the whole.
   * @param {Side} side
   * @returns {[number, number]}
   */
  #shares(side) {
    const [whole, part] = [this.#whole?.[side], this.#part[side]];
    if (!whole || !part) return [0, 1];
    return [Math.max(0, position(whole, part[0])), Math.min(1, position(whole, part[1]))];
  }

  /**
   * @param {Side} side
   * @param {number} from a share of the whole
   * @param {number} length
   */
  #look(side, from, length) {
    const whole = this.#whole?.[side];
    if (!whole || this.fixed) return;
    if (length >= 1 - 1e-9) {
      delete this.#part[side];
      return;
    }
    const start = Math.min(Math.max(from, 0), 1 - length);
    this.#part[side] = [valueAt(whole, start), valueAt(whole, start + length)];
  }
}

/** @type {Side[]} */
const SIDES = ["x", "y"];

/** @type {Axis} */
const NOTHING = { label: "", scale: "linear", from: 0, to: 1 };

/**
 * The smallest and the largest of the finite values above 0.
 * @param {Picture} figure
 * @param {Side} side
 */
function spread({ series }, side) {
  let [least, most] = [Infinity, 0];
  for (const line of series) {
    for (const value of line[side]) {
      if (!(value > 0 && value < Infinity)) continue;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return [least, most];
}
