// The page of single people: who loses how much on a data set, why, and what of it may be published.

import "./dp-instance-map.js";
import { Address } from "../address.js";
import { element } from "../element.js";
import { fail, part, skipTo, tell } from "../page.js";
import { Attack } from "./attack.js";
import { Comparison } from "./comparison.js";
import { Controls } from "./controls.js";
import { OwnTable } from "./own-table.js";
import { Remedies } from "./remedies.js";
import { read, START, write } from "./state.js";

/** @typedef {import("./state.js").State} State */

const map = /** @type {import("./dp-instance-map.js").DpInstanceMap} */ (part("map"));

/** Milliseconds after which a setting rests, so that the reports are made again. */
const REST = 250;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

const retry = () => fail(() => map.retry());

/** The loss that the rows of a table suit: for the logistic one labels are two classes. */
let suited = "";
/** What helps where a report cannot be made. @type {import("./remedies.js").Remedy[]} */
let helpful = [];
/** Whether the map has nothing to show. */
let missing = false;

const controls = new Controls(read(location.hash), (state, control, finished) => {
  update();
  if (finished) address.commit(state, control);
  else address.follow(() => controls.state);
});
part("controls").replaceChildren(controls.element);

const comparison = new Comparison(
  () => ({ state: controls.state, own: map.own }),
  {
    apply: set,
    found: (remedies) => {
      helpful = remedies;
      offer();
    },
    failed: retry,
  },
);
const remedies = new Remedies(set, () => part("answer-heading"));
part("remedies").replaceWith(remedies.element);
const own = new OwnTable({
  used: ({ rows, scaled }, again) => {
    // Other people were chosen while the table was read again: it is read once more when it is wanted.
    suited = again && controls.state.data !== "own" ? "" : controls.state.loss;
    if (suited === "") return;
    const { rows: before, moved, axes } = map.own;
    map.rows = rows;
    map.own.scaled = scaled;
    // The same people, read for another loss, stay where they were put.
    if (again && before?.length === rows.length) Object.assign(map.own, { moved, axes });
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
  const { data, loss } = controls.state;
  if (lacksTable()) {
    map.setAttribute("setting", write({ ...controls.state, data: START.data }).slice(1));
    tell("Your own table is not here, since no address holds it: paste, drop or open it. Until then the map shows other people. ");
    const go = element("button", { class: "button", type: "button" }, "Go to the field");
    go.addEventListener("click", () => own.focus());
    part("status").append(go);
  } else if (data === "own" && loss !== suited) {
    suited = loss;
    own.again().then((used) => used || show());
  } else show();
}

/** Whether a table of one's own is asked for that is not here. */
function lacksTable() {
  return controls.state.data === "own" && !map.own.rows;
}

/** Shows the setting on the map, and in the reports once it rests. */
function show() {
  map.setAttribute("setting", write(controls.state).slice(1));
  rest();
}

/** Makes the reports again once the setting rests. */
function rest() {
  clearTimeout(resting);
  if (!lacksTable()) resting = setTimeout(() => comparison.update(), REST);
}

/** Offers below an empty map what would fill it. */
function offer() {
  remedies.show(missing ? helpful : []);
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
map.addEventListener("dp-moved", () => rest());
map.addEventListener("dp-refused", (event) => {
  controls.refusal = /** @type {CustomEvent<{path: string, message: string}>} */ (event).detail;
});
map.addEventListener("dp-answer", (event) => {
  const answer = /** @type {CustomEvent<import("../../pkg/people/dpscope.js").InstanceMapAnswer>} */ (event).detail;
  controls.mechanism = answer.mechanism;
  missing = answer.unavailable !== undefined;
  offer();
});
map.addEventListener("dp-failed", retry);

skipTo("answer-heading");
update();
attack.update();
