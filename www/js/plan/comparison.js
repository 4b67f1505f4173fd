// Every accountant's bound in one table of bars, and beside it which release spends how much.

import { bracketOf, textOf } from "../ui/bracket.js";
import { capital, element } from "../ui/element.js";
import { aboutButton, explainButton } from "../explain/button.js";
import { subjectOf } from "./answer.js";
import { upperOf } from "./findings.js";
import { active } from "./model.js";
import { nameOf } from "./words.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */
/** @typedef {import("../../pkg/accounting/dpscope.js").Bound} Bound */
/** @typedef {import("../explain/entry.js").Subject} Subject */
/** @typedef {import("./findings.js").Findings} Findings */
/** @typedef {import("./model.js").Plan} Plan */

/** @type {Accountant[]} */
const ORDER = ["exact", "fourier", "pld", "rdp", "advanced", "basic"];

/** A bar that is so many times the least is as long as there is room, and says that it goes on. */
const ROOM = 3;

const SVG = "http://www.w3.org/2000/svg";

const percent = new Intl.NumberFormat("en-GB", { style: "percent", maximumSignificantDigits: 3 });

export class Comparison {
  #description;
  #rows;
  #shares = element("tbody");
  #shared;
  #reasons = element("div", { class: "result-reasons" });
  /** The explanation of each accountant's bound. @type {Map<Accountant, Subject>} */
  #subjects = new Map();
  /** @type {Subject | undefined} */
  #share;
  element;

