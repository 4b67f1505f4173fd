// The page "Accuracy first": an accuracy, a run that stops when it has it, and what that cost. Beside the laboratory it has a
// table of one's own to train on.

import "./dp-noise-reduction.js";
import { openLab } from "../lab/lab.js";
import { OwnTable } from "../ui/data-table/own-table.js";
import { linesOf } from "../ui/data-table/read.js";
import { element } from "../ui/element.js";
import { part } from "../ui/page.js";
import { NOISE_REDUCTION } from "./lab.js";
import { given, OWN } from "./own.js";

/** @typedef {import("../lab/stage.js").Stage} Stage */
/** @typedef {import("../state/field.js").State} State */

/** Of logistic regression labels are two classes. @param {State} state */
const hasClasses = ({ problem }) => problem === "logistic";

openLab(NOISE_REDUCTION, {
  opened: (bench) => {
    const stage = /** @type {Stage} */ (part("lab").querySelector(NOISE_REDUCTION.element));
    const own = new OwnTable({
      sums: true,
      classes: () => hasClasses(bench.state()),
      used: ({ rows, scaled }, again) => {
        given.table = { text: linesOf(rows), scaled, classes: hasClasses(bench.state()) };
        if (!again) bench.change({ show: "figures", data: OWN });
        // The address is the same for every table.
        stage.retry();
      },
    });
    const fold = element("details", { class: "own-fold" }, element("summary", {}, "Train on a table of your own"), own.element);
    // What is dropped is spoken of there, whatever is on show.
    document.addEventListener("drop", () => {
      fold.hidden = false;
      fold.open = true;
    });
    part("own").replaceChildren(fold);
    return (state) => {
      const { show, data } = state;
      fold.hidden = show !== "figures";
      if (data !== OWN || show !== "figures") return;
      if (given.table.text === "") fold.open = true;
      else if (hasClasses(state) !== given.table.classes) {
        // What is asked of its labels has changed, and is said there.
        given.table.classes = hasClasses(state);
        void own.again();
      }
    };
  },
});
