// The button of a panel that runs only when it is pressed, and beside it how far the work is and what cancels it.

import { button } from "../ui/controls.js";
import { element } from "../ui/element.js";
import { Progress } from "../ui/progress.js";

export class Starter {
  #act = () => {};
  #button = button("", () => this.#act(), { class: "button primary" });
  #work = new Progress("Share of the work that is done");
  element = element("div", { class: "lab-start" }, this.#button, this.#work.element);

  /**
   * @param {string} label
   * @param {() => void} act
   */
  offer(label, act) {
    if (this.#button.textContent !== label) this.#button.textContent = label;
    this.#act = act;
  }

  /**
   * @param {number} share done, from 0 to 1
   * @param {() => void} stop
   */
  progress(share, stop) {
    this.#work.show("Computing", share, stop);
  }

  /** @param {string} [text] */
  rest(text = "") {
    this.#work.rest(text);
  }
}
