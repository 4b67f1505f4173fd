// The page of sampling: a mechanism, the share of the people it sees, and what that does to its guarantee.

import "./dp-sampling.js";
import { Address } from "../address.js";
import { describe } from "../engine.js";
import { fail, part, skipTo, tell } from "../page.js";
import { Starts } from "../views/starts.js";
import { Controls } from "./controls.js";
import { EXAMPLES } from "./examples.js";
import { Shows } from "./shows.js";
import { read, write } from "./state.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */

const chart = /** @type {import("./dp-sampling.js").DpSampling} */ (part("chart"));

/** @param {Description} description */
function open(description) {
  const controls = new Controls(description, (control, finished) => {
    update();
    if (finished) address.commit(controls.state, control);
    else address.follow(() => controls.state);
  });
  part("controls").replaceChildren(controls.element);
  const shows = new Shows((show) => {
    controls.state = { ...controls.state, show };
    update();
    address.commit(controls.state, Symbol("another show"));
  });
  part("shows").replaceWith(shows.element);
  const starts = new Starts(EXAMPLES);
  part("starts").replaceWith(starts.element);
  const address = new Address(() => enter(), write);
  const update = () => {
    const hash = write(controls.state);
    starts.hash = hash;
    shows.state = controls.state;
    controls.refusal = undefined;
    tell("");
    chart.setAttribute("setting", hash.slice(1));
  };
  const enter = () => {
    controls.state = read(location.hash, description);
    update();
  };
  chart.addEventListener("dp-refused", (event) => {
    controls.refusal = /** @type {CustomEvent<Refusal>} */ (event).detail;
  });
  chart.addEventListener("dp-failed", () => fail(() => chart.retry()));
  enter();
}

skipTo("answer-heading");

function begin() {
  describe().then(open, () => fail(begin));
}

begin();
