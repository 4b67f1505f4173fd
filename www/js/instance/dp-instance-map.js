// <dp-instance-map setting="data=halton200&sigma=11&turn=45">: who in a data set loses how much, and what a
// person anywhere in the plane would lose. The attribute holds what the address of the page holds
// (state.js); `own` holds rows that are in no address.
//
// Events: `dp-changed` when a person changes the setting on the map (detail: what changed, and `done` once
// that rests), `dp-moved` when people were moved, `dp-answer` with each answer, `dp-refused`, `dp-failed`.

import { Announcer } from "../announcer.js";
import { Chart } from "../chart.js";
import { element } from "../element.js";
import { ask, cancel, useModule } from "../engine.js";
import { Numbers } from "../numbers.js";
import { styles } from "../styles.js";
import { download, everyone } from "./export.js";
import { History } from "./history.js";
import { mark } from "./mark.js";
import { PersonCard } from "./person.js";
import { PlanePlot, within } from "./plane.js";
import { mapQuestion, read, refusalOf, reportQuestion, SHOWS } from "./state.js";
import { linesOf } from "./table.js";
import { Switch } from "./words.js";

/** @typedef {import("../../pkg/people/dpscope.js").InstanceMapAnswer} MapAnswer */
/** @typedef {import("../../pkg/people/dpscope.js").Answer} Answer */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Own} Own */

const KEYS =
  "Left and right arrow keys go from one person to the next by how exposed they are. Shift with the arrow keys moves the " +
  "chosen person. P points at a place where nobody is, which Shift with the arrow keys moves too. R and Shift R turn the model, " +
  "N draws its noise anew, L changes the label, Escape chooses nobody.";

/** How far a key moves a person, and turns the model in degrees. */
const STEP = { move: 0.02, turn: 5 };

/** Cells along one side of the map: at rest, and under a hand if one takes more milliseconds than that. */
const CELLS = { rest: 256, held: 128, slow: 33 };

/** Redraws of a history. */
const REDRAWS = 200;

useModule("people");

let count = 0;

