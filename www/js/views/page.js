// The page of views: the form that the core describes, the result, the five windows with their map, and the
// address that holds it all.

import "./dp-views.js";
import { Address } from "../address.js";
import { Announcer } from "../announcer.js";
import { Form } from "../form.js";
import { ask, cancel, describe } from "../engine.js";
import { fail, part, skipTo, tell } from "../page.js";
import { Result } from "../result.js";
import { CERTIFIED, complete, fieldOf, keyed, keyOf, parametersOf, planQuestion, QUICK, SAMPLINGS } from "../setting.js";
import { FIRST, read, write } from "./address.js";
import { EXAMPLES } from "./examples.js";
import { RivalForm } from "./rival-form.js";
import { RivalTable } from "./rival-table.js";
import { writeRival } from "./rivals.js";
import { Starts } from "./starts.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("../setting.js").Setting} Setting */
/** @typedef {import("./address.js").State} State */

/** Milliseconds after which a setting that did not change rests, and the certified bounds are asked. */
const REST = 150;

/** The channel of the result. */
const PLAN = "plan";

/** The width from which on the controls stand beside the answer; the style sheet has the same. */
const BESIDE = "(min-width: 56rem)";

const views = /** @type {import("./dp-views.js").DpViews} */ (part("views"));
const announcer = new Announcer(part("spoken"));

/** @param {Description} description */
function open(description) {
  const places = { mechanism: part("mechanism"), condition: part("condition") };
  const form = new Form(description, places);
  const rivals = new RivalForm(description, () => {
    update();
    address.commit(state(), Symbol("another comparison"));
  });
  places.condition.append(rivals.element);
  arrange(places.condition);
  const result = new Result(description, part("result"));
  const table = new RivalTable(description);
  part("result").after(table.element);
  const starts = new Starts(EXAMPLES);
  part("starts").replaceWith(starts.element);
  let [shown, to] = [FIRST, ""];
  /** @returns {State} */
  const state = () => ({ setting: form.setting, show: shown, rivals: rivals.rivals, to });

  let turn = 0;
  const update = async () => {
    const mine = (turn += 1);
    const current = () => mine === turn;
    const setting = form.setting;
    const rest = new Promise((resolve) => setTimeout(resolve, REST));
    let stopped = false;
    const stop = () => {
      stopped = true;
      cancel(PLAN);
    };
    let told = false;
    const progress = (/** @type {number} */ share) => {
      if (!current()) return;
      result.progress(share, stop);
      if (!told) announcer.say("Computing. A button beside the progress cancels it.");
      told = true;
    };
    const end = (/** @type {string} */ reason, /** @type {() => void} */ again) => {
      result.end(reason, again);
      announcer.say(reason);
    };
    show(state(), description);
    starts.hash = write(state());
    // The charts observe their attributes one microtask later, and their questions go first.
    await Promise.resolve();
    try {
      const { answer, wrong } = await plan(setting, description, { current, progress });
      if (!current()) return;
      if (stopped) return end("Cancelled.", update);
      if (!answer) return;
      form.wrong = wrong;
      if (wrong.size > 0) {
        result.keep();
        return;
      }
      result.show(answer, setting);
      announcer.say(answer.sentence);
      table.show(setting, rivals.rivals);
    } catch {
      if (current()) lost(update);
      return;
    }
    await rest;
    const certify = async () => {
      stopped = false;
      try {
        const answer = await ask(planQuestion(setting, CERTIFIED), { channel: PLAN, progress });
        if (!current()) return;
        if (stopped) end("Cancelled.", certify);
        else if (answer?.answer === "plan") announcer.say(result.add(answer));
      } catch {
        if (current()) end("The certified bounds did not come in time.", certify);
      }
    };
    if (current()) certify();
  };

  const address = new Address(() => enter(), write);
  const enter = () => {
    const { state: { setting, show, rivals: compared, to: end }, foreign } = read(location.hash, description);
    form.setting = setting;
    rivals.rivals = [...compared];
    [shown, to] = [show, end];
    tell(foreign ? "Another version of dpscope wrote this address; what it says may be read differently here." : "");
    update();
  };

  for (const place of Object.values(places)) {
    place.addEventListener("input", () => {
      tell("");
      update();
      address.follow(state);
    });
    place.addEventListener("change", ({ target }) => address.commit(state(), target));
  }
  views.addEventListener("dp-show", (event) => {
    shown = /** @type {CustomEvent<string>} */ (event).detail;
    starts.hash = write(state());
    address.commit(state(), Symbol("another window"));
  });
  views.addEventListener("dp-failed", () => lost(update));
  enter();
}

