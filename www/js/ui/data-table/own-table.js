// A person's own table: pasted, dropped or opened. It is read in this page and goes nowhere; every row that
// is left out is named, and what cannot be read leaves everything as it was.

import { aboutButton } from "../../explain/button.js";
import { element } from "../element.js";
import { Progress } from "../progress.js";
import { readTable } from "./read.js";

/** @typedef {import("./read.js").Reading} Reading */

/** Rows that are named before the rest is counted. */
const NAMED = 50;

/** The most that the core takes: bytes of a file, and people. */
const MOST = { bytes: 50_000_000, people: 100_000 };

/** Characters that no text has; pictures, archives and workbooks have them near their beginning. */
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f]/;

/** What may be done with rows that are too long. @param {boolean} sums */
const long = (sums) => [
  { word: "refuse", meaning: "Leave them out, and name them" },
  { word: "each", meaning: sums ? "Scale each of them to a sum of 1" : "Scale each of them to norm 1" },
  { word: "all", meaning: `Divide everyone by the largest ${sums ? "sum" : "norm"} (no guarantee then)` },
];

/** The value of the choice of a label that is in the last column. */
const LAST = "last";

/** @param {DragEvent} event */
const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files") ?? false;

export class OwnTable {
  #text = element("textarea", { class: "text", id: "own-text", rows: 6, spellcheck: "false", placeholder: "0.4, -0.2, 1\n-0.3, 0.5, -1" });
  #file = element("input", { type: "file", id: "own-file", accept: ".csv,.tsv,.txt,text/csv,text/plain", hidden: true });
  #browse = element("button", { class: "button", type: "button" }, "Open a file…");
  #long = element("select", { id: "own-long" });
  #label = element("select", { id: "own-label" });
  #read = element("button", { class: "button primary", type: "button" }, "Use this table");
  #work = new Progress("Share of the table that is read");
  #error = element("p", { class: "error", role: "alert" });
  #outcome = element("p", { role: "status" });
  #list = element("ul", { class: "bad-rows" });
  #axes = element("div", { class: "own-axes", hidden: true });
  #used;
  #classes;
  /** What was read last, and the name of its file. */
  #last = { text: "", name: "" };
  /** The same of what is used. */
  #taken = this.#last;
  /** Readings so far: a new one ends that before it. */
  #run = 0;
  element;

