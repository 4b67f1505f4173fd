// What hands do on the plot of a chart. A mouse reads where it is, pins by a click, draws a box to look
// into, and drags what is looked at; with Ctrl its wheel zooms. One finger reads, two zoom and move; a
// finger that moves up or down scrolls the page as everywhere. Keys do all of it.

import { STEP } from "./window.js";

/**
 * Lengths are in CSS pixels from the corner of the plot.
 * @typedef {object} Actions
 * @property {(x: number, by: string) => void} read
 * @property {() => void} pin what is read
 * @property {() => void} unpin what is read, or the last
 * @property {(factor: number, x?: number, y?: number) => void} zoom about a place; where it is read if absent
 * @property {(x: number, y: number) => void} pan
 * @property {(box: Box | undefined) => void} select shows a box
 * @property {(box: Box) => void} enter a box
 * @property {() => void} reset
 * @property {() => boolean} zoomed
 */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {{x: number, y: number}} Point */

/**
 * A pressed mouse: where it went down, where it is, and what it does.
 * @typedef {{id: number, from: Point, to: Point, does: "" | "pan" | "select"}} Press
 */

/** Pixels that a pressed mouse may tremble. */
const TREMBLE = 4;
/** Pixels that one key press moves. */
const STRIDE = 48;
/** Zoom per pixel of a wheel; trackpads send a pinch as small turns of it. */
const WHEEL = 0.004;

export class ChartInput {
  #box;
  #act;
  /** Fingers on the plot, by their id. @type {Map<number, Point>} */
  #fingers = new Map();
  /** @type {Press | undefined} */
  #press;

  /**
   * @param {HTMLElement} box
   * @param {Actions} act
   */
  constructor(box, act) {
    this.#box = box;
    this.#act = act;
    box.addEventListener("pointerdown", (event) => this.#down(event));
    box.addEventListener("pointermove", (event) => this.#move(event));
    box.addEventListener("pointerup", (event) => this.#up(event));
    box.addEventListener("pointercancel", (event) => this.#drop(event));
    box.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // One finger scrolls the page, so only the page's answer to two is held back.
    const two = (/** @type {TouchEvent} */ event) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    };
    box.addEventListener("touchstart", two, { passive: false });
    box.addEventListener("touchmove", two, { passive: false });
    box.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * @param {MouseEvent} event
   * @returns {Point}
   */
  #at({ clientX, clientY }) {
    const { left, top } = this.#box.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const at = this.#at(event);
    if (event.pointerType === "touch") {
      this.#fingers.set(event.pointerId, at);
      if (this.#fingers.size === 1) this.#act.read(at.x, "touch");
    } else if (event.button === 0) {
      this.#act.read(at.x, "mouse");
      this.#press = { id: event.pointerId, from: at, to: at, does: "" };
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const at = this.#at(event);
    if (event.pointerType === "touch") this.#touch(event.pointerId, at);
    else if (this.#press?.id === event.pointerId) this.#drag(this.#press, at, event);
    else this.#act.read(at.x, "mouse");
  }

  /**
   * @param {number} id
   * @param {Point} at
   */
  #touch(id, at) {
    const was = this.#fingers.get(id);
    if (!was) return;
    const other = [...this.#fingers].find(([finger]) => finger !== id)?.[1];
    this.#fingers.set(id, at);
    if (!other) {
      this.#act.read(at.x, "touch");
      return;
    }
    const apart = (/** @type {Point} */ { x, y }) => Math.hypot(x - other.x, y - other.y);
    this.#act.zoom(Math.max(apart(at), 1) / Math.max(apart(was), 1), (was.x + other.x) / 2, (was.y + other.y) / 2);
    this.#act.pan((was.x - at.x) / 2, (was.y - at.y) / 2);
  }

  /**
   * @param {Press} press
   * @param {Point} at
   * @param {PointerEvent} event
   */
  #drag(press, at, event) {
    if (press.does === "") {
      if (Math.hypot(at.x - press.from.x, at.y - press.from.y) < TREMBLE) return;
      press.does = this.#act.zoomed() && !event.shiftKey ? "pan" : "select";
      this.#box.setPointerCapture(event.pointerId);
      this.#box.toggleAttribute("data-dragged", press.does === "pan");
    }
    if (press.does === "pan") this.#act.pan(press.to.x - at.x, press.to.y - at.y);
    press.to = at;
    if (press.does === "select") {
      this.#act.read(at.x, "mouse");
      this.#act.select(between(press.from, at));
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press?.id === event.pointerId ? this.#press : undefined;
    this.#drop(event);
    if (!press) return;
    if (press.does === "") this.#act.pin();
    const box = between(press.from, press.to);
    const slip = box.right - box.left < 2 * TREMBLE || box.bottom - box.top < 2 * TREMBLE;
    if (press.does === "select" && !slip) this.#act.enter(box);
  }

  /** @param {PointerEvent} event */
  #drop({ pointerId }) {
    this.#fingers.delete(pointerId);
    if (this.#press?.id !== pointerId) return;
    if (this.#press.does === "select") this.#act.select(undefined);
    this.#press = undefined;
    this.#box.toggleAttribute("data-dragged", false);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const at = this.#at(event);
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
    this.#act.zoom(Math.exp(-WHEEL * Math.max(-200, Math.min(200, pixels))), at.x, at.y);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = event.shiftKey ? this.#shifted(event.key) : this.#plain(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /**
   * @param {string} key
   * @returns {(() => void) | undefined}
   */
  #plain(key) {
    if (key === "+" || key === "=") return () => this.#act.zoom(STEP);
    if (key === "-" || key === "−") return () => this.#act.zoom(1 / STEP);
    if (key === "0") return this.#act.reset;
    if (key === "Enter") return this.#act.pin;
    if (key === "Delete" || key === "Backspace") return this.#act.unpin;
    return key === "Escape" && this.#press?.does === "select" ? () => this.#abandon() : undefined;
  }

  /**
   * @param {string} key
   * @returns {(() => void) | undefined}
   */
  #shifted(key) {
    const by = { ArrowLeft: [-STRIDE, 0], ArrowRight: [STRIDE, 0], ArrowUp: [0, -STRIDE], ArrowDown: [0, STRIDE] }[key];
    if (by) return () => this.#act.pan(by[0] ?? 0, by[1] ?? 0);
    // On many keyboards these need Shift.
    return key === "+" || key === "-" || key === "0" ? this.#plain(key) : undefined;
  }

  /** Gives up a box that is being drawn. */
  #abandon() {
    this.#press = undefined;
    this.#act.select(undefined);
  }
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Box}
 */
function between(a, b) {
  return { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), right: Math.max(a.x, b.x), bottom: Math.max(a.y, b.y) };
}
