// A release in the words of who trains a model: people, batch, epochs or steps, noise multiplier, clipping
// norm. Whatever is typed here fills in the release; rounding is always towards more being spent.

import { aboutButton } from "../explain/button.js";
import { element, unbroken } from "../ui/element.js";
import { print, printDown, printUp } from "../ui/slider-stops.js";
import { NO_SAMPLING, number } from "../state/setting.js";
import { button, Switch } from "../ui/controls.js";

/** @typedef {import("./model.js").Release} Release */
/** @typedef {import("./model.js").Training} Training */

/** Digits of a rate that is filled in. */
const DIGITS = 6;

/** People in the data, where nothing was typed. */
const SIZE = 60_000;

/** What a trainer types; `sigma` is the release's own. */
const FIELDS = /** @type {const} */ ([
  { key: "size", label: "People in the data", mode: "numeric", about: "control/rate" },
  { key: "batch", label: "Average batch", mode: "decimal", about: "control/batch" },
  { key: "length", label: "Epochs", mode: "decimal", about: "control/epochs" },
  { key: "sigma", label: "Noise multiplier", mode: "decimal", about: "control/sigma" },
  { key: "clip", label: "Clipping norm", mode: "decimal", about: "control/clip" },
]);

/** @typedef {typeof FIELDS[number]["key"]} Key */
/** @typedef {{rate?: string, count?: string, sigma?: string}} Filled what a run makes of its release */

const LENGTHS = [
  { word: "epochs", meaning: "Epochs" },
  { word: "steps", meaning: "Steps" },
];

const ASSUMES =
  "This assumes Poisson batches: at every step each person joins by chance, anew and in secret. Batches cut from a " +
  "shuffled data set are something else, and this number does not cover them. Clipping sets the noise that is added, " +
  "multiplier × norm, but does not change ε: noise is counted in units of the norm.";

/**
 * What a training run makes of a release: the share of the people in a batch, and how many batches.
 * @param {Training} training
 * @returns {{rate?: string, count?: string, wrong: Map<string, string>}}
 */
export function fillIn({ size, batch, by, length, clip }) {
  /** @type {Map<string, string>} */
  const wrong = new Map();
  const positive = (/** @type {string} */ key, /** @type {string} */ text) => {
    const value = number(text);
    if (typeof value === "number" && value > 0) return value;
    wrong.set(key, text.trim() === "" ? "Nothing is typed here; it must be a number above 0." : `“${text}” is not a number above 0.`);
    return Number.NaN;
  };
  const [people, drawn, long] = [positive("size", size), positive("batch", batch), positive("length", length)];
  positive("clip", clip);
  if (drawn > people) wrong.set("batch", `${batch.trim()} is more than there are people.`);
  if (wrong.size > 0) return { wrong };
  // A hair below a whole number of steps is that number, not one more.
  const steps = by === "steps" ? long : Math.ceil((long * people) / drawn - 1e-9);
  return { rate: printUp(drawn / people, DIGITS), count: print(Math.ceil(steps)), wrong };
}

export class TrainingFields {
  #filled;
  #boxes;
  #errors;
  #lengthLabel = document.createTextNode("");
  #by;
  #says = element("p", { class: "trainer-says" });
  #again = button("Fill in again", () => this.#tell());
  #changed = element("p", { class: "trainer-changed", hidden: true }, "The release was changed since. ", this.#again);
  /** Whether a person has typed here. */
  #used = false;
  element;

  /**
   * @param {string} prefix unique on the page
   * @param {(filled: Filled) => void} filled
   */
  constructor(prefix, filled) {
    this.#filled = filled;
    const id = (/** @type {Key} */ key) => `${prefix}-train-${key}`;
    const each = (/** @type {(key: Key) => HTMLElement} */ make) => new Map(FIELDS.map(({ key }) => [key, make(key)]));
    this.#errors = each((key) => element("p", { class: "error", id: `${id(key)}-error` }));
    this.#boxes = new Map(
      FIELDS.map(({ key, mode }) => [
        key,
        element("input", {
          type: "text",
          class: "text",
          id: id(key),
          inputmode: mode,
          autocomplete: "off",
          "aria-describedby": `${id(key)}-error`,
        }),
      ]),
    );
    this.#by = new Switch(`${prefix}-by`, "Length in", LENGTHS);
    this.#by.onChange((by) => this.#count(by === "steps" ? "steps" : "epochs"));
    const rows = FIELDS.map(({ key, label, about }) =>
      element(
        "div",
        { class: "group" },
        element("label", { for: id(key) }, key === "length" ? this.#lengthLabel : label),
        /** @type {Node} */ (this.#boxes.get(key)),
        /** @type {Node} */ (this.#errors.get(key)),
        aboutButton(about, key === "length" ? "the length" : label),
      ),
    );
    const length = element("div", { class: "group" }, this.#by.element, aboutButton("control/epochs", "the unit of the length"));
    const fields = element("div", { class: "trainer-fields" }, ...rows.slice(0, 2), length, ...rows.slice(2));
    this.element = element("div", {}, fields, this.#says, this.#changed, element("p", { class: "help" }, ASSUMES));
    fields.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === "text") this.#fill();
    });
  }

  /** What was typed, if anything was. @returns {Training | undefined} */
  get typed() {
    return this.#used ? this.#training() : undefined;
  }

  /**
   * @param {Release} release with the number that is found in its place
   * @param {string} [solved] the field of that number
   */
  show(release, solved) {
    this.#used = release.training !== undefined;
    const training = release.training ?? this.#guess(release);
    this.#by.value = training.by;
    this.#set("size", training.size);
    this.#set("batch", training.batch);
    this.#set("length", training.length);
    this.#set("clip", training.clip);
    this.#set("sigma", release.values.sigma ?? "");
    this.#say(solved === "count" || solved === "rate" ? { field: solved, release } : undefined);
    const { rate, count } = fillIn(training);
    const follows = rate === undefined || (release.rate === rate && release.count === count && release.sampling === "poisson");
    this.#changed.hidden = !this.#used || follows || solved === "count" || solved === "rate";
  }

  /** @param {Release} release @returns {Training} a run that makes this release */
  #guess({ rate, count, sampling }) {
    const [share, steps] = [number(rate), number(count)];
    const drawn = sampling !== NO_SAMPLING && typeof share === "number" ? share * SIZE : SIZE / 100;
    return {
      size: String(SIZE),
      batch: print(Number(drawn.toPrecision(DIGITS))),
      by: "steps",
      length: typeof steps === "number" ? print(steps) : "1000",
      clip: "1",
    };
  }

