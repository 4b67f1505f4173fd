// The controls of the page of composition: what is published in each round, what is asked of it, over how
// many rounds, and by which accountants.

import { Choice } from "../choice.js";
import { DpSlider } from "../dp-slider.js";
import { capital, element } from "../element.js";
import { Switch } from "../plan/controls.js";
import { empty, release } from "../plan/model.js";
import { complaint, EPSILON, unitOf } from "../setting.js";
import { MechanismFields } from "../views/mechanism-fields.js";
import { ACCOUNTANTS, EACH } from "./state.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("../plan/model.js").Release} Release */
/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */
/** @typedef {import("./state.js").State} State */

/** The most kinds of release in a round. */
const RELEASES = 5;

export class Controls {
  #description;
  #changed;
  /** @type {{release: Release, fields: MechanismFields, place: HTMLElement}[]} */
  #rows = [];
  #list = element("div", { class: "rivals" });
  #add = element("button", { type: "button", class: "button" }, "Add to each round");
  #find = new Switch("find", "Show", [
    { word: "epsilon", meaning: "ε at a δ" },
    { word: "delta", meaning: "δ at an ε" },
  ]);
  #epsilon = new DpSlider();
  #delta = new DpSlider();
  /** What noise is divided by. */
  #unit = document.createTextNode("");
  #neighbours;
  #from = box("from", "From");
  #to = box("to", "To");
  #roundsError = element("p", { class: "error", id: "rounds-error" });
  /** @type {Map<string, HTMLInputElement>} */
  #accountants = new Map();
  element;

  /**
   * @param {Description} description
   * @param {(control: unknown, finished: boolean) => void} changed
   */
  constructor(description, changed) {
    this.#description = description;
    this.#changed = changed;
    this.#epsilon.parameter = EPSILON;
    this.#delta.parameter = description.delta;
    const relations = [...description.neighbours, { word: EACH, meaning: "each of them, by itself" }];
    this.#neighbours = new Choice("neighbours", "Protects when", relations, this.#unit);
    const titles = new Map(description.accountants.map(({ word, meaning }) => [word, meaning]));
    const boxes = ACCOUNTANTS.map(({ word }) => {
      const made = element("input", { type: "checkbox", name: "by", value: word });
      this.#accountants.set(word, made);
      return element("label", { class: "tick" }, made, capital(titles.get(word) ?? word));
    });
    this.#add.addEventListener("click", () => {
      this.#insert(release(description, { kind: "laplace" }));
      this.#offer();
      this.#rows.at(-1)?.place.querySelector("select")?.focus();
      changed(this.#add, true);
    });
    for (const { input } of [this.#from, this.#to]) input.setAttribute("aria-describedby", "rounds-error");
    this.element = element(
      "div",
      { class: "bench-side" },
      element(
        "section",
        { class: "controls", "aria-labelledby": "round-heading" },
        element("h2", { id: "round-heading" }, "Published in each round"),
        this.#list,
        this.#add,
      ),
      element(
        "section",
        { class: "controls", "aria-labelledby": "asked-heading" },
        element("h2", { id: "asked-heading", class: "unseen" }, "What is asked"),
        this.#find.element,
        this.#delta,
        this.#epsilon,
        this.#neighbours.element,
        element(
          "fieldset",
          { class: "rounds" },
          element("legend", {}, "Rounds"),
          element("div", { class: "rounds-ends" }, this.#from.element, this.#to.element),
          this.#roundsError,
        ),
        element("fieldset", { class: "ticks" }, element("legend", {}, "Accountants"), ...boxes),
      ),
    );
    this.#find.onChange(() => {
      this.#offer();
      changed(this.#find, true);
    });
    this.element.addEventListener("input", ({ target }) => this.#report(target, false));
    this.element.addEventListener("change", ({ target }) => this.#report(target, true));
  }

  /** @returns {State} */
  get state() {
    const find = this.#find.value === "delta" ? /** @type {const} */ ("delta") : /** @type {const} */ ("epsilon");
    return {
      plan: {
        ...empty(this.#description),
        releases: this.#rows.map(({ release, fields }) => ({ ...release, ...fields.typed })),
        find,
        delta: this.#delta.value,
        epsilon: this.#epsilon.value,
        neighbours: this.#neighbours.value,
      },
      from: this.#from.input.value,
      to: this.#to.input.value,
      by: ACCOUNTANTS.map(({ word }) => word).filter((word) => this.#accountants.get(word)?.checked),
    };
  }

  set state({ plan, from, to, by }) {
    const releases = plan.releases.slice(0, RELEASES);
    while (this.#rows.length > releases.length) this.#rows.pop()?.place.remove();
    releases.forEach((one, at) => {
      const row = this.#rows[at];
      if (!row) this.#insert(one);
      else {
        row.release = one;
        row.fields.show(one);
      }
    });
    this.#find.value = plan.find === "delta" ? "delta" : "epsilon";
    this.#delta.value = plan.delta;
    this.#epsilon.value = plan.epsilon;
    this.#neighbours.value = plan.neighbours;
    this.#from.input.value = from;
    this.#to.input.value = to;
    for (const [word, tick] of this.#accountants) tick.checked = by.some((other) => other === word);
    this.#offer();
  }

  /** What the core does not accept; nothing takes it back. */
  set refusal(/** @type {Refusal | undefined} */ refusal) {
    const path = refusal?.path ?? "";
    const allowed = refusal?.allowed ?? "";
    const [, at, rest = ""] = /^releases\[(\d+)\]\.(.+)$/.exec(path) ?? [];
    const field = rest.replace(".kind", "").split(".").at(-1) ?? "";
    this.#rows.forEach(({ fields }, row) => {
      fields.wrong = new Map(at === String(row) ? [[field === "mechanism" ? "kind" : field, allowed]] : []);
    });
    const say = (/** @type {string} */ key, /** @type {string} */ typed) =>
      complaint(typed, path.startsWith("mark") && this.#find.value !== key ? allowed : undefined);
    this.#delta.error = say("delta", this.#delta.value);
    this.#epsilon.error = say("epsilon", this.#epsilon.value);
    this.#neighbours.error = path === "neighbours" ? complaint(this.#neighbours.value, allowed) : "";
    const rounds = path.startsWith("grid");
    this.#roundsError.textContent = rounds
      ? complaint(`${this.#from.input.value} to ${this.#to.input.value}`, path === "grid" ? allowed : `a range of numbers, each ${allowed}`)
      : "";
    for (const { input } of [this.#from, this.#to]) {
      if (rounds) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    }
  }

  /**
   * @param {EventTarget | null} target
   * @param {boolean} finished
   */
  #report(target, finished) {
    // At least one accountant stays.
    if (target instanceof HTMLInputElement && target.name === "by" && this.state.by.length === 0) target.checked = true;
    this.#offer();
    this.#changed(target, finished);
  }

  /** @param {Release} one */
  #insert(one) {
    const fields = new MechanismFields(this.#description, `r${one.id}`, { sampling: true, count: true });
    fields.show(one);
    const remove = element("button", { type: "button", class: "button remove" }, "Remove");
    const row = { release: one, fields, place: element("div", { class: "rival" }, fields.element, remove) };
    remove.addEventListener("click", () => {
      this.#rows = this.#rows.filter((other) => other !== row);
      row.place.remove();
      this.#offer();
      this.#add.focus();
      this.#changed(remove, true);
    });
    this.#rows.push(row);
    this.#list.append(row.place);
  }

  /** What noise is divided by, in a sentence. @param {string} neighbours */
  #unitOf(neighbours) {
    const releases = this.#rows.map(({ fields }) => fields.typed);
    if (neighbours !== EACH) return unitOf(this.#description, neighbours, releases);
    return `Each curve has its own unit of noise. ${unitOf(this.#description, "replace", releases)}`;
  }

  #offer() {
    this.#add.hidden = this.#rows.length >= RELEASES;
    for (const remove of this.#list.querySelectorAll(".remove")) {
      if (remove instanceof HTMLElement) remove.hidden = this.#rows.length < 2;
    }
    this.#unit.data = this.#unitOf(this.#neighbours.value);
    const delta = this.#find.value === "delta";
    this.#delta.hidden = delta;
    this.#epsilon.hidden = !delta;
  }
}

/**
 * @param {string} name
 * @param {string} label
 */
function box(name, label) {
  const input = element("input", { type: "text", id: `rounds-${name}`, class: "text", inputmode: "numeric", autocomplete: "off" });
  return { input, element: element("label", { class: "rounds-end" }, label, input) };
}
