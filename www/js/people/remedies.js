// What helps where a report cannot be made: buttons that change the setting so that it can.

import { element } from "../ui/element.js";
import { isUnbounded } from "./fields.js";

/** @typedef {import("../../pkg/people/dpscope.js").Report} Report */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {{text: string, change: State}} Remedy */

/**
 * @param {State} state
 * @param {readonly Report[]} reports
 * @param {boolean} needs whether only another determinant or λ bounds what a person loses
 * @returns {Remedy[]}
 */
export function remediesOf(state, reports, needs) {
  const tight = needs && !isUnbounded(state) && state["determinant"] !== "tight";
  return [
    ...(tight ? [{ text: "Take the tight determinant, an extension, which holds for every λ", change: { determinant: "tight" } }] : []),
    ...reportRemedies(state, reports),
  ];
}

/**
 * @param {State} state
 * @param {readonly Report[]} reports
 * @returns {Remedy[]}
 */
function reportRemedies(state, reports) {
  if (reports.every(({ unavailable }) => unavailable === undefined)) return [];
  if (isUnbounded(state)) return [{ text: `Clip everyone's gradient to norm ${state["clip"]}, as these reports need`, change: { clipped: "yes" } }];
  const needed = reports.map((report) => report["needed-regularization"]).find((value) => value !== undefined);
  if (needed === undefined) return [];
  const regularization = String(Math.ceil(needed * 10) / 10);
  return [{ text: `Raise λ to the ${regularization} that the data-dependent report needs`, change: { regularization } }];
}

export class Remedies {
  #apply;
  #heading;
  element = element("p", { class: "actions", hidden: true });

  /**
   * @param {(change: State) => void} apply
   * @param {() => HTMLElement} heading takes the focus when a button has done its work and goes
   */
  constructor(apply, heading) {
    this.#apply = apply;
    this.#heading = heading;
  }

  /** @param {readonly Remedy[]} remedies */
  show(remedies) {
    this.element.hidden = remedies.length === 0;
    this.element.replaceChildren(
      ...remedies.map(({ text, change }) => {
        const button = element("button", { class: "button", type: "button" }, text);
        button.addEventListener("click", () => {
          this.#heading().focus();
          this.#apply(change);
        });
        return button;
      }),
    );
  }
}
