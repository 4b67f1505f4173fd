// The small button beside a printed number or a control that opens its explanation. What it opens is loaded when it
// is first asked for.
//
//   explainButton("the answer", () => ({ quantity: "epsilon", accountant: "fourier", answer }))
//   aboutButton("control/delta", "δ")

import { element } from "../ui/element.js";
import { styles } from "../ui/styles.js";

/** @typedef {import("./entry.js").Subject} Subject */

/**
 * @param {string} name of the number, for speech: “Explain ε by the Fourier accountant”
 * @param {() => Subject | undefined} subject asked for at each opening
 */
export function explainButton(name, subject) {
  styles("base", "explain");
  const button = element(
    "button",
    { type: "button", class: "dp-explain", "aria-haspopup": "dialog", "aria-label": `Explain ${name}` },
    "Explain",
  );
  button.addEventListener("click", async () => {
    const [asked, { explain }] = [subject(), await import("./explain.js")];
    if (asked) await explain(button, asked);
  });
  return button;
}

/**
 * A question mark that opens the entry of an id, beside a control or a word.
 * @param {string | (() => string)} id or what it is at the opening
 * @param {string} name what it stands beside, for speech
 * @param {() => Subject} [context] what else is known at the opening: the number as printed, the relation
 */
export function aboutButton(id, name, context = () => ({})) {
  return marked(explainButton(name, () => ({ ...context(), id: typeof id === "string" ? id : id() })));
}

/**
 * A question mark that opens the entry of a field, beside its control.
 * @param {string} field as questions name it
 * @param {string} name what it stands beside, for speech
 * @param {string} [within] the mechanism whose parameter it is
 * @param {() => Subject} [context] what else is known at the opening
 */
export const fieldButton = (field, name, within, context = () => ({})) =>
  marked(explainButton(name, () => ({ ...context(), field, ...(within ? { within } : {}) })));

/**
 * A word that opens its entry, such as the head of a column.
 * @param {string} id
 * @param {string} text
 */
export function wordButton(id, text) {
  const button = explainButton(text, () => ({ id }));
  button.classList.add("dp-explain-word");
  button.textContent = text;
  return button;
}

/** @param {HTMLButtonElement} button */
function marked(button) {
  button.classList.add("dp-explain-mark");
  button.textContent = "?";
  return button;
}
