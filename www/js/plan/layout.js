// Where the parts of a plan stand.

import { element } from "../element.js";
import { tell as say } from "../page.js";

/** The width from which on the releases stand beside the answer; the style sheet has the same. */
export const BESIDE = "(min-width: 60rem)";

/**
 * @typedef {object} Parts
 * @property {HTMLElement} answer
 * @property {Node[]} history undo and redo
 * @property {Node[]} releases
 * @property {HTMLElement} goal
 * @property {Node[]} stage what explains the answer
 * @property {Node} spoken
 */

/**
 * Puts the parts into their host, in place of what stood there.
 * @param {HTMLElement} host
 * @param {Parts} parts
 * @param {import("../element.js").Scope} scope
 */
export function lay(host, { answer, history, releases, goal, stage, spoken }, scope) {
  const status = statusOf(host);
  const heading = element("h2", { id: scope.id("releases-heading") }, scope.name("Your plan"));
  const side = element(
    "div",
    { class: "side" },
    element(
      "section",
      { class: "releases", "aria-labelledby": scope.id("releases-heading") },
      element("header", { class: "releases-head" }, heading, ...history),
      ...releases,
    ),
    goal,
  );
  const place = element("div", { class: "stage" }, ...stage);
  host.replaceChildren(status, answer, side, place, spoken);
  keepInSight(answer, side, place);
}

/**
 * Keeps the answer in sight: beside the releases it stands over all that explains it, on a narrow screen
 * over everything. The element itself moves, so that Tab and speech follow the eye.
 * @param {HTMLElement} answer
 * @param {HTMLElement} side
 * @param {HTMLElement} stage
 */
function keepInSight(answer, side, stage) {
  const beside = matchMedia(BESIDE);
  const place = () => {
    const held = answer.contains(document.activeElement) ? document.activeElement : null;
    if (beside.matches) stage.prepend(answer);
    else side.before(answer);
    // A node that moves loses the focus.
    if (held instanceof HTMLElement) held.focus();
  };
  beside.addEventListener("change", place);
  place();
}

/**
 * Says something about the plan as a whole.
 * @param {HTMLElement} host
 * @param {string} text
 * @param {() => void} [again] what the button "Try again" does; no button without
 */
export function tell(host, text, again) {
  const status = statusOf(host);
  if (!status.isConnected && text) host.prepend(status);
  say(text, again, status);
}

/** Where the plan as a whole is spoken of. @param {HTMLElement} host */
function statusOf(host) {
  const found = host.querySelector(":scope > [role=status]");
  return found instanceof HTMLElement ? found : element("p", { class: "status", role: "status", hidden: true });
}
