// Why the exact loss must not be published: a hidden count, found out from its noisy output and its loss.

import { aboutButton } from "../explain/button.js";
import { element } from "../ui/element.js";
import { ask } from "./core.js";
import { complaint } from "../state/setting.js";

/** @typedef {import("../../pkg/people/dpscope.js").Answer} Answer */

export class Attack {
  #count = element("input", { class: "text", type: "number", id: "attack-count", min: 0, max: 1000, step: 1, value: 37 });
  #output = element("input", { class: "text", type: "number", id: "attack-output", step: "any", value: 39.4 });
  #sigma = element("input", { class: "text", type: "number", id: "attack-sigma", min: 0.1, step: 0.1, value: 4 });
  #found = element("p", { class: "attack-found", "aria-live": "polite" });
  #failed;
  element;

  /** @param {() => void} failed */
  constructor(failed) {
    this.#failed = failed;
    const field = (/** @type {string} */ text, /** @type {HTMLInputElement} */ input, /** @type {string} */ about) => {
      input.addEventListener("input", () => this.update());
      return element("div", { class: "group" }, element("label", { for: input.id }, text), aboutButton(about, text), input);
    };
    this.element = element(
      "details",
      { class: "sheet-card fold attack" },
      element("summary", {}, element("h2", {}, "Why the true loss must stay secret")),
      element(
        "p",
        {},
        "A count is published with Gaussian noise. Someone who was not counted is also told the exact loss that their joining would have cost. Two counts fit that loss, and only one of them is whole: the noise was for nothing. ",
        aboutButton("people/count-attack", "why exact losses stay secret"),
      ),
      element(
        "div",
        { class: "attack-fields" },
        field("Hidden count", this.#count, "people/count-attack"),
        field("Published output", this.#output, "people/gaussian-loss"),
        field("Noise σ", this.#sigma, "control/sigma"),
      ),
      this.#found,
    );
    this.element.addEventListener("toggle", () => this.element.open && this.update());
  }

  /** @param {import("../../pkg/people/dpscope.js").Refusal} refusal */
  #refuse({ path, allowed, message }) {
    const input = { count: this.#count, output: this.#output, sigma: this.#sigma }[path];
    this.#found.textContent = input ? `${input.labels?.[0]?.textContent}: ${complaint(input.value, allowed)}` : message;
  }

  async update() {
    const question = {
      ask: "ex-post-loss",
      mechanism: "count",
      count: this.#count.valueAsNumber,
      output: this.#output.valueAsNumber,
      sigma: this.#sigma.valueAsNumber,
    };
    try {
      const answer = /** @type {Answer | undefined} */ (await ask(question, { channel: this }));
      if (answer?.answer === "ex-post-loss") this.#found.textContent = answer.sentence;
      else if (answer?.answer === "refused") this.#refuse(answer);
    } catch {
      this.#failed();
    }
  }
}
