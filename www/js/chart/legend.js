// The curves and bands of a chart by name, each name a switch that shows or hides what it stands for. Told apart by
// dashes as well as colour.

import { dashOf, turnsOf } from "./style.js";
import { capital, element } from "../ui/element.js";

/** @typedef {NonNullable<import("../../pkg/accounting/dpscope.js").Series["draw"]>} Draw */

const SVG = "http://www.w3.org/2000/svg";

/** What stands for each kind of curve, and its look where that is not its dashes. @type {Record<Draw, [path: string, look?: string]>} */
const SAMPLES = {
  line: ["M0 6H36"],
  step: ["M0 9H18V3H36"],
  points: ["M18 6h0", "dp-dots"],
  bars: ["M12 6H24", "dp-area"],
  stems: ["M10 12V5M18 12V1M26 12V7", ""],
};

export class Legend {
  element = element("ul", { class: "dp-legend", role: "list", "aria-label": "Curves" });
  #changed;
  /** @type {Set<string>} */
  #hidden = new Set();
  #known = "";

  /** @param {(label: string, shown: boolean) => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {string} label */
  hides(label) {
    return this.#hidden.has(label);
  }

  /** @param {import("./chart.js").Picture} figure */
  show({ series, bands }) {
    const known = JSON.stringify([series.map(({ label, draw }) => [label, draw]), bands.map(({ label }) => label)]);
    if (known === this.#known) return;
    this.#known = known;
    const turns = turnsOf(series);
    const lines = series.map(({ label, draw = "line" }, at) => ({ label, sample: swatch(turns[at] ?? at, ...SAMPLES[draw]) }));
    const areas = bands.map(({ label }, at) => ({ label, sample: swatch(at, "M0 6H36", "dp-area") }));
    const entries = distinct([...lines, ...areas]);
    // A chart of one curve has nothing to switch.
    if (entries.length < 2) this.#hidden.clear();
    this.element.replaceChildren(
      ...entries.map(({ label, sample }) =>
        element("li", {}, ...(entries.length < 2 ? [sample, capital(label)] : [this.#button(label, sample)])),
      ),
    );
  }

  /**
   * @param {string} label
   * @param {SVGElement} sample
   */
  #button(label, sample) {
    const button = element("button", { type: "button", "aria-pressed": String(!this.hides(label)) }, sample, capital(label));
    button.addEventListener("click", () => {
      if (!this.#hidden.delete(label)) this.#hidden.add(label);
      button.setAttribute("aria-pressed", String(!this.hides(label)));
      this.#changed(label, !this.hides(label));
    });
    return button;
  }
}

/**
 * One entry for each name.
 * @template {{label: string}} Entry
 * @param {Entry[]} entries
 */
const distinct = (entries) => entries.filter(({ label }, at) => entries.findIndex((other) => other.label === label) === at);

/**
 * A sample of a curve or an area; colour and dashes come from its classes, and no two of the first 36
 * series share both.
 * @param {number} at the turn of the curve, from 0
 * @param {string} path
 * @param {string} [look]
 */
function swatch(at, path, look = `dp-dash-${dashOf(at) + 1}`) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", `dp-swatch dp-series-${(at % 6) + 1} ${look}`);
  picture.setAttribute("viewBox", "0 0 36 12");
  picture.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  picture.append(line);
  return picture;
}
