// Opens the explanation of a printed number: what it says, the formula, theorem and source, what is
// assumed, the relation, what it was computed with, and why it is an upper or a lower bound.
//
//   explain(button, { quantity: "epsilon", accountant: "fourier", neighbours, target, answer })
//
// `answer` is the part of the core's answer that the number was printed from.

import { ACCOUNTANTS } from "./accountants.js";
import { ATTACK } from "./attack.js";
import { element } from "../element.js";
import { formula, inline } from "./formula.js";
import { PLAN } from "./plan.js";
import { SAMPLING } from "./sampling.js";
import { styles } from "../styles.js";
import { used } from "./used.js";
import { VIEWS } from "./views.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Subject} Subject */

/** The relations in words. @type {Record<string, string>} */
const RELATIONS = {
  "add-remove":
    "One person is added or removed: the two data sets differ in whether that person is in them, and the worse of the two directions counts.",
  add: "One person is added: from the data without the person to the data with them. The other direction may be worse.",
  remove: "One person is removed: from the data with the person to the data without them. The other direction may be worse.",
  replace: "One person is replaced by another: the two data sets have the same size. Sensitivities are measured for that exchange.",
};

const ROUNDED = "Up, in its last printed digit, after the rounding of the computation itself has been added.";

let count = 0;

/**
 * What is said of a subject; `undefined` if there is nothing.
 * @param {Subject} subject
 * @returns {Entry | undefined}
 */
export function entryOf({ quantity, accountant, bound, view }) {
  switch (quantity) {
    case "epsilon":
    case "delta":
      return accountant && ACCOUNTANTS[accountant];
    case "share":
    case "solve":
      return PLAN[quantity];
    case "sampling":
      return bound === undefined ? undefined : SAMPLING[bound];
    case "view":
      return view === undefined ? undefined : VIEWS[view];
    default:
      return ATTACK[quantity];
  }
}

/**
 * Opens the explanation. Resolves when it is open; closing returns the focus to the button.
 * @param {HTMLElement} button
 * @param {Subject} subject
 */
export async function explain(button, subject) {
  const entry = entryOf(subject);
  if (!entry) throw new Error(`no explanation of ${JSON.stringify(subject)}`);
  await styles("base", "explanation");
  const dialog = build(entry, subject);
  document.body.append(dialog);
  const close = () => dialog.close();
  dialog.querySelector(".dp-explained-close")?.addEventListener("click", close);
  // A press that begins and ends on the backdrop closes; one that leaves the sheet, as in selecting, does not.
  let outside = false;
  dialog.addEventListener("pointerdown", (event) => (outside = beside(dialog, event)));
  dialog.addEventListener("click", (event) => outside && beside(dialog, event) && close());
  dialog.addEventListener("close", () => {
    watch.disconnect();
    dialog.remove();
    if (button.isConnected) button.focus();
  });
  // What scrolls can be reached by keys, from the moment it is shown.
  const reachable = () => {
    for (const box of dialog.querySelectorAll(".dp-formula")) {
      if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    }
  };
  const watch = new ResizeObserver(reachable);
  dialog.showModal();
  reachable();
  watch.observe(dialog);
}

/**
 * @param {Element} sheet
 * @param {MouseEvent} event
 */
function beside(sheet, { clientX, clientY, detail, type }) {
  const { left, right, top, bottom } = sheet.getBoundingClientRect();
  // A key that presses a button clicks at no place.
  const placed = type === "pointerdown" || detail > 0;
  return placed && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/**
 * @param {Entry} entry
 * @param {Subject} subject
 */
function build(entry, subject) {
  const id = `dp-explained-${(count += 1)}`;
  const { target, neighbours } = subject;
  // A share comes with the bound that it is a share of.
  const text = subject.quantity === "share" ? undefined : subject.text;
  const relation = neighbours === undefined ? undefined : RELATIONS[neighbours];
  const fixed = Object.entries({ ε: target?.epsilon, δ: target?.delta }).filter(([, value]) => value !== undefined);
  const computed = used(subject);
  return element(
    "dialog",
    { class: "dp-explained", "aria-labelledby": id },
    element(
      "div",
      { class: "dp-explained-sheet" },
      element(
        "header",
        {},
        element("h2", { id }, ...(text ? [element("span", { class: "dp-explained-number" }, text), " "] : []), entry.title),
        element("button", { type: "button", class: "dp-explained-close", autofocus: true }, "Close"),
      ),
      element("p", { class: "dp-explained-says" }, entry.says),
      ...entry.formulas.map((notation) =>
        element("div", { class: "dp-formula", role: "group", "aria-label": "Formula" }, formula(notation)),
      ),
      ...(entry.symbols.length > 0 ? [symbols(entry.symbols)] : []),
      element(
        "dl",
        { class: "dp-explained-facts" },
        ...fact("Holds for", [relation, ...(fixed.length > 0 ? [`${fixed.map(([symbol, value]) => `${symbol} = ${value}`).join(" and ")}.`] : [])]),
        ...fact("Computed with", [...computed, entry.made]),
        ...fact("Upper or lower", [entry.side]),
        ...fact("Rounded", [entry.rounded ?? ROUNDED]),
        ...fact("Source", [entry.source]),
        ...fact("Assumes", entry.assumes),
      ),
    ),
  );
}

/** @param {[string, string][]} list */
function symbols(list) {
  return element(
    "ul",
    { class: "dp-symbols", "aria-label": "Symbols" },
    ...list.map(([symbol, meaning]) => element("li", {}, inline(symbol), ` ${meaning}`)),
  );
}

/**
 * @param {string} name
 * @param {(string | undefined)[]} texts
 */
function fact(name, texts) {
  const given = texts.filter((text) => text !== undefined);
  if (given.length === 0) return [];
  return [element("div", {}, element("dt", {}, name), element("dd", {}, ...given.map((text) => element("p", {}, text))))];
}
