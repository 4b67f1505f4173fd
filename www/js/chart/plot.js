// The plot of a chart: the picture that the core paints, the part of it that is looked at, the crosshair
// above it, and the hands that move both.

import { nearest, pointsOf, position, valueAt } from "./axis.js";
import { turnsOf } from "./style.js";
import { ChartWindow, STEP } from "./window.js";
import { summon } from "./summon.js";
import { element } from "../ui/element.js";
import { FrameWatch } from "./frame.js";
import { paint } from "../core/wasm.js";

/** @typedef {import("./chart.js").Picture} Picture */
/** @typedef {import("./window.js").Side} Side */
/** @typedef {import("../../pkg/accounting/dpscope.js").Area} Area */
/** @typedef {import("./input.js").Point} Point */

/**
 * @typedef {object} Owner
 * @property {(place: import("./crosshair.js").Place | undefined, by: string) => void} read
 * @property {(hands: import("./summon.js").Hands) => void} touched a hand came near for the first time
 * @property {() => void} pin
 * @property {() => void} unpin
 * @property {() => void} moved another part is looked at
 * @property {(error: unknown) => void} failed
 * @property {(curve: string) => boolean} hides
 * @property {() => import("../../pkg/accounting/dpscope.js").Mark[]} marks beside those of the figure
 */

/** The painter, once it is there. @type {Awaited<ReturnType<typeof paint>> | undefined} */
let painter;

/** Resolves when pictures can be painted in the frame in which they are shown. */
export async function prepared() {
  painter = await paint();
}

export class Plot {
  #canvas = element("canvas", { "aria-hidden": "true" });
  #overlay = element("canvas", { "aria-hidden": "true" });
  element = element(
    "div",
    { class: "dp-plot", tabindex: 0, role: "application", "aria-roledescription": "chart", "aria-label": "No curve yet" },
    this.#canvas,
    this.#overlay,
  );
  window = new ChartWindow();
  /** Once a hand came near. @type {import("./crosshair.js").Crosshair | undefined} */
  crosshair;
  #owner;
  #frames;
  /** Loads the crosshair. */
  summon;
  /** The picture as it was drawn last. @type {import("./crosshair.js").Drawn | undefined} */
  #drawn;
  /** Ends when the plot leaves the page. @type {AbortSignal | undefined} */
  #stay;
  /** Where another chart is read. @type {number | undefined} */
  #followed;
  /** @type {Picture | undefined} */
  #figure;
  /** What lies between the axes. @type {Area | undefined} */
  #area;
  /** Pixels beside the plot, kept while a part is looked at, so that the plot stands still. */
  #room = { x: 0, y: 0 };
  /** A pixel and the value that is to stay there. @type {{pixel: Point, value: Point} | undefined} */
  #held;
  /** Whether the next frame paints. */
  #due = false;

  /**
   * @param {string} keys the id of what says which keys it knows
   * @param {Owner} owner
   */
  constructor(keys, owner) {
    this.#owner = owner;
    this.element.setAttribute("aria-describedby", keys);
    this.#frames = new FrameWatch(
      this.element,
      () => this.draw(),
      (signal) => {
        this.#stay = signal;
        this.crosshair?.watch(signal);
      },
    );
    this.summon = summon(this.element, (hands) => this.#touched(hands));
  }

  /**
   * Lets hands read and move it.
   * @param {import("./summon.js").Hands} hands
   */
  #touched(hands) {
    const owner = this.#owner;
    this.element.toggleAttribute("data-hands", true);
    const crosshair = (this.crosshair = new hands.Crosshair(this.element, this.#overlay, owner.read));
    if (this.#stay && !this.#stay.aborted) crosshair.watch(this.#stay);
    if (this.#drawn) crosshair.adopt(this.#drawn);
    owner.touched(hands);
    new hands.ChartInput(this.element, {
      read: (x, by) => crosshair.point(x, by),
      pin: owner.pin,
      unpin: owner.unpin,
      zoom: (factor, x, y) => this.zoom(factor, x, y),
      pan: (x, y) => this.#look(({ width, height }) => this.window.pan({ x: x / width, y: -y / height })),
      select: (box) => {
        if (!this.window.fixed) crosshair.select(box);
      },
      enter: (box) =>
        this.#look((area) => {
          const [from, to] = [this.#share(area, box.left, box.bottom), this.#share(area, box.right, box.top)];
          this.window.enter({ x: [from.x, to.x], y: [from.y, to.y] });
        }),
      reset: () => this.reset(),
      zoomed: () => this.window.zoomed,
    });
  }

  /**
   * Draws a figure, in this frame.
   * @param {Picture} figure
   * @param {boolean} part whether it is a figure of the part looked at
   */
  show(figure, part) {
    this.#figure = figure;
    this.window.adopt(figure, !part);
    this.draw();
  }

  /**
   * Zooms about a place in the picture, or else about where it is read, or else about its middle.
   * @param {number} [factor]
   * @param {number} [x]
   * @param {number} [y]
   */
  zoom(factor = STEP, x, y) {
    this.#look((area) => {
      const pixel = x !== undefined && y !== undefined ? { x, y } : this.crosshair?.at;
      const share = pixel ? this.#share(area, pixel.x, pixel.y) : { x: 0.5, y: 0.5 };
      const axes = this.window.axes;
      this.#held = pixel && axes && { pixel, value: { x: valueAt(axes.x, share.x), y: valueAt(axes.y, share.y) } };
      this.window.zoom(factor, share);
    });
  }

