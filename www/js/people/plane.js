// The map: what the core painted, the people above it, and the hands that move them. It knows pixels and
// features; what anything means is said by its owner.

import { element } from "../ui/element.js";
import { FrameWatch } from "../chart/frame.js";
import { paint } from "../core/wasm.js";
import { paintAbove } from "./plane-paint.js";

/** @typedef {import("../../pkg/people/dpscope.js").InstanceMapAnswer} MapAnswer */
/** @typedef {import("../../pkg/people/dpscope.js").Figure} Figure */
/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {object} Owner
 * @property {(at: number) => void} select a person
 * @property {(at: number, to: [number, number], done: boolean) => void} move a person
 * @property {(angle: number, done: boolean) => void} turn the model by an angle since the hand took hold
 * @property {() => void} rest a hand let go of what it had not moved
 * @property {(at: [number, number]) => void} point at an empty place
 * @property {(key: string) => boolean} press a key; says whether it is known
 * @property {() => void} failed
 */

/** Pixels of a map below which people are drawn smaller. */
const NARROW = 240;

/** Pixels within which a person is meant. */
const REACH = 14;

/** Pixels that a hand may tremble while it clicks. */
const STILL = 3;

/** The painter, once it is there. @type {Awaited<ReturnType<typeof paint>> | undefined} */
let painter;

/** Resolves when a map can be painted. */
export async function prepared() {
  painter = await paint();
}

/**
 * The place, or the nearest one on the edge of the disc.
 * @param {[number, number]} place
 * @returns {[number, number]}
 */
export function within([x, y]) {
  const length = Math.max(1, Math.hypot(x, y));
  return [x / length, y / length];
}

/**
 * An angle in degrees, from −180 up to 180.
 * @param {number} degrees
 */
export const turned = (degrees) => String(((((degrees + 180) % 360) + 360) % 360) - 180);

