// The controls of the page of sampling: one mechanism or the six of the source's figures, the rate, and the δ.

import { Choice } from "../choice.js";
import { DpSlider } from "../dp-slider.js";
import { element } from "../element.js";
import { Switch } from "../plan/controls.js";
import { complaint, RATE } from "../setting.js";
import { MechanismFields } from "../views/mechanism-fields.js";
import { MEANS, PANED } from "./state.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */
/** @typedef {import("./state.js").State} State */

export class Controls {
  #changed;
  #panes = new Switch("panes", "Mechanisms", [
    { word: "one", meaning: "one" },
    { word: "six", meaning: "six of the figures" },
  ]);
  #mechanism;
  #rate = new DpSlider();
  #delta = new DpSlider();
  #mean = new Choice(
    "mean",
    "Mean of Q",
    MEANS.map((mean) => ({ word: mean, meaning: mean })),
    document.createTextNode(
      "The picture is stored for these means alone: what it takes is left out of this page, so that it loads fast. The core made them all.",
    ),
  );
  #show = "";
  element;

  /**
   * @param {Description} description
   * @param {(control: unknown, finished: boolean) => void} changed
   */
  constructor(description, changed) {
    this.#changed = changed;
    this.#mechanism = new MechanismFields(description, "mechanism");
    this.#rate.parameter = { ...RATE, slider: { ...RATE.slider, from: 1e-4 } };
    this.#delta.parameter = description.delta;
    this.element = element(
      "div",
      { class: "bench-side" },
      element(
        "section",
        { class: "controls", "aria-label": "Setting" },
        this.#panes.element,
        this.#mechanism.element,
        this.#rate,
        this.#delta,
        this.#mean.element,
      ),
    );
    this.#panes.onChange(() => {
      this.#offer();
      changed(this.#panes, true);
    });
    this.element.addEventListener("input", ({ target }) => this.#report(target, false));
    this.element.addEventListener("change", ({ target }) => this.#report(target, true));
  }

  /** @returns {State} */
  get state() {
    const { kind, values } = this.#mechanism.typed;
    return {
      show: this.#show,
      kind,
      values,
      rate: this.#rate.value,
      delta: this.#delta.value,
      six: this.#panes.value === "six",
      mean: this.#mean.value,
    };
  }

  set state({ show, kind, values, rate, delta, six, mean }) {
    this.#show = show;
    this.#mechanism.show({ kind, values });
    this.#rate.value = rate;
    this.#delta.value = delta;
    this.#panes.value = six ? "six" : "one";
    this.#mean.value = mean;
    this.#offer();
  }

  /** What the core does not accept; nothing takes it back. */
  set refusal(/** @type {Refusal | undefined} */ refusal) {
    const path = refusal?.path ?? "";
    const field = path.replace(/\.kind$/, "").split(".").at(-1) ?? "";
    const allowed = refusal?.allowed;
    const inside = /mechanism(\.|$)/.test(path);
    this.#mechanism.wrong = new Map(inside && allowed ? [[field === "mechanism" ? "kind" : field, allowed]] : []);
    const say = (/** @type {string} */ key, /** @type {DpSlider} */ { value }) =>
      complaint(value, !inside && field === key ? allowed : undefined);
    this.#rate.error = say("rate", this.#rate);
    this.#delta.error = say("delta", this.#delta);
  }

  /**
   * @param {EventTarget | null} target
   * @param {boolean} finished
   */
  #report(target, finished) {
    this.#changed(target, finished);
  }

  /** Shows what has a meaning. */
  #offer() {
    const paned = PANED.includes(this.#show);
    const condition = this.#show === "condition";
    this.#panes.element.hidden = !paned;
    this.#mechanism.element.hidden = condition || (paned && this.#panes.value === "six");
    this.#rate.hidden = condition;
    this.#delta.hidden = condition || this.#show === "bounds" || this.#show === "terms";
    this.#mean.element.hidden = !condition;
  }
}
