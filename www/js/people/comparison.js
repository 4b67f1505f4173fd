// The reports beside the truth: what each releases, costs and covers.

import { Chart } from "../chart/chart.js";
import { aboutButton } from "../explain/button.js";
import { capital, element, unbroken } from "../ui/element.js";
import { ask, cancel } from "./core.js";
import { Progress } from "../ui/progress.js";
import { mark } from "../ui/publishable.js";
import { OWN } from "./fields.js";
import { Remedies, remediesOf } from "./remedies.js";
import { keyOf, reportQuestion } from "./questions.js";

/** @typedef {import("../../pkg/people/dpscope.js").PrivacyReportAnswer} ReportAnswer */
/** @typedef {import("../../pkg/people/dpscope.js").Report} Report */
/** @typedef {import("../../pkg/people/dpscope.js").Answer} Answer */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./questions.js").Own} Own */

/** @typedef {{state: State, own: Own, drawn: boolean}} Now what is set; `drawn`: whether a generator draws the people */

const REDRAWS = 200;

/** The heads of the table, and what explains each. */
const COLUMNS = /** @type {const} */ ([
  ["Report", "control/report"],
  ["Releases beside the model", "people/data-dependent"],
  ["Cost of these, ε ≤", "people/overhead"],
  ["Total for anyone, ε ≤", "people/total"],
  ["Most a member pays, ε ≤ (secret)", "people/loss"],
  ["Bounds that hold, as promised", "control/failure"],
  ["Bounds that held in the redraws (secret)", "people/coverage"],
  ["Could it be published?", "people/publishable"],
]);

export class Comparison {
  #chart = new Chart({ table: false, about: { x: "control/person", within: "people", each: "people/loss" } });
  #body = element("tbody");
  #mark = element("p", { class: "mark" });
  #button = element("button", { class: "button", type: "button" }, `Redraw ${REDRAWS} times, and count the bounds that hold`);
  #work = new Progress("Share of the redraws that are done");
  #note = element("p", { class: "error", role: "status" });
  /** By which determinant the totals are, and why there are none. */
  #form = element("p", { class: "help" });
  #heading = element("h2", { tabindex: -1 }, "What may be told, and what it costs");
  #remedies;
  #found;
  /** The key of the question whose answer is shown. */
  #asked = "";
  /** Whether the reports are wanted although they are not on show. */
  #wanted = false;
  #get;
  element;

  /**
   * @param {() => Now | undefined} get nothing while there is nobody to report on
   * @param {object} owner
   * @param {(change: State) => void} owner.apply a remedy
   * @param {(remedies: import("./remedies.js").Remedy[]) => void} owner.found what helps where a report cannot be made
   * @param {() => void} owner.failed
   */
  constructor(get, { apply, found, failed }) {
    this.#get = get;
    this.#found = found;
    this.#remedies = new Remedies(apply, () => this.#heading);
    this.#failed = failed;
    this.#button.addEventListener("click", () => this.#put(REDRAWS));
    this.element = element(
      "details",
      { class: "sheet-card fold comparison" },
      element("summary", {}, this.#heading),
      element(
        "p",
        {},
        "A report is a function: each person puts in their own record and learns a bound of their own loss. Here every report is made about one model drawn with noise, and held against the truth.",
      ),
      element(
        "div",
        { class: "report-table", role: "region", tabindex: 0, "aria-label": "Reports" },
        element(
          "table",
          {},
          element("thead", {}, element("tr", {}, ...COLUMNS.map(([name, id]) => element("th", { scope: "col" }, name, " ", aboutButton(id, name))))),
          this.#body,
        ),
      ),
      this.#form,
      this.#remedies.element,
      element("p", { class: "actions" }, this.#button),
      this.#work.element,
      this.#note,
      this.#mark,
      this.#chart.element,
    );
    this.element.addEventListener("toggle", () => this.update());
  }

  #failed;

  /** Whether what helps is wanted, also while the reports are not on show. */
  set wanted(/** @type {boolean} */ wanted) {
    this.#wanted = wanted;
    this.update();
  }

  /** Shows the reports of the newest setting, if they are looked at; one that changes none of them leaves what was counted. */
  update() {
    const now = this.#get();
    if (!now || !(this.element.open || this.#wanted)) return;
    const asked = keyOf(reportQuestion(now.state, now.own, now.drawn, { redraws: 0 }), now.own);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#put(0);
  }

  /** @param {number} redraws */
  async #put(redraws) {
    const now = this.#get();
    if (!now) return;
    const progress = (/** @type {number} */ share) => {
      if (redraws > 0) this.#work.show("Drawing the noise again", share, () => cancel(this));
    };
    try {
      const question = reportQuestion(now.state, now.own, now.drawn, { redraws });
      const answer = /** @type {Answer | undefined} */ (await ask(question, { channel: this, progress }));
      this.#work.rest();
      this.#note.textContent = answer?.answer === "refused" ? answer.message : "";
      if (answer?.answer === "privacy-report") this.#show(answer, now);
    } catch {
      this.#work.rest();
      this.#asked = "";
      this.#failed();
    }
  }

  /**
   * @param {ReportAnswer} answer
   * @param {Now} now
   */
  #show({ reports, truth, figure, form, unbounded }, { state, own }) {
    const by = form === "tight" ? "the tight determinant, an extension of this tool that is not in the publication" : "the published determinant";
    const totals = unbounded === undefined ? `The totals hold for everyone, at the δ of the budgets each, by ${by}.` : `Of the totals: ${unbounded}.`;
    this.#form.textContent = `Upper bounds are rounded up. ${totals} The noise here is a demonstration: what could be published could only be with noise that nobody knows.`;
    this.#body.replaceChildren(...reports.map(row));
    mark(this.#mark, truth);
    this.#chart.show(figure);
    const scaled = state["data"] === OWN && own.scaled;
    const remedies = remediesOf(state, reports, unbounded !== undefined && !scaled);
    this.#remedies.show(remedies);
    this.#found(remedies);
  }
}

/** @param {Report} report */
function row(report) {
  const { kind, released, members, unavailable } = report;
  if (unavailable) return element("tr", {}, element("th", { scope: "row" }, capital(kind)), element("td", { colspan: COLUMNS.length - 1 }, `${unavailable}.`));
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, capital(kind)),
    element("td", {}, released.length === 0 ? "nothing" : released.map(({ what }) => what).join("; ")),
    element("td", {}, ...unbroken(report.text.overhead)),
    element("td", {}, ...unbroken(report.text.total)),
    element("td", { class: "secret" }, members.largest),
    element("td", {}, report.text.stated.replace(" %", "\u00a0%")),
    element("td", { class: "secret" }, members.covered || "not counted yet"),
    element("td", { title: report.notice }, report.publishable ? "if drawn with secret noise" : "no"),
  );
}