/**
 * On a narrow screen puts the condition below the answer, so that result and curve are in sight while the
 * slider of the mechanism moves. The element itself moves, so that Tab and speech follow the eye.
 * @param {HTMLElement} condition
 */
function arrange(condition) {
  const beside = matchMedia(BESIDE);
  const answer = part("answer");
  const place = () => {
    const focused = condition.contains(document.activeElement) ? document.activeElement : null;
    if (beside.matches) answer.before(condition);
    else answer.after(condition);
    // A node that moves loses the focus.
    if (focused instanceof HTMLElement) focused.focus();
  };
  beside.addEventListener("change", place);
  place();
}

/**
 * Asks for the guarantee. Where the core refuses a field the question is put again with that field at its
 * start, so that every wrong field is named, not only the first; unless a newer setting has come.
 * @param {Setting} setting
 * @param {Description} description
 * @param {object} watch
 * @param {() => boolean} watch.current whether this is still the newest setting
 * @param {(share: number) => void} watch.progress
 */
async function plan(setting, description, { current, progress }) {
  /** @type {Map<string, string>} field → what is allowed there */
  const wrong = new Map();
  if (description.mechanisms.some(({ kind, points }) => kind === setting.mechanism && points)) {
    wrong.set("mechanism", "offered on this page, because it takes a list of points");
  }
  const usual = complete(description, () => undefined);
  for (;;) {
    const typed = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ start) =>
      wrong.has(name) ? start : text;
    const mechanism = typed("mechanism", setting.mechanism, usual.mechanism);
    const start = complete(description, (key) => (key === "mechanism" ? mechanism : undefined));
    const values = Object.fromEntries(
      parametersOf(description, mechanism).map(({ name }) => {
        const first = start.values[name] ?? "";
        return [name, typed(keyOf(name), setting.values[name] ?? first, first)];
      }),
    );
    const asked = {
      mechanism,
      values,
      delta: typed("delta", setting.delta, start.delta),
      neighbours: typed("neighbours", setting.neighbours, start.neighbours),
      sampling: typed("sampling", setting.sampling, start.sampling),
      rate: typed("rate", setting.rate, start.rate),
    };
    const answer = await ask(planQuestion(asked, QUICK), { channel: PLAN, progress });
    if (answer?.answer === "plan") return { answer, wrong };
    if (answer?.answer !== "refused" || !current()) return { wrong };
    const field = fieldOf(answer.path);
    if (wrong.has(field)) throw new Error(answer.message);
    wrong.set(field, field === "sampling" ? `one of ${SAMPLINGS.map(({ word }) => word).join(", ")}` : answer.allowed);
  }
}

/**
 * Hands what is set to the windows.
 * @param {State} state
 * @param {Description} description
 */
function show({ setting, show: word, rivals, to }, description) {
  const held = { ...keyed(setting), show: word, with: rivals.map(writeRival).join(";"), to };
  const parameters = description.mechanisms.flatMap(({ parameters }) => parameters.map(({ name }) => keyOf(name)));
  for (const key of [...parameters, "sampling", "rate"]) if (!(key in held)) views.removeAttribute(key);
  for (const [key, text] of Object.entries(held)) {
    if (views.getAttribute(key) !== text) views.setAttribute(key, text);
  }
}

/** @param {() => void} again */
function lost(again) {
  fail(() => {
    views.retry();
    again();
  });
}

skipTo("views-heading");

function begin() {
  describe().then(open, () => lost(begin));
}

begin();
