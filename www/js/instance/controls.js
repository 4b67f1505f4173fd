// The form of the page: the people, the mechanism, the model, and the budgets of the reports.

import "../dp-slider.js";
import { Choice } from "../choice.js";
import { element } from "../element.js";
import { parameter } from "../parameter.js";
import { DATA, drawsData, isUnbounded, TURNS } from "./state.js";
import { Switch } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("../../pkg/accounting/dpscope.js").Parameter} Parameter */
/** @typedef {import("../dp-slider.js").DpSlider} DpSlider */

const PEOPLE = parameter("people", { symbol: "n", label: "People n", unit: "drawn", explanation: "How many people are drawn." }, [10, 1000, 200, "log", "whole"], "neither");
const SEED = parameter("seed", { symbol: "seed", label: "Seed of the data", unit: "", explanation: "The same seed draws the same people." }, [1, 50, 1, "linear", "whole"], "neither");
const CLIP = parameter("clip", { symbol: "C", label: "Clipped to C", unit: "norm of a gradient", explanation: "Nobody's gradient counts for more than C, so that what one person can do to the model has a bound." }, [0.05, 5, 1, "log"], "smaller");
const EPSILON = parameter("epsilon", { symbol: "ε₁", label: "Budget ε₁", unit: "model", explanation: "What the model may cost; sets the noise, and λ to at least what the classic theorem needs." }, [0.05, 20, 1, "log"], "smaller");
const MECHANISM = [
  parameter("sigma", { symbol: "σ", label: "Noise σ", unit: "per entry of b", explanation: "Standard deviation of the random line added to the objective." }, [0.5, 100, 11, "log"], "larger"),
  parameter("regularization", { symbol: "λ", label: "Regularization λ", unit: "of λ/2 ‖θ‖²", explanation: "Pulls the model towards 0; the more, the less anyone pulls it." }, [0.01, 1000, 1, "log"], "larger"),
];
const TURN = parameter("turn", { symbol: "ω", label: "Model turned by ω", unit: "degrees", explanation: "Turns the model about the middle: what if it were another one?" }, [-180, 180, 0, "linear", "whole"], "neither");
const BUDGETS = [
  parameter("gradient", { symbol: "ε₂", label: "Budget ε₂", unit: "gradient", explanation: "What a private gradient may cost." }, [0.01, 10, 0.7, "log"], "smaller"),
  parameter("hessian", { symbol: "ε₃", label: "Budget ε₃", unit: "Hessian", explanation: "What a private Hessian may cost." }, [0.01, 10, 0.1, "log"], "smaller"),
  parameter("eigenvalue", { symbol: "ε₄", label: "Budget ε₄", unit: "eigenvalue", explanation: "What a private smallest eigenvalue may cost, for the adaptive report." }, [0.01, 10, 0.1, "log"], "smaller"),
  parameter("delta", { symbol: "δ", label: "δ of each budget", unit: "probability", explanation: "Each budget is an ε at this δ: any outcome is at most e^ε times as likely with a person as without, plus δ. The line of the worst case is stricter: a loss exceeds it with probability δ at most." }, [1e-10, 0.1, 1e-6, "log"], "smaller"),
  parameter("rho", { symbol: "ρ", label: "Failure ρ", unit: "probability", explanation: "How often each part of a bound may fail. It costs no privacy: a smaller ρ makes bounds larger and surer." }, [1e-6, 0.5, 0.05, "log"], "neither"),
];

const LOSSES = [
  { word: "logistic", meaning: "logistic" },
  { word: "squared", meaning: "squared" },
];
const CLIPPED = [
  { word: "no", meaning: "as it comes" },
  { word: "yes", meaning: "clipped" },
];
const INTERCEPTS = [
  { word: "no", meaning: "through the middle" },
  { word: "yes", meaning: "anywhere" },
];
const BY = [
  { word: "sigma", meaning: "by σ" },
  { word: "budget", meaning: "by a budget ε₁" },
];
const DETERMINANTS = [
  { word: "published", meaning: "as published" },
  { word: "tight", meaning: "tight (extension)" },
];
const MODELS = [
  { word: "fitted", meaning: "without noise" },
  { word: "drawn", meaning: "drawn with noise" },
];

/** @param {Parameter} described */
function slider(described) {
  const made = /** @type {DpSlider} */ (document.createElement("dp-slider"));
  made.parameter = described;
  return made;
}

/**
 * A budget for the model needs a bound of one person's pull: who asks for one has the loss clipped.
 * @param {State} state
 * @returns {State}
 */
const bounded = (state) => (state.by === "budget" && isUnbounded(state) ? { ...state, clipped: "yes" } : state);

