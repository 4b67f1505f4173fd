// The page of single people: who loses how much on a data set, why, and what of it may be published.

import "./dp-instance-map.js";
import { openLab } from "../lab/lab.js";
import { OwnTable } from "../ui/data-table/own-table.js";
import { element } from "../ui/element.js";
import { fail, part, tell } from "../ui/page.js";
import { Attack } from "./attack.js";
import { Comparison } from "./comparison.js";
import { isDrawn, OWN } from "./fields.js";
import { PEOPLE } from "./lab.js";
import { Remedies } from "./remedies.js";

/** @typedef {import("../lab/lab.js").Opened} Opened */
/** @typedef {import("../state/field.js").State} State */

/** Milliseconds after which a setting rests, so that the reports are made again. */
const REST = 250;

/**
 * Adds what is about reports and tables.
 * @type {Opened}
 */
function opened(bench, description) {
  const map = /** @type {import("./dp-instance-map.js").DpInstanceMap} */ (part("map"));
  const failed = () => fail(() => map.retry());
  /** What helps where a report cannot be made. @type {import("./remedies.js").Remedy[]} */
  let helpful = [];
  /** Whether the map has nothing to show. */
  let missing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;

  const lacksTable = () => bench.state()["data"] === OWN && !map.own.rows;
  const remedies = new Remedies(bench.change, () => part("answer-heading"));
  // Below an empty map stands what would fill it.
  const offer = () => remedies.show(missing ? helpful : []);
  const comparison = new Comparison(
    () => {
      const state = bench.state();
      return lacksTable() ? undefined : { state, own: map.own, drawn: isDrawn(state, description) };
    },
    {
      apply: bench.change,
      found: (found) => {
        helpful = found;
        offer();
      },
      failed,
    },
  );
  const rest = () => {
    clearTimeout(resting);
    resting = setTimeout(() => comparison.update(), REST);
  };
  const own = new OwnTable({
    used: ({ rows, scaled }, again) => {
      const { data, loss } = bench.state();
      // Other people were chosen while the table was read again: it is read once more when it is wanted.
      if (again && data !== OWN) return;
      tell("");
      // The same people, read for another loss, stay where they were put.
      map.table = { rows, scaled, loss, same: again && map.own.rows?.length === rows.length };
      if (data !== OWN) bench.change({ data: OWN });
      rest();
    },
    axes: (axes) => {
      if (bench.state()["data"] === OWN) map.axes = axes;
    },
    classes: () => bench.state()["loss"] === "logistic",
    open: false,
  });
  const attack = new Attack(failed);
  map.foot.append(remedies.element);
  part("more").replaceChildren(comparison.element, own.element, attack.element);

  map.addEventListener("dp-moved", rest);
  map.addEventListener("dp-answer", (event) => {
    missing = /** @type {CustomEvent<import("../../pkg/people/dpscope.js").InstanceMapAnswer>} */ (event).detail.unavailable !== undefined;
    comparison.wanted = missing;
    offer();
  });

  /** Reads the table again for a loss that asks something else of its rows. @param {State} state */
  const suit = async ({ loss }) => {
    const { rows, scaled } = map.own;
    const used = await own.again();
    if (!used && rows && bench.state()["loss"] === loss) map.table = { rows, scaled, loss, same: true };
  };
  const point = () => {
    tell("Your own table is not here, since no address holds it: paste, drop or open it. Until then the map shows other people. ");
    const go = element("button", { class: "button", type: "button" }, "Go to the field");
    go.addEventListener("click", () => own.focus());
    part("status").append(go);
  };
  return (state) => {
    if (lacksTable()) point();
    else if (state["data"] === OWN && state["loss"] !== map.own.loss) suit(state);
    rest();
  };
}

openLab(PEOPLE, { opened });
