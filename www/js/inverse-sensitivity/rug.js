// The records on a line, below the charts: a hand takes one and moves it, by mouse, finger or keys, and everything of the window
// follows. In the window "Audit" the records stay, and what is moved is what one of them becomes.

import { ask } from "../core/engine.js";
import { fieldButton } from "../explain/button.js";
import { element } from "../ui/element.js";
import { OWN, settingOf } from "./questions.js";
import { RugLine } from "./rug-line.js";
import { OF_RECORDS } from "./shows.js";

/** @typedef {import("../lab/stage.js").Stage} Stage */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../../pkg/inverse-sensitivity/dpscope.js").StaircaseAnswer} Staircase */

/** By which share of the interval a key moves a record, with and without Shift. */
const STEP = { fine: 0.001, usual: 0.01 };

export class Rug {
  #stage;
  #line;
  #said = element("p", { class: "rug-said" });
  /** @type {State} */
  #state = {};
  /** The records as they stand: a copy, since answers are shared. @type {number[]} */
  #records = [];
  /** The statistic. */
  #value = 0;
  /** Which record is chosen, as they stand. @type {number | undefined} */
  #chosen;
  /** One for each gesture, which is one step of the history. */
  #gesture = Symbol("rug");
  /** Whether a hand holds a record, and what it has become. @type {number | undefined} */
  #held;
  /** @type {"beneath"} */
  place = "beneath";
  element;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
    this.#line = new RugLine({
      take: (at) => {
        this.#gesture = Symbol("rug");
        this.#choose(at);
      },
      move: (to, done) => this.#move(to, done),
      press: (key, fine) => this.#press(key, fine),
    });
    const head = element("div", { class: "rug-head" }, this.#said, fieldButton("inverse-sensitivity/records", "the line of records"));
    this.element = element("div", { class: "rug" }, this.#line.element, head);
  }

  /** @param {State} state */
  show(state) {
    this.#state = state;
    this.element.hidden = !OF_RECORDS.includes(state["show"]);
    if (this.element.hidden) return;
    const question = { ask: "statistic-staircase", ...settingOf(state) };
    const asked = ask(question, { channel: this, like: "rug", module: this.#stage.laboratory.module ?? "" });
    asked.then(
      (answer) => {
        if (answer && /** @type {string} */ (answer.answer) === "statistic-staircase") this.#adopt(/** @type {Staircase} */ (/** @type {unknown} */ (answer)));
      },
      // The charts say that the core does not answer.
      () => {},
    );
  }

  /** @param {Staircase} answer */
  #adopt(answer) {
    this.#records = Array.from(answer.records);
    this.#value = answer.value;
    const { length } = this.#records;
    if (this.#isAudit) this.#chosen = Number(this.#state["record"]);
    if (this.#chosen === undefined || this.#chosen >= length || !Number.isInteger(this.#chosen)) this.#chosen = Math.floor(length / 2);
    this.#draw();
  }

  get #isAudit() {
    return this.#state["show"] === "audit";
  }

  /** Where the interval lies. @returns {[number, number]} */
  get #ends() {
    const { from, to } = this.#state["interval"];
    return [Number(from), Number(to)];
  }

  /** What is moved: the chosen record, or what it becomes. */
  get #moved() {
    if (this.#held !== undefined) return this.#held;
    const becomes = Number(this.#state["becomes"]);
    return this.#isAudit && Number.isFinite(becomes) ? becomes : (this.#records[this.#chosen ?? 0] ?? 0);
  }

  #draw() {
    if (this.#records.length === 0 || this.#chosen === undefined) return;
    const [records, value, moved] = [this.#records, this.#value, this.#moved];
    const text = this.#isAudit
      ? `record ${this.#chosen}, ${this.#written(records[this.#chosen] ?? 0)}, becomes ${this.#written(moved)}`
      : `record ${this.#chosen} of ${records.length}, counted from 0: ${this.#written(moved)}`;
    this.#line.show({ records, value, ends: this.#ends, chosen: this.#chosen, moved, ghost: this.#isAudit, text });
    this.#said.textContent = `${text[0]?.toUpperCase()}${text.slice(1)}. Drag it, or choose with ↑ ↓ and move with ← →.`;
  }

  /** @param {number} at */
  #choose(at) {
    if (this.#chosen === at && !this.#isAudit) return;
    this.#chosen = at;
    this.#held = undefined;
    if (this.#isAudit && String(at) !== this.#state["record"]) this.#stage.intend({ record: String(at), becomes: this.#written(this.#records[at] ?? 0) }, this.#gesture, true);
    else this.#draw();
  }

  /**
   * A number as a person would write it: to a thousandth of the interval.
   * @param {number} value
   */
  #written(value) {
    const [from, to] = this.#ends;
    const digits = Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(to - from))));
    return String(Number(value.toFixed(digits)));
  }

  /**
   * @param {number} to
   * @param {boolean} done
   */
  #move(to, done) {
    const records = this.#records;
    if (records.length === 0 || this.#chosen === undefined) return;
    const [lower, upper] = this.#ends;
    const text = this.#written(Math.min(upper, Math.max(lower, to)));
    this.#held = done ? undefined : Number(text);
    if (this.#isAudit) this.#stage.intend({ record: String(this.#chosen), becomes: text }, this.#gesture, done);
    else {
      records[this.#chosen] = Number(text);
      this.#stage.intend({ data: OWN, values: records.join(" ") }, this.#gesture, done);
    }
    this.#draw();
  }

  /**
   * @param {string} key
   * @param {boolean} fine
   * @returns {boolean} whether it is known
   */
  #press(key, fine) {
    const records = this.#records;
    if (records.length === 0 || this.#chosen === undefined) return false;
    const [lower, upper] = this.#ends;
    const step = (fine ? STEP.fine : STEP.usual) * (upper - lower);
    const order = Array.from(records, (_, at) => at).sort((a, b) => (records[a] ?? 0) - (records[b] ?? 0) || a - b);
    const rank = order.indexOf(this.#chosen);
    const choose = (/** @type {number} */ to) => {
      this.#gesture = Symbol("rug");
      this.#choose(order[Math.max(0, Math.min(to, order.length - 1))] ?? 0);
    };
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => this.#move(this.#moved - step, true),
      ArrowRight: () => this.#move(this.#moved + step, true),
      Home: () => this.#move(lower, true),
      End: () => this.#move(upper, true),
      ArrowUp: () => choose(rank + 1),
      ArrowDown: () => choose(rank - 1),
    };
    acts[key]?.();
    return key in acts;
  }
}
