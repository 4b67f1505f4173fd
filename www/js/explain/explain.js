// Opens the explanation of a printed number or of a control: what it says, the formula, theorem and source, what is
// assumed, the relation, what it was computed with, why it is an upper or a lower bound, and what its sources print
// otherwise.
//
//   explain(button, { quantity: "epsilon", accountant: "fourier", neighbours, target, answer })
//   open("control/delta", button)
//
// `answer` is the part of the core's answer that the number was printed from.

import { element } from "../ui/element.js";
import { styles } from "../ui/styles.js";
import { correctionsOf } from "./corrections.js";
import { find, idOf } from "./registry.js";
import { corrected, fact, formulas, pageOf, prose, reachable, symbols } from "./sheet.js";
import { used } from "./used.js";

/** @typedef {import("./corrections.js").Correction} Correction */
/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Subject} Subject */

/** The relations in words. @type {Record<string, string>} */
const RELATIONS = {
  "add-remove":
    "One person is added or removed, D′ = D ∪ {z} or D′ = D ∖ {z}: the two data sets differ in whether that person is in them, and the worse of the two directions counts.",
  add: "One person is added, D′ = D ∪ {z}: from the data without the person to the data with them. The other direction may be worse.",
  remove: "One person is removed, D′ = D ∖ {z}: from the data with the person to the data without them. The other direction may be worse.",
  replace: "One person is replaced by another, D′ = D ∖ {z} ∪ {z′}: the two data sets have the same size. Sensitivities are measured for that exchange.",
};

const ROUNDED = "Up, in its last printed digit, after the rounding of the computation itself has been added.";

let count = 0;

/**
 * Opens the entry of an id, beside what else is known.
 * @param {string} id
 * @param {HTMLElement} [button] where the focus returns to
 * @param {Subject} [context]
 */
export async function open(id, button, context = {}) {
  await explain(button, { ...context, id });
}

/**
 * Opens the explanation. Resolves when it is open; closing returns the focus to the button.
 * @param {HTMLElement | undefined} button
 * @param {Subject} subject
 */
export async function explain(button, subject) {
  const first = await sheet(subject);
  await styles("base", "explanation");
  const name = `dp-explained-${(count += 1)}`;
  const dialog = element("dialog", { class: "dp-explained", "aria-labelledby": name });
  const watch = new ResizeObserver(() => reachable(dialog));
  const close = () => dialog.close();

  /** What was shown before, to go back to. @type {Element[]} */
  const before = [];
  const show = (/** @type {Element} */ next) => {
    const [heading, end, back] = ["h2", ".dp-explained-close", ".dp-explained-back"].map((part) => next.querySelector(part));
    dialog.querySelector("h2")?.removeAttribute("id");
    heading?.setAttribute("id", name);
    if (back instanceof HTMLElement) back.hidden = before.length === 0;
    dialog.replaceChildren(next);
    dialog.scrollTop = 0;
    reachable(dialog);
    if (dialog.open && end instanceof HTMLElement) end.focus();
  };
  dialog.addEventListener("click", async ({ target }) => {
    const pressed = target instanceof Element ? target.closest("button") : null;
    if (pressed?.matches(".dp-explained-close")) close();
    if (pressed?.matches(".dp-explained-back")) show(before.pop() ?? first);
    const id = pressed?.dataset.see;
    if (id === undefined) return;
    const next = await sheet({ id });
    if (dialog.firstElementChild) before.push(dialog.firstElementChild);
    show(next);
  });
  // A press that begins and ends on the backdrop closes; one that leaves the sheet, as in selecting, does not.
  let outside = false;
  dialog.addEventListener("pointerdown", (event) => (outside = beside(dialog, event)));
  dialog.addEventListener("click", (event) => outside && beside(dialog, event) && close());
  dialog.addEventListener("close", () => {
    watch.disconnect();
    dialog.remove();
    if (button?.isConnected) button.focus();
  });

  show(first);
  document.body.append(dialog);
  dialog.showModal();
  reachable(dialog);
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
 * The whole explanation of a subject.
 * @param {Subject} subject
 */
async function sheet(subject) {
  const id = idOf(subject);
  const entry = await find(id);
  if (id === undefined || !entry) throw new Error(`no explanation of ${JSON.stringify(subject)}`);
  // Without the lists the explanation still explains.
  const [wrong, see] = await Promise.all([correctionsOf(id).catch(() => []), next(entry)]);
  const { target, neighbours } = subject;
  // A share comes with the bound that it is a share of.
  const text = subject.quantity === "share" ? undefined : subject.text;
  const relation = neighbours === undefined ? undefined : RELATIONS[neighbours];
  const fixed = Object.entries({ ε: target?.epsilon, δ: target?.delta }).filter(([, value]) => value !== undefined);
  const number = subject.quantity !== undefined;
  return element(
    "div",
    { class: "dp-explained-sheet" },
    element(
      "header",
      {},
      element("h2", {}, ...(text ? [element("span", { class: "dp-explained-number" }, text), " "] : []), entry.title),
      element("button", { type: "button", class: "dp-explained-back", hidden: true }, "Back"),
      element("button", { type: "button", class: "dp-explained-close", autofocus: true }, "Close"),
    ),
    ...(entry.field ? [element("p", { class: "dp-explained-field" }, ...prose(`In the literature: ${entry.field}`))] : []),
    element("p", { class: "dp-explained-says" }, ...prose(entry.says)),
    ...formulas(entry.formulas ?? []),
    ...symbols(entry.symbols ?? []),
    element(
      "dl",
      { class: "dp-explained-facts" },
      ...(subject.choices ?? []).flatMap(([name, meaning]) => fact(name, [meaning])),
      ...fact("Holds for", [relation, ...(fixed.length > 0 ? [`${fixed.map(([symbol, value]) => `${symbol} = ${value}`).join(" and ")}.`] : [])]),
      ...fact("Computed with", [...used(subject), entry.made]),
      ...fact("Upper or lower", [entry.side]),
      ...fact("Rounded", [entry.rounded ?? (number ? ROUNDED : undefined)]),
      ...fact("Source", [entry.source]),
      ...fact("Assumes", entry.assumes ?? []),
    ),
    ...wrong.map(correction),
    ...(see.length > 0 ? [element("p", { class: "dp-explained-see" }, "See also: ", ...see)] : []),
    element("p", { class: "dp-explained-all" }, element("a", { href: pageOf(`glossary.html#${id}`) }, "All words"), " · ", element("a", { href: pageOf("corrections.html") }, "All corrections")),
  );
}

/** @param {Correction} one */
function correction(one) {
  return element(
    "section",
    { class: "dp-correction", "aria-label": `Correction ${one.id}` },
    element("h3", {}, `${one.effect === "stands" ? "Doubted, and right" : "The source prints something else"}: ${one.title}`),
    element("p", { class: "dp-correction-source" }, element("a", { href: pageOf(`corrections.html#${one.id}`) }, `Correction ${one.id}`), `: ${one.source}`),
    ...corrected(one),
  );
}

/**
 * Buttons that go on to other entries.
 * @param {Entry} entry
 */
async function next({ see = [] }) {
  const entries = await Promise.all(see.map(async (id) => /** @type {const} */ ([id, await find(id)])));
  return entries.flatMap(([id, entry]) =>
    entry ? [element("button", { type: "button", class: "dp-explain", "data-see": id }, entry.title), " "] : [],
  );
}