  /**
   * @param {Description} description
   * @param {import("../ui/element.js").Scope} scope
   */
  constructor(description, scope) {
    this.#description = description;
    this.#rows = new Map(
      ORDER.map((word) => [word, row(word, this.#meaning(word), () => this.#subjects.get(word))]),
    );
    const bounds = table(
      "What each accountant says",
      [...this.#rows.values()].map(({ element }) => element),
    );
    const heading = element("h3", {}, "Who spends it ", explainButton("the shares", () => this.#share));
    this.#shared = element(
      "div",
      { class: "shares", hidden: true },
      heading,
      element("table", { class: "bars" }, element("caption", { class: "unseen" }, "Share of each release"), this.#shares),
    );
    this.element = element(
      "section",
      { class: "comparison", "aria-labelledby": scope.id("comparison-heading") },
      element("h2", { id: scope.id("comparison-heading"), class: "unseen" }, scope.name("Comparison")),
      element("div", { class: "bounds" }, element("h3", {}, "What each accountant says ", aboutButton("control/accountants", "accountants")), bounds, this.#reasons),
      this.#shared,
    );
  }

  /**
   * @param {Plan} plan
   * @param {Findings} findings
   */
  show(plan, findings) {
    const { bounds, best, waiting } = findings;
    this.element.hidden = false;
    this.element.toggleAttribute("data-stale", false);
    this.element.ariaBusy = null;
    const least = best ? upperOf(best) : Infinity;
    this.#subjects.clear();
    for (const [word, row] of this.#rows) {
      const bound = bounds.get(word);
      if (bound && !bound.unavailable) this.#subjects.set(word, subjectOf(bound, plan));
      fill(row, bound, { least, waiting, best: best?.accountant === word });
    }
    // Each reason once, though several accountants may have it.
    const without = [...bounds.values()].filter(({ unavailable }) => unavailable);
    this.#reasons.replaceChildren(
      ...[...new Set(without.map(({ unavailable }) => unavailable))].map((reason) => {
        const whose = without.filter(({ unavailable }) => unavailable === reason);
        const names = whose.length < bounds.size ? `${whose.map(({ accountant }) => this.#meaning(accountant)).join(", ")}: ` : "";
        return element("p", {}, capital(`${names}${reason}.`));
      }),
    );
    this.name(plan, findings);
  }

  /** Shows that this is of the plan before, while that of the newer one is computed. */
  wait() {
    this.element.toggleAttribute("data-stale", true);
    this.element.ariaBusy = "true";
  }

  /** Leaves the last comparison standing, if there is one, and shows that it is the last. */
  keep() {
    this.element.toggleAttribute("data-stale", true);
    this.element.ariaBusy = null;
    if (this.#subjects.size === 0) this.none();
  }

  /** There is nothing to compare. */
  none() {
    this.element.hidden = true;
  }

  /** Says that no more bounds come. */
  end() {
    for (const { note, element } of this.#rows.values()) {
      if (element.hasAttribute("data-waiting")) note.textContent = "not computed";
    }
  }

  /**
   * Says which release spends how much, by the names that they have now.
   * @param {Plan} plan
   * @param {Findings} findings
   */
  name(plan, { bounds }) {
    const moments = bounds.get("rdp");
    const releases = active(plan);
    const shares = moments?.shares;
    this.#shared.hidden = !shares || releases.length < 2;
    if (!moments || !shares) return;
    this.#share = { ...subjectOf(moments, plan), quantity: "share" };
    this.#shares.replaceChildren(
      ...releases.map((release, at) => {
        const share = shares[at] ?? 0;
        return element(
          "tr",
          {},
          element("th", { scope: "row" }, nameOf(release, this.#description)),
          element("td", { class: "bar" }, bar(share).element),
          element("td", { class: "bar-text" }, percent.format(share)),
        );
      }),
    );
  }

  /** @param {string} word */
  #meaning(word) {
    return this.#description.accountants.find((other) => other.word === word)?.meaning ?? word;
  }
}

/**
 * @param {Accountant} word
 * @param {string} meaning
 * @param {() => Subject | undefined} subject
 */
function row(word, meaning, subject) {
  const made = bar(0);
  const text = element("span", { class: "whole" }, "…");
  const note = element("span", { class: "bar-note" });
  const explain = explainButton(`the bound: ${meaning}`, subject);
  explain.hidden = true;
  const line = element(
    "tr",
    { "data-accountant": word, "data-waiting": true },
    element("th", { scope: "row" }, capital(meaning)),
    element("td", { class: "bar" }, made.element, note),
    element("td", { class: "bar-text" }, text),
    element("td", { class: "bar-explain" }, explain),
  );
  return { element: line, bar: made, text, note, explain };
}

/**
 * @param {ReturnType<typeof row>} row
 * @param {Bound | undefined} bound
 * @param {{least: number, waiting: boolean, best: boolean}} state
 */
function fill({ element, bar, text, note, explain }, bound, { least, waiting, best }) {
  element.toggleAttribute("data-waiting", !bound);
  element.toggleAttribute("data-best", best);
  explain.hidden = !bound || bound.unavailable !== undefined;
  const upper = bound && !bound.unavailable ? upperOf(bound) : undefined;
  bar.set(upper === undefined ? 0 : lengthOf(upper, ROOM * least));
  element.toggleAttribute("data-beyond", upper !== undefined && upper > ROOM * least);
  text.textContent = bound ? textOf(bound) : "…";
  note.textContent = bound ? noteOf(bound) : waiting ? "follows" : "";
}

/**
 * What is certified of a bound, where that is its purpose.
 * @param {Bound} bound
 */
function noteOf(bound) {
  if (bound.accountant !== "pld" || bound.unavailable) return "";
  const bracket = bracketOf(bound);
  return bracket ? `${bracket.lower} to ${bracket.upper}` : "upper bound";
}

/**
 * The share of the room that a bar takes.
 * @param {number} value
 * @param {number} room the value that fills it
 */
function lengthOf(value, room) {
  if (value >= room) return Number(value > 0);
  return value / room;
}

/** @param {number} share */
function bar(share) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "bar-line");
  picture.setAttribute("aria-hidden", "true");
  const full = document.createElementNS(SVG, "rect");
  full.setAttribute("height", "100%");
  picture.append(full);
  const set = (/** @type {number} */ share) => full.setAttribute("width", `${(100 * share).toFixed(2)}%`);
  set(share);
  return { element: picture, set };
}

/**
 * @param {string} caption
 * @param {Element[]} rows
 */
const table = (caption, rows) =>
  element(
    "table",
    { class: "bars" },
    element("caption", { class: "unseen" }, caption),
    element("tbody", {}, ...rows),
  );

