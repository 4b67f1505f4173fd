// How far a long answer is, in one line of fixed height: a text, a bar and a button that cancels. Once
// cancelled the same button, which has the focus, asks again.

import { element } from "./element.js";

export class Progress {
  #text = element("span", { class: "dp-work-text" });
  #bar = element("progress", { class: "dp-work-bar", max: 1, hidden: true });
  #button = element("button", { class: "dp-work-button", type: "button", hidden: true });
  /** What the button does now. */
  #act = () => {};
  element = element("p", { class: "dp-work", tabindex: -1 }, this.#text, this.#bar, this.#button);

  /** @param {string} label names the bar */
  constructor(label) {
    this.#bar.setAttribute("aria-label", label);
    this.#button.addEventListener("click", () => this.#act());
  }

  /**
   * Shows that work goes on.
   * @param {string} text
   * @param {number} share done, from 0 to 1
   * @param {() => void} cancel
   */
  show(text, share, cancel) {
    this.#say(text, "Cancel", cancel);
    this.#bar.hidden = false;
    // A bar without a value moves by itself; at 0 it would look stuck.
    if (share > 0) this.#bar.value = share;
    else this.#bar.removeAttribute("value");
  }

  /**
   * Shows that the work was cancelled.
   * @param {string} text
   * @param {() => void} again
   */
  cancelled(text, again) {
    this.#say(text, "Compute", again);
    this.#bar.hidden = true;
  }

  /**
   * Shows that nothing is being done.
   * @param {string} [text]
   */
  rest(text = "") {
    this.#say(text, "", () => {});
    this.#bar.hidden = true;
  }

  /**
   * @param {string} text
   * @param {string} button empty for none
   * @param {() => void} act
   */
  #say(text, button, act) {
    this.#act = act;
    if (this.#text.textContent !== text) this.#text.textContent = text;
    if (this.#button.textContent !== button) this.#button.textContent = button;
    // A focused button that goes would drop the focus to the top of the page.
    if (button === "" && this.#button.matches(":focus")) this.element.focus();
    this.#button.hidden = button === "";
  }
}