export class Controls {
  #changed;
  #data = new Choice("data", "People", DATA);
  #licence = element(
    "p",
    { class: "help", hidden: true },
    "Palmer penguins by Gorman, Williams and Fraser (2014), collected by Horst, Hill and Gorman; public domain (CC0). Bill length and depth, scaled by public constants.",
  );
  #loss = new Switch("loss", "Loss", LOSSES, (loss) => this.#set(bounded({ ...this.#state, loss }), "loss"));
  #clipped = new Switch("clipped", "Gradient of each person", CLIPPED, (clipped) => this.#set(clipped === "no" && this.#state.loss === "squared" ? { clipped, by: "sigma" } : { clipped }, "clipped"));
  #why = element("p", { class: "help" }, "Under the squared loss nothing bounds one person's pull. A budget ε₁ and the data-dependent and adaptive reports need a bound: clip it.");
  #intercept = new Switch("intercept", "Line of the model", INTERCEPTS, (intercept) => this.#set({ intercept }, "intercept"));
  #by = new Switch("by", "Noise", BY, (by) => this.#set(bounded({ ...this.#state, by }), "by"));
  #mechanism = element("p", { class: "help" });
  #determinant = new Switch("determinant", "Determinant", DETERMINANTS, (determinant) => this.#set({ determinant }, "determinant"));
  #extension = element("p", { class: "help" }, "How the curvature of one person counts in totals and reports: as published it costs −ln(1 − β/λ) and needs λ > β. The tight form, ln(1 + β/λ), holds for every λ; it is an extension of this tool, not in the publication.");
  #model = new Switch("model", "Model", MODELS, (model) => this.#set({ model }, "model"));
  #redraw = element("button", { class: "button", type: "button" }, "Redraw the noise");
  #turns = element("div", { class: "turns", role: "group", "aria-label": "Angles of the figure of the source" });
  /** @type {Map<keyof State, DpSlider>} */
  #sliders = new Map();
  /** @type {State} */
  #state;
  element;

  /**
   * @param {State} state
   * @param {(state: State, control: unknown, finished: boolean) => void} changed
   */
  constructor(state, changed) {
    this.#state = state;
    this.#changed = changed;
    for (const described of [PEOPLE, SEED, CLIP, EPSILON, ...MECHANISM, TURN, ...BUDGETS]) {
      const name = /** @type {keyof State} */ (described.name);
      const made = slider(described);
      made.addEventListener("input", () => this.#set({ [name]: made.value }, made, false));
      made.addEventListener("change", () => this.#set({ [name]: made.value }, made));
      this.#sliders.set(name, made);
    }
    this.#data.element.addEventListener("change", () => {
      const data = this.#data.value;
      this.#set(bounded({ ...this.#state, data, ...(data === "regression-line" ? { loss: "squared" } : {}) }), "data");
    });
    this.#redraw.addEventListener("click", () => this.#set({ model: "drawn", noise: String(Number(this.#state.noise) + 1) }, "redraw"));
    this.#turns.append(
      ...TURNS.map(({ degrees, name }) => {
        const button = element("button", { class: "button", type: "button", "aria-label": `ω = ${name}` }, name);
        button.addEventListener("click", () => this.#set({ turn: String(degrees) }, "turns"));
        return button;
      }),
    );
    const get = (/** @type {keyof State} */ name) => this.#sliders.get(name) ?? element("span");
    this.element = element(
      "div",
      { class: "controls instance-controls" },
      this.#data.element,
      this.#licence,
      get("people"),
      get("seed"),
      this.#loss.element,
      this.#clipped.element,
      this.#why,
      get("clip"),
      this.#intercept.element,
      this.#by.element,
      get("epsilon"),
      get("sigma"),
      get("regularization"),
      this.#mechanism,
      this.#determinant.element,
      this.#extension,
      this.#model.element,
      this.#redraw,
      get("turn"),
      this.#turns,
      element("details", { class: "budgets" }, element("summary", {}, "Budgets of the reports"), element("div", { class: "budget-list" }, ...BUDGETS.map(({ name }) => get(/** @type {keyof State} */ (name))))),
    );
    this.state = state;
  }

  get state() {
    return this.#state;
  }

  set state(/** @type {State} */ state) {
    this.#state = state;
    this.#data.value = state.data;
    this.#loss.value = state.loss;
    this.#clipped.value = state.clipped;
    this.#intercept.value = state.intercept;
    this.#model.value = state.model;
    this.#by.value = state.by;
    this.#determinant.value = state.determinant;
    const hide = (/** @type {keyof State} */ name, /** @type {boolean} */ hidden) => {
      const made = this.#sliders.get(name);
      if (made) made.hidden = hidden;
    };
    // The logistic loss has a bound of its own.
    this.#clipped.element.hidden = state.loss === "logistic" && state.clipped !== "yes";
    this.#why.hidden = !isUnbounded(state);
    hide("clip", state.clipped !== "yes");
    hide("epsilon", state.by !== "budget");
    hide("sigma", state.by === "budget");
    this.#mechanism.hidden = state.by !== "budget";
    this.#licence.hidden = state.data !== "penguins";
    for (const [name, made] of this.#sliders) {
      if (made.value !== state[name]) made.value = state[name];
      made.error = "";
    }
    hide("people", !drawsData(state));
    hide("seed", !drawsData(state));
    for (const button of this.#turns.children) {
      const chosen = TURNS.find(({ name }) => name === button.textContent)?.degrees === Number(state.turn);
      button.setAttribute("aria-pressed", String(chosen));
    }
  }

  /** What the core made of the budget. */
  set mechanism(/** @type {string} */ text) {
    this.#mechanism.textContent = text;
  }

  /** Says at its field what the core refused. */
  set refusal(/** @type {{path: string, message: string}} */ { path, message }) {
    const name = path.replace(/^(report|data|budget)\./, "");
    const field = { "model.turn": "turn", budget: "epsilon" }[name] ?? name;
    const made = this.#sliders.get(/** @type {keyof State} */ (field));
    if (made) made.error = message;
    else this.#data.error = message;
  }

  /**
   * @param {Partial<State>} change
   * @param {unknown} control
   * @param {boolean} [finished]
   */
  #set(change, control, finished = true) {
    this.#data.error = "";
    this.state = { ...this.#state, ...change };
    this.#changed(this.#state, control, finished);
  }
}
