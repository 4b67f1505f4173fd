// <dp-plan>: releases on one side; their guarantee, the accountants, the curves and what it means on the
// other. What stands inside is shown until the core has answered. The plan is kept in the address of the
// page, unless the attribute `plan` holds one to start from.

import { describe } from "../core/engine.js";
import { styles } from "../ui/styles.js";
import { tell } from "./layout.js";
import { Work } from "./work.js";

export class DpPlan extends HTMLElement {
  /** @type {Work | undefined} */
  #work;

  connectedCallback() {
    styles("tokens", "base", "answer", "controls", "explain", "plan", "comparison", "cards");
    this.#begin();
  }

  #begin() {
    describe().then(
      (description) => {
        if (this.isConnected) this.#work ??= new Work(this, description);
      },
      () => tell(this, "The core of this page does not answer.", () => this.#begin()),
    );
  }
}

customElements.define("dp-plan", DpPlan);
