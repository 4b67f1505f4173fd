// An explanation as elements: for the sheet that a button opens and for the pages that list all of them.

import { element } from "../ui/element.js";
import { EFFECTS } from "./corrections.js";
import { formula, inline } from "./formula.js";

/** @typedef {import("./corrections.js").Correction} Correction */
/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./entry.js").Formula} Formula */

/** Where a page of the site is. @param {string} page with its anchor */
export const pageOf = (page) => new URL(`../../${page}`, import.meta.url).href;

/** A letter or a bracket with scripts within a sentence, as `e^{1/b}` or `D_α`. */
const SCRIPTED = /((?:\p{L}+|\))(?:[_^](?:\{[^}]*\}|\p{L}+|\p{N}+|∞))+)/u;

/** Scripts that have a character of their own. @param {string} text */
const spelt = (text) =>
  text.replaceAll(/[₀-₉]/g, (digit) => `_${digit.charCodeAt(0) - 0x2080}`).replaceAll("²", "^2");

/**
 * A sentence with the few formulas in it set as formulas.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function prose(text) {
  return text.split(SCRIPTED).map((piece, at) => (at % 2 === 1 ? inline(spelt(piece)) : piece));
}

/** @param {readonly Formula[]} list */
export function formulas(list) {
  return list.map((one) => {
    const [name, notation] = typeof one === "string" ? ["", one] : one;
    const box = element("div", { class: "dp-formula", role: "group", "aria-label": name || "Formula" }, formula(notation));
    if (name === "") return box;
    return element("div", { class: "dp-named-formula" }, element("span", { class: "dp-formula-name", "aria-hidden": "true" }, name), box);
  });
}

/** @param {readonly [string, string][]} list */
export function symbols(list) {
  if (list.length === 0) return [];
  return [
    element(
      "ul",
      { class: "dp-symbols", "aria-label": "Symbols" },
      ...list.map(([symbol, meaning]) => element("li", {}, inline(symbol), " ", ...prose(meaning))),
    ),
  ];
}

/**
 * A row of what is known; none if there is nothing.
 * @param {string} name
 * @param {(string | undefined)[]} texts
 */
export function fact(name, texts) {
  const given = texts.filter((text) => text !== undefined);
  if (given.length === 0) return [];
  return [element("div", {}, element("dt", {}, name), element("dd", {}, ...given.map((text) => element("p", {}, ...prose(text)))))];
}

/**
 * What a source prints, what is right and the numbers of both.
 * @param {Correction} correction
 */
export function corrected({ printed, corrected, why, effect, witness }) {
  const form = (/** @type {string} */ name, /** @type {string[]} */ list) =>
    element("div", { class: "dp-form" }, element("h4", {}, name), ...formulas(list));
  const { of, beside } = witness;
  const row = (/** @type {string} */ name, /** @type {string} */ value) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value));
  return [
    element("p", { class: "dp-effect", "data-effect": effect }, EFFECTS[effect]),
    element("div", { class: "dp-forms" }, form("Printed", printed), form(effect === "stands" ? "Holds" : "Corrected", corrected)),
    element("p", {}, ...prose(why)),
    element("p", { class: "dp-witness-of" }, ...prose(`To check: ${of}.`)),
    element(
      "dl",
      { class: "dp-witness" },
      row("printed", witness.printed),
      row("correct", witness.correct),
      ...(beside ? [row(beside.what, beside.value)] : []),
    ),
  ];
}

/**
 * What scrolls can be reached by keys, from the moment it is shown.
 * @param {ParentNode} within
 */
export function reachable(within) {
  for (const box of within.querySelectorAll(".dp-formula")) {
    if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }
}