  /**
   * @param {object} owner
   * @param {(reading: Reading, again: boolean) => void} owner.used `again`: it was in use before
   * @param {(axes: [number, number]) => void} [owner.axes] two of more features are shown; none if absent
   * @param {() => boolean} [owner.classes] whether labels are two classes; always if absent
   * @param {boolean} [owner.sums] whether |x| of a row may add up to 1 at most, in place of its norm; the label may then stand in any column
   * @param {boolean} [owner.open] whether it is open from the start
   */
  constructor({ used, axes, classes, sums = false, open = true }) {
    this.#used = used;
    this.#classes = classes ?? (() => true);
    this.#sums = sums;
    this.#long.append(...long(sums).map(({ word, meaning }) => element("option", { value: word }, meaning)));
    this.#columns({ names: [], width: 0 });
    this.#chooseAxes = axes;
    this.#read.addEventListener("click", () => this.#take(this.#text.value));
    this.#browse.addEventListener("click", () => {
      // The same file may be opened again after it was mended.
      this.#file.value = "";
      this.#file.click();
    });
    this.#file.addEventListener("change", () => this.#open(this.#file.files?.[0]));
    for (const choice of [this.#long, this.#label]) {
      choice.addEventListener("change", () => this.#last.text && this.#take(this.#last.text, this.#last.name));
    }
    const labels = `−1 or 1${classes ? "; for the squared loss any number from −1 to 1" : ""}`;
    const rule = sums
      ? `One line per person: one or more features and the label (${labels}), the names of the columns above them if you like. The |x| of a person’s features may add up to 1 at most. `
      : `One line per person: two or more features, then the label (${labels}). Features must have norm 1 at most. `;
    this.element = element(
      "details",
      { class: "sheet-card fold own", open },
      element("summary", {}, element("h2", {}, "Your own people")),
      element(
        "p",
        {},
        rule,
        element("strong", {}, "Nothing you paste, drop or open leaves this browser"),
        ", and it is not kept in the address either.",
      ),
      explained(this.#text, "Paste a table, or drop a file anywhere on this page", "control/data", "what a table holds"),
      explained(this.#long, sums ? "Rows with features that add up to more than 1" : "Rows with features longer than 1", "control/data", "rows that are too long"),
      ...(sums ? [explained(this.#label, "Label", "control/data", "the label of a row")] : []),
      element("p", { class: "actions" }, this.#read, this.#browse, this.#file),
      this.#work.element,
      this.#error,
      this.#outcome,
      this.#list,
      this.#axes,
    );
    this.#catch();
  }

  #chooseAxes;
  #sums;

  /**
   * Offers the columns of a table as its label; the one that was chosen stays chosen where there still is one.
   * @param {{names: readonly string[], width: number}} table
   */
  #columns({ names, width }) {
    const chosen = Number(this.#label.value) < width ? this.#label.value : LAST;
    const columns = Array.from({ length: width }, (_, at) => element("option", { value: at, selected: String(at) === chosen }, names[at] || `column ${at + 1}`));
    this.#label.replaceChildren(element("option", { value: LAST, selected: chosen === LAST }, "The last column"), ...columns);
  }

  /** Takes files that are dropped anywhere: beside a target the browser would leave the page for them. */
  #catch() {
    const over = (/** @type {boolean} */ held) => {
      if (held) this.element.open = true;
      this.element.toggleAttribute("data-over", held);
    };
    document.addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      over(true);
    });
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && over(false));
    document.addEventListener("drop", (event) => {
      over(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.#open(event.dataTransfer?.files[0]);
    });
  }

  /**
   * Reads the table that is used again, as what is asked of its rows has changed.
   * @returns whether it is used
   */
  async again() {
    const { text, name } = this.#taken;
    return text !== "" && (await this.#take(text, name, true)) === true;
  }

  /** Moves the focus to where a table is pasted. */
  focus() {
    this.element.open = true;
    this.#text.focus();
  }

  /** @param {File | undefined} file */
  async #open(file) {
    if (!file) return;
    const { name, size } = file;
    if (size > MOST.bytes) return this.#refuse(`${name} has ${Math.ceil(size / 1e6)} MB; ${MOST.bytes / 1e6} MB is the most.`);
    const run = (this.#run += 1);
    try {
      const text = await file.text();
      // A file that was dropped meanwhile is the one that is meant.
      if (run === this.#run) await this.#take(text, name);
    } catch {
      this.#refuse(`${name} cannot be read. If it is a folder, open a file in it.`);
    }
  }

  /**
   * @param {string} text
   * @param {string} [name] of its file
   * @param {boolean} [again] it is in use
   * @returns {Promise<boolean | void>} whether it is used
   */
  async #take(text, name = "", again = false) {
    const run = (this.#run += 1);
    const it = name || "This";
    if (text.trim() === "") return this.#refuse(name ? `${name} is empty.` : "There is nothing to use yet: paste a table into the field, or open a file.");
    if (NO_TEXT.test(text)) return this.#refuse(`${it} is no table but bytes that are not text. Save the table as CSV in UTF-8, and open that.`);
    let wanted = true;
    const reading = await readTable(text, {
      long: /** @type {"refuse" | "each" | "all"} */ (this.#long.value),
      classes: this.#classes(),
      sums: this.#sums,
      ...(this.#label.value === LAST ? {} : { label: Number(this.#label.value) }),
      progress: (share) => {
        wanted &&= run === this.#run;
        if (wanted && share < 1) this.#work.show("Reading", share, () => (wanted = false));
        return wanted;
      },
    });
    if (run !== this.#run) return false;
    if (!reading) return this.#work.cancelled("Cancelled.", () => this.#take(text, name, again));
    this.#work.rest();
    const people = reading.rows.length;
    if (people > MOST.people) return this.#refuse(`${it} has ${people} people; ${MOST.people} is the most.`);
    if (people + reading.bad.length === 0) return this.#refuse(`${it} has the names of columns but no rows.`);
    this.#last = { text, name };
    this.#columns(reading);
    this.#error.textContent = "";
    this.#say(reading, name);
    if (people === 0) return this.#refuse(`No row of ${name || "this table"} can be used.`);
    this.#taken = this.#last;
    this.#offer(reading);
    this.#used(reading, again);
    return true;
  }

  /**
   * Says why nothing was taken; what was there stays.
   * @param {string} reason
   */
  #refuse(reason) {
    this.#work.rest();
    this.#error.textContent = `${reason} The people stay as they were.`;
    this.#error.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {Reading} reading
   * @param {string} name
   */
  #say({ rows, bad, notes, longest }, name) {
    const taken = `${name && `${name}: `}${rows.length} of ${rows.length + bad.length} rows are used.`;
    const norm = longest > 0 ? ` The largest ${this.#sums ? "sum of |x|" : "norm"} in the table is ${longest.toPrecision(4)}.` : "";
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
    let axes = [across.value, up.value];
    const change = (/** @type {HTMLSelectElement} */ other, /** @type {string | undefined} */ before) => {
      // The same feature twice would be a line: the two change places.
      if (across.value === up.value && before !== undefined) other.value = before;
      axes = [across.value, up.value];
      choose([Number(across.value), Number(up.value)]);
    };
    across.addEventListener("change", () => change(up, axes[0]));
    up.addEventListener("change", () => change(across, axes[1]));
    this.#axes.replaceChildren(
      explained(across, "Across", "control/axes", "the horizontal axis"),
      explained(up, "Upward", "control/axes", "the vertical axis"),
    );
  }
}

/**
 * A control under its label, with the mark that explains it.
 * @param {HTMLElement} control
 * @param {string} label
 * @param {string} about
 * @param {string} name for speech
 */
const explained = (control, label, about, name) =>
  element("div", { class: "group" }, element("label", { for: control.id }, label), aboutButton(about, name), control);