export class DpInstanceMap extends HTMLElement {
  #id = `dp-instance-map-${(count += 1)}`;
  #attributes = new MutationObserver(() => this.#update());
  #shows = new Switch(`${this.#id}-show`, "Show", SHOWS, (show) => this.#change({ show }, true));
  #labels = new Switch(
    `${this.#id}-label`,
    "The map is for a person with",
    [
      { word: "1", meaning: "label 1 ○" },
      { word: "-1", meaning: "label −1 ■" },
    ],
    (label) => this.#change({ label }, true),
  );
  #mark = element("p", { class: "mark" });
  #plot = new PlanePlot(`${this.#id}-keys`, {
    select: (at) => this.#select(at),
    move: (at, to, done) => this.#move(at, to, done),
    turn: (angle, done) => this.#turn(angle, done),
    rest: () => this.#put(),
    point: (place) => this.#point(place),
    press: (key) => this.#press(key),
    failed: () => this.#tell("dp-failed", undefined),
  });
  #person = new PersonCard({
    move: (to) => {
      if (this.#chosen === undefined) this.#point(within(to));
      else this.#move(this.#chosen, to, true);
    },
    history: () => this.#history.ask(),
    stop: () => {
      cancel(this.#person);
      this.#person.rest();
    },
  });
  #history = new History(this.#person, {
    question: () => (this.#chosen === undefined ? undefined : reportQuestion(this.#state, this.#own, { redraws: REDRAWS, person: this.#chosen })),
    refused: (refusal) => this.#refuse(refusal),
    failed: (error) => this.#tell("dp-failed", error),
  });
  #restore = element("button", { class: "button", type: "button", "aria-disabled": true }, "Put everyone back");
  #keys = element("p", { id: `${this.#id}-keys`, class: "help" }, KEYS);
  #note = element("p", { class: "dp-note", role: "status" });
  #figure = element(
    "figure",
    { class: "dp-figure instance-figure", "data-empty": true },
    this.#labels.element,
    this.#plot.element,
    this.#note,
    element("p", {}, this.#restore),
    this.#keys,
  );
  #sentence = element("p", { class: "dp-sentence" });
  #exposed = element("ol", { class: "exposed", "aria-labelledby": `${this.#id}-exposed` });
  #list = element("div", {}, element("p", { class: "side-title", id: `${this.#id}-exposed` }, "Most exposed"), this.#exposed);
  #distribution = new Chart({ table: false });
  #numbers = new Numbers(`${this.#id}-caption`, false);
  #words = element("div", { class: "dp-figure instance-words", "data-empty": true }, this.#sentence, this.#numbers.element);
  #export = element("button", { class: "button", type: "button" }, "Save the table of everyone");
  #live = element("p", { class: "dp-unseen", "aria-live": "polite" });
  #announcer = new Announcer(this.#live);
  /** @type {State} */
  #state = read("");
  /** @type {Own} */
  #own = { rows: undefined, text: "", scaled: false, moved: new Map(), axes: [0, 1] };
  /** @type {MapAnswer | undefined} */
  #answer;
  /** @type {number | undefined} */
  #chosen;
  /** A place that was pointed at. @type {[number, number] | undefined} */
  #pointed;
  /** The turn when a hand took hold of the model. @type {number | undefined} */
  #turned;
  #cells = CELLS.rest;
  #asked = 0;
  #shown = 0;

  connectedCallback() {
    if (this.#figure.parentNode === null) this.#build();
    this.#attributes.observe(this, { attributes: true, attributeFilter: ["setting"] });
    styles("tokens", "base", "chart", "reading", "controls", "instance").then(() => this.#update());
  }

  disconnectedCallback() {
    this.#attributes.disconnect();
    cancel(this);
    cancel(this.#person);
  }

  /** Rows that are in no address. */
  set rows(/** @type {number[][] | undefined} */ rows) {
    this.#own = { rows, text: linesOf(rows ?? []), scaled: false, moved: new Map(), axes: [0, 1] };
    this.#forget();
  }

  /** The two features shown. */
  set axes(/** @type {[number, number]} */ axes) {
    this.#own.axes = axes;
    this.#forget();
    this.#put();
  }

  /** What the address does not hold. */
  get own() {
    return this.#own;
  }

  /** Whether the map shows the newest setting. */
  get settled() {
    return this.#asked > 0 && this.#asked === this.#shown;
  }

  /** Asks again after a failure. */
  retry() {
    this.#put();
  }

  /** Puts everyone back. */
  restore() {
    if (this.#own.moved.size === 0) return;
    this.#own.moved.clear();
    this.#put();
    this.#tell("dp-moved", 0);
  }

  #build() {
    this.#restore.addEventListener("click", () => this.restore());
    this.#export.addEventListener("click", () => {
      if (this.#answer?.figure) download("losses.csv", everyone(this.#answer));
    });
    this.replaceChildren(
      this.#shows.element,
      this.#mark,
      element(
        "div",
        { class: "instance-stage" },
        this.#figure,
        element("div", { class: "instance-side" }, this.#person.element, this.#list),
      ),
      this.#words,
      this.#distribution.element,
      this.#export,
      this.#live,
    );
  }

  #update() {
    const before = this.#state;
    this.#state = read(this.getAttribute("setting") ?? "");
    const { data, people, seed } = this.#state;
    if (data !== before.data || people !== before.people || seed !== before.seed) {
      if (data !== "own") this.#own.axes = [0, 1];
      this.#own.moved.clear();
      this.#forget();
    }
    this.#shows.value = this.#state.show;
    this.#labels.value = this.#state.label;
    this.#put();
  }

  #forget() {
    this.#chosen = this.#pointed = undefined;
    this.#plot.selected = undefined;
    this.#history.end();
  }

  async #put() {
    const person = this.#chosen !== undefined ? { member: this.#chosen } : this.#pointed ? { place: this.#pointed } : undefined;
    const number = (this.#asked += 1);
    const start = performance.now();
    if (!this.#plot.held) this.#cells = CELLS.rest;
    const refusal = refusalOf(this.#state);
    if (refusal) {
      this.#shown = number;
      return this.#refuse(refusal);
    }
    try {
      const answer = /** @type {Answer | undefined} */ (await ask({ ...mapQuestion(this.#state, this.#own), person, details: !this.#plot.held, cells: this.#cells }, { channel: this }));
      if (!answer) return;
      this.#shown = Math.max(this.#shown, number);
      if (answer.answer === "refused") this.#refuse(answer);
      else if (answer.answer === "instance-map") this.#show(answer);
      // A slow machine follows a hand with fewer cells, and shows all of them once the hand lets go.
      if (this.#plot.held && performance.now() - start > CELLS.slow) this.#cells = CELLS.held;
    } catch (error) {
      this.#tell("dp-failed", error);
    }
  }

  /** @param {{message: string}} refusal */
  #refuse(refusal) {
    this.toggleAttribute("data-stale", true);
    this.#note.textContent = `${this.#answer ? "This is the last valid map. " : ""}${refusal.message}`;
    this.#tell("dp-refused", refusal);
  }

  /** @param {MapAnswer} answer */
  #show(answer) {
    this.#answer = answer;
    this.toggleAttribute("data-stale", false);
    this.#note.textContent = answer.unavailable ? `${answer.sentence}` : "";
    mark(this.#mark, answer.unavailable ? { publishable: true, notice: "" } : answer.shown);
    this.dataset.theta = answer.model.theta.join(" ");
    this.#plot.show(answer, this.#own.axes);
    this.#restore.setAttribute("aria-disabled", String(this.#own.moved.size === 0));
    for (const part of [this.#figure, this.#words]) part.toggleAttribute("data-empty", !answer.figure);
    const parts = [this.#labels.element, this.#restore, this.#keys, this.#words, this.#person.element, this.#list, this.#export];
    for (const part of parts) part.hidden = answer.unavailable !== undefined;
    this.#sentence.textContent = answer.sentence;
    this.#showExposed(answer);
    this.#person.show(answer.person, answer.shown, {
      place: this.#placeOf(this.#chosen) ?? this.#pointed,
      axes: this.#own.axes,
      member: this.#chosen !== undefined,
    });
    // While a hand holds something the rest waits.
    if (answer.distribution) this.#distribution.show(answer.distribution);
    this.#history.check();
    if (answer.distribution || answer.unavailable) this.#distribution.element.hidden = !answer.distribution;
    if (answer.figure?.table?.rows.length) this.#numbers.show(answer.figure.table);
    if (answer.person && this.#plot.element.matches(":focus")) this.#announcer.say(answer.person.sentence);
    this.#tell("dp-answer", answer);
  }

  /** @param {MapAnswer} answer */
  #showExposed({ shown }) {
    while (this.#exposed.children.length > shown.exposed.length) this.#exposed.lastElementChild?.remove();
    shown.exposed.forEach((text, at) => {
      let entry = this.#exposed.children[at];
      if (!entry) {
        const button = element("button", { class: "button", type: "button" });
        button.addEventListener("click", () => this.#select(this.#answer?.shown.order[at]));
        entry = element("li", {}, button);
        this.#exposed.append(entry);
      }
      const button = entry.firstElementChild;
      if (button && button.textContent !== text) button.textContent = text;
    });
  }

  /** @param {number | undefined} at */
  #select(at) {
    if (at === this.#chosen && this.#pointed === undefined) return;
    this.#chosen = at;
    this.#pointed = undefined;
    this.#history.end();
    this.#plot.selected = at;
    this.#put();
  }

  /** @param {[number, number]} place */
  #point(place) {
    this.#forget();
    this.#plot.pointed = this.#pointed = Math.hypot(...place) <= 1 ? place : undefined;
    this.#put();
  }

  /**
   * @param {number} at
   * @param {[number, number]} to
   * @param {boolean} done
   */
  #move(at, to, done) {
    const features = this.#features(at);
    [features[this.#own.axes[0]], features[this.#own.axes[1]]] = within(to);
    const all = Math.hypot(...features);
    this.#own.moved.set(at, all > 1 ? features.map((value) => value / all) : features);
    this.#put();
    if (done) this.#tell("dp-moved", this.#own.moved.size);
  }

  /**
   * Where a person stands.
   * @param {number | undefined} at
   * @returns {[number, number] | undefined}
   */
  #placeOf(at) {
    if (at === undefined) return undefined;
    const [first, second] = this.#own.axes;
    const moved = this.#own.moved.get(at);
    const [x, y] = moved ? [moved[first], moved[second]] : [this.#answer?.across[at], this.#answer?.upward[at]];
    return x === undefined || y === undefined ? undefined : [x, y];
  }

  /**
   * All features of a person, without the intercept.
   * @param {number} at
   */
  #features(at) {
    const row = this.#own.moved.get(at) ?? this.#own.rows?.[at]?.slice(0, -1);
    return row ? [...row] : [...(this.#placeOf(at) ?? [0, 0])];
  }

  /**
   * @param {number} angle
   * @param {boolean} done
   */
  #turn(angle, done) {
    this.#turned ??= Number(this.#state.turn);
    const degrees = Math.round(this.#turned + (angle * 180) / Math.PI);
    if (done) this.#turned = undefined;
    this.#change({ turn: String(((degrees + 540) % 360) - 180) }, done);
  }

  /** @param {string} key */
  #press(key) {
    const { order = [] } = this.#answer?.shown ?? {};
    const rank = this.#chosen === undefined ? -1 : order.indexOf(this.#chosen);
    const shift = { "Shift+ArrowLeft": [-1, 0], "Shift+ArrowRight": [1, 0], "Shift+ArrowUp": [0, 1], "Shift+ArrowDown": [0, -1] }[key];
    if (shift) {
      const [x = 0, y = 0] = shift.map((way) => way * STEP.move);
      const place = this.#placeOf(this.#chosen);
      if (this.#chosen !== undefined && place) this.#move(this.#chosen, [place[0] + x, place[1] + y], true);
      else if (this.#pointed) this.#point(within([this.#pointed[0] + x, this.#pointed[1] + y]));
    } else if (key === "ArrowRight" || key === "ArrowDown") this.#select(order[Math.min(rank + 1, order.length - 1)]);
    else if (key === "ArrowLeft" || key === "ArrowUp") this.#select(order[Math.max(rank - 1, 0)]);
    else if (key === "Escape") this.#select(undefined);
    else if (key === "p") this.#point(this.#placeOf(this.#chosen) ?? [0, 0]);
    else if (key === "r") this.#turnBy(STEP.turn);
    else if (key === "Shift+R") this.#turnBy(-STEP.turn);
    else if (key === "n") this.#change({ model: "drawn", noise: String(Number(this.#state.noise) + 1) }, true);
    else if (key === "l") this.#change({ label: this.#state.label === "1" ? "-1" : "1" }, true);
    else return false;
    return true;
  }

  /** @param {number} degrees */
  #turnBy(degrees) {
    this.#change({ turn: String(((Number(this.#state.turn) + degrees + 540) % 360) - 180) }, true);
  }

  /**
   * @param {Partial<State>} change
   * @param {boolean} done
   */
  #change(change, done) {
    this.#state = { ...this.#state, ...change };
    this.#labels.value = this.#state.label;
    this.#put();
    this.#tell("dp-changed", { change, done });
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("dp-instance-map", DpInstanceMap);
