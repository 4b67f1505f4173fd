// <dp-curve mechanism="gaussian" sigma="1" delta="1e-5" neighbours="add-remove">: the exact curve of one
// release, live. Attributes are the setting as typed, `sampling` and `rate` among them; those left out
// start as usual. A parameter of the mechanism that is called like another attribute, as `delta` may be,
// is written `mechanism-delta`. What stands inside is shown until the first answer.
//
// Events: `dp-drawn` when a new curve has been drawn (detail: the question it answers), `dp-failed` when
// the core cannot be reached. `retry()` asks again.

import { Announcer } from "./announcer.js";
import { Crosshair } from "./crosshair.js";
import { element, swatch, unbroken } from "./element.js";
import { ask, cancel, describe } from "./engine.js";
import { FrameWatch } from "./frame.js";
import { paint } from "./module.js";
import { Numbers } from "./numbers.js";
import { Progress } from "./progress.js";
import { complete, curveQuestion, fieldOf, NO_SAMPLING } from "./setting.js";
import { styles } from "./styles.js";

/** @typedef {import("../pkg/dpscope.js").Refusal} Refusal */
/** @typedef {Required<import("../pkg/dpscope.js").Figure>} Figure a figure of the core leaves nothing out */
/** @typedef {import("./crosshair.js").Place} Place */
/** @typedef {import("./engine.js").Description} Description */

const HINT = "Point, touch or use the arrow keys on the chart to read exact values.";
const KEYS = "Left and right arrow keys move the crosshair, up and down change the curve, Escape leaves it.";

/** The screen from which on the table starts open. */
const WIDE = "(min-width: 64rem)";

let count = 0;

export class DpCurve extends HTMLElement {
  #id = `dp-curve-${(count += 1)}`;
  #title = element("figcaption", { class: "dp-title" });
  #canvas = element("canvas", { "aria-hidden": "true" });
  #overlay = element("canvas", { "aria-hidden": "true" });
  #plot = element(
    "div",
    {
      class: "dp-plot",
      tabindex: 0,
      role: "application",
      "aria-roledescription": "chart",
      "aria-label": "No curve yet",
      "aria-describedby": `${this.#id}-keys`,
    },
    this.#canvas,
    this.#overlay,
  );
  #legend = element("ul", { class: "dp-legend", role: "list", "aria-label": "Curves" });
  #readout = element("p", { class: "dp-readout" }, HINT);
  #live = element("p", { class: "dp-unseen dp-live", "aria-live": "polite" });
  #sentence = element("p", { class: "dp-sentence" });
  #note = element("p", { class: "dp-note", role: "status" });
  #work = new Progress("Share of the curve that is computed");
  #numbers = new Numbers(`${this.#id}-caption`, matchMedia(WIDE).matches);
  #parts = element(
    "figure",
    { class: "dp-figure", "data-empty": true },
    this.#title,
    this.#plot,
    this.#note,
    this.#legend,
    element("div", { class: "dp-foot" }, this.#readout, this.#work.element),
    this.#sentence,
    this.#numbers.element,
    element("p", { id: `${this.#id}-keys`, hidden: true }, KEYS),
    this.#live,
  );
  #announcer = new Announcer(this.#live);
  #crosshair = new Crosshair(this.#plot, this.#overlay, (place) => this.#read(place));
  #attributes = new MutationObserver(() => this.#ask());
  /** @type {Figure | undefined} */
  #figure;
  /** The curve on which the crosshair stands. @type {string | undefined} */
  #curve;
  #frames = new FrameWatch(this.#plot, () => this.#draw());
  /** @type {{description: Description, draw: Awaited<ReturnType<typeof paint>>} | undefined} */
  #core;
  #unwatch = () => {};
  /** Questions so far. */
  #turn = 0;

  connectedCallback() {
    this.#attributes.observe(this, { attributes: true });
    this.#frames.start();
    this.#unwatch = this.#crosshair.watch();
    this.#ask();
  }

  disconnectedCallback() {
    this.#attributes.disconnect();
    this.#frames.stop();
    this.#unwatch();
  }

  /** Asks again after a failure. */
  retry() {
    this.#ask();
  }

  async #ask() {
    const mine = (this.#turn += 1);
    const current = () => mine === this.#turn && this.isConnected;
    let stopped = false;
    const stop = () => {
      stopped = true;
      cancel(this);
    };
    const progress = (/** @type {number} */ share) => {
      if (!current()) return;
      this.#mount();
      this.#work.show("Computing", share, stop);
    };
    try {
      this.#core ??= await prepare();
      const setting = complete(this.#core.description, (key) => this.getAttribute(key));
      const view = this.getAttribute("view") ?? "profile";
      const { question, answer } = await curve(setting, view, { channel: this, progress }, current);
      if (stopped && current()) this.#cancelled();
      if (!answer || !this.isConnected) return;
      if (current()) this.#work.rest();
      this.#mount();
      if (answer.answer === "refused") {
        this.#keep(explain(answer));
      } else if (answer.answer === "curve" && answer.figure) {
        this.#show(/** @type {Figure} */ (answer.figure));
        this.dispatchEvent(new CustomEvent("dp-drawn", { detail: question, bubbles: true }));
      } else if (answer.answer === "curve") {
        this.#none(answer.unavailable.map(({ reason }) => reason));
      }
    } catch (error) {
      this.#work.rest();
      this.#keep("The core of this page does not answer.");
      this.dispatchEvent(new CustomEvent("dp-failed", { detail: String(error), bubbles: true }));
    }
  }

  #mount() {
    if (this.#parts.parentNode !== this) this.replaceChildren(this.#parts);
  }

  /**
   * Leaves the last curve standing, and says that it is the last.
   * @param {string} reason
   */
  #keep(reason) {
    this.#parts.toggleAttribute("data-stale", true);
    this.#note.textContent = this.#figure ? `This is the last valid curve. ${reason}` : reason;
  }

  /** Leaves the last curve standing, and offers to go on. */
  #cancelled() {
    this.#parts.toggleAttribute("data-stale", true);
    this.#note.textContent = this.#figure
      ? "This curve is of an earlier setting; the newer one was cancelled."
      : "The curve was cancelled before it was done.";
    this.#work.cancelled("Cancelled.", () => this.#ask());
  }

  /**
   * Says why there is no such curve, instead of an empty chart.
   * @param {string[]} reasons
   */
  #none(reasons) {
    this.#figure = undefined;
    this.#parts.toggleAttribute("data-stale", false);
    this.#parts.toggleAttribute("data-empty", true);
    this.#note.textContent = `There is no such curve: ${[...new Set(reasons)].join("; ")}.`;
  }

  /** @param {Figure} figure */
  #show(figure) {
    this.#figure = figure;
    this.#parts.toggleAttribute("data-stale", false);
    this.#parts.toggleAttribute("data-empty", false);
    this.#note.textContent = "";
    this.#draw();
    this.#title.textContent = figure.title;
    this.#sentence.replaceChildren(...unbroken(figure.sentence));
    this.#plot.setAttribute("aria-label", figure.sentence);
    const labels = figure.series.map(({ label }) => label);
    if (labels.join("\n") !== [...this.#legend.children].map((entry) => entry.textContent).join("\n")) {
      this.#legend.replaceChildren(...labels.map((label, at) => element("li", {}, swatch(at), label)));
    }
    this.#numbers.show(figure.table);
  }

  #draw() {
    const [figure, core] = [this.#figure, this.#core];
    if (!figure || !core) return;
    const { frame } = this.#frames;
    if (frame.width === 0 || frame.height === 0) return;
    const layout = core.draw(painted(figure), this.#canvas, frame);
    this.#crosshair.adopt(layout, frame, start(figure));
  }

  /** @param {Place | undefined} place */
  #read(place) {
    const text = place && this.#figure?.readings[place.point];
    this.#readout.replaceChildren(...unbroken(text ?? HINT));
    this.#readout.toggleAttribute("data-reading", text !== undefined);
    const curve = place && this.#figure?.series[place.series]?.label;
    const changed = curve !== undefined && this.#curve !== undefined && curve !== this.#curve;
    this.#curve = curve;
    if (this.#plot.matches(":focus")) this.#announcer.say(changed ? `On the curve ${curve}. ${text}` : (text ?? ""));
  }
}

