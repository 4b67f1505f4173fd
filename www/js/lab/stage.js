// The stage of a laboratory: the element that shows what is set, on the laboratory's own page and on any other page that
// embeds it. It has the number in large type, the charts, and what follows from them in words; all of them come from the
// same answers and are marked together while a newer setting is computed.
//
// <dp-sampling setting="show=bounds&mechanism=gaussian&sigma=5&rate=0.001">: attributes and events are those of
// setting-element.js. `retry()` asks again; `settled` tells whether everything shows the newest setting.

import { Group } from "../chart/chart.js";
import { stated } from "../chart/reading.js";
import { explainButton } from "../explain/button.js";
import { capital, element, unbroken } from "../ui/element.js";
import { concluded } from "./conclusion.js";
import { Pane } from "./pane.js";
import { SettingElement } from "./setting-element.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../chart/chart.js").Picture} Picture */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../../pkg/accounting/dpscope.js").Statement} Statement */
/** @typedef {import("./conclusion.js").Facts} Facts */

/**
 * A laboratory of charts: everything that its page, its element and its address are made from.
 * @typedef {import("./setting-element.js").Subject & {panels: (state: State, description: Description) => readonly Panel[], parts?: (stage: Stage) => readonly Part[]}} Laboratory
 *   `panels`: what is shown of a state; `parts`: what its stage has beside charts
 */

/**
 * What a stage has beside its charts, such as a row of buttons above them. A hand on it calls `intend` of the stage.
 * @typedef {object} Part
 * @property {HTMLElement} element
 * @property {"above" | "beneath" | "below"} place the charts: above the number, directly beneath them, or after the controls on a narrow screen
 * @property {(state: State, description: Description) => void} show
 */

/**
 * One chart of a laboratory. A panel of the same id goes on in the chart it had.
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {readonly {name: string, subject: import("../explain/entry.js").Subject}[]} [explains] what of it can be explained
 * @property {readonly string[] | import("../chart/table.js").About} [columns] what explains the columns of its table
 * @property {string} [axis] panels of the same word are read together; all of them if absent
 * @property {Start} [start] it runs when a button is pressed; with every newer setting if absent
 * @property {(asked: Asked) => Promise<void>} run puts all its questions, then shows what comes of them: a chart of an earlier answer counts as old while a question is out
 */

/** @typedef {{label: string, before: string}} Start what the button says, and why there is no chart before it is pressed */

/**
 * What a panel asks with, and shows by.
 * @typedef {object} Asked
 * @property {import("./inquiry.js").Put} put
 * @property {(figure: Picture) => void} show what there is so far; the last stands
 * @property {(reasons: readonly string[]) => void} none says why there is no chart
 * @property {(numbers: readonly Headline[], condition: string, failed?: string) => void} headline the numbers in large type, what they hold for, and why nobody should rely on them
 * @property {(facts: Facts) => Promise<void>} conclude what follows from what is shown, in words of the core
 * @property {(sentences: readonly string[]) => void} follows the same, where the answers themselves say it
 * @property {(links: readonly Link[]) => void} links where to go on from here
 * @property {(notes: readonly string[]) => void} note what else must be said, such as why a curve is missing
 * @property {(table: SmallTable) => void} table numbers that no curve has, under a heading that opens
 */

/** @typedef {{best: Statement, name?: string, subject?: import("../explain/entry.js").Subject}} Headline a number, whose it is, and what explains it */
/** @typedef {{caption: string, columns: readonly (readonly [text: string, about: string])[], rows: readonly string[][]}} SmallTable each column with the id of its explanation */
/** @typedef {{text: string, href: string}} Link */

/** @abstract */
export class Stage extends SettingElement {
  /** @override @type {Laboratory} */
  laboratory = none;
  // Until the first answer number and condition keep the room that they need.
  #number = element("p", { class: "result-bound" }, "…");
  #explains = element("span", { class: "lab-explains" });
  #condition = element("p", { class: "result-condition" }, "\u00a0");
  #failed = element("p", { class: "result-failed", role: "alert", hidden: true });
  #headline = element("div", { class: "lab-headline", "aria-live": "polite", "data-old": true }, this.#number, this.#explains, this.#condition, this.#failed);
  /** Whether the headline is of the newest setting. */
  #said = false;
  #panes = element("div", { class: "windows" });
  #picture = element("div", { class: "lab-picture", "data-picture": true });
  #after = element("div", { class: "lab-after" });
  /** @type {readonly Part[]} */
  #parts = [];
  /** @type {Pane[]} */
  #all = [];
  /** What is read together, by its word. @type {Map<string, Group>} */
  #groups = new Map();

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    for (const { inquiry } of this.#all) inquiry.end();
  }

  /** Whether every chart shows the newest setting. */
  get settled() {
    return this.#all.length > 0 && this.#all.every(({ inquiry }) => !inquiry.busy);
  }

