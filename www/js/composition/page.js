// The page of composition: what is published in each round, what is asked, and how it grows.

import "./dp-composition.js";
import { Address } from "../address.js";
import { stated } from "../chart-reading.js";
import { element, unbroken } from "../element.js";
import { describe } from "../engine.js";
import { print } from "../ladder.js";
import { fail, part, skipTo, tell } from "../page.js";
import { Starts } from "../views/starts.js";
import { Controls } from "./controls.js";
import { EXAMPLES } from "./examples.js";
import { EACH, read, write } from "./state.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {{best: {name: string, best: import("../../pkg/accounting/dpscope.js").Statement}[], rounds: number, more: boolean}} Drawn */
/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */

const chart = /** @type {import("./dp-composition.js").DpComposition} */ (part("chart"));

/** @param {Description} description */
function open(description) {
  const controls = new Controls(description, (control, finished) => {
    update();
    if (finished) address.commit(controls.state, control);
    else address.follow(() => controls.state);
  });
  part("controls").replaceChildren(controls.element);
  const starts = new Starts(EXAMPLES);
  part("starts").replaceWith(starts.element);
  const address = new Address(() => enter(), write);
  const update = () => {
    const hash = write(controls.state);
    starts.hash = hash;
    controls.refusal = undefined;
    chart.setAttribute("setting", hash.slice(1));
  };
  const enter = () => {
    controls.state = read(location.hash, description);
    update();
  };
  chart.addEventListener("dp-refused", (event) => {
    controls.refusal = /** @type {CustomEvent<Refusal>} */ (event).detail;
  });
  chart.addEventListener("dp-drawn", (event) => {
    tell("");
    headline(/** @type {CustomEvent<Drawn>} */ (event).detail, holds(controls.state, description));
  });
  chart.addEventListener("dp-failed", () => fail(() => chart.retry()));
  enter();
}

/**
 * What a bound holds at and for.
 * @param {import("./state.js").State} state
 * @param {Description} description
 */
function holds({ plan: { find, delta, epsilon, neighbours } }, description) {
  const when = neighbours === EACH ? ", for one person" : `, when ${description.neighbours.find(({ word }) => word === neighbours)?.meaning ?? neighbours}`;
  return `at ${find === "delta" ? `ε = ${epsilon.trim()}` : `δ = ${delta.trim()}`}${when}`;
}

/**
 * The smallest bound after the last round, in large type; of each relation, where each is drawn by itself.
 * @param {Drawn} drawn
 * @param {string} holds what is asked
 */
function headline({ best, rounds, more }, holds) {
  const found = best.map(({ name, best }) => {
    const bound = stated(best);
    return name ? element("span", { class: "each" }, bound, element("small", {}, ` ${name}`)) : bound;
  });
  part("bound").replaceChildren(...(found.length > 0 ? found : ["No bound"]));
  const said = `after ${print(rounds)} rounds, ${holds}${more ? "; more follow" : ""}`;
  part("rounds").replaceChildren(...unbroken(said));
}

skipTo("answer-heading");

function begin() {
  describe().then(open, () => fail(begin));
}

begin();