/**
 * Asks for a curve. On a sample the Rényi bound of a whole curve takes far longer than the exact one, so
 * it is asked for only where there is no other.
 * @param {import("./setting.js").Setting} setting
 * @param {string} view
 * @param {import("./engine.js").Options} options
 * @param {() => boolean} current whether this is still the newest setting
 */
async function curve(setting, view, options, current) {
  const question = curveQuestion(setting, view);
  if (setting.sampling !== NO_SAMPLING && view !== "composition") {
    const exact = curveQuestion(setting, view, ["exact"]);
    const answer = await ask(exact, options);
    if (answer?.answer !== "curve" || answer.figure || !current()) return { question: exact, answer };
  }
  return { question, answer: await ask(question, options) };
}

/** What a first drawing needs. */
async function prepare() {
  const [description, draw] = await Promise.all([describe(), paint(), styles("tokens", "curve")]);
  return { description, draw };
}

/**
 * A refusal in terms of the attribute that caused it.
 * @param {Refusal} refusal
 */
function explain({ path, value, allowed, message }) {
  return value === undefined ? message : `${fieldOf(path)}: ${value} is not ${allowed}.`;
}

/**
 * What of a figure is painted; its texts need not cross to the core at every step of a slider.
 * @param {Figure} figure
 */
function painted({ title, sentence, x, y, cells, bands, series, marks }) {
  return { title, sentence, x, y, cells, bands, series, marks };
}

/**
 * The point next to the first mark, where a person who uses keys begins to read.
 * @param {Figure} figure
 */
function start({ marks, series }) {
  const wanted = marks[0]?.x ?? 0;
  const points = series[0]?.x ?? [];
  const distance = (/** @type {number} */ at) => Math.abs((points[at] ?? Infinity) - wanted);
  return points.reduce((best, _, at) => (distance(at) < distance(best) ? at : best), 0);
}

customElements.define("dp-curve", DpCurve);
