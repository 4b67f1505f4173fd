// The reports beside the truth: what each releases, costs and covers.

import { Chart } from "../chart.js";
import { capital, element, unbroken } from "../element.js";
import { ask, cancel } from "../engine.js";
import { Progress } from "../progress.js";
import { mark } from "./mark.js";
import { Remedies, remediesOf } from "./remedies.js";
import { refusalOf, reportQuestion } from "./state.js";

/** @typedef {import("../../pkg/people/dpscope.js").PrivacyReportAnswer} ReportAnswer */
/** @typedef {import("../../pkg/people/dpscope.js").Report} Report */
/** @typedef {import("../../pkg/people/dpscope.js").Answer} Answer */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Own} Own */

const REDRAWS = 200;

const COLUMNS = ["Report", "Releases beside the model", "Cost of these, ε ≤", "Total for anyone, ε ≤", "Most a member pays, ε ≤ (secret)", "Bounds that hold, as promised", "Bounds that held in the redraws (secret)", "Could it be published?"];

export class Comparison {
  #chart = new Chart();
  #body = element("tbody");
  #mark = element("p", { class: "mark" });
  #button = element("button", { class: "button", type: "button" }, `Redraw ${REDRAWS} times, and count the bounds that hold`);
  #work = new Progress("Share of the redraws that are done");
  #note = element("p", { class: "error", role: "status" });
  /** By which determinant the totals are, and why there are none. */
  #form = element("p", { class: "help" });
  #heading = element("h2", { id: "comparison-heading", tabindex: -1 }, "What may be told, and what it costs");
  #remedies;
  #found;
  /** The question whose answer is shown, as text. */
  #asked = "";
  #get;
  element;

  /**
   * @param {() => {state: State, own: Own}} get
   * @param {object} owner
   * @param {(change: Partial<State>) => void} owner.apply a remedy
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
      "section",
      { class: "sheet-card comparison", "aria-labelledby": "comparison-heading" },
      this.#heading,
      element(
        "p",
        {},
        "A report is a function: each person puts in their own record and learns a bound of their own loss. Here every report is made about one model drawn with noise, and held against the truth.",
      ),
      element(
        "div",
        { class: "rival-table", role: "region", tabindex: 0, "aria-label": "Reports" },
        element(
          "table",
          {},
          element("thead", {}, element("tr", {}, ...COLUMNS.map((name) => element("th", { scope: "col" }, name)))),
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
  }

  #failed;

  /** Shows the reports of the newest setting; one that changes none of them leaves what was counted. */
  update() {
    const { state, own } = this.#get();
    const refusal = refusalOf(state);
    if (refusal) {
      this.#asked = "";
      this.#note.textContent = refusal.message;
      return;
    }
    const asked = JSON.stringify(reportQuestion(state, own, { redraws: 0 }));
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#put(0);
  }

  /** @param {number} redraws */
  async #put(redraws) {
    const { state, own } = this.#get();
    const progress = (/** @type {number} */ share) => {
      if (redraws > 0) this.#work.show("Drawing the noise again", share, () => cancel(this));
    };
    try {
      const answer = /** @type {Answer | undefined} */ (await ask(reportQuestion(state, own, { redraws }), { channel: this, progress }));
      this.#work.rest();
      this.#note.textContent = answer?.answer === "refused" ? answer.message : "";
      if (answer?.answer === "privacy-report") this.#show(answer);
    } catch {
      this.#work.rest();
      this.#asked = "";
      this.#failed();
    }
  }

  /** @param {ReportAnswer} answer */
  #show({ reports, truth, figure, form, unbounded }) {
    const by = form === "tight" ? "the tight determinant, an extension of this tool that is not in the publication" : "the published determinant";
    const totals = unbounded === undefined ? `The totals hold for everyone, at the δ of the budgets each, by ${by}.` : `Of the totals: ${unbounded}.`;
    this.#form.textContent = `Upper bounds are rounded up. ${totals} The noise here is a demonstration: what could be published could only be with noise that nobody knows.`;
    this.#body.replaceChildren(...reports.map(row));
    mark(this.#mark, truth);
    this.#chart.show(figure);
    const { state, own } = this.#get();
    const scaled = state.data === "own" && own.scaled;
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
