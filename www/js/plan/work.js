// All that goes on in a plan: what a person does to it, what the core says of it, and who shows that.

import { Announcer } from "../ui/announcer.js";
import { element, Scope } from "../ui/element.js";
import { Answer } from "./answer.js";
import { Cards } from "./cards.js";
import { Charts } from "./charts.js";
import { Comparison } from "./comparison.js";
import { button, iconButton } from "../ui/controls.js";
import { Desk } from "./desk.js";
import { Goal } from "./goal.js";
import { icon } from "../ui/icons.js";
import { Inquiry } from "./inquiry.js";
import { Later } from "./later.js";
import { BESIDE, lay, tell } from "./layout.js";
import { read } from "./link.js";
import { adopt, bare, beside, change, duplicate, insert, move, PINS, release, remove } from "./model.js";
import { computedOf } from "./questions.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../presets/presets.js").Preset} Preset */
/** @typedef {import("./inquiry.js").Found} Found */
/** @typedef {import("./model.js").Plan} Plan */
/** @typedef {import("./model.js").Release} Release */
/** @typedef {import("./model.js").Unknown} Unknown */
/** @typedef {import("./questions.js").Wrong} Wrong */

/** A training run to start from: ten passes over the data of a small image set. */
const TRAINING = /** @type {const} */ ({ size: "60000", batch: "600", by: "epochs", length: "10", clip: "1" });

/** Milliseconds for which the example stands while the first answer is computed. */
const PATIENCE = 1000;

/** Milliseconds after which a person who listens hears that an answer takes a while. */
const TELL = 300;

/** Milliseconds for which an answer waits for its curve. */
const FRAME = 20;

/** What is done to scenarios. */
const pins = () => import("./pins.js");

export class Work {
  #host;
  #description;
  #desk;
  #inquiry;
  #cards;
  #goal;
  #answer;
  #comparison;
  #scope = new Scope("dp-plan");
  #charts = new Charts(this.#scope);
  #later;
  #undo = iconButton("undo", "Undo", () => this.#desk.undo());
  #redo = iconButton("redo", "Redo", () => this.#desk.redo());
  #pin = button("Pin as scenario", () => this.#keepScenario(), { class: "button pin" });
  #add = button("Add a release", () => this.#insert({}), { class: "button primary" });
  #provenance = element("details", { class: "provenance", hidden: true });
  #spoken = element("p", { id: this.#scope.id("spoken"), class: "unseen", "aria-live": "polite" });
  #announcer = new Announcer(this.#spoken);
  /** @type {ReadonlyMap<string, Wrong>} */
  #wrong = new Map();
  /** The newest answer. @type {Found | undefined} */
  #found;
  /** The answer that came last; it is shown in one frame with its curve, if that comes soon. @type {Found | undefined} */
  #newest;
  /** The curve that was asked together with the answer. @type {Promise<void> | undefined} */
  #curve;
  /** What was asked about last. */
  #computed = "";
  /** Whether a person has heard that the plan on the desk is being computed. */
  #told = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #telling;
  #mounted = false;
  #began = performance.now();
  /** The preset that is on show, if any. */
  #preset = "";