export class PlanePlot {
  #canvas = element("canvas", { "aria-hidden": "true" });
  #overlay = element("canvas", { "aria-hidden": "true" });
  /** The same for paper, painted when it is printed: a browser replays the strokes of a canvas there, not its pixels. */
  #paper = element("canvas", { class: "plane-paper", "aria-hidden": "true" });
  /** Holds the map as high as its disc is round: an attribute, because the page allows no styles in its elements. */
  #room = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  element = element(
    "div",
    { class: "dp-plot plane-plot", tabindex: 0, role: "application", "aria-roledescription": "map", "aria-label": "No map yet" },
    this.#canvas,
    this.#overlay,
    this.#paper,
    this.#room,
  );
  #owner;
  #frames;
  /** @type {MapAnswer | undefined} */
  #answer;
  /** Where people are now, also while a hand moves one. @type {[number, number][]} */
  #points = [];
  /** @type {{left: number, top: number, width: number, height: number} | undefined} */
  #area;
  /** Where the model is taken to be turned: the end of its arrow. @type {[number, number] | undefined} */
  #handle;
  /** @type {number | undefined} */
  #selected;
  /** @type {[number, number] | undefined} */
  #pointed;
  /** Whether a finger has chosen the model. */
  #armed = false;
  /** What a hand holds. @type {{what: "person", at: number, apart: Point} | {what: "model", from: number, by: number} | undefined} */
  #held;
  /** Where a hand took hold, until it has moved. @type {Point | undefined} */
  #start;

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
      (signal) => addEventListener("beforeprint", () => this.#print(), { signal }),
    );
    this.element.addEventListener("pointerdown", (event) => this.#grab(event));
    this.element.addEventListener("pointermove", (event) => this.#drag(event));
    this.element.addEventListener("pointerup", (event) => this.#release(event));
    this.element.addEventListener("pointercancel", (event) => this.#release(event));
    // A finger that holds something moves it; any other scrolls the page.
    this.element.addEventListener("touchstart", (event) => this.#held && event.preventDefault(), { passive: false });
    this.#room.classList.add("plane-room");
    this.#room.setAttribute("aria-hidden", "true");
    this.element.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (owner.press(event.shiftKey ? `Shift+${event.key}` : event.key)) event.preventDefault();
    });
  }

  /**
   * @param {MapAnswer} answer
   * @param {[number, number]} axes the two features shown
   */
  show(answer, axes) {
    this.#answer = answer;
    const [a, b] = axes.map((axis) => answer.model.theta[axis] ?? 0);
    const length = 2 * Math.hypot(a ?? 0, b ?? 0);
    this.#handle = length > 0 ? [(a ?? 0) / length, (b ?? 0) / length] : undefined;
    // The hand knows better where the person is that it holds.
    const held = this.#held?.what === "person" ? this.#held.at : -1;
    const kept = this.#points[held];
    this.#points = Array.from(answer.across, (x, at) => (at === held && kept ? kept : [x, answer.upward[at] ?? 0]));
    this.element.setAttribute("aria-label", answer.sentence);
    this.draw();
  }

  /** The person chosen. */
  set selected(/** @type {number | undefined} */ at) {
    this.#selected = at;
    this.#pointed = undefined;
    this.#armed = false;
    this.#paintPeople();
  }

  /** The place pointed at. */
  set pointed(/** @type {[number, number] | undefined} */ place) {
    this.#pointed = place;
    this.#paintPeople();
  }

  /** Whether a hand holds something. */
  get held() {
    return this.#held !== undefined;
  }

  draw() {
    const figure = this.#answer?.figure;
    const { frame } = this.#frames;
    if (!painter || frame.width === 0 || frame.height === 0) {
      if (!painter) prepared().then(() => this.draw(), () => this.#owner.failed());
      return;
    }
    if (!figure) {
      this.#area = undefined;
      for (const canvas of [this.#canvas, this.#overlay]) canvas.getContext("2d")?.clearRect(0, 0, canvas.width, canvas.height);
      return;
    }
    this.#area = painter(figure, this.#canvas, frame).plot;
    const { left, top, width, height } = this.#area;
    // For whoever draws or points above it.
    this.element.dataset.area = [left, top, width, height].join(" ");
    const round = String(Math.round(frame.height - height + width));
    if (this.#room.getAttribute("height") !== round) this.#room.setAttribute("height", round);
    this.#paintPeople();
  }

  /** @param {[number, number]} point */
  #pixel([x, y]) {
    const { left, top, width, height } = this.#area ?? { left: 0, top: 0, width: 1, height: 1 };
    return { x: left + ((x + 1) / 2) * width, y: top + ((1 - y) / 2) * height };
  }

  /**
   * @param {Point} pixel
   * @returns {[number, number]}
   */
  #place({ x, y }) {
    const { left, top, width, height } = this.#area ?? { left: 0, top: 0, width: 1, height: 1 };
    return [((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2];
  }

  #paintPeople() {
    const { frame } = this.#frames;
    const style = getComputedStyle(this.element);
    const [ink = "", paper = "", accent = ""] = ["--ink", "--paper", "--accent"].map((name) => style.getPropertyValue(name));
    const pen = this.#overlay.getContext("2d");
    if (!pen || !this.#answer || !this.#area) return;
    const [width, height] = [Math.round(frame.width * frame.ratio), Math.round(frame.height * frame.ratio)];
    if (this.#overlay.width !== width || this.#overlay.height !== height) Object.assign(this.#overlay, { width, height });
    pen.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
    pen.clearRect(0, 0, frame.width, frame.height);
    this.#paint(pen, this.#answer, { ink, paper, accent });
  }

  /**
   * @param {CanvasRenderingContext2D} pen in CSS pixels
   * @param {MapAnswer} answer
   * @param {{ink: string, paper: string, accent: string}} colours
   */
  #paint(pen, { labels }, colours) {
    const above = {
      people: this.#points,
      labels,
      handle: this.#handle,
      held: this.#armed,
      chosen: this.#selected === undefined ? undefined : this.#points[this.#selected],
      pointed: this.#pointed,
      narrow: (this.#area?.width ?? 0) < NARROW,
    };
    paintAbove(pen, (place) => this.#pixel(place), above, colours);
  }

  /** Map and people in one picture, black on white and finer than on a screen. */
  #print() {
    const [answer, pen] = [this.#answer, this.#paper.getContext("2d")];
    if (!painter || !answer?.figure || !pen || !this.#area) return;
    const frame = /** @type {const} */ ({ ...this.#frames.frame, ratio: 2, theme: "light" });
    const map = element("canvas");
    painter(answer.figure, map, frame);
    Object.assign(this.#paper, { width: map.width, height: map.height });
    pen.drawImage(map, 0, 0);
    pen.setTransform(frame.ratio, 0, 0, frame.ratio, 0, 0);
    this.#paint(pen, answer, { ink: "#000", paper: "#fff", accent: "#000" });
  }

  /** @param {PointerEvent} event */
  #at(event) {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /**
   * What is nearest within reach of a pixel: the end of the model's arrow, a person, or nothing.
   * @param {Point} pixel
   * @returns {"model" | number | undefined}
   */
  #under(pixel) {
    const apart = (/** @type {[number, number]} */ place) => {
      const { x, y } = this.#pixel(place);
      return Math.hypot(x - pixel.x, y - pixel.y);
    };
    /** @type {"model" | number | undefined} */
    let found;
    let best = REACH;
    this.#points.forEach((point, at) => {
      const distance = apart(point);
      if (distance < best) [best, found] = [distance, at];
    });
    return this.#handle && apart(this.#handle) <= best ? "model" : found;
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    if (!this.#area || event.button !== 0) return;
    const pixel = this.#at(event);
    const under = this.#under(pixel);
    this.#start = pixel;
    // A finger first chooses, and moves only what is chosen: any other swipe scrolls the page.
    const chosen = under === "model" ? this.#armed : under === this.#selected;
    if (under === undefined || (event.pointerType === "touch" && !chosen)) return;
    if (under === "model") {
      const place = this.#place(pixel);
      this.#held = { what: "model", from: Math.atan2(place[1], place[0]), by: 0 };
    } else {
      const { x, y } = this.#pixel(this.#points[under] ?? this.#place(pixel));
      this.#held = { what: "person", at: under, apart: { x: x - pixel.x, y: y - pixel.y } };
      this.#owner.select(under);
    }
    this.element.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.element.focus();
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.#held) return;
    const pixel = this.#at(event);
    if (this.#start && Math.hypot(pixel.x - this.#start.x, pixel.y - this.#start.y) <= STILL) return;
    this.#start = undefined;
    if (this.#held.what === "model") {
      const place = this.#place(pixel);
      this.#held.by = Math.atan2(place[1], place[0]) - this.#held.from;
      this.#owner.turn(this.#held.by, false);
      return;
    }
    // As far from the hand as when it took hold: a person does not jump.
    const { apart } = this.#held;
    const place = this.#place({ x: pixel.x + apart.x, y: pixel.y + apart.y });
    const length = Math.max(1, Math.hypot(...place));
    /** @type {[number, number]} */
    const to = [place[0] / length, place[1] / length];
    this.#points[this.#held.at] = to;
    this.#paintPeople();
    this.#owner.move(this.#held.at, to, false);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const [held, start] = [this.#held, this.#start];
    this.#held = this.#start = undefined;
    const pixel = this.#at(event);
    if (!held) {
      const clicked = start && event.type === "pointerup" && Math.hypot(pixel.x - start.x, pixel.y - start.y) <= STILL;
      if (clicked) this.#choose(start);
    } else if (start) this.#owner.rest();
    else if (held.what === "model") this.#owner.turn(held.by, true);
    else this.#owner.move(held.at, this.#points[held.at] ?? this.#place(pixel), true);
  }

  /** Chooses what was touched or clicked and not held. @param {Point} pixel */
  #choose(pixel) {
    const under = this.#under(pixel);
    this.#armed = under === "model";
    if (under === undefined) this.#owner.point(this.#place(pixel));
    else if (under === "model") this.#paintPeople();
    else this.#owner.select(under);
  }
}
