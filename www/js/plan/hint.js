// One line that says what the control in focus means, so that a form stays short; for screen readers it describes the
// control itself. It stays until another control has one: what is about to be pressed must not move.

import { element } from "../ui/element.js";

export class Hint {
  #explained;
  element = element("p", { class: "hint", "aria-hidden": "true" });

  /** @param {string} explained what has a text `.help`, as a selector */
  constructor(explained) {
    this.#explained = explained;
  }

  /** @param {HTMLElement} form */
  watch(form) {
    form.addEventListener("focusin", ({ target }) => {
      const help = target instanceof Element ? target.closest(this.#explained)?.querySelector(".help") : null;
      if (help?.textContent) this.element.textContent = help.textContent;
    });
  }
}
