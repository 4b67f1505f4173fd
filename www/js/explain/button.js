// The small button beside a printed number that opens its explanation. What it opens is loaded when it
// is first asked for.

import { element } from "../element.js";
import { styles } from "../styles.js";

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
