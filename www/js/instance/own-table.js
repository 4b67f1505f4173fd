// A person's own table: pasted, dropped or opened. It is read in this page and goes nowhere; every row that
// is left out is named.

import { element } from "../element.js";
import { Progress } from "../progress.js";
import { readTable } from "./table.js";

/** @typedef {import("./table.js").Reading} Reading */

/** Rows that are named before the rest is counted. */
const NAMED = 50;

const LONG = [
  { word: "refuse", meaning: "Leave them out, and name them" },
  { word: "each", meaning: "Scale each of them to norm 1" },
  { word: "all", meaning: "Divide everyone by the largest norm" },
];

export class OwnTable {
  #text = element("textarea", { class: "text", id: "own-text", rows: 6, spellcheck: "false", placeholder: "0.4, -0.2, 1\n-0.3, 0.5, -1" });
  #file = element("input", { type: "file", id: "own-file", accept: ".csv,.tsv,.txt,text/csv,text/plain" });
  #long = element("select", { id: "own-long" }, ...LONG.map(({ word, meaning }) => element("option", { value: word }, meaning)));
  #read = element("button", { class: "button primary", type: "button" }, "Use this table");
  #work = new Progress("Share of the table that is read");
  #outcome = element("p", { role: "status" });
  #list = element("ul", { class: "bad-rows" });
  #axes = element("div", { class: "own-axes", hidden: true });
  #used;
  #classes;
  element;

  /**
   * @param {object} owner
   * @param {(reading: Reading) => void} owner.used
   * @param {(axes: [number, number]) => void} [owner.axes] two of more features are shown; none if absent
   * @param {() => boolean} [owner.classes] whether labels are two classes; always if absent
   */
  constructor({ used, axes, classes }) {
    this.#used = used;
    this.#classes = classes ?? (() => true);
    this.#chooseAxes = axes;
    this.#read.addEventListener("click", () => this.#take(this.#text.value));
    this.#file.addEventListener("change", () => this.#open(this.#file.files?.[0]));
    this.element = element(
      "section",
      { class: "sheet-card own", "aria-labelledby": "own-heading" },
      element("h2", { id: "own-heading" }, "Your own people"),
      element(
        "p",
        {},
        `One line per person: two or more features, then the label (−1 or 1${classes ? "; for the squared loss any number from −1 to 1" : ""}). Features must have norm 1 at most. `,
        element("strong", {}, "Nothing you paste, drop or open leaves this browser"),
        ", and it is not kept in the address either.",
      ),
      element("label", { for: "own-text" }, "Paste a table, or drop a file here"),
      this.#text,
      element("label", { for: "own-file" }, "Open a file"),
      this.#file,
      element("label", { for: "own-long" }, "Rows with features longer than 1"),
      this.#long,
      element("p", {}, this.#read),
      this.#work.element,
      this.#outcome,
      this.#list,
      this.#axes,
    );
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) this.#open(file);
      else this.#take(event.dataTransfer?.getData("text") ?? "");
    });
  }

  #chooseAxes;

  /** @param {File | undefined} file */
  async #open(file) {
    if (file) await this.#take(await file.text());
  }

  /** @param {string} text */
  async #take(text) {
    let wanted = true;
    const reading = await readTable(text, {
      long: /** @type {"refuse" | "each" | "all"} */ (this.#long.value),
      classes: this.#classes(),
      progress: (share) => {
        if (wanted && share < 1) this.#work.show("Reading", share, () => (wanted = false));
        return wanted;
      },
    });
    if (!reading) return this.#work.cancelled("Cancelled.", () => this.#take(text));
    this.#work.rest();
    this.#say(reading);
    this.#offer(reading);
    if (reading.rows.length > 0) this.#used(reading);
  }

  /** @param {Reading} reading */
  #say({ rows, bad, notes, longest }) {
    const taken = `${rows.length} of ${rows.length + bad.length} rows are used.`;
    const norm = rows.length + bad.length > 0 ? ` The largest norm in the table is ${longest.toPrecision(4)}.` : "";
    this.#outcome.textContent = `${taken}${norm} ${notes.join(" ")}`;
    const named = bad.slice(0, NAMED).map(({ line, reason }) => element("li", {}, `Line ${line} is left out: ${reason}.`));
    if (bad.length > NAMED) named.push(element("li", {}, `So are ${bad.length - NAMED} more.`));
    this.#list.replaceChildren(...named);
  }

  /**
   * Lets a person choose which two of more features are shown.
   * @param {Reading} reading
   */
  #offer({ rows, names }) {
    const features = (rows[0]?.length ?? 1) - 1;
    const choose = this.#chooseAxes;
    this.#axes.hidden = features < 3 || !choose;
    if (features < 3 || !choose) return;
    const options = (/** @type {number} */ chosen) =>
      Array.from({ length: features }, (_, at) => element("option", { value: at, selected: at === chosen }, names[at] || `feature ${at + 1}`));
    const [across, up] = [element("select", { id: "own-across" }, ...options(0)), element("select", { id: "own-up" }, ...options(1))];
    const change = () => across.value !== up.value && choose([Number(across.value), Number(up.value)]);
    across.addEventListener("change", change);
    up.addEventListener("change", change);
    this.#axes.replaceChildren(element("label", { for: "own-across" }, "Across"), across, element("label", { for: "own-up" }, "Upward"), up);
  }
}
