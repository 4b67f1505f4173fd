// The button that takes the noise off level by level: it shows more and more of the run that is set.

import { button } from "../ui/controls.js";
import { element } from "../ui/element.js";
import { levelCount } from "./panels.js";

/** @typedef {import("../lab/stage.js").Part} Part */
/** @typedef {import("../lab/stage.js").Stage} Stage */

/** How many pictures a whole run is shown in, and how long each stands, in milliseconds. */
const [PICTURES, EACH] = [40, 60];

/**
 * @param {Stage} stage
 * @returns {Part}
 */
export function denoise(stage) {
  /** How many levels there are. */
  let count = 1;
  /** @type {number | undefined} */
  let timer;
  const rest = () => {
    clearInterval(timer);
    timer = undefined;
    start.textContent = "Denoise";
  };
  const toggle = () => {
    if (timer !== undefined) {
      rest();
      stage.intend({ shown: "" });
      return;
    }
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      stage.intend({ shown: "" });
      return;
    }
    const [step, control] = [Math.max(1, Math.ceil(count / PICTURES)), Symbol("denoise")];
    let shown = 1;
    start.textContent = "Show all";
    stage.intend({ shown: "1" }, control, false);
    timer = window.setInterval(() => {
      // A picture that is not there yet is waited for.
      if (!stage.settled) return;
      shown += step;
      if (shown < count && stage.isConnected) return stage.intend({ shown: String(shown) }, control, false);
      rest();
      stage.intend({ shown: "" }, control, true);
    }, EACH);
  };
  const start = button("Denoise", toggle, { title: "Takes the noise off level by level" });
  const place = element("div", { class: "lab-actions" }, start);
  return {
    element: place,
    place: "above",
    show: (state) => {
      place.hidden = state["show"] !== "run";
      if (place.hidden && timer !== undefined) rest();
      count = Number(levelCount(state)) || 1;
    },
  };
}
