// <dp-meaning>: what a guarantee means to one person. How well the best attacker can tell whether they are
// in the data, what the attacker may come to believe, and the trade-off between their two errors. Every
// number and sentence is the core's; all are upper bounds, and dots are whole people, rounded up.
//
//   meaning.plan = { neighbours: "add-remove", releases: [...], delta: 1e-5 };

import { Announcer } from "../ui/announcer.js";
import { ask, cancel, describe } from "../core/engine.js";
import { Chart } from "../chart/chart.js";
import { Crowds } from "./crowds.js";
import { DpSlider } from "../ui/dp-slider.js";
import { capital, element, Scope, unbroken } from "../ui/element.js";
import { FALSE_POSITIVE, PRIOR } from "./rates.js";
import { fieldButton } from "../explain/button.js";
import { NAMES } from "../explain/names.js";
import { number, QUICK } from "../state/setting.js";
import { print } from "../ui/slider-stops.js";
import { Stats } from "./stats.js";
import { styles } from "../ui/styles.js";
import { tradeOff } from "./curve.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Attack} Attack */
/** @typedef {import("../../pkg/accounting/dpscope.js").AttackAnswer} AttackAnswer */
/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {{neighbours?: unknown, releases: unknown, delta?: unknown}} Plan as the core takes it; it judges */

/** Milliseconds after which a plan that did not change is asked about; the page's own answers go first. */
const REST = 150;

