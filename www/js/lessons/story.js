// What the page of the lessons has around its chart: the steps, the question, the button that reveals, the exercises, and
// slides for a class.

import { Codec } from "../state/codec.js";
import { button } from "../ui/controls.js";
import { element, unbroken } from "../ui/element.js";
import { part } from "../ui/page.js";
import { EXERCISES, exerciseOf } from "./exercises.js";
import { fieldsOf, isPresented, isRevealed, stepOf } from "./fields.js";
import { STEPS } from "./steps.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../lab/lab.js").Bench} Bench */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./steps.js").Step} Step */

/** What keys do in slides; arrows only where nothing else takes them. @type {Record<string, -1 | 1>} */
const KEYS = { PageUp: -1, PageDown: 1, ArrowLeft: -1, ArrowRight: 1 };

export class Story {
  #bench;
  #codec;
  #links = STEPS.map(({ name }, at) => element("a", { href: "#" }, element("span", { class: "lesson-number" }, String(at + 1)), " ", element("span", { class: "lesson-name" }, name)));
  #previous = element("a", { class: "button lesson-turn", rel: "prev" }, "Previous");
  #next = element("a", { class: "button lesson-turn", rel: "next" }, "Next");
  #present = button("Present", () => this.#slides(!isPresented(this.#bench.state())), { "aria-pressed": "false" });
  #bar = element(
    "nav",
    { class: "lesson-bar", "aria-label": "Steps of the lesson" },
    this.#previous,
    element("ol", { role: "list" }, ...this.#links.map((link) => element("li", {}, link))),
    this.#next,
    element("span", { class: "lesson-tools" }, this.#present, button("Print", () => print())),
  );
  #place = element("p", { class: "lesson-place" });
  #title = element("h2", { id: "lesson-title", tabindex: "-1" });
  #lead = element("p", { class: "lesson-lead" });
  #asks = element("p", { class: "lesson-asks" });
  #card = element("section", { class: "lesson-card", "aria-labelledby": "lesson-title" }, this.#place, this.#title, this.#lead, this.#asks);
  #look = element("p", { class: "lesson-look" });
  #reveal = button("Reveal the answer", () => this.#turn(), { class: "button primary lesson-reveal" });
  #list = element("ol", { class: "lesson-exercises" });
  #onward = element("a", { class: "lesson-onward" });
  #work = element("section", { class: "lesson-work", "aria-labelledby": "lesson-work" }, element("h2", { id: "lesson-work" }, "Exercises"), this.#list, this.#onward);
  /** The step on show. */
  #shown = "";

  /**
   * @param {Bench} bench
   * @param {Description} description
   */
  constructor(bench, description) {
    this.#bench = bench;
    this.#codec = new Codec(fieldsOf(description), description);
    const place = part("lab");
    const side = place.querySelector(".lab-side");
    side?.prepend(this.#look);
    side?.append(this.#reveal, element("div", { class: "lesson-lines lesson-guess-lines", "aria-hidden": "true" }));
    place.prepend(this.#bar, this.#card);
    place.append(this.#work);
    addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {State} state */
  show(state) {
    const step = stepOf(state);
    const at = STEPS.indexOf(step);
    const revealed = isRevealed(state);
    const href = (/** @type {Step | undefined} */ one) => (one ? this.#codec.write({ ...state, step: one.word }) : "");
    this.#links.forEach((link, which) => {
      const one = STEPS[which];
      link.href = href(one);
      link.toggleAttribute("data-done", one !== undefined && state["revealed"].includes(one.word));
      if (which === at) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    turn(this.#previous, href(STEPS[at - 1]));
    turn(this.#next, href(STEPS[at + 1]));
    this.#place.textContent = `Step ${at + 1} of ${STEPS.length}`;
    if (this.#title.textContent !== step.title) this.#title.textContent = step.title;
    this.#lead.replaceChildren(...unbroken(step.lead));
    this.#asks.replaceChildren(...unbroken(step.asks(state)));
    this.#look.replaceChildren(...unbroken(step.look));
    this.#look.hidden = !revealed;
    this.#reveal.textContent = revealed ? "Guess again" : "Reveal the answer";
    this.#reveal.classList.toggle("primary", !revealed);
    part("lab").toggleAttribute("data-revealed", revealed);
    const following = STEPS[at + 1];
    turn(this.#onward, href(following));
    this.#onward.textContent = following ? `Next: ${following.title}` : "";
    this.#slide(isPresented(state));
    if (this.#shown === step.word) return;
    // Another step is read from its beginning; what a page opens with is where the browser left it.
    const before = this.#bar.getBoundingClientRect().top;
    if (this.#shown !== "" && before < 0) scrollBy({ top: before, behavior: "instant" });
    if (document.activeElement === this.#onward) this.#title.focus({ preventScroll: true });
    this.#shown = step.word;
    this.#list.replaceChildren(...(EXERCISES[step.word] ?? []).map(exerciseOf));
  }

  /** Shows the answer, or takes it away for another guess. */
  #turn() {
    const state = this.#bench.state();
    const { word } = stepOf(state);
    const others = state["revealed"].filter((/** @type {string} */ one) => one !== word);
    const revealed = isRevealed(state) ? others : STEPS.map((one) => one.word).filter((one) => one === word || others.includes(one));
    this.#bench.change({ revealed });
  }

  /** @param {boolean} on */
  #slides(on) {
    this.#bench.change({ present: on ? "on" : "off" });
  }

  /** @param {boolean} on */
  #slide(on) {
    document.documentElement.toggleAttribute("data-present", on);
    this.#present.textContent = on ? "Leave" : "Present";
    this.#present.setAttribute("aria-pressed", String(on));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const state = this.#bench.state();
    if (!isPresented(state) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return this.#slides(false);
    const idle = event.target === document.body || event.target === this.#title;
    if (event.key === "Enter" && idle) return this.#turn();
    const way = KEYS[event.key];
    const taken = event.target instanceof Element && event.target.closest(event.key.startsWith("Arrow") ? "input, select, textarea, [role=application]" : "select, textarea");
    if (!way || taken) return;
    const to = STEPS[STEPS.indexOf(stepOf(state)) + way];
    event.preventDefault();
    if (to) this.#bench.change({ step: to.word });
  }
}

/**
 * A link to another step; none where there is no such step.
 * @param {HTMLAnchorElement} link
 * @param {string} href
 */
function turn(link, href) {
  if (href) link.href = href;
  else link.removeAttribute("href");
  link.toggleAttribute("data-none", href === "");
}
