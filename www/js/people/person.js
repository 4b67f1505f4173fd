// One person of the map: the three parts of their loss, their rank, where they stand, and their losses over
// many redraws of the noise.

import { Chart } from "../chart/chart.js";
import { aboutButton } from "../explain/button.js";
import { capital, element, unbroken } from "../ui/element.js";
import { Progress } from "../ui/progress.js";
import { mark } from "../ui/publishable.js";

/** @typedef {import("../../pkg/people/dpscope.js").ShownPerson} ShownPerson */
/** @typedef {import("../../pkg/people/dpscope.js").Shown} Shown */
/** @typedef {import("../../pkg/people/dpscope.js").Figure} Figure */

/**
 * @typedef {object} Owner
 * @property {(to: [number, number]) => void} move
 * @property {() => void} history
 * @property {() => void} stop
 */

const PARTS = /** @type {const} */ ([
  ["leverage", "their share of the curvature"],
  ["fit", "how badly the model fits them"],
  ["alignment", "how the noise happened to fall along them"],
]);

const EMPTY =
  "The colour is what someone with the chosen label would lose at that place; circles and squares are the people in the data. Choose one on the map or in the list: you see the three parts of what they lose, and can move them. Drag the arrow to turn the model.";

let count = 0;

export class PersonCard {
  #name = element("p", { class: "person-name" });
  #said = element("span");
  #lead = element("p", { class: "person-lead" }, this.#said, " ", aboutButton("people/loss", "what one person loses"));
  /** The numbers of the three parts. */
  #numbers = PARTS.map(() => element("dd"));
  #parts = element(
    "dl",
    { class: "person-parts" },
    ...PARTS.map(([name, meaning], at) =>
      element(
        "div",
        {},
        element("dt", {}, capital(name), " ", aboutButton(`people/${name}`, name)),
        this.#numbers[at] ?? "",
        element("dd", { class: "help" }, meaning),
      ),
    ),
  );
  #sum = element("p", { class: "help" });
  #total = element("p", { class: "help", hidden: true });
  #mark = element("p", { class: "mark" });
  /** Several may be on one page. */
  #id = (count += 1) === 1 ? "person" : `person-${count}`;
  #x = element("input", { class: "text", type: "number", min: -1, max: 1, step: 0.02, id: `${this.#id}-x` });
  #y = element("input", { class: "text", type: "number", min: -1, max: 1, step: 0.02, id: `${this.#id}-y` });
  #names = [element("label", { for: `${this.#id}-x` }), element("label", { for: `${this.#id}-y` })];
  #place = element(
    "div",
    { class: "person-place" },
    ...[this.#x, this.#y].map((box, at) => element("div", { class: "group" }, this.#names[at] ?? "", aboutButton("control/person", `the ${at === 0 ? "first" : "second"} feature shown`), box)),
  );
  #button = element("button", { class: "button", type: "button" }, "History over 200 redraws");
  #work = new Progress("Share of the redraws that are done");
  #chart = new Chart({ table: false, about: { each: "people/coverage" } });
  #empty = element("p", { class: "help" }, EMPTY);
  #body = element("div", { class: "person-body", hidden: true });
  element = element("section", { class: "person", "aria-label": "One person" }, this.#empty, this.#body);

  /** @param {Owner} owner */
  constructor(owner) {
    this.#body.append(
      element("div", { class: "person-head" }, this.#name, this.#lead, this.#sum, this.#total, this.#mark),
      this.#parts,
      element("div", { class: "person-tools" }, this.#place, this.#button, this.#work.element),
      this.#chart.element,
    );
    const move = () => {
      const to = [this.#x.valueAsNumber, this.#y.valueAsNumber];
      if (to.every(Number.isFinite)) owner.move(/** @type {[number, number]} */ (to));
    };
    this.#x.addEventListener("change", move);
    this.#y.addEventListener("change", move);
    this.#button.addEventListener("click", () => owner.history());
    this.#stop = owner.stop;
    this.#chart.element.hidden = true;
  }

  #stop;

  /**
   * @param {ShownPerson | null | undefined} person
   * @param {Shown} shown
   * @param {object} where
   * @param {[number, number] | undefined} where.place
   * @param {[number, number]} where.axes the two features shown
   * @param {boolean} where.member in the data, and so with a history
   */
  show(person, shown, { place, axes, member }) {
    this.#empty.hidden = Boolean(person);
    this.#body.hidden = !person;
    if (!person) return;
    this.#name.textContent = person.name.replace(/^./, (letter) => letter.toUpperCase());
    const bound = shown.what === "truth" ? "loses ε = " : "loses at most ε = ";
    this.#said.replaceChildren(...unbroken(capital(`${person.rank ? `${person.rank}, ` : ""}${bound}${person.value}`)));
    PARTS.forEach(([name], at) => this.#numbers[at]?.replaceChildren(person[name]));
    this.#sum.textContent =
      shown.what === "truth" ? "The loss is the size of the sum of the three, whatever its sign." : "The bound is the sum of the three.";
    this.#total.hidden = person.total === "";
    this.#total.textContent = `With what the further releases of this report cost them: at most ${person.total} in all.`;
    // What the map says of itself already is not said again.
    mark(this.#mark, person.notice === shown.notice ? { ...person, notice: "" } : person);
    this.#button.hidden = !member;
    if (!member) this.#chart.element.hidden = true;
    if (!place) return;
    this.#names.forEach((name, at) => (name.textContent = `Feature ${(axes[at] ?? 0) + 1}`));
    const set = (/** @type {HTMLInputElement} */ input, /** @type {number} */ value) => {
      if (document.activeElement !== input || input.valueAsNumber !== value) input.value = String(Math.round(value * 1e4) / 1e4);
    };
    set(this.#x, place[0]);
    set(this.#y, place[1]);
  }

  /** @param {number} share */
  progress(share) {
    this.#work.show("Drawing the noise again", share, this.#stop);
  }

  rest() {
    this.#work.rest();
  }

  /** @param {Figure | undefined} figure */
  set history(figure) {
    this.#work.rest();
    this.#chart.element.hidden = !figure;
    if (figure) this.#chart.show(figure);
  }
}
