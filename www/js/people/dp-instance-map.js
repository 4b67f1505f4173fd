// <dp-instance-map setting="data=halton200&sigma=11&turn=45">: who in a data set loses how much, and what a
// person anywhere in the plane would lose. Attribute and events are those of lab/setting-element.js; besides, `dp-moved`
// tells that people were moved, and `dp-answer` has each answer. `table` and `own` hold what is in no address.

import { Chart } from "../chart/chart.js";
import { Numbers } from "../chart/numbers.js";
import { aboutButton, explainButton } from "../explain/button.js";
import { SettingElement } from "../lab/setting-element.js";
import { Announcer } from "../ui/announcer.js";
import { capital, element, unbroken } from "../ui/element.js";
import { linesOf } from "../ui/data-table/read.js";
import { mark } from "../ui/publishable.js";
import { ask, cancel } from "./core.js";
import { Exposed, RANKED } from "./exposed.js";
import { download, everyone } from "./export.js";
import { isDrawn, OWN, START_DATA } from "./fields.js";
import { History } from "./history.js";
import { keyActs } from "./keys.js";
import { PEOPLE } from "./lab.js";
import { PersonCard } from "./person.js";
import { PlanePlot, turned, within } from "./plane.js";
import { keyOf, mapQuestion, reportQuestion } from "./questions.js";

/** @typedef {import("../../pkg/people/dpscope.js").InstanceMapAnswer} MapAnswer */
/** @typedef {import("../../pkg/people/dpscope.js").Answer} Answer */
/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./questions.js").Own} Own */

const KEYS =
  "Left and right arrow keys go from one person to the next by how exposed they are. Shift with the arrow keys moves the " +
  "chosen person. P points at a place where nobody is, which Shift with the arrow keys moves too. R and Shift R turn the model, " +
  "N draws its noise anew, L changes the label, Escape chooses nobody.";

/** Cells along one side of the map: at rest, and under a hand if one takes more milliseconds than that. */
const CELLS = { rest: 256, held: 128, slow: 33 };

/** Redraws of a history. */
const REDRAWS = 200;

/** The screen from which on there is room for how losses are spread. */
const WIDE = "(min-width: 90rem)";

/** What of the spread can be explained. */
const SPREAD = /** @type {const} */ ([
  ["people/worst-case", "worst case"],
  ["people/here", "worst case at this model"],
  ["people/publishable", "what may be published"],
]);

/** @param {HTMLButtonElement} button @param {string} name */
const named = (button, name) => (button.replaceChildren(name), button);

let count = 0;

