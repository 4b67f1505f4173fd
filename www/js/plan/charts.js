// The pictures of a plan: its ε–δ curve, which stays in sight, and on demand how ε grows as the plan is repeated. The
// curve of the best quick accountant follows the slider; the Rényi bound joins once it rests, all the others on demand.

import { element } from "../ui/element.js";
import { NAMES } from "../explain/names.js";
import { NO_SAMPLING } from "../state/setting.js";
import { button } from "../ui/controls.js";
import { Drawing } from "./drawing.js";
import { fold } from "./layout.js";
import { active } from "./model.js";
import { curveQuestion, QUICK } from "./questions.js";

/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("./findings.js").Findings} Findings */
/** @typedef {import("./model.js").Plan} Plan */

/** @typedef {{plan: Plan, findings: Findings, current: () => boolean}} Shown */

const OVERLAY = "Overlay every accountant";

/** Points of a part that a person looks at. */
const PART = 121;

/** Accountants that join on demand, and points of their curves: a whole one may take seconds.
 * @type {[Accountant, number][]} */
const JOINING = [
  ["pld", 25],
  ["advanced", 13],
  ["basic", 13],
];

export class Charts {
  /** What is said of the curve, and its numbers. */
  #said = element("div", { class: "said" });
  #profile = new Drawing(this.#said);
  #growth = new Drawing();
  #all = button(OVERLAY, () => this.#toggle(), { "aria-pressed": "false" });
  /** @type {Shown | undefined} */
  #shown;
  /** Tells an overlay that is being computed from a newer one. @type {object | undefined} */
  #overlay;
  /** The question that was asked ahead, as text. */
  #ahead = "";
  /** The curve. */
  curve;
  /** What is said of it. */
  words;
  /** How ε grows. */
  growth;