  /**
   * Puts the crosshair where another chart is read, or takes it away.
   * @param {number | undefined} x
   */
  async follow(x) {
    this.#followed = x;
    if (!this.crosshair && x !== undefined) await this.summon();
    this.crosshair?.follow(this.#followed);
  }

  reset() {
    this.#look(() => this.window.reset());
  }

  /** @param {Side} side */
  turn(side) {
    this.#look(() => this.window.turn(side));
  }

  draw() {
    const [figure, axes] = [this.#figure, this.window.axes];
    if (!figure || !axes) return;
    if (!painter) {
      prepared().then(() => this.draw(), this.#owner.failed);
      return;
    }
    const { frame } = this.#frames;
    if (frame.width === 0 || frame.height === 0) return;
    const { hides, marks } = this.#owner;
    // A hidden curve keeps its turn, and so its neighbours their colours.
    const turns = turnsOf(figure.series);
    const series = figure.series.map((one, at) => ({
      ...one,
      turns: [turns[at] ?? at],
      ...(hides(one.label) ? { x: [], y: [], errors: [], infinite: 0 } : {}),
    }));
    const bands = figure.bands.map((one) => (hides(one.label) ? { ...one, x: [], lower: [], upper: [] } : one));
    // The texts need not cross to the core at every step of a slider.
    const { title, sentence, cells } = figure;
    const room = this.window.zoomed ? this.#room : { x: 0, y: 0 };
    const x = { ...axes.x, room: room.x };
    const y = { ...axes.y, room: room.y };
    const all = [...figure.marks, ...marks()];
    const { scale } = this.#frames;
    const { width, height, ratio } = frame;
    const sheet = { ...frame, width: width / scale, height: height / scale, ratio: ratio * scale };
    const painted = painter({ title, sentence, x, y, cells, bands, series, marks: all }, this.#canvas, sheet);
    this.#room = { x: sheet.width - painted.plot.left - painted.plot.width, y: painted.plot.left };
    const layout = scale === 1 ? painted : enlarged(painted, scale);
    this.#area = layout.plot;
    const points = pointsOf(figure);
    const start = nearest(points, figure.marks[0]?.x ?? 0);
    this.#drawn = { layout, frame, x, points, series, turns, start, figure, hides };
    this.crosshair?.adopt(this.#drawn);
  }

  /**
   * Changes what is looked at, and paints once in this frame however often that is.
   * @param {(area: Area) => void} change
   */
  #look(change) {
    if (!this.#area || this.window.fixed) return;
    change(this.#area);
    this.#owner.moved();
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => {
      this.#due = false;
      this.draw();
      this.#hold();
    });
  }

  /** Where the plot became narrower, because its axes got longer names, brings the held value back. */
  #hold() {
    const [held, area, axes] = [this.#held, this.#area, this.window.axes];
    this.#held = undefined;
    if (!held || !area || !axes) return;
    const now = this.#share(area, held.pixel.x, held.pixel.y);
    const by = { x: position(axes.x, held.value.x) - now.x, y: position(axes.y, held.value.y) - now.y };
    if (Math.max(Math.abs(by.x) * area.width, Math.abs(by.y) * area.height) < 0.5) return;
    this.window.pan(by);
    this.draw();
  }

  /**
   * A pixel as shares of what is shown.
   * @param {Area} area
   * @param {number} x
   * @param {number} y
   */
  #share({ left, top, width, height }, x, y) {
    const share = (/** @type {number} */ part) => Math.min(1, Math.max(0, part));
    return { x: share((x - left) / width), y: share((top + height - y) / height) };
  }
}

/**
 * Where things are on the page, of a picture that was painted for a smaller sheet.
 * @param {import("../../pkg/accounting/dpscope.js").Layout} layout
 * @param {number} scale
 */
function enlarged({ plot, traces }, scale) {
  const all = (/** @type {number[]} */ pixels) => pixels.map((pixel) => pixel * scale);
  const [left = 0, top = 0, width = 0, height = 0] = all([plot.left, plot.top, plot.width, plot.height]);
  return { plot: { left, top, width, height }, traces: traces.map((trace) => ({ ...trace, x: all(trace.x), y: all(trace.y) })) };
}
