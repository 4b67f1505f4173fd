// The most exposed people, as buttons that choose them.

import { aboutButton } from "../explain/button.js";
import { element } from "../ui/element.js";
import { mark } from "../ui/publishable.js";

/** What explains the columns of the table of everyone. */
export const RANKED = [
  "people/loss",
  "control/person",
  "control/data",
  "control/data",
  "control/data",
  "people/loss",
  "people/leverage",
  "people/fit",
  "people/alignment",
];

export class Exposed {
  #list;
  #choose;
  #mark = element("p", { class: "mark" });
  element;

  /**
   * @param {string} id of its heading
   * @param {(rank: number) => void} choose
   */
  constructor(id, choose) {
    this.#choose = choose;
    this.#list = element("ol", { class: "exposed", "aria-labelledby": id });
    this.element = element("section", { class: "instance-exposed", "aria-labelledby": id }, element("p", { class: "side-title" }, element("span", { id }, "Most exposed"), " ", aboutButton("people/loss", "who is most exposed")), this.#mark, this.#list);
  }

  /**
   * @param {readonly string[]} texts the most exposed first
   * @param {string} notice why the list must not be published, unless that is said beside it already
   */
  show(texts, notice) {
    mark(this.#mark, { publishable: false, notice });
    while (this.#list.children.length > texts.length) this.#list.lastElementChild?.remove();
    texts.forEach((text, rank) => {
      let entry = this.#list.children[rank];
      if (!entry) {
        const button = element("button", { class: "button", type: "button" });
        button.addEventListener("click", () => this.#choose(rank));
        entry = element("li", {}, button);
        this.#list.append(entry);
      }
      const button = entry.firstElementChild;
      if (button && button.textContent !== text) button.textContent = text;
    });
  }
}
