// The crosshair of a chart: where it stands, how pointer and keys move it, and its lines and dots on the
// canvas above the picture. Positions come from the layout that the core returned; values are its
// readings, never taken from pixels.

/** @typedef {import("../pkg/dpscope.js").Layout} Layout */
/** @typedef {import("../pkg/dpscope.js").Frame} Frame */

/**
 * @typedef {object} Place
 * @property {number} point the index along the curve
 * @property {number} series the curve whose dot is full
 */

/** Points that one key press moves. */
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };

export class Crosshair {
  #box;
  #canvas;
  #moved;
  /** @type {Layout | undefined} */
  #layout;
  /** @type {Frame | undefined} */
  #frame;
  /** @type {Place | undefined} */
  #place;
  #start = 0;
  /** Whether the canvas shows anything. */
  #painted = false;
  /** How it was placed last: a mouse takes it away when it leaves, a finger when it taps elsewhere. */
  #by = "";

  /**
   * @param {HTMLElement} box takes focus and pointer
   * @param {HTMLCanvasElement} canvas covers the box
   * @param {(place: Place | undefined) => void} moved
   */
  constructor(box, canvas, moved) {
    this.#box = box;
    this.#canvas = canvas;
    this.#moved = moved;
    box.addEventListener("pointermove", (event) => this.#point(event));
    box.addEventListener("pointerdown", (event) => this.#point(event));
    box.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse" && this.#by === "mouse") this.#put(undefined, "");
    });
    box.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Dismisses a touched crosshair when the finger taps elsewhere. Returns what stops it. */
  watch() {
    const tapped = (/** @type {PointerEvent} */ event) => {
      const outside = event.target instanceof Node && !this.#box.contains(event.target);
      if (outside && this.#by === "touch") this.#put(undefined, "");
    };
    document.addEventListener("pointerdown", tapped);
    return () => document.removeEventListener("pointerdown", tapped);
  }

  /**
   * Takes over a newly drawn picture; a crosshair that stands stays at its point.
   * @param {Layout} layout
   * @param {Frame} frame
   * @param {number} start the point at which keys begin
   */
  adopt(layout, frame, start) {
    this.#layout = layout;
    this.#frame = frame;
    this.#start = start;
    if (this.#place) this.#put(this.#place, this.#by);
    else this.#paint();
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const points = this.#layout?.traces[0]?.x ?? [];
    if (points.length === 0) return;
    const x = event.clientX - this.#box.getBoundingClientRect().left;
    let point = 0;
    for (const [at, other] of points.entries()) {
      if (Math.abs(other - x) < Math.abs((points[point] ?? 0) - x)) point = at;
    }
    this.#put({ point, series: this.#place?.series ?? 0 }, event.pointerType);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = STEPS[event.key];
    const series = this.#layout?.traces.length ?? 0;
    const turn = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (event.key === "Escape" && this.#place) {
      this.#put(undefined, "");
    } else if (step !== undefined) {
      const here = this.#place;
      const jump = Math.abs(step) === Infinity;
      const point = here || jump ? (here?.point ?? this.#start) + step : this.#start;
      this.#put({ point, series: here?.series ?? 0 }, "keys");
    } else if (turn !== 0 && series > 1) {
      const here = this.#place ?? { point: this.#start, series: -turn };
      this.#put({ ...here, series: (here.series + turn + series) % series }, "keys");
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * @param {Place | undefined} place
   * @param {string} by
   */
  #put(place, by) {
    const traces = this.#layout?.traces ?? [];
    const last = (traces[0]?.x.length ?? 0) - 1;
    const standing = place && last >= 0;
    this.#place = standing
      ? {
          point: Math.min(Math.max(place.point, 0), last),
          series: Math.min(place.series, traces.length - 1),
        }
      : undefined;
    this.#by = by;
    this.#paint();
    this.#moved(this.#place);
  }

  #paint() {
    const [frame, layout, place] = [this.#frame, this.#layout, this.#place];
    const pen = this.#canvas.getContext("2d");
    if (!frame || !layout || !pen) return;
    const { canvas } = pen;
    const [width, height] = [Math.round(frame.width * frame.ratio), Math.round(frame.height * frame.ratio)];
    const resized = canvas.width !== width || canvas.height !== height;
    if (resized) Object.assign(canvas, { width, height });
    else if (this.#painted) pen.clearRect(0, 0, frame.width, frame.height);
    this.#painted = place !== undefined;
    if (!place) return;
    pen.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);

    const style = getComputedStyle(this.#box);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`);
    const { left, top, width: across, height: down } = layout.plot;
    const chosen = layout.traces[place.series];
    const [x, y] = [chosen?.x[place.point], chosen?.y[place.point]];
    if (x === undefined || y === undefined) return;
    const sharp = (/** @type {number} */ length) => (Math.floor(length * frame.ratio) + 0.5) / frame.ratio;
    pen.strokeStyle = colour("muted");
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(sharp(x), top);
    pen.lineTo(sharp(x), top + down);
    pen.moveTo(left, sharp(y));
    pen.lineTo(left + across, sharp(y));
    pen.stroke();
    // The chosen dot last, so that it shows where curves meet.
    const dots = [...layout.traces.entries()].sort(([a], [b]) => Number(a === place.series) - Number(b === place.series));
    for (const [at, trace] of dots) {
      const [px, py] = [trace.x[place.point], trace.y[place.point]];
      if (px === undefined || py === undefined) continue;
      const full = at === place.series;
      pen.beginPath();
      pen.arc(px, py, full ? 5 : 3.5, 0, 2 * Math.PI);
      pen.fillStyle = full ? colour(`series-${(at % 6) + 1}`) : colour("paper");
      pen.strokeStyle = full ? colour("paper") : colour(`series-${(at % 6) + 1}`);
      pen.lineWidth = 2;
      pen.fill();
      pen.stroke();
    }
  }
}
