// A chart of a figure that the core described: its plot, its legend, the read-out of its crosshair, pinned
// values, its sentence, its table, and what is being done about a newer one. Charts of one Group are read
// together.
//
//   const chart = new Chart({ group });
//   place.append(chart.element);
//   chart.show(answer.figure);
//
// It is as high as its width asks for, or as `--dp-plot-height` says; with `data-fill` it fills the height of its place.
// The owner may keep its words, pins and table elsewhere (`below`), where the picture stays in sight and they do not.
//
// What a person looks at, hid, turned to log and pinned stays when a newer figure is shown. `dp-window`
// tells that a part is looked at (detail.x: its ends, null for the whole; detail.scale) once that rests, so
// that the owner may ask for more points there, at `gridOf` it, and show them with `{ part: true }`.

import { Announcer } from "../ui/announcer.js";
import { pointsOf } from "./axis.js";
import { Group } from "./group.js";
import { Legend } from "./legend.js";
import { Plot, prepared } from "./plot.js";
import { Tools } from "./tools.js";
import { STEP } from "./window.js";
import { capital, element, unbroken } from "../ui/element.js";
import { Numbers } from "./numbers.js";
import { Progress } from "../ui/progress.js";
import { styles } from "../ui/styles.js";

export { Group };

/** @typedef {import("../../pkg/accounting/dpscope.js").Figure} Figure */
/** @typedef {Required<Omit<Figure, "best">> & Pick<Figure, "best">} Picture a figure of the core leaves nothing else out */

const HINT = "Point, touch or use the arrow keys on the chart to read exact values.";
const KEYS =
  "Left and right arrow keys move the crosshair, up and down change the curve, Escape leaves it. Enter pins the value, " +
  "Delete removes it. Plus and minus zoom, Shift with the arrow keys moves what is shown, 0 shows all of it.";

/** Milliseconds after which what is looked at rests. */
const REST = 150;

let count = 0;

