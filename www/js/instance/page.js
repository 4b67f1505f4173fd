// The page of single people: who loses how much on a data set, why, and what of it may be published.

import "./dp-instance-map.js";
import { Address } from "../address.js";
import { fail, part, skipTo, tell } from "../page.js";
import { Attack } from "./attack.js";
import { Comparison } from "./comparison.js";
import { Controls } from "./controls.js";
import { OwnTable } from "./own-table.js";
import { read, write } from "./state.js";

/** @typedef {import("./state.js").State} State */

const map = /** @type {import("./dp-instance-map.js").DpInstanceMap} */ (part("map"));

/** Milliseconds after which a setting rests, so that the reports are made again. */
const REST = 250;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

const retry = () => fail(() => map.retry());

const controls = new Controls(read(location.hash), (state, control, finished) => {
  update();
  if (finished) address.commit(state, control);
  else address.follow(() => controls.state);
});
part("controls").replaceChildren(controls.element);

const comparison = new Comparison(
  () => ({ state: controls.state, own: map.own }),
  (regularization) => set({ regularization }),
  retry,
);
const own = new OwnTable({
  used: ({ rows }) => {
    map.rows = rows;
    set({ data: "own" });
  },
  axes: (axes) => {
    map.axes = axes;
  },
  classes: () => controls.state.loss === "logistic",
});
const attack = new Attack(retry);
part("more").replaceChildren(comparison.element, own.element, attack.element);

const address = new Address(() => {
  controls.state = read(location.hash);
  update();
}, write);

function update() {
  tell("");
  const { data } = controls.state;
  if (data === "own" && !map.own.rows) {
    tell("Your own table is not in the address: paste it again below, or choose other people.");
    return;
  }
  map.setAttribute("setting", write(controls.state).slice(1));
  rest();
}

/** Makes the reports again once the setting rests. */
function rest() {
  clearTimeout(resting);
  resting = setTimeout(() => comparison.update(), REST);
}

/** @param {Partial<State>} change */
function set(change) {
  controls.state = { ...controls.state, ...change };
  update();
  address.commit(controls.state, Symbol("set"));
}

map.addEventListener("dp-changed", (event) => {
  const { change, done } = /** @type {CustomEvent<{change: Partial<State>, done: boolean}>} */ (event).detail;
  controls.state = { ...controls.state, ...change };
  if (done) address.commit(controls.state, Object.keys(change).join());
  else address.follow(() => controls.state);
  rest();
});
map.addEventListener("dp-moved", () => {
  const count = map.own.moved.size;
  restore.hidden = count === 0;
  rest();
});
map.addEventListener("dp-refused", (event) => {
  controls.refusal = /** @type {CustomEvent<{path: string, message: string}>} */ (event).detail;
});
map.addEventListener("dp-answer", (event) => {
  controls.mechanism = /** @type {CustomEvent<{mechanism: string}>} */ (event).detail.mechanism;
});
map.addEventListener("dp-failed", retry);

const restore = /** @type {HTMLButtonElement} */ (part("restore"));
restore.addEventListener("click", () => {
  map.restore();
  restore.hidden = true;
  rest();
});

skipTo("answer-heading");
update();
attack.update();
