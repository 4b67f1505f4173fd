// Pinned plans beside the present one, in one table and one chart. Loaded when the first is pinned.

import { Chart } from "../chart/chart.js";
import { merge } from "../chart/merge.js";
import { wordButton } from "../explain/button.js";
import { element, unbroken } from "../ui/element.js";
import { ask } from "../core/engine.js";
import { button } from "../ui/controls.js";
import { gather } from "./findings.js";
import { active } from "./model.js";
import { curveQuestion, planQuestion, QUICK } from "./questions.js";
import { lineOf, nameOf, relationOf } from "./words.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../../pkg/accounting/dpscope.js").Bound} Bound */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("./model.js").Pin} Pin */
/** @typedef {import("./model.js").Plan} Plan */

/**
 * @typedef {object} Acts
 * @property {(at: number) => void} restore
 * @property {(at: number) => void} remove
 * @property {(at: number, name: string, control: EventTarget | null) => void} rename
 */

/** @typedef {{text: string, figure?: Picture}} Known */

/** What the plan on the page is called among the scenarios. */
const NOW = "Now";

/** The heads of the table, and what explains each; what its buttons do they say themselves. @type {[text: string, id?: string][]} */
const COLUMNS = [["Scenario", "plan/scenario"], ["Guarantee", "word/differential-privacy"], ["Plan", "control/releases"], ["Change"]];

export class Scenarios {
  #description;
  #acts;
  #scope;
  #chart = new Chart();
  #body = element("tbody");
  #place = element("div", { class: "chart-place" }, this.#chart.element);
  #turn = 0;
  element;

  /**
   * @param {Description} description
   * @param {Acts} acts
   * @param {import("../ui/element.js").Scope} scope
   */
  constructor(description, acts, scope) {
    this.#description = description;
    this.#acts = acts;
    this.#scope = scope;
    const head = COLUMNS.map(([text, id]) => element("th", { scope: "col" }, id ? wordButton(id, text) : text));
    this.element = element(
      "section",
      { class: "scenarios", "aria-labelledby": scope.id("scenarios-heading") },
      element("h2", { id: scope.id("scenarios-heading") }, scope.name("Scenarios")),
      element(
        "div",
        { class: "scroll", role: "region", tabindex: 0, "aria-label": scope.name("Scenarios, table") },
        element("table", {}, element("thead", {}, element("tr", {}, ...head)), this.#body),
      ),
      this.#place,
    );
  }

  /**
   * @param {readonly Pin[]} pins
   * @param {Plan} plan the present one, without an unknown
   */
  async show(pins, plan) {
    const mine = (this.#turn += 1);
    if (!this.#place.querySelector("[data-empty]")) this.#chart.wait();
    const all = [{ name: NOW, plan: { ...plan, attacker: {}, pins: [] } }, ...pins];
    const rows = all.map((pin, at) => this.#row(pin, at - 1));
    const held = document.activeElement instanceof HTMLElement ? document.activeElement.id : "";
    this.#body.replaceChildren(...rows.map(({ element }) => element));
    const again = held.startsWith("pin-") ? this.#body.querySelector(`#${held}`) : null;
    if (again instanceof HTMLElement) again.focus();
    const figures = [];
    for (const [at, { name, plan }] of all.entries()) {
      const { text, figure } = await this.#learn(plan);
      if (mine !== this.#turn) return;
      rows[at]?.say(text);
      // Labels of several marks would lie over one another; the table has them.
      const marks = figure?.marks.map((mark) => ({ ...mark, label: "" })) ?? [];
      if (figure) figures.push({ name, figure: { ...figure, marks }, says: `${name}: ${text} at ${givenOf(plan)}.` });
    }
    if (figures.length === 0) return this.#chart.none(["no scenario has a bound"]);
    this.#chart.show(
      merge(
        figures.map(({ figure }) => figure),
        {
          names: figures.map(({ name }) => name),
          title: "ε–δ curves of the scenarios",
          sentence: figures.map(({ says }) => says).join(" "),
        },
      ),
    );
  }

  /**
   * @param {Plan} plan
   * @returns {Promise<Known>}
   */
  async #learn(plan) {
    if (active(plan).length === 0) return { text: "Nothing is published." };
    try {
      const answer = await ask(planQuestion(plan, QUICK), { channel: this });
      if (answer?.answer === "refused") return { text: "A value of it is not valid." };
      if (answer?.answer !== "plan") return { text: "" };
      const { best } = gather([answer], { waiting: false });
      const text = best?.text ?? "No bound";
      if (!best) return { text };
      const curve = await ask(curveQuestion(plan, "profile", [best.accountant]), { channel: this });
      const figure = curve?.answer === "curve" ? curve.figure : undefined;
      return figure ? { text, figure: /** @type {Picture} */ (figure) } : { text };
    } catch {
      return { text: "The core did not answer." };
    }
  }

  /**
   * @param {Pin} pin
   * @param {number} at the place among the pins; −1 for the present plan
   */
  #row({ name, plan }, at) {
    const bound = element("td", { class: "whole" }, "…");
    const lines = active(plan).map((release) =>
      element(
        "li",
        {},
        ...(release.label.trim() ? [`${nameOf(release, this.#description)}: `] : []),
        ...unbroken(lineOf(release, this.#description)),
      ),
    );
    const holds = element("p", { class: "help" }, `when ${relationOf(plan.neighbours, this.#description)}`);
    const row = element(
      "tr",
      {},
      element("th", { scope: "row" }, at < 0 ? NOW : this.#name(name, at)),
      bound,
      element("td", {}, element("ul", { role: "list" }, ...lines), holds),
      element("td", { class: "scenario-acts" }, ...(at < 0 ? [] : this.#buttons(name, at))),
    );
    const say = (/** @type {string} */ text) =>
      bound.replaceChildren(text, element("p", { class: "help" }, `at ${givenOf(plan)}`));
    return { element: row, say };
  }

  /**
   * @param {string} name
   * @param {number} at
   */
  #name(name, at) {
    const box = element("input", { type: "text", class: "text", id: this.#scope.id(`pin-${at}-name`), value: name, "aria-label": "Name of the scenario" });
    box.addEventListener("change", (event) => {
      event.stopPropagation();
      this.#acts.rename(at, box.value, box);
    });
    return box;
  }

  /**
   * @param {string} name
   * @param {number} at
   */
  #buttons(name, at) {
    return [
      button("Restore", () => this.#acts.restore(at), { id: this.#scope.id(`pin-${at}-restore`), "aria-label": `Restore ${name}` }),
      button("Remove", () => this.#acts.remove(at), { id: this.#scope.id(`pin-${at}-remove`), "aria-label": `Remove ${name}` }),
    ];
  }
}

/** What a bound of a plan holds at. @param {Plan} plan */
const givenOf = ({ find, epsilon, delta }) => (find === "delta" ? `ε = ${epsilon.trim()}` : `δ = ${delta.trim()}`);
