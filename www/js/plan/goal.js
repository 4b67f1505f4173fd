// What is asked of a plan: which number is to be found, what is given, and against whom it protects.

import { fieldButton } from "../explain/button.js";
import { Choice } from "../ui/choice.js";
import { DpSlider } from "../ui/dp-slider.js";
import { element } from "../ui/element.js";
import { complaint, EPSILON, NO_SAMPLING, parametersOf, switchOf, unitOf } from "../state/setting.js";
import { Switch } from "../ui/controls.js";
import { Hint } from "./hint.js";
import { active } from "./model.js";
import { nameOf, parameterOf } from "./words.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("./model.js").Plan} Plan */
/** @typedef {import("./model.js").Unknown} Unknown */
/** @typedef {import("./questions.js").Wrong} Wrong */

const SETTING = "setting";

const FINDS = [
  { word: "epsilon", meaning: "ε" },
  { word: "delta", meaning: "δ" },
  { word: SETTING, meaning: "a setting" },
];

export class Goal {
  #description;
  #found;
  #find;
  #unknown;
  #epsilon = new DpSlider();
  #delta = new DpSlider();
  #neighbours;
  #help = element("p", { class: "help" });
  #hint = new Hint("dp-slider, .group");
  /** What noise is divided by. */
  #unit = document.createTextNode("");
  /** The unknowns on offer. */
  #offered = "";
  element;

  /**
   * @param {Description} description
   * @param {(find: Unknown) => void} found another number is to be found
   * @param {(typed: Pick<Plan, "epsilon" | "delta" | "neighbours">, control: EventTarget | null, finished: boolean) => void} typed
   * @param {import("../ui/element.js").Scope} scope
   */
  constructor(description, found, typed, scope) {
    this.#description = description;
    this.#found = found;
    this.#find = new Switch(scope.id("find"), "Find", FINDS);
    this.#unknown = new Choice(scope.id("unknown"), "Which", []);
    this.#epsilon.parameter = { ...EPSILON, name: scope.id("epsilon") };
    this.#delta.parameter = { ...description.delta, name: scope.id("delta") };
    this.#neighbours = new Choice(scope.id("neighbours"), "Neighbouring relation", description.neighbours, this.#unit);
    this.#unknown.element.append(fieldButton("unknown", "the setting"));
    this.#epsilon.attach(fieldButton("epsilon", "ε"));
    this.#delta.attach(fieldButton("delta", "δ"));
    this.#neighbours.element.append(fieldButton("neighbours", "the relation"));
    this.element = element(
      "section",
      { class: "goal controls", "aria-labelledby": scope.id("goal-heading") },
      element("h2", { id: scope.id("goal-heading"), class: "unseen" }, scope.name("Question")),
      element("div", { class: "group" }, this.#find.element, this.#help, fieldButton("target", "what is found")),
      this.#unknown.element,
      this.#epsilon,
      this.#delta,
      this.#neighbours.element,
      this.#hint.element,
    );
    this.#hint.watch(this.element);
    this.#find.onChange((word) => this.#choose(word));
    const report = (/** @type {Event} */ event, /** @type {boolean} */ finished) => {
      if (event.target instanceof HTMLSelectElement && event.target.id === scope.id("unknown")) {
        if (finished) this.#found(unknownOf(this.#unknown.value));
        return;
      }
      typed(this.#typed, event.target, finished);
    };
    this.element.addEventListener("input", (event) => report(event, false));
    this.element.addEventListener("change", (event) => report(event, true));
  }

  /** @param {Plan} plan */
  show(plan) {
    const { find, epsilon, delta, neighbours } = plan;
    const solving = typeof find !== "string";
    this.#find.value = solving ? SETTING : find;
    const words = this.#words(plan);
    const offered = JSON.stringify(words);
    if (offered !== this.#offered) this.#unknown.words = words;
    this.#offered = offered;
    this.#unknown.element.hidden = !solving;
    if (solving) this.#unknown.value = `${find.release}.${find.field}`;
    this.#epsilon.value = epsilon;
    this.#epsilon.hidden = find === "epsilon";
    this.#delta.value = delta;
    this.#delta.hidden = find === "delta";
    this.#neighbours.value = neighbours;
    this.#unit.data = unitOf(this.#description, neighbours, active(plan));
    this.#help.textContent = solving
      ? "The most that is within the budget of ε and δ."
      : find === "epsilon"
        ? "What the plan spends at a chosen δ."
        : "How much probability may escape a chosen ε.";
  }

  /** Marks what is wrong; all else is right. */
  set wrong(/** @type {ReadonlyMap<string, Wrong>} */ wrong) {
    const say = (/** @type {string} */ key, /** @type {{value: string}} */ { value }) =>
      complaint(value, wrong.get(key)?.allowed);
    this.#epsilon.error = say("epsilon", this.#epsilon);
    this.#delta.error = say("delta", this.#delta);
    this.#neighbours.error = say("neighbours", this.#neighbours);
  }

  /** @param {string} word */
  #choose(word) {
    if (word === "epsilon" || word === "delta") return this.#found(word);
    const [first] = /** @type {{word: string}[]} */ (JSON.parse(this.#offered || "[]"));
    this.#found(first ? unknownOf(first.word) : "epsilon");
  }

  get #typed() {
    return { epsilon: this.#epsilon.value, delta: this.#delta.value, neighbours: this.#neighbours.value };
  }

  /** Every number of every release that can be solved for. @param {Plan} plan */
  #words(plan) {
    return active(plan).flatMap((release) => {
      const parameters = parametersOf(this.#description, release.kind)
        .map(({ name }) => name)
        .filter((name) => !switchOf(this.#description, release.kind, name));
      const fields = [...parameters, "count", ...(release.sampling === NO_SAMPLING ? [] : ["rate"])];
      return fields.map((field) => ({
        word: `${release.id}.${field}`,
        meaning: `${parameterOf(release, field, this.#description)?.label} of ${nameOf(release, this.#description)}`,
      }));
    });
  }
}

/**
 * @param {string} word
 * @returns {Unknown}
 */
function unknownOf(word) {
  const [id = "", field = ""] = word.split(".");
  return { release: Number(id), field };
}
