// Where the parts of a plan stand.

import { element } from "../ui/element.js";
import { tell as say } from "../ui/page.js";

/** The width from which on the releases stand beside the answer; the style sheet has the same. */
export const BESIDE = "(min-width: 60rem)";

/**
 * @typedef {object} Parts
 * @property {Node[]} scene the answer and its curve
 * @property {Node[]} history undo and redo
 * @property {Node[]} releases
 * @property {HTMLElement} goal
 * @property {Node[]} details what explains the answer
 * @property {Node[]} more what opens on demand
 * @property {Node} spoken
 */

/**
 * Puts the parts into their host, in place of what stood there.
 * @param {HTMLElement} host
 * @param {Parts} parts
 * @param {import("../ui/element.js").Scope} scope
 */
export function lay(host, { scene, history, releases, goal, details, more, spoken }, scope) {
  const status = statusOf(host);
  const heading = element("h2", { id: scope.id("releases-heading") }, scope.name("Your plan"));
  const side = element(
    "div",
    { class: "side", "data-controls": true },
    element(
      "section",
      { class: "releases", "aria-labelledby": scope.id("releases-heading") },
      element("header", { class: "releases-head" }, heading, ...history),
      ...releases,
    ),
    goal,
  );
  const picture = element("div", { class: "scene", "data-picture": true }, ...scene);
  const work = element("div", { class: "work" }, side, picture, element("div", { class: "details" }, ...details));
  host.replaceChildren(status, work, element("div", { class: "more" }, ...more), spoken);
  keepInSight(picture, side);
}

/**
 * Keeps the answer and its curve in sight: beside the controls, on a narrow screen above them. The element itself moves,
 * so that Tab and speech follow the eye.
 * @param {HTMLElement} scene
 * @param {HTMLElement} side
 */
function keepInSight(scene, side) {
  const beside = matchMedia(BESIDE);
  const place = () => {
    const held = scene.contains(document.activeElement) ? document.activeElement : null;
    if (beside.matches) side.after(scene);
    else side.before(scene);
    // A node that moves loses the focus.
    if (held instanceof HTMLElement) held.focus();
  };
  beside.addEventListener("change", place);
  place();
}

/**
 * A part that opens on demand.
 * @param {string} name its class
 * @param {string} title
 * @param {...Node} content
 */
export function fold(name, title, ...content) {
  return element("details", { class: `fold ${name}` }, element("summary", {}, element("h2", {}, title)), ...content);
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