  /** @returns {Training} */
  #training() {
    const text = (/** @type {Key} */ key) => this.#box(key).value;
    const by = this.#by.value === "steps" ? "steps" : "epochs";
    return { size: text("size"), batch: text("batch"), by, length: text("length"), clip: text("clip") };
  }

  /** @param {Key} key */
  #box(key) {
    return /** @type {HTMLInputElement} */ (this.#boxes.get(key));
  }

  /**
   * @param {Key} key
   * @param {string} text
   */
  #set(key, text) {
    const box = this.#box(key);
    if (box.value !== text) box.value = text;
  }

  #fill() {
    this.#used = true;
    const { rate, count } = fillIn(this.#training());
    this.#filled({
      ...(rate === undefined ? {} : { rate }),
      ...(count === undefined ? {} : { count }),
      sigma: this.#box("sigma").value,
    });
    this.#say();
  }

  /** Fills in and lets the page know, as if it had been typed. */
  #tell() {
    this.#fill();
    for (const type of ["input", "change"]) this.element.dispatchEvent(new Event(type, { bubbles: true }));
  }

  /**
   * Gives the same length the other way.
   * @param {Training["by"]} by
   */
  #count(by) {
    const { size, batch, length } = this.#training();
    const [people, drawn, long] = [number(size), number(batch), number(length)];
    if (typeof people === "number" && typeof drawn === "number" && typeof long === "number") {
      const other = by === "steps" ? Math.ceil((long * people) / drawn - 1e-9) : (long * drawn) / people;
      if (Number.isFinite(other)) this.#set("length", print(Number(other.toPrecision(DIGITS))));
    }
    this.#tell();
  }

  /**
   * Says what the training run makes of the release; of a number that is found, what that means for the run.
   * @param {{field: "count" | "rate", release: Release}} [solved]
   */
  #say(solved) {
    const training = this.#training();
    this.#lengthLabel.data = training.by === "steps" ? "Steps" : "Epochs";
    const { rate, count, wrong } = fillIn(training);
    for (const [key, error] of this.#errors) {
      error.textContent = wrong.get(key) ?? "";
      if (wrong.has(key)) this.#box(key).setAttribute("aria-invalid", "true");
      else this.#box(key).removeAttribute("aria-invalid");
    }
    const [noise, norm] = [number(this.#box("sigma").value), number(training.clip)];
    const absolute =
      typeof noise === "number" && typeof norm === "number"
        ? ` The noise on each summed gradient has standard deviation ${print(Number((noise * norm).toPrecision(DIGITS)))}.`
        : "";
    const filled = rate === undefined ? "" : `The release is Poisson sampling at q = ${rate}, ${count} times.`;
    const says = `${solved ? this.#found(solved.field, solved.release, training) : filled}${absolute}`;
    this.#says.replaceChildren(...unbroken(says));
  }

  /**
   * What a number that is found means for a training run, rounded towards less being spent.
   * @param {"count" | "rate"} field
   * @param {Release} release
   * @param {Training} training
   */
  #found(field, { rate, count, sampling }, { size, batch }) {
    const [people, share, steps] = [number(size), number(rate), number(count)];
    if (typeof people !== "number" || typeof share !== "number" || typeof steps !== "number") return "";
    if (field === "rate") return `Found: q = ${rate}, an average batch of ${printDown(share * people, DIGITS)} people, ${count} times.`;
    const drawn = number(batch);
    const epochs = typeof drawn === "number" ? `, ${printDown((steps * drawn) / people, 4)} epochs` : "";
    return `Found: ${count} steps${epochs}${sampling === NO_SAMPLING ? "" : `, at q = ${rate}`}.`;
  }
}
