// What every page around an element does: finds its places, says what concerns it as a whole, and lets the
// link at its top move the focus.

import { element } from "./element.js";

/**
 * A place that the page must have.
 * @param {string} id
 */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Says something about the page as a whole.
 * @param {string} text
 * @param {() => void} [again] what the button "Try again" does; no button without
 * @param {HTMLElement} [status] where
 */
export function tell(text, again, status = part("status")) {
  status.textContent = text;
  status.hidden = text === "";
  if (!again) return;
  const retry = element("button", { type: "button", class: "button" }, "Try again");
  retry.addEventListener("click", () => {
    tell("", undefined, status);
    again();
  });
  status.append(" ", retry);
}

/** @param {() => void} again */
export function fail(again) {
  tell("The core of this page does not answer. What you typed is kept.", again);
}

/**
 * The address holds what is set, so the link to the answer moves the focus and leaves the address alone.
 * @param {string} id
 */
export function skipTo(id) {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    part(id).focus();
  });
}