  /**
   * @param {HTMLElement} host
   * @param {Description} description
   */
  constructor(host, description) {
    this.#host = host;
    this.#description = description;
    this.#desk = new Desk(description, host.getAttribute("plan") ?? undefined, () => this.#changed());
    this.#inquiry = new Inquiry(description, this.#listener());
    this.#goal = new Goal(
      description,
      (find) => this.#find(find),
      (typed, control, finished) => this.#take(() => ({ ...this.#desk.plan, ...typed }), control, finished),
      this.#scope,
    );
    this.#cards = new Cards(description, this.#acts(), (id, place) => this.#desk.finish(move(this.#desk.plan, id, place)));
    this.#answer = new Answer(description, this.#pin, this.#scope);
    this.#comparison = new Comparison(description, this.#scope);
    this.#later = new Later(description, this.#laterActs(), this.#scope);
    const [first] = this.#desk.plan.releases;
    if (first && matchMedia(BESIDE).matches) this.#cards.open(first.id);
    this.#pin.prepend(icon("pin"));
    this.#keys();
    this.#changed();
  }

  /** @returns {import("./later.js").Acts} */
  #laterActs() {
    return {
      preset: (preset) => this.#open(preset),
      attacker: (attacker, control, finished) => this.#take(() => ({ ...this.#desk.plan, attacker }), control, finished),
      scenarios: {
        restore: async (at) => this.#desk.finish((await pins()).restore(this.#desk.plan, at)),
        remove: async (at) => this.#desk.finish((await pins()).unpin(this.#desk.plan, at)),
        rename: async (at, name, control) => this.#desk.finish((await pins()).rename(this.#desk.plan, at, name), control ?? undefined),
      },
    };
  }

  /** Takes the place of the example, when there is something to show for it. */
  #mount() {
    if (this.#mounted) return;
    this.#mounted = true;
    const training = button("Add DP-SGD", () => this.#insertTraining());
    const presets = button("Presets", () => this.#later.pick());
    const acts = element("div", { class: "releases-acts" }, this.#add, training, presets);
    const parts = {
      scene: [this.#answer.element, this.#charts.curve],
      history: [this.#undo, this.#redo],
      releases: [this.#provenance, this.#cards.element, acts],
      goal: this.#goal.element,
      details: [this.#comparison.element, this.#charts.words],
      more: [this.#later.scenarios, this.#charts.growth, this.#later.meaning],
      spoken: this.#spoken,
    };
    lay(this.#host, parts, this.#scope);
  }

  /** The plan on the desk is another one. */
  #changed() {
    const { plan, notice } = this.#desk;
    this.#paint();
    this.#later.attacker = plan.attacker;
    const computed = computedOf(plan);
    // What is said of a failure stays until something else is asked.
    if (notice || computed !== this.#computed) tell(this.#host, notice);
    if (computed === this.#computed) return this.#name();
    this.#computed = computed;
    this.#wait();
    this.#inquiry.ask(plan);
  }

  /** The same is computed; what it is called and what is pinned beside it may be other. */
  #name() {
    if (!this.#found?.current()) return;
    const { plan, concrete, findings } = (this.#found = this.#named(this.#found));
    this.#answer.name(plan, findings);
    this.#comparison.name(concrete, findings);
    this.#later.show(plan.pins, concrete);
  }

  /**
   * What was found, in the words that the plan has now.
   * @param {Found} found
   * @returns {Found}
   */
  #named(found) {
    if (!found.current()) return found;
    const { plan } = this.#desk;
    return { ...found, plan, concrete: adopt(plan, found.findings.solution?.text) };
  }

  /** Marks all that is shown as the answer of the plan before, from this moment until the answer is there. */
  #wait() {
    this.#charts.wait();
    this.#later.wait();
    this.#answer.wait();
    this.#comparison.wait();
    this.#told = false;
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => this.#tellWork("Computing. The number on show is of the plan before."), TELL);
  }

  /** Speaks of work that goes on, once for a plan. @param {string} text */
  #tellWork(text) {
    if (!this.#told) this.#announcer.say(text);
    this.#told = true;
  }

  #paint() {
    const { plan } = this.#desk;
    const { solution } = this.#found?.findings ?? {};
    const same = JSON.stringify(this.#found?.plan.find) === JSON.stringify(plan.find);
    this.#cards.show(plan, this.#wrong, same ? solution?.text : undefined);
    this.#goal.show(plan);
    this.#goal.wrong = this.#wrong;
    this.#undo.ariaDisabled = String(!this.#desk.canUndo);
    this.#redo.ariaDisabled = String(!this.#desk.canRedo);
    this.#pin.disabled = plan.pins.length >= PINS;
    this.#provenance.hidden = this.#preset === "" || this.#preset !== JSON.stringify(bare(plan));
  }

  /** @returns {import("./inquiry.js").Listener} */
  #listener() {
    return {
      nothing: () => {
        clearTimeout(this.#telling);
        this.#mount();
        this.#found = undefined;
        this.#newest = undefined;
        this.#answer.none("Nothing is published", "so nothing is lost. Add a release, or let one take part.");
        this.#comparison.none();
        this.#charts.keep("No release takes part.");
        this.#later.none();
      },
      asked: (plan, current) => {
        this.#curve = this.#charts.ahead(plan, current);
      },
      judged: (wrong) => {
        const fine = wrong.size === 0;
        if (fine && this.#wrong.size === 0) return;
        this.#wrong = wrong;
        this.#paint();
        if (fine) return;
        clearTimeout(this.#telling);
        this.#newest = undefined;
        this.#mount();
        this.#answer.keep();
        this.#comparison.keep();
        this.#charts.keep("A value is not valid.");
      },
      found: async (found, first) => {
        this.#newest = found;
        if (first) await Promise.race([this.#curve, new Promise((resolve) => setTimeout(resolve, FRAME))]);
        if (this.#newest === found) this.#learn(this.#named(found), first);
      },
      progress: (share, stop) => {
        if (performance.now() - this.#began > PATIENCE) this.#mount();
        this.#answer.progress(share, stop);
        this.#tellWork("Computing. A button beside the progress cancels it.");
      },
      ended: (reason, again) => {
        this.#answer.end(reason, again);
        this.#comparison.end();
        this.#announcer.say(reason);
        if (this.#found) this.#draw(this.#found);
      },
      failed: (again) => {
        clearTimeout(this.#telling);
        this.#mount();
        this.#answer.fail();
        tell(this.#host, "The core of this page does not answer. What you typed is kept.", again);
      },
    };
  }

  /**
   * @param {Found} found
   * @param {boolean} first
   */
  #learn(found, first) {
    const { plan, concrete, findings, current } = found;
    this.#found = found;
    this.#mount();
    if (current()) clearTimeout(this.#telling);
    this.#answer.show(plan, findings);
    if (findings.solution) this.#paint();
    if (findings.solution && findings.solution.text === undefined) {
      this.#comparison.keep();
      this.#charts.keep("No value is within the budget.");
      this.#announcer.say(findings.solution.answer.sentence);
      return;
    }
    this.#comparison.show(concrete, findings);
    if (!current()) this.#outrun();
    const { conflict, solution, sentence } = findings;
    this.#announcer.say(conflict ? `Do not rely on this: ${conflict}. ${sentence}` : (solution?.answer.sentence ?? sentence));
    if (first) this.#charts.follow(concrete, findings, current);
    else this.#draw(found);
  }

  /** What has just been shown is old already: a newer plan is being computed. */
  #outrun() {
    this.#answer.wait();
    this.#comparison.wait();
  }

  /** Draws what takes longer, of a plan that rests. @param {Found} found */
  #draw({ concrete, findings, current }) {
    if (!current()) return;
    this.#charts.rest(concrete, findings, current);
    this.#later.show(this.#desk.plan.pins, concrete);
  }

  /** @returns {Omit<import("./card.js").Acts, "open">} */
  #acts() {
    const plan = () => this.#desk.plan;
    const place = (/** @type {number} */ id) => plan().releases.findIndex((one) => one.id === id);
    return {
      type: (id, typed, control, finished) =>
        this.#take(() => change(plan(), id, beside(plan(), id, typed)), control, finished),
      toggle: (id) => this.#desk.finish(change(plan(), id, { on: !plan().releases[place(id)]?.on })),
      shift: (id, by) => {
        this.#desk.finish(move(plan(), id, place(id) + by));
        this.#announcer.say(`Place ${place(id) + 1} of ${plan().releases.length}.`);
      },
      duplicate: (id) => {
        const copied = duplicate(plan(), id);
        this.#cards.open(copied.id);
        this.#desk.finish(copied.plan);
        this.#cards.focus(copied.id);
      },
      remove: (id) => {
        const at = place(id);
        this.#desk.finish(remove(plan(), id));
        const { releases } = plan();
        const next = releases[at] ?? releases.at(-1);
        if (next) this.#cards.focus(next.id);
        else this.#add.focus();
      },
      solve: (id, field) => {
        const { find } = plan();
        const mine = typeof find !== "string" && find.release === id && find.field === field;
        this.#find(mine ? "epsilon" : { release: id, field });
      },
    };
  }

  /**
   * @param {() => Plan} next
   * @param {EventTarget | null} control
   * @param {boolean} finished
   */
  #take(next, control, finished) {
    if (finished) this.#desk.finish(next(), control);
    else this.#desk.follow(next);
  }

  /** @param {Unknown} find */
  #find(find) {
    const solved = this.#found?.current() ? this.#found.findings.solution?.text : undefined;
    this.#desk.finish({ ...adopt(this.#desk.plan, solved), find });
  }

  /** @param {Partial<Omit<Release, "id">>} given */
  #insert(given) {
    const added = release(this.#description, given);
    this.#cards.open(added.id);
    this.#desk.finish(insert(this.#desk.plan, added));
    this.#cards.focus(added.id);
  }

  #insertTraining() {
    this.#insert({ label: "DP-SGD", kind: "gaussian", sampling: "poisson", rate: "0.01", count: "1000", training: TRAINING });
  }

  /** @param {Preset} preset */
  #open({ title, unit, source, assumptions, address }) {
    const { plan } = read(address, this.#description);
    this.#preset = JSON.stringify(bare(plan));
    this.#provenance.replaceChildren(
      element("summary", {}, title),
      element("p", {}, `Protects ${unit}.`),
      element("p", {}, `Source: ${source}`),
      element("p", {}, assumptions),
    );
    const { pins, attacker } = this.#desk.plan;
    this.#desk.finish({ ...plan, attacker: { ...attacker, ...plan.attacker }, pins: plan.pins.length > 0 ? plan.pins : pins });
  }

  async #keepScenario() {
    const { pin } = await pins();
    const concrete = this.#found?.current() ? this.#found.concrete : adopt(this.#desk.plan, undefined);
    const { plan, name } = pin(this.#desk.plan, concrete);
    this.#desk.finish(plan);
    this.#announcer.say(`Pinned as ${name}.`);
  }

  /** Whether keys are meant for this plan: of several that in which the focus is, or else the first. */
  get #addressed() {
    const held = document.activeElement?.closest("dp-plan") ?? document.querySelector("dp-plan");
    return held === this.#host;
  }

  #keys() {
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !this.#addressed) return;
      const key = event.key.toLowerCase();
      const redo = (key === "z" && event.shiftKey) || key === "y";
      if (key !== "z" && !redo) return;
      // What is being typed is undone letter by letter, by the browser.
      if (this.#desk.draft && document.activeElement?.matches("input, textarea")) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (redo) this.#desk.redo();
      else this.#desk.undo();
    });
  }
}
