// What ε each of the compared mechanisms has at the same δ: exactly, and as far as its Rényi curve tells.

import { element, unbroken } from "../element.js";
import { ask } from "../engine.js";
import { number } from "../setting.js";
import { mechanismOf, wordsOf } from "./rivals.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("../setting.js").Setting} Setting */
/** @typedef {import("./rivals.js").Rival} Rival */
/** @typedef {import("../../pkg/accounting/dpscope.js").Accountant} Accountant */

/** @type {readonly [Accountant, string][]} */
const COLUMNS = [
  ["exact", "exactly"],
  ["rdp-optimal", "all its Rényi curve allows"],
  ["rdp", "by the usual conversion"],
];

export class RivalTable {
  #description;
  #body = element("tbody");
  #caption = element("caption");
  #turn = 0;
  element;

  /** @param {Description} description */
  constructor(description) {
    this.#description = description;
    const heads = ["Mechanism", ...COLUMNS.map(([, title]) => `ε ≤, ${title}`)];
    this.element = element(
      "div",
      { class: "rival-table", hidden: true, tabindex: 0, role: "region", "aria-label": "Comparison" },
      element(
        "table",
        {},
        this.#caption,
        element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
        this.#body,
      ),
    );
  }

  /**
   * @param {Setting} setting
   * @param {readonly Rival[]} rivals
   */
  async show(setting, rivals) {
    const mine = (this.#turn += 1);
    this.element.hidden = rivals.length === 0;
    if (rivals.length === 0) return;
    const own = { kind: setting.mechanism, values: setting.values };
    this.#caption.textContent = `ε at δ = ${setting.delta.trim()}`;
    const rows = [own, ...rivals].map((rival) => ({
      rival,
      cells: COLUMNS.map(() => element("td", {}, "…")),
    }));
    this.#body.replaceChildren(
      ...rows.map(({ rival, cells }) =>
        element("tr", {}, element("th", { scope: "row" }, ...unbroken(wordsOf(rival, this.#description))), ...cells),
      ),
    );
    for (const { rival, cells } of rows) {
      const question = {
        ask: "plan",
        neighbours: setting.neighbours,
        releases: [{ count: 1, mechanism: mechanismOf(rival) }],
        target: { delta: number(setting.delta) },
        accountants: COLUMNS.map(([accountant]) => accountant),
      };
      const answer = await ask(question, { channel: this }).catch(() => undefined);
      if (mine !== this.#turn) return;
      const bounds = answer?.answer === "plan" ? answer.bounds : [];
      COLUMNS.forEach(([accountant], at) => {
        const cell = cells[at];
        if (cell) cell.textContent = bounds.find((bound) => bound.accountant === accountant)?.number ?? "–";
      });
    }
  }
}
