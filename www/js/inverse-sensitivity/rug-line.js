// The line itself: records as dots between the ends of the interval, the statistic among them, one record chosen. It knows pixels
// and hands; what a move means is said by its owner. It stands where the plot above it has its axis.

import { element } from "../ui/element.js";

/**
 * @typedef {object} Owner
 * @property {(at: number) => void} take a record
 * @property {(to: number, done: boolean) => void} move it
 * @property {(key: string, fine: boolean) => boolean} press a key; says whether it is known
 */

/**
 * @typedef {object} Shown
 * @property {ArrayLike<number>} records
 * @property {number} value the statistic
 * @property {[number, number]} ends
 * @property {number} chosen
 * @property {number} moved where the chosen one is, or what it becomes
 * @property {boolean} ghost whether the record stays and only what it becomes is moved
 * @property {string} text in words
 */

/** Pixels: the height, the line in it, room at both ends, a dot, and how near a hand must come. */
const [HEIGHT, BASE, ROOM, DOT, REACH] = [68, 50, 14, 5, 26];

/** Pixels that a hand may tremble while it only chooses. */
const STILL = 3;

/** More records than these are strokes instead of dots. */
const DOTS = 300;

/** Dots above each other. */
const MOST = 4;

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function svg(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

export class RugLine {
  #owner;
  #width = 320;
  /** @type {Shown | undefined} */
  #shown;
  /** Where each record is painted. @type {[x: number, y: number][]} */
  #places = [];
  /** How far from the hand the record is that it holds. @type {number | undefined} */
  #apart;
  /** Where a hand took hold, until it has moved. @type {number | undefined} */
  #start;
  #axis = svg("path", { class: "rug-axis" });
  #inside = svg("path", { class: "rug-records" });
  #outside = svg("path", { class: "rug-outside" });
  #value = svg("path", { class: "rug-value" });
  #name = svg("text", { class: "rug-name", "text-anchor": "middle", y: 10 });
  #way = svg("path", { class: "rug-way" });
  #grip = svg("circle", { class: "rug-grip", r: DOT + 3 });
  #ends = [svg("text", { class: "rug-end", y: HEIGHT - 3 }), svg("text", { class: "rug-end", y: HEIGHT - 3, "text-anchor": "end" })];
  #drawing = svg("svg", { height: HEIGHT, "aria-hidden": "true" });
  element = element("div", { class: "rug-line", tabindex: 0, role: "slider", "aria-label": "The chosen record", "aria-orientation": "horizontal", "aria-valuenow": 0 });

  /** @param {Owner} owner */
  constructor(owner) {
    this.#owner = owner;
    this.#name.textContent = "f(x)";
    this.#drawing.append(this.#axis, this.#value, this.#name, this.#inside, this.#outside, this.#way, this.#grip, ...this.#ends);
    this.element.append(this.#drawing);
    new ResizeObserver(([entry]) => {
      this.#width = entry?.contentRect.width ?? this.#width;
      this.#draw();
    }).observe(this.element);
    this.element.addEventListener("pointerdown", (event) => this.#grab(event));
    this.element.addEventListener("pointermove", (event) => this.#drag(event, false));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) this.element.addEventListener(end, (event) => this.#drag(event, true));
    this.element.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (owner.press(event.key, event.shiftKey)) event.preventDefault();
    });
  }

  /** @param {Shown} shown */
  show(shown) {
    this.#shown = shown;
    const { ends, moved, text } = shown;
    const said = { "aria-valuemin": ends[0], "aria-valuemax": ends[1], "aria-valuenow": Math.min(ends[1], Math.max(ends[0], moved)), "aria-valuetext": text };
    for (const [name, value] of Object.entries(said)) this.element.setAttribute(name, String(value));
    this.#draw();
  }

  /** Pixels from the left of a value, at the nearest end if it lies outside. @param {number} value */
  #across(value) {
    const [from, to] = this.#shown?.ends ?? [0, 1];
    const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
    return ROOM + (Number.isFinite(share) ? share : 0) * (this.#width - 2 * ROOM);
  }

  #draw() {
    const shown = this.#shown;
    if (!shown || this.#width <= 2 * ROOM) return;
    const { records, ends, chosen, moved, ghost, value } = shown;
    const dotted = records.length <= DOTS;
    this.#drawing.setAttribute("viewBox", `0 0 ${this.#width} ${HEIGHT}`);
    this.#drawing.setAttribute("width", String(this.#width));
    this.#drawing.classList.toggle("rug-many", !dotted);
    this.#axis.setAttribute("d", `M${ROOM} ${BASE}H${this.#width - ROOM}M${ROOM} ${BASE - 4}v8M${this.#width - ROOM} ${BASE - 4}v8`);
    const center = this.#across(value);
    this.#value.setAttribute("d", `M${center} 14V${BASE + 6}`);
    this.#name.setAttribute("x", String(Math.min(this.#width - 16, Math.max(16, center))));
    /** How many stand above each other. @type {Map<number, number>} */
    const piled = new Map();
    let [inside, outside] = ["", ""];
    this.#places = Array.from(records, (record, at) => {
      const x = this.#across(at === chosen && !ghost ? moved : record);
      const pile = Math.round(x / (2 * DOT));
      const high = dotted ? Math.min(piled.get(pile) ?? 0, MOST - 1) : 0;
      piled.set(pile, high + 1);
      const y = BASE - DOT - 2 - high * (2 * DOT - 1);
      const mark = dotted ? `M${x.toFixed(1)} ${y}h0` : `M${x.toFixed(1)} ${BASE - 2}v-16`;
      if (record < ends[0] || record > ends[1]) outside += mark;
      else inside += mark;
      return [x, y];
    });
    this.#inside.setAttribute("d", inside);
    this.#outside.setAttribute("d", outside);
    const [x = 0, y = 0] = this.#places[chosen] ?? [];
    const to = ghost ? this.#across(moved) : x;
    this.#way.setAttribute("d", ghost ? `M${x} ${y}L${to} ${BASE - DOT - 2}` : "");
    this.#grip.setAttribute("cx", String(to));
    this.#grip.setAttribute("cy", String(ghost ? BASE - DOT - 2 : y));
    this.#ends.forEach((end, at) => {
      end.setAttribute("x", String(at === 0 ? ROOM : this.#width - ROOM));
      end.textContent = String(ends[at]);
    });
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    const shown = this.#shown;
    if (!shown || event.button !== 0) return;
    const box = this.element.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    /** @type {number | undefined} */
    let found;
    let best = REACH;
    const weigh = (/** @type {number} */ distance, /** @type {number} */ at) => {
      if (distance < best) [best, found] = [distance, at];
    };
    // What a record becomes lies above the records.
    if (shown.ghost) weigh(Math.hypot(this.#across(shown.moved) - x, BASE - DOT - 2 - y) - DOT, shown.chosen);
    this.#places.forEach(([left, top], at) => weigh(shown.records.length <= DOTS ? Math.hypot(left - x, (top - y) / 2) : Math.abs(left - x), at));
    if (found === undefined) return;
    this.#owner.take(found);
    const held = shown.ghost && found === shown.chosen ? this.#across(shown.moved) : (this.#places[found]?.[0] ?? x);
    this.#apart = held - x;
    this.#start = event.clientX;
    this.element.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.element.focus();
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} done
   */
  #drag(event, done) {
    if (this.#apart === undefined || !this.#shown) return;
    const [from, to] = this.#shown.ends;
    if (this.#start !== undefined && Math.abs(event.clientX - this.#start) <= STILL) {
      if (done) this.#apart = this.#start = undefined;
      return;
    }
    this.#start = undefined;
    const x = event.clientX - this.element.getBoundingClientRect().left + this.#apart;
    if (done) this.#apart = undefined;
    this.#owner.move(from + ((x - ROOM) / (this.#width - 2 * ROOM)) * (to - from), done);
  }
}