  /** @param {import("../ui/element.js").Scope} scope */
  constructor(scope) {
    const heading = element("h2", { id: scope.id("charts-heading"), class: "unseen", tabindex: -1 }, scope.name("Curve"));
    this.curve = element("section", { class: "curve", "aria-labelledby": heading.id }, heading, this.#profile.element);
    this.words = element("div", { class: "words" }, this.#said, element("p", { class: "chart-acts" }, this.#all));
    this.growth = fold("growth", "Repeating the whole plan", this.#growth.element);
    this.growth.addEventListener("toggle", () => this.#grow());
    this.#profile.element.addEventListener("dp-window", (event) => {
      if (event instanceof CustomEvent) this.#look(event.detail?.x ?? null);
    });
  }

  /**
   * Asks for the curve of a plan before its answer is known, if one like it was drawn before: the core then
   * computes the curve while the page still writes the answer.
   * @param {Plan} plan without an unknown of its own
   * @param {() => boolean} current
   */
  ahead(plan, current) {
    if (!this.#shown || kindsOf(this.#shown.plan) !== kindsOf(plan)) return undefined;
    const question = curveQuestion(plan, "profile", following(plan, this.#shown.findings));
    this.#ahead = JSON.stringify(question);
    return this.#profile.draw(question, current, { ahead: true });
  }

  /**
   * Follows a plan that may still change.
   * @param {Plan} plan without an unknown of its own
   * @param {Findings} findings
   * @param {() => boolean} current
   */
  follow(plan, findings, current) {
    this.#begin({ plan, findings, current });
    const question = curveQuestion(plan, "profile", following(plan, findings));
    if (this.#ahead !== JSON.stringify(question)) this.#profile.draw(question, current);
  }

  /**
   * Draws a plan that rests.
   * @param {Plan} plan
   * @param {Findings} findings
   * @param {() => boolean} current
   */
  async rest(plan, findings, current) {
    this.#begin({ plan, findings, current });
    const accountants = both(leader(findings));
    await this.#profile.draw(curveQuestion(plan, "profile", accountants), current, { note: elsewhere(findings, accountants) });
    if (current()) await this.#grow();
    if (current() && this.#overlaid) await this.#lay();
  }

  /** Draws how ε grows, if a person wants to see it. */
  async #grow() {
    if (!this.#shown || !this.growth.open) return;
    const { plan, findings, current } = this.#shown;
    await this.#growth.draw(curveQuestion(plan, "composition", [...both(leader(findings)), "advanced", "basic"]), current);
  }

  /**
   * Leaves the last curves standing. Where there is none, the answer alone says why.
   * @param {string} reason
   */
  keep(reason) {
    const drawn = [this.#profile, this.#growth].filter(({ figure }) => figure);
    this.#hide(drawn.length === 0);
    for (const { chart } of drawn) chart.keep(reason);
  }

  /** @param {boolean} gone */
  #hide(gone) {
    for (const part of [this.curve, this.words, this.growth]) part.hidden = gone;
  }

  /** @param {Shown} shown */
  #begin(shown) {
    this.#shown = shown;
    this.#hide(false);
  }

  get #overlaid() {
    return this.#all.getAttribute("aria-pressed") === "true";
  }

  #toggle() {
    this.#all.setAttribute("aria-pressed", String(!this.#overlaid));
    if (this.#overlaid) this.#lay();
    else {
      this.release();
      this.#look(null);
    }
  }

  /** Lets the curves of all accountants join, each when it comes. */
  async #lay() {
    if (!this.#shown) return;
    const mine = (this.#overlay = {});
    const { joined } = await import("./joined.js");
    if (mine !== this.#overlay) return;
    const { plan, findings, current } = this.#shown;
    const to = this.#profile.figure?.x.to ?? 1;
    const [, most] = JOINING[0] ?? [0, 0];
    /** @type {Picture[]} */
    const figures = [];
    /** What is said of the accountants without a curve. @type {string[]} */
    const missing = [];
    const first = both(leader(findings)).map((word) => /** @type {[Accountant, number]} */ ([word, most]));
    for (const [accountant, points] of [...first, ...JOINING]) {
      const question = curveQuestion(plan, "profile", [accountant], { from: 0, to, points });
      const turn = { done: figures.length + missing.length, all: first.length + JOINING.length };
      const figure = await this.#profile.part(question, current, turn);
      if (mine !== this.#overlay || figure === "passed") return;
      if (figure === "stopped") {
        this.#overlay = undefined;
        return this.#profile.chart.cancelled(() => this.#lay());
      }
      if ("reason" in figure) missing.push(`There is no curve by ${accountant}: ${figure.reason}.`);
      else figures.push(figure);
      if (figures.length > 0) this.#profile.show(joined(figures, missing));
    }
    this.#overlay = undefined;
  }

  /** The plan is another one: marks its curves as old, and lets go of those that nobody waits for any more. */
  wait() {
    for (const drawing of [this.#profile, this.#growth]) drawing.wait();
    // The other curve follows a slider.
    this.#growth.stop();
    this.release();
  }

  /** Lets go of curves that were to be laid over the others. */
  release() {
    if (!this.#overlay) return;
    this.#overlay = undefined;
    this.#profile.stop();
  }

  /**
   * Draws more points of the part that a person looks at, or the whole again.
   * @param {[number, number] | null} part
   */
  #look(part) {
    if (!this.#shown || (part && this.#overlaid)) return;
    const { plan, findings, current } = this.#shown;
    const grid = part ? { from: Math.max(part[0], 0), to: part[1], points: PART } : undefined;
    this.#profile.draw(curveQuestion(plan, "profile", both(leader(findings)), grid), current, { part: part !== null });
  }
}

/** The tightest accountant that answered at once. @param {Findings} findings @returns {Accountant} */
const leader = ({ bounds }) => QUICK.find((word) => bounds.get(word)?.text) ?? "rdp";

/**
 * What is said where the answer is by an accountant whose curve takes too long to be drawn unasked.
 * @param {Findings} findings
 * @param {readonly Accountant[]} drawn
 */
function elsewhere({ best }, drawn) {
  if (!best?.text || drawn.includes(best.accountant)) return "";
  return `The answer above, ${best.text}, is by ${NAMES[best.accountant]} and lies below; its curve comes with “${OVERLAY}”.`;
}

/**
 * Whose curves follow a slider. The Rényi bound of a sample takes far longer than the exact curve.
 * @param {Plan} plan
 * @param {Findings} findings
 */
function following(plan, findings) {
  const sampled = active(plan).some(({ sampling }) => sampling !== NO_SAMPLING);
  return sampled ? [leader(findings)] : both(leader(findings));
}

/** What decides which accountant leads. @param {Plan} plan */
const kindsOf = (plan) => active(plan).map(({ kind, sampling }) => `${kind} ${sampling}`).join();

/** @param {Accountant} best @returns {Accountant[]} */
const both = (best) => (best === "rdp" ? ["rdp"] : [best, "rdp"]);
