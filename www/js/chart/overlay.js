// What stands above the picture of a chart: the lines and dots of its crosshair with what is read there, and the box that
// a mouse draws. Dots lie where the core drew the points.

import { before, nearest } from "./axis.js";
import { valuesAt } from "./reading.js";
import { writeTip } from "./tip.js";

/** @typedef {import("./crosshair.js").Drawn} Drawn */
/** @typedef {import("./crosshair.js").Place} Place */
/** @typedef {import("./input.js").Box} Box */

const NAMES = ["ink", "muted", "edge", "paper", "series-1", "series-2", "series-3", "series-4", "series-5", "series-6"];

export class Overlay {
  #box;
  #canvas;
  /** Whether the canvas shows anything. */
  #painted = false;
  /** The colours and the theme they are of. @type {Record<string, string>} */
  #colours = {};
  #theme = "";
  /** The letters of the words. */
  #font = { font: "", size: 0 };

  /**
   * @param {Element} box has the colours
   * @param {HTMLCanvasElement} canvas
   */
  constructor(box, canvas) {
    this.#box = box;
    this.#canvas = canvas;
  }

  /**
   * @param {Drawn} drawn
   * @param {Place | undefined} place where the crosshair stands
   * @param {number} pixel the same from the left
   * @param {Box | undefined} selected
   */
  paint(drawn, place, pixel, selected) {
    const pen = this.#canvas.getContext("2d");
    if (!pen) return;
    const { frame } = drawn;
    const { canvas } = pen;
    const [width, height] = [Math.round(frame.width * frame.ratio), Math.round(frame.height * frame.ratio)];
    const resized = canvas.width !== width || canvas.height !== height;
    if (resized) Object.assign(canvas, { width, height });
    else if (this.#painted) pen.clearRect(0, 0, frame.width, frame.height);
    this.#painted = place !== undefined || selected !== undefined;
    // An empty canvas would still be laid over the picture in every frame.
    canvas.hidden = !this.#painted;
    if (!this.#painted) return;
    this.#take(frame.theme ?? "");
    pen.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
    if (selected) this.#frame(pen, drawn, selected);
    if (place) this.#cross(pen, drawn, place, pixel);
  }

  /**
   * Asks for the colours of a theme, once.
   * @param {string} theme
   */
  #take(theme) {
    if (theme === this.#theme && this.#colours["muted"]) return;
    this.#theme = theme;
    const style = getComputedStyle(this.#box);
    for (const name of NAMES) this.#colours[name] = style.getPropertyValue(`--${name}`);
    const size = 0.87 * parseFloat(style.fontSize);
    this.#font = { font: `${size}px ${style.fontFamily}`, size };
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Drawn} drawn
   * @param {Place} place
   * @param {number} pixel
   */
  #cross(pen, drawn, place, pixel) {
    const { frame, layout, series, points } = drawn;
    const { left, top, width, height } = layout.plot;
    const value = points[place.point] ?? 0;
    const sharp = (/** @type {number} */ length) => (Math.floor(length * frame.ratio) + 0.5) / frame.ratio;
    const y = spotOf(drawn, place.series, value, pixel)?.y;
    pen.strokeStyle = this.#colours["muted"] ?? "";
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(sharp(pixel), top);
    pen.lineTo(sharp(pixel), top + height);
    if (y !== undefined) {
      pen.moveTo(left, sharp(y));
      pen.lineTo(left + width, sharp(y));
    }
    pen.stroke();
    // The chosen dot last, so that it shows where curves meet.
    const spots = series.map((_, at) => spotOf(drawn, at, value, pixel));
    for (const [at, spot] of spots.entries()) if (at !== place.series) this.#dot(pen, drawn, at, spot, false);
    this.#dot(pen, drawn, place.series, spots[place.series], true);
    this.#tip(pen, drawn, place, { at: spots[place.series] ?? { x: pixel, y: top + height / 2 }, dots: spots.flatMap((spot) => spot ?? []) });
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Drawn} drawn
   * @param {Place} place
   * @param {{at: {x: number, y: number}, dots: {x: number, y: number}[]}} where
   */
  #tip(pen, { layout, series, figure, hides, ...drawn }, place, where) {
    const read = valuesAt(figure, place.point, hides);
    if (!read) return;
    const values = read.values.map(({ label, text }) => {
      const curve = series.findIndex((one) => one.label === label);
      return { label, text, ...(curve < 0 ? {} : { colour: this.#colourOf(drawn, curve) }) };
    });
    const chosen = values.find(({ label }) => label === series[place.series]?.label) ?? values[0];
    const { ink = "", paper = "", edge = "" } = this.#colours;
    writeTip(pen, layout.plot, { lines: [{ text: read.where }, ...values], chosen }, where, { ...this.#font, ink, paper, edge });
  }

  /**
   * @param {Pick<Drawn, "turns">} drawn
   * @param {number} at the series
   */
  #colourOf({ turns }, at) {
    return this.#colours[`series-${((turns[at] ?? at) % 6) + 1}`] ?? "";
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Drawn} drawn
   * @param {number} at the series
   * @param {{x: number, y: number} | undefined} spot
   * @param {boolean} full
   */
  #dot(pen, drawn, at, spot, full) {
    if (!spot) return;
    const [colour, paper] = [this.#colourOf(drawn, at), this.#colours["paper"] ?? ""];
    pen.beginPath();
    pen.arc(spot.x, spot.y, full ? 5 : 3.5, 0, 2 * Math.PI);
    pen.fillStyle = full ? colour : paper;
    pen.strokeStyle = full ? paper : colour;
    pen.lineWidth = 2;
    pen.fill();
    pen.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {Drawn} drawn
   * @param {Box} box
   */
  #frame(pen, { layout }, box) {
    const { left, top, width, height } = layout.plot;
    const [from, to] = [Math.max(left, box.left), Math.min(left + width, box.right)];
    const [high, low] = [Math.max(top, box.top), Math.min(top + height, box.bottom)];
    pen.strokeStyle = pen.fillStyle = this.#colours["series-1"] ?? "";
    pen.lineWidth = 1;
    pen.globalAlpha = 0.12;
    pen.fillRect(from, high, to - from, low - high);
    pen.globalAlpha = 1;
    pen.strokeRect(from, high, to - from, low - high);
  }
}

/**
 * The pixel at which a curve is read at a value: its nearest point; of steps the one that holds there, of bars the one
 * around it; of dots and stems only that at the value itself. None beyond its ends.
 * @param {Drawn} drawn
 * @param {number} at the series
 * @param {number} value
 * @param {number} pixel of the value, from the left
 */
export function spotOf({ series, layout }, at, value, pixel) {
  const { x: points = [], draw = "line" } = series[at] ?? {};
  const trace = layout.traces[at];
  const near = nearest(points, value);
  const [first = Infinity, second = first, last = -Infinity, previous = last] = [points[0], points[1], points.at(-1), points.at(-2)];
  // A bar reaches beyond its point, as far as halfway to its neighbour.
  const beyond = draw === "bars" ? [(second - first) / 2, (last - previous) / 2] : [0, 0];
  const inside =
    draw === "points" || draw === "stems"
      ? points[near] === value
      : value >= first - (beyond[0] ?? 0) && value <= last + (beyond[1] ?? 0);
  if (!inside) return undefined;
  const y = trace?.y[draw === "step" ? before(points, value) : near];
  const x = draw === "step" || draw === "bars" ? pixel : trace?.x[near];
  return x !== undefined && y !== undefined && Number.isFinite(y) ? { x, y } : undefined;
}