  /** @override */
  build() {
    if (this.#picture.parentNode === this) return;
    this.classList.add("stage");
    this.#parts = this.laboratory.parts?.(this) ?? [];
    const parts = (/** @type {Part["place"]} */ place) => this.#parts.filter((part) => part.place === place).map((part) => part.element);
    this.#picture.replaceChildren(...parts("above"), this.#headline, this.#panes, ...parts("beneath"));
    this.#after.replaceChildren(...parts("below"));
    this.replaceChildren(this.#picture, this.#after);
  }

  /** @override @param {import("../../pkg/accounting/dpscope.js").Refusal} refusal */
  refuse({ message }) {
    for (const { chart } of this.#all) chart.keep(`${capital(message)}.`);
  }

  /**
   * @override
   * @param {State} state
   * @param {Description} description
   */
  present(state, description) {
    for (const part of this.#parts) part.show(state, description);
    const panels = this.laboratory.panels(state, description);
    this.#arrange(panels);
    this.#said = false;
    panels.forEach((panel, at) => this.#run(panel, at));
  }

  /**
   * Has a pane for each panel; those that were there go on.
   * @param {readonly Panel[]} panels
   */
  #arrange(panels) {
    const ids = panels.map(({ id }) => id);
    if (this.#all.map(({ id }) => id).join(" ") === ids.join(" ")) return;
    const old = this.#all;
    for (const { id, inquiry } of old) if (!ids.includes(id)) inquiry.end();
    this.#all = panels.map(({ id, axis = "" }) => old.find((pane) => pane.id === id) ?? new Pane(this, id, this.#group(axis)));
    this.#panes.dataset.count = String(panels.length);
    // Several scroll sideways on a phone, also while none of them has a chart that could be focused.
    const several = { tabindex: "0", role: "group", "aria-label": "Charts beside each other" };
    for (const [name, text] of Object.entries(several)) {
      if (panels.length > 1) this.#panes.setAttribute(name, text);
      else this.#panes.removeAttribute(name);
    }
    this.#panes.replaceChildren(...this.#all.map((pane) => pane.element));
    for (const pane of old) pane.after.remove();
    this.#after.prepend(...this.#all.map((pane) => pane.after));
  }

  /** @param {string} axis */
  #group(axis) {
    const group = this.#groups.get(axis) ?? new Group();
    this.#groups.set(axis, group);
    return group;
  }

  /**
   * @param {Panel} panel
   * @param {number} at
   */
  #run(panel, at) {
    const pane = this.#all[at];
    if (!pane) return;
    pane.name(panel);
    const { start } = panel;
    if (!start) return this.#begin(panel, pane);
    pane.offer(start, () => this.#begin(panel, pane));
    this.#headline.toggleAttribute("data-old", true);
    if (!pane.shown) this.#headline.hidden = true;
  }

  /**
   * @param {Panel} panel
   * @param {Pane} pane
   */
  #begin(panel, pane) {
    pane.wait();
    this.#said = false;
    this.#headline.toggleAttribute("data-old", true);
    const ran = pane.inquiry.run(async (put) => {
      pane.note([]);
      let [tabulated, linked] = [false, false];
      await panel.run({
        put,
        show: (figure) => pane.show(figure),
        none: (reasons) => pane.none(reasons),
        headline: (numbers, condition, failed) => this.#say(numbers, condition, failed),
        conclude: async (facts) => pane.conclude(await concluded(put, facts)),
        follows: (sentences) => pane.conclude(sentences),
        note: (notes) => pane.note(notes),
        table: (table) => {
          tabulated = true;
          pane.tabulate(table);
        },
        links: (links) => {
          linked = true;
          pane.link(links);
        },
      });
      if (!tabulated) pane.tabulate(undefined);
      if (!linked) pane.link([]);
    });
    ran.then(() => {
      if (this.settled && !this.#said) this.#headline.hidden = !pane.isOld;
    });
  }

  /**
   * @param {readonly Headline[]} numbers
   * @param {string} condition
   * @param {string} [failed]
   */
  #say(numbers, condition, failed = "") {
    const found = numbers.map(({ best, name }) => {
      const bound = stated(best);
      return name ? element("span", { class: "each" }, bound, element("small", {}, ` ${name}`)) : bound;
    });
    this.#explains.replaceChildren(
      ...numbers.flatMap(({ best, name, subject }) => (subject ? [explainButton([stated(best), name].filter(Boolean).join(", "), () => subject)] : [])),
    );
    this.#number.replaceChildren(...(found.length > 0 ? found : ["No bound"]));
    this.#condition.replaceChildren(...unbroken(condition));
    this.#failed.textContent = failed;
    this.#failed.hidden = failed === "";
    this.#said = true;
    this.#headline.hidden = false;
    this.#headline.toggleAttribute("data-failed", failed !== "");
    this.#headline.toggleAttribute("data-old", false);
  }
}

/** A stage without a laboratory has nothing to show. @type {Laboratory} */
const none = { element: "", styles: [], fields: () => [], panels: () => [], examples: [] };

/**
 * Defines the element of a laboratory.
 * @param {Laboratory} laboratory
 */
export function define(laboratory) {
  customElements.define(
    laboratory.element,
    class extends Stage {
      /** @override */
      laboratory = laboratory;
    },
  );
}