export class DpInstanceMap extends SettingElement {
  /** @override */
  laboratory = PEOPLE;
  #id = `dp-instance-map-${(count += 1)}`;
  #mark = element("p", { class: "mark" });
  #plot = new PlanePlot(`${this.#id}-keys`, {
    select: (at) => this.#select(at),
    move: (at, to, done) => this.#move(at, to, done),
    turn: (angle, done) => this.#turn(angle, done),
    rest: () => this.#put(),
    point: (place) => this.#point(place),
    press: (key) => this.#press(key),
    failed: () => this.tell("dp-failed", undefined),
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
    question: () => {
      if (this.#chosen === undefined || !this.#state) return undefined;
      const question = reportQuestion(this.#state, this.#own, this.#drawn, { redraws: REDRAWS, person: this.#chosen });
      return { question, key: keyOf(question, this.#own) };
    },
    refused: (refusal) => this.refuse(refusal),
    failed: (error) => this.tell("dp-failed", error),
  });
  #restore = element("button", { class: "button", type: "button", "aria-disabled": true }, "Put everyone back");
  #save = element("button", { class: "button", type: "button" }, "Save the table of everyone");
  #note = element("p", { class: "dp-note", role: "status" });
  /** A place below the map for what its page has to offer. */
  foot = element("div", { class: "instance-foot" });
  #figure = element("figure", { class: "dp-figure instance-figure", "data-empty": true }, this.#plot.element, this.#note, this.foot);
  /** Whom it is about, and how losses are spread. */
  #who = element("li", { class: "instance-who" });
  #half = element("li", { class: "instance-half" });
  #conclusion = element("ul", { class: "lab-conclusion", role: "list" }, this.#who, this.#half);
  #mechanism = element("span");
  #exposed = new Exposed(`${this.#id}-exposed`, (rank) => this.#select(this.#answer?.shown.order[rank]));
  #distribution = new Chart({ table: false, about: { each: "people/loss" } });
  #spread = element(
    "details",
    { class: "fold instance-spread", open: matchMedia(WIDE).matches },
    element("summary", {}, "How the losses are spread"),
    this.#distribution.element,
    element("p", { class: "lab-explains" }, "Explain: ", ...SPREAD.map(([id, name]) => named(explainButton(name, () => ({ id })), name))),
  );
  #numbers = new Numbers(`${this.#id}-caption`, false, RANKED);
  #live = element("p", { class: "dp-unseen", "aria-live": "polite" });
  #announcer = new Announcer(this.#live);
  #picture = element("div", { class: "lab-picture instance-picture", "data-picture": true }, this.#figure, element("div", { class: "instance-said" }, this.#conclusion, this.#mark));
  /** What there is only with a map. */
  #with = element(
    "div",
    { class: "instance-with" },
    this.#exposed.element,
    element("div", { class: "instance-acts" }, element("p", { class: "lab-notes" }, this.#mechanism, " ", aboutButton("control/objective-noise", "the noise")), element("p", { class: "actions" }, this.#restore, this.#save)),
    this.#person.element,
    this.#spread,
    element("div", { class: "dp-figure instance-words" }, this.#numbers.element),
    element("details", { class: "fold instance-keys" }, element("summary", {}, "Keys of the map"), element("p", { id: `${this.#id}-keys`, class: "help" }, KEYS)),
  );
  #after = element("div", { class: "lab-after" }, this.#with, this.#live);
  /** What the attribute says. @type {State | undefined} */
  #state;
  /** Whether a generator draws the people, and whether they are a table of one's own. */
  #drawn = false;
  #ownWanted = false;
  /** @type {Own} */
  #own = { rows: undefined, text: "", table: 0, scaled: false, loss: "", moved: new Map(), axes: [0, 1] };
  /** @type {MapAnswer | undefined} */
  #answer;
  /** @type {number | undefined} */
  #chosen;
  /** A place that was pointed at. @type {[number, number] | undefined} */
  #pointed;
  /** The turn when a hand took hold of the model. @type {number | undefined} */
  #turned;
  #cells = CELLS.rest;
  /** The newest question. */
  #key = "";
  #asked = 0;
  #shown = 0;

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#key = "";
    cancel(this);
    cancel(this.#person);
  }

  /** @override */
  retry() {
    this.#key = "";
    super.retry();
  }

  /** Rows that are in no address, and the loss they were read for; people who were moved go, unless these are the same. */
  set table(/** @type {{rows: number[][], scaled: boolean, loss: string, same: boolean}} */ { rows, scaled, loss, same }) {
    const { table, moved, axes } = this.#own;
    const kept = same ? { moved, axes } : { moved: new Map(), axes: /** @type {[number, number]} */ ([0, 1]) };
    this.#own = { rows, text: linesOf(rows), table: table + 1, scaled, loss, ...kept };
    if (!this.#ownWanted) return;
    this.#forget();
    super.retry();
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

  /** Puts everyone back. */
  restore() {
    if (this.#own.moved.size === 0) return;
    this.#own.moved.clear();
    this.#put();
    this.tell("dp-moved", 0);
  }

  /** @override */
  build() {
    if (this.#picture.parentNode === this) return;
    this.#restore.addEventListener("click", () => this.restore());
    this.#save.addEventListener("click", () => {
      if (this.#answer?.figure) download("losses.csv", everyone(this.#answer));
    });
    this.replaceChildren(this.#picture, this.#after);
  }

  /**
   * @override
   * @param {State} given
   * @param {Description} description
   */
  present(given, description) {
    // A table that is not here cannot be shown: the people with whom the page opens stand in for it.
    this.#ownWanted = given["data"] === OWN;
    const state = this.#ownWanted && !this.#own.rows ? { ...given, data: START_DATA } : given;
    const before = this.#state;
    this.#state = state;
    this.#drawn = isDrawn(state, description);
    if (before && ["data", "people", "seed"].some((name) => state[name] !== before[name])) {
      if (state["data"] !== OWN) this.#own.axes = [0, 1];
      this.#own.moved.clear();
      this.#forget();
    }
    this.#put();
  }

  /** @override @param {{message: string}} refusal */
  refuse({ message }) {
    this.#key = "";
    this.#shown = this.#asked += 1;
    this.toggleAttribute("data-stale", true);
    this.#note.textContent = `${this.#answer ? "This is the last valid map. " : ""}${capital(message)}.`;
  }

  #forget() {
    this.#chosen = this.#pointed = undefined;
    this.#plot.selected = undefined;
    this.#history.end();
  }

  /** Asks for what is set and chosen, unless that was the last thing asked for. */
  async #put() {
    const state = this.#state;
    if (!state) return;
    const { held } = this.#plot;
    if (!held) this.#cells = CELLS.rest;
    const person = this.#chosen !== undefined ? { member: this.#chosen } : this.#pointed ? { place: this.#pointed } : undefined;
    const question = { ...mapQuestion(state, this.#own, this.#drawn), person, details: !held, cells: this.#cells };
    const key = keyOf(question, this.#own);
    if (key === this.#key) return;
    this.#key = key;
    const number = (this.#asked += 1);
    // Rows that were read for another loss are read again first.
    if (state["data"] === OWN && this.#own.loss !== state["loss"]) return;
    const start = performance.now();
    this.#picture.toggleAttribute("data-old", true);
    try {
      const answer = /** @type {Answer | undefined} */ (await ask(question, { channel: this }));
      if (!answer) return;
      this.#shown = Math.max(this.#shown, number);
      if (answer.answer === "refused") {
        // What was refused of an earlier setting is of no interest.
        if (number !== this.#asked) return;
        this.refuse(answer);
        this.tell("dp-refused", answer);
      } else if (answer.answer === "instance-map") this.#show(answer, number === this.#asked);
      // A slow machine follows a hand with fewer cells, and shows all of them once the hand lets go.
      if (this.#plot.held && performance.now() - start > CELLS.slow) this.#cells = CELLS.held;
    } catch (error) {
      this.#key = "";
      this.tell("dp-failed", error);
    }
  }

  /**
   * @param {MapAnswer} answer
   * @param {boolean} newest
   */
  #show(answer, newest) {
    const missing = answer.unavailable !== undefined;
    this.#answer = answer;
    this.toggleAttribute("data-stale", false);
    this.#picture.toggleAttribute("data-old", !newest);
    this.#note.textContent = missing ? answer.sentence : "";
    mark(this.#mark, missing ? { publishable: true, notice: "" } : answer.shown);
    this.dataset.theta = answer.model.theta.join(" ");
    this.#plot.show(answer, this.#own.axes);
    this.#restore.setAttribute("aria-disabled", String(this.#own.moved.size === 0));
    this.#figure.toggleAttribute("data-empty", !answer.figure);
    this.#with.hidden = this.#conclusion.hidden = missing;
    const { exposed, members, notice } = answer.shown;
    this.#exposed.show(exposed, [notice, answer.person?.notice].includes(members) ? "" : members);
    this.#mechanism.textContent = `Noise and regularization: ${answer.mechanism}`;
    this.#person.show(answer.person, answer.shown, {
      place: this.#placeOf(this.#chosen) ?? this.#pointed,
      axes: this.#own.axes,
      member: this.#chosen !== undefined,
    });
    const who = answer.person ? answer.person.sentence : `Most exposed: ${exposed[0] ?? ""}`;
    this.#who.replaceChildren(...unbroken(capital(who)));
    // While a hand holds something the rest waits.
    if (answer.distribution) {
      this.#distribution.show(answer.distribution);
      this.#half.textContent = answer.distribution.sentence;
    }
    this.#history.check();
    if (answer.figure?.table?.rows.length) this.#numbers.show(/** @type {import("../chart/chart.js").Picture} */ (answer.figure));
    if (answer.person && this.#plot.element.matches(":focus")) this.#announcer.say(answer.person.sentence);
    this.tell("dp-answer", answer);
  }

  /** @param {number | undefined} at */
  #select(at) {
    if (at === this.#chosen && this.#pointed === undefined) return;
    this.#chosen = at;
    this.#pointed = undefined;
    this.#history.end();
    this.#plot.selected = at;
    // A hand that holds the person moves them, or lets go: then it is asked.
    if (!this.#plot.held) this.#put();
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
    if (done) this.tell("dp-moved", this.#own.moved.size);
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
    const row = this.#own.moved.get(at) ?? (this.#state?.["data"] === OWN ? this.#own.rows?.[at]?.slice(0, -1) : undefined);
    return row ? [...row] : [...(this.#placeOf(at) ?? [0, 0])];
  }

  /**
   * @param {number} angle since the hand took hold
   * @param {boolean} done
   */
  #turn(angle, done) {
    this.#turned ??= Number(this.#state?.["turn"]);
    const turn = turned(Math.round(this.#turned + (angle * 180) / Math.PI));
    if (done) this.#turned = undefined;
    this.intend({ turn }, "turn", done);
    // All of it is shown once the hand lets go, also if it did not turn the model any further.
    if (done) queueMicrotask(() => this.#put());
  }

  /** @param {string} key */
  #press(key) {
    const state = this.#state;
    const { order = [] } = this.#answer?.shown ?? {};
    const act = state && keyActs[key];
    if (!act) return false;
    act({
      state,
      order,
      chosen: this.#chosen,
      place: this.#placeOf(this.#chosen),
      pointed: this.#pointed,
      select: (at) => this.#select(at),
      move: (at, to) => this.#move(at, to, true),
      point: (place) => this.#point(place),
      intend: (change) => this.intend(change, Object.keys(change).join(), true),
    });
    return true;
  }
}

customElements.define("dp-instance-map", DpInstanceMap);