export class Chart {
  #id = `dp-chart-${(count += 1)}`;
  #group;
  #title = element("figcaption", { class: "dp-title" });
  #reading = element("span", {}, HINT);
  #readout = element("p", { class: "dp-readout" }, this.#reading);
  #live = element("p", { class: "dp-unseen dp-live", "aria-live": "polite" });
  #sentence = element("p", { class: "dp-sentence" });
  #note = element("p", { class: "dp-note", role: "status" });
  #left = element("p", { class: "dp-left", role: "status" });
  #work = new Progress("Share of the curve that is computed");
  #announcer = new Announcer(this.#live);
  #plot = new Plot(`${this.#id}-keys`, {
    read: (place, by) => this.#read(place, by),
    touched: (hands) => this.#touched(hands),
    pin: () => this.#pin(),
    unpin: () => this.#unpin(),
    moved: () => this.#moved(),
    failed: () => this.keep("The core of this page does not answer."),
    hides: (curve) => this.#legend.hides(curve),
    marks: () => this.#marks?.marks(this.#hides) ?? [],
  });
  #legend = new Legend(() => this.#toggled());
  /** What is pinned, once a hand came near. @type {import("./marks.js").Marks | undefined} */
  #marks;
  /** @type {import("./summon.js").Hands | undefined} */
  #hands;
  #tools = new Tools(
    {
      pin: () => this.#pin(),
      turn: (side) => this.#plot.turn(side),
      zoom: (closer) => this.#plot.zoom(closer ? STEP : 1 / STEP),
      reset: () => this.#plot.reset(),
    },
    this.#plot.element,
  );
  #numbers;
  /** @type {Picture | undefined} */
  #figure;
  /** The curve on which the crosshair stands. @type {string | undefined} */
  #curve;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  /** What the horizontal axis measures. */
  #quantity = "";
  #zoomed = false;
  /** The part that was told last, as text. */
  #told = "null";
  /** What has the state of the chart: the figure, and its words where they stand elsewhere. @type {HTMLElement[]} */
  #parts;
  /** A `<figure>`. */
  element;

  /**
   * @param {object} [options]
   * @param {Group} [options.group] the charts that are read together with this one
   * @param {boolean} [options.table] whether the table starts open
   * @param {HTMLElement} [options.below] where sentence, pins and table stand; below the read-out if absent
   * @param {Numbers["about"]} [options.about] what explains the columns of the table
   */
  constructor({ group, table = false, below, about } = {}) {
    this.#group = group;
    group?.add(this);
    this.#numbers = new Numbers(`${this.#id}-caption`, table, about);
    const words = [this.#sentence, this.#numbers.element];
    const apart = element("div", { class: "dp-below", "data-empty": true }, ...(below ? words : []));
    below?.append(apart);
    this.element = element(
      "figure",
      { class: "dp-figure", "data-empty": true },
      this.#title,
      this.#plot.element,
      this.#note,
      element("div", { class: "dp-bar" }, this.#legend.element, this.#tools.element),
      this.#left,
      element("div", { class: "dp-foot" }, this.#readout, this.#work.element),
      ...(below ? [] : words),
      element("p", { id: `${this.#id}-keys`, hidden: true }, KEYS),
      this.#live,
    );
    this.#parts = [this.element, apart];
    // Who comes to the buttons or the legend is on the way to the curve.
    for (const event of ["pointerenter", "focusin"]) this.element.addEventListener(event, () => this.#plot.summon(), { once: true });
    // Whoever must know awaits `ready` itself.
    this.ready().catch(() => {});
  }

  /** What explains the columns of the table, from the next figure on. */
  set about(/** @type {Numbers["about"]} */ about) {
    this.#numbers.about = about;
  }

  /** Resolves when a figure can be drawn in the frame in which it is shown. */
  async ready() {
    await Promise.all([prepared(), styles("tokens", "base", "chart", "reading")]);
  }

  /**
   * Shows a figure, in this frame.
   * @param {Picture | import("../../pkg/accounting/dpscope.js").Figure} figure
   * @param {object} [options]
   * @param {boolean} [options.part] it is a figure of the part looked at, not of the whole
   */
  show(figure, { part = false } = {}) {
    const shown = /** @type {Picture} */ (figure);
    this.#figure = shown;
    this.#state({});
    const { cells, bands, series, marks } = shown;
    const blank = !cells && bands.length + marks.length === 0 && !series.some(({ y }) => y.some(Number.isFinite));
    for (const part of this.#parts) part.toggleAttribute("data-blank", blank);
    this.#note.textContent = blank ? "Every value is infinite: there is no line to draw." : "";
    const quantity = shown.x.label;
    if (quantity !== this.#quantity) this.#marks?.clear();
    this.#quantity = quantity;
    this.#legend.show(shown);
    if (!part) this.#marks?.show(shown, this.#hides);
    this.#plot.show(shown, part);
    this.#title.replaceChildren(...unbroken(shown.title));
    const sentence = [capital(shown.sentence), shown.notice].filter(Boolean).join(" ");
    this.#sentence.replaceChildren(...unbroken(sentence));
    this.#plot.element.setAttribute("aria-label", sentence);
    this.#numbers.show(shown, this.#hides);
    this.#offer();
    // More points of the part looked at are welcome once the setting rests too.
    if (!part && this.#plot.window.across) {
      this.#told = "";
      this.#rest();
    }
  }

  /**
   * Leaves the last curve standing, and says that it is the last.
   * @param {string} reason
   */
  keep(reason) {
    this.#state({ stale: true });
    this.#note.textContent = this.#figure ? `This is the last valid curve. ${reason}` : reason;
  }

  /** Marks the curve as that of an earlier setting, until one of the newer setting is shown. */
  wait() {
    this.#state({ stale: true, busy: true });
  }

  /**
   * Says why there is no such curve, instead of an empty chart.
   * @param {string[]} reasons
   */
  none(reasons) {
    this.#figure = undefined;
    this.#state({});
    this.#note.textContent = `There is no curve: ${[...new Set(reasons)].join("; ")}.`;
  }

  /**
   * Leaves what is drawn standing, and offers to go on.
   * @param {(() => void) | undefined} again nothing where the owner offers it
   */
  cancelled(again) {
    const old = this.element.hasAttribute("data-stale");
    this.#state({ stale: old });
    this.#note.textContent = !this.#figure
      ? "The curve was cancelled before it was done."
      : old
        ? "This curve is of an earlier setting; the newer one was cancelled."
        : "This is incomplete: the rest of it was cancelled.";
    if (again) this.#work.cancelled("Cancelled.", again);
    else this.#work.rest();
  }

  /**
   * Shows that a newer curve is being computed.
   * @param {number} share done, from 0 to 1
   * @param {() => void} stop
   */
  progress(share, stop) {
    this.#work.show("Computing", share, stop);
  }

  /** Shows that nothing is being computed. */
  rest() {
    this.#work.rest();
  }

  /**
   * Puts the crosshair where another chart of the group is read.
   * @param {number | undefined} x
   */
  follow(x) {
    this.#plot.follow(x);
  }

  /** @param {{stale?: boolean, busy?: boolean}} state */
  #state({ stale = false, busy = false }) {
    for (const part of this.#parts) {
      part.toggleAttribute("data-stale", stale);
      part.toggleAttribute("data-empty", !this.#figure);
    }
    this.element.ariaBusy = busy ? "true" : null;
  }

  /**
   * A hand came near for the first time.
   * @param {import("./summon.js").Hands} hands
   */
  #touched(hands) {
    this.#hands = hands;
    const marks = (this.#marks = new hands.Marks(() => {
      this.#plot.draw();
      if (marks.element.hidden) this.#plot.element.focus();
    }));
    this.#sentence.before(marks.element);
    if (this.#figure) marks.show(this.#figure, this.#hides);
  }

  /**
   * @param {import("./crosshair.js").Place | undefined} place
   * @param {string} by
   */
  #read(place, by) {
    const text = place && this.#figure && this.#hands?.readingOf(this.#figure, place.point, this.#hides);
    this.#reading.replaceChildren(...unbroken(text ?? HINT));
    this.#readout.toggleAttribute("data-reading", text !== undefined);
    const curve = place && this.#figure?.series[place.series]?.label;
    const changed = curve !== undefined && this.#curve !== undefined && curve !== this.#curve;
    this.#curve = curve;
    this.#tools.reading(text !== undefined);
    // What another chart or a newer picture moved is not told again.
    if (by === "group" || by === "drawn") return;
    this.#group?.read(this, this.#x);
    if (this.#plot.element.matches(":focus")) this.#say(changed ? `On the curve ${curve}. ${text}` : (text ?? ""));
  }

  /** A curve was hidden, or shown again. */
  #toggled() {
    this.#plot.draw();
    if (!this.#figure) return;
    this.#marks?.show(this.#figure, this.#hides, true);
    this.#numbers.show(this.#figure, this.#hides);
  }

  /** Whether a curve is hidden. */
  #hides = (/** @type {string} */ curve) => this.#legend.hides(curve);

  /** Where it is read. */
  get #x() {
    const place = this.#plot.crosshair?.place;
    return place && this.#figure && pointsOf(this.#figure)[place.point];
  }

  #pin() {
    const [figure, x] = [this.#figure, this.#x];
    if (!figure || x === undefined) return;
    const told = this.#marks?.add(figure, x, this.#curve ?? "", this.#hides);
    if (!told) return;
    this.#plot.draw();
    this.#say(told);
  }

  #unpin() {
    const told = this.#marks?.remove(this.#x);
    if (!told) return;
    this.#plot.draw();
    this.#say(told);
  }

  /** Another part is looked at, or in another scale. */
  #moved() {
    const { zoomed } = this.#plot.window;
    if (zoomed !== this.#zoomed) this.#say(zoomed ? "Zoomed in. 0 shows all of it." : "All of it is shown.");
    this.#zoomed = zoomed;
    this.#offer();
    this.#rest();
  }

  #rest() {
    clearTimeout(this.#resting);
    const tell = () => {
      const x = this.#plot.window.across ?? null;
      if (this.#told === (this.#told = JSON.stringify(x))) return;
      const detail = { x, scale: this.#plot.window.scale("x") ?? "linear" };
      this.element.dispatchEvent(new CustomEvent("dp-window", { detail, bubbles: true }));
    };
    this.#resting = setTimeout(tell, REST);
  }

  #offer() {
    const { window } = this.#plot;
    const axis = (/** @type {import("./window.js").Side} */ side) => ({
      name: window.axes?.[side].label ?? "",
      log: window.scale(side) === "log",
      other: window.other(side) !== undefined,
    });
    this.#tools.show({ fixed: window.fixed, zoomed: window.zoomed, axes: { x: axis("x"), y: axis("y") } });
    if (this.#left.textContent !== window.left) this.#left.textContent = window.left;
    this.#plot.element.toggleAttribute("data-zoomed", window.zoomed);
  }

  /**
   * Tells a person who is in the chart what happened there.
   * @param {string} text
   */
  #say(text) {
    if (this.#parts.some((part) => part.contains(document.activeElement))) this.#announcer.say(text);
  }
}
