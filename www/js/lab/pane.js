// One chart of a stage with its heading; and, elsewhere on the stage, what follows from it.

import { Chart } from "../chart/chart.js";
import { explainButton, wordButton } from "../explain/button.js";
import { capital, element, unbroken } from "../ui/element.js";
import { Inquiry } from "./inquiry.js";
import { Starter } from "./start.js";

/** @typedef {import("../chart/chart.js").Picture} Picture */

export class Pane {
  #heading = element("h3");
  #title = element("h3");
  #conclusion = element("ul", { class: "lab-conclusion", role: "list", "aria-live": "polite" });
  #explains = element("p", { class: "lab-explains" });
  #notes = element("ul", { class: "lab-notes", role: "list" });
  #caption = element("summary");
  #table = element("table");
  #numbers = element("details", { class: "lab-table", hidden: true }, this.#caption, element("div", { class: "dp-scroll", role: "region", tabindex: 0 }, this.#table));
  #links = element("p", { class: "lab-links", hidden: true });
  #below = element("div", { class: "lab-below" });
  /** What runs it, if that is a button. @type {Starter | undefined} */
  #starter;
  /** Whether it shows a chart. */
  shown = false;
  id;
  chart;
  inquiry;
  /** The picture. */
  element;
  /** What follows from it. */
  after;

  /**
   * @param {import("./stage.js").Stage} host
   * @param {string} id
   * @param {import("../chart/chart.js").Group} group
   */
  constructor(host, id, group) {
    this.id = id;
    this.chart = new Chart({ table: false, below: this.#below, group });
    const { module } = host.laboratory;
    this.inquiry = new Inquiry(this, {
      ...(module ? { module } : {}),
      failed: (error) => host.tell("dp-failed", String(error)),
      refused: (refusal) => host.tell("dp-refused", refusal),
    });
    this.element = element("section", { class: "window", "data-panel": id }, this.#heading, this.chart.element);
    this.after = element("section", { class: "lab-said" }, this.#title, this.#conclusion, this.#explains, this.#links, this.#notes, this.#numbers, this.#below);
  }

  /**
   * Has a button that runs it; what is shown until then is of an earlier setting.
   * @param {import("./stage.js").Start} start
   * @param {() => void} run
   */
  offer({ label, before }, run) {
    this.inquiry.end();
    if (!this.#starter) {
      this.#starter = new Starter();
      this.chart.element.before(this.#starter.element);
    }
    this.#starter.offer(label, run);
    if (this.shown) this.chart.keep("It is of another setting; start again.");
    else this.chart.none([before]);
    this.after.toggleAttribute("data-old", this.shown);
  }

  /** @param {Picture} figure */
  show(figure) {
    this.shown = true;
    this.chart.show(figure);
    this.current();
  }

  /** @param {readonly string[]} reasons */
  none(reasons) {
    this.shown = false;
    this.chart.none([...reasons]);
    this.conclude([]);
    this.current();
  }

  // What its inquiry tells.

  /**
   * @param {number} share done, from 0 to 1
   * @param {() => void} stop
   */
  progress(share, stop) {
    (this.#starter ?? this.chart).progress(share, stop);
  }

  /** @param {() => void} again */
  cancelled(again) {
    this.#starter?.rest("Cancelled.");
    this.chart.cancelled(this.#starter ? undefined : again);
  }

  /** @param {string} reason */
  keep(reason) {
    this.chart.keep(reason);
  }

  rest() {
    this.#starter?.rest();
    this.chart.rest();
  }

  /** @param {import("./stage.js").Panel} panel */
  name({ title, explains = [], columns }) {
    this.chart.about = columns;
    if (this.#heading.textContent !== title) for (const heading of [this.#heading, this.#title]) heading.textContent = title;
    const buttons = explains.map(({ name, subject }) => {
      const button = explainButton(name, () => subject);
      button.textContent = name;
      button.setAttribute("aria-label", `Explain ${name}`);
      return button;
    });
    const names = explains.map(({ name }) => name).join();
    if (this.#explains.dataset.names === names) return;
    this.#explains.dataset.names = names;
    this.#explains.hidden = buttons.length === 0;
    this.#explains.replaceChildren("Explain: ", ...buttons);
  }

  /** @param {readonly string[]} sentences */
  conclude(sentences) {
    this.#conclusion.replaceChildren(...sentences.map((text) => element("li", {}, ...unbroken(text))));
  }

  /** @param {readonly string[]} notes */
  note(notes) {
    this.#notes.replaceChildren(...notes.map((text) => element("li", {}, capital(text))));
  }

  /** @param {import("./stage.js").SmallTable | undefined} table nothing takes it away */
  tabulate(table) {
    this.#numbers.hidden = !table;
    if (!table) return;
    const { caption, columns, rows } = table;
    this.#caption.textContent = caption;
    this.#table.parentElement?.setAttribute("aria-label", caption);
    const head = element("tr", {}, ...columns.map(([text, about]) => element("th", { scope: "col" }, wordButton(about, text))));
    const body = rows.map(([first = "", ...cells]) =>
      element("tr", {}, element("th", { scope: "row" }, ...unbroken(first)), ...cells.map((text) => element("td", {}, text))),
    );
    this.#table.replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
  }

  /** @param {readonly import("./stage.js").Link[]} links */
  link(links) {
    this.#links.hidden = links.length === 0;
    this.#links.replaceChildren(...links.map(({ text, href }) => element("a", { href }, text)));
  }

  /** Marks all it shows as that of an earlier setting, until the newer is shown. */
  wait() {
    this.chart.wait();
    this.after.toggleAttribute("data-old", true);
  }

  /** Whether what it shows is of an earlier setting. */
  get isOld() {
    return this.after.hasAttribute("data-old");
  }

  /** What it shows is of the newest setting. */
  current() {
    this.after.toggleAttribute("data-old", false);
  }
}
