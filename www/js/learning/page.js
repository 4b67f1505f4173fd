// The page of objective perturbation. Beside the laboratory it has a table of one's own to train on.

import "./dp-learning.js";
import { openLab } from "../lab/lab.js";
import { OwnTable } from "../ui/data-table/own-table.js";
import { linesOf } from "../ui/data-table/read.js";
import { element } from "../ui/element.js";
import { part } from "../ui/page.js";
import { LEARNING } from "./lab.js";
import { given, OWN } from "./own.js";

/** @typedef {import("../lab/stage.js").Stage} Stage */

openLab(LEARNING, {
  opened: (bench) => {
    const stage = /** @type {Stage} */ (part("lab").querySelector(LEARNING.element));
    const own = new OwnTable({
      used: ({ rows, scaled }) => {
        given.table = { text: linesOf(rows), scaled };
        bench.change({ show: "training", data: OWN });
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
    return ({ show, data }) => {
      fold.hidden = show !== "training";
      if (data === OWN && show === "training" && given.table.text === "") fold.open = true;
    };
  },
});