export class DpMeaning extends HTMLElement {
  #lead = element("p", { class: "dp-meaning-lead" });
  #holds = element("p", { class: "dp-meaning-holds" });
  #note = element("p", { class: "dp-note", role: "status" });
  #stats = new Stats();
  #falsePositive = new DpSlider();
  #prior = new DpSlider();
  #crowds = new Crowds();
  #test = element("p");
  #belief = element("p");
  #chart = new Chart();
  #live = element("p", { class: "dp-unseen", "aria-live": "polite" });
  #announcer = new Announcer(this.#live);
  #body = element(
    "div",
    { class: "dp-meaning-body", hidden: true },
    this.#stats.element,
    element(
      "div",
      { class: "dp-meaning-test" },
      this.#falsePositive,
      this.#crowds.test,
      this.#test,
    ),
    element(
      "div",
      { class: "dp-meaning-belief" },
      this.#prior,
      this.#crowds.belief,
      this.#belief,
    ),
    this.#chart.element,
  );
  /** @type {Plan | undefined} */
  #plan;
  /** @type {Picture | undefined} */
  #figure;
  /** @type {Attack | undefined} */
  #attack;
  /** Who has both the attack and the curve of the plan, once that is known.
   * @type {import("../../pkg/accounting/dpscope.js").Accountant | undefined} */
  #accountant;
  #seen = false;
  /** Whether a newer plan is about to come. */
  #waiting = false;
  /** Whether the plan, or its curve, has not been asked about. */
  #due = { attack: false, curve: false };
  #turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The channel of the curve. */
  #curve = {};
  #watch = new IntersectionObserver((entries) => {
    this.#seen = entries.at(-1)?.isIntersecting ?? false;
    this.#pay();
  });

  constructor() {
    super();
    const scope = new Scope("dp-meaning");
    for (const [slider, { parameter, ends }] of /** @type {const} */ ([
      [this.#falsePositive, FALSE_POSITIVE],
      [this.#prior, PRIOR],
    ])) {
      slider.parameter = { ...parameter, name: scope.id(parameter.name) };
      slider.attach(fieldButton(parameter.name.replace("attack-", ""), parameter.label));
      name(slider, ends);
      slider.addEventListener("input", () => this.#ask());
    }
  }

  connectedCallback() {
    styles("tokens", "controls", "meaning", "explain");
    if (!this.#body.parentNode) this.replaceChildren(this.#lead, this.#holds, this.#note, this.#body, this.#live);
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch.disconnect();
    clearTimeout(this.#timer);
  }

  /** What is published, for whom, and the δ of beliefs (1e-5 if absent). */
  get plan() {
    return this.#plan;
  }

  set plan(/** @type {Plan | undefined} */ plan) {
    this.#waiting = false;
    if (JSON.stringify(plan) === JSON.stringify(this.#plan)) {
      this.#mark(false);
      return;
    }
    this.#plan = plan;
    this.#mark(true);
    if (this.#figure) this.#chart.wait();
    this.#figure = undefined;
    this.#accountant = undefined;
    this.#turn += 1;
    // What is computed for the last plan must not keep the page waiting.
    for (const channel of [this, this.#curve]) cancel(channel);
    this.#due = { attack: true, curve: true };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pay(), REST);
  }

  /** A plan is about to come: what is shown is of the one before. */
  wait() {
    this.#waiting = true;
    this.#mark(true);
  }

  /**
   * Marks what is shown as that of an earlier plan, or as that of the present one.
   * @param {boolean} old
   */
  #mark(old) {
    this.toggleAttribute("data-stale", old);
    this.ariaBusy = old ? "true" : null;
  }

  /** The false positive rate, as typed; none takes the usual one. */
  get falsePositive() {
    return this.#falsePositive.value;
  }

  set falsePositive(/** @type {string | undefined} */ text) {
    this.#assume(this.#falsePositive, text ?? usual(FALSE_POSITIVE));
  }

  /** The share of members among the candidates, as typed; none takes the usual one. */
  get prior() {
    return this.#prior.value;
  }

  set prior(/** @type {string | undefined} */ text) {
    this.#assume(this.#prior, text ?? usual(PRIOR));
  }

  /** What is not as usual. */
  get attacker() {
    const [prior, falsePositive] = [this.#prior.value, this.#falsePositive.value];
    return {
      ...(prior === usual(PRIOR) ? {} : { prior }),
      ...(falsePositive === usual(FALSE_POSITIVE) ? {} : { falsePositive }),
    };
  }

  /**
   * @param {DpSlider} slider
   * @param {string} text
   */
  #assume(slider, text) {
    if (slider.value === text) return;
    slider.value = text;
    this.#ask();
  }

  /** Asks what has not been asked, once a person can see it. */
  async #pay() {
    if (!this.#seen || !this.#plan) return;
    if (this.#due.attack) await this.#ask();
    if (this.#due.curve) await this.#draw();
  }

  async #ask() {
    const plan = this.#plan;
    if (!plan) return;
    this.#due.attack = false;
    const mine = (this.#turn += 1);
    const question = {
      ask: "attack",
      ...plan,
      prior: [number(this.#prior.value)],
      "false-positive": [number(this.#falsePositive.value)],
    };
    try {
      const known = this.#accountant;
      const answer = await ask({ ...question, accountants: known ? [known] : QUICK }, { channel: this });
      if (!answer || mine !== this.#turn) return;
      if (answer.answer === "refused") return this.#refuse(answer);
      if (answer.answer !== "attack") return;
      await this.#show(answer);
      if (known || (answer.attack && answer.attack.accountant !== "rdp")) return;
      await new Promise((resolve) => setTimeout(resolve, REST));
      if (mine !== this.#turn) return;
      // Slower and tighter, where it can answer.
      const tighter = await ask({ ...question, accountants: ["pld"] }, { channel: this });
      if (mine === this.#turn && tighter?.answer === "attack" && tighter.attack) await this.#show(tighter);
    } catch {
      if (mine === this.#turn && !this.#attack) this.#say("The core of this page does not answer.");
    }
  }

  /** Asks for the curve and shows it. */
  async #draw() {
    const plan = this.#plan;
    if (!plan) return;
    this.#due.curve = false;
    try {
      await this.#chart.ready();
      const progress = (/** @type {number} */ share) => this.#chart.progress(share, () => cancel(this.#curve));
      const found = await tradeOff(plan, this.#attack?.accountant, { channel: this.#curve, progress });
      if (plan !== this.#plan) return;
      if (found === undefined) return this.#chart.cancelled(() => this.#draw());
      this.#chart.rest();
      if (typeof found === "string") {
        this.#figure = undefined;
        this.#chart.none([found]);
      } else {
        this.#figure = found.figure;
        this.#accountant = found.accountant;
        if (this.#attack && this.#attack.accountant !== found.accountant) await this.#ask();
        this.#point();
      }
    } catch {
      this.#chart.keep("The core of this page does not answer.");
    }
  }

  /** Puts the chosen test on the curve. */
  #point() {
    const [figure, test] = [this.#figure, this.#attack?.tests[0]];
    if (!figure) return;
    const upper = test?.["true-positive"].upper;
    const mark =
      test && typeof upper === "number"
        ? [{ x: test["false-positive"], y: 1 - upper, label: "this attacker" }]
        : [];
    this.#chart.show({ ...figure, marks: [...figure.marks, ...mark] });
  }

  /** @param {AttackAnswer} answer */
  async #show(answer) {
    const { attack, sentence, neighbours, delta } = answer;
    this.#falsePositive.error = "";
    this.#prior.error = "";
    this.#lead.replaceChildren(...unbroken(sentence));
    if (!attack) return this.#say(capital(`${answer.unavailable ?? ""}.`));
    const { neighbours: relations } = await describe();
    this.#attack = attack;
    this.#note.textContent = "";
    this.#body.hidden = false;
    const when = relations.find(({ word }) => word === neighbours)?.meaning ?? neighbours;
    this.#holds.replaceChildren(
      ...unbroken(
        `Upper bounds of what anyone can do who sees everything published, by ${NAMES[attack.accountant]}, when ${when}. Beliefs leave out outputs of probability δ = ${print(delta)}.`,
      ),
    );
    this.#stats.show(answer, attack);
    this.#test.replaceChildren(...unbroken(attack.tests[0]?.sentence ?? ""));
    this.#belief.replaceChildren(...unbroken(attack.beliefs[0]?.sentence ?? ""));
    this.#crowds.show(attack);
    this.#point();
    this.#mark(this.#waiting);
    this.#announcer.say(`${attack.tests[0]?.sentence ?? ""} ${attack.beliefs[0]?.sentence ?? ""}`);
  }

  /** @param {Refusal} refusal */
  #refuse({ path, value, allowed, message }) {
    const slider = path.startsWith("prior") ? this.#prior : path.startsWith("false-positive") ? this.#falsePositive : undefined;
    if (slider) slider.error = value === undefined ? `It must be ${allowed}.` : `${slider.value.slice(0, 60)} is not ${allowed}.`;
    else this.#say(message);
  }

  /**
   * Says why there is nothing to show.
   * @param {string} reason
   */
  #say(reason) {
    this.#attack = undefined;
    this.#mark(this.#waiting);
    this.#note.textContent = reason;
    this.#holds.textContent = "";
    this.#body.hidden = true;
  }
}

/** What an attacker starts with. @param {import("./rates.js").Rate} rate */
const usual = ({ parameter }) => print(parameter.slider.start);

/**
 * Names the ends of a slider that is not about more or less privacy.
 * @param {DpSlider} slider
 * @param {readonly [string, string]} ends
 */
function name(slider, ends) {
  slider.querySelector(".slider-track")?.setAttribute("data-private", "neither");
  slider.querySelectorAll(".slider-ends > span").forEach((end, at) => (end.textContent = ends[at] ?? ""));
}

customElements.define("dp-meaning", DpMeaning);
