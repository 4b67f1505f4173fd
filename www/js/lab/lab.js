// A laboratory page: its form, its address, what it starts from, and the stage that shows what is set. The page owns the
// state; controls and stage only say what a hand did.
//
// The page's own HTML has places for it: `#lab` with the stage's element inside, and `#status`.

import { describe, useModule } from "../core/engine.js";
import { Address } from "../state/address.js";
import { Codec } from "../state/codec.js";
import { capital, element } from "../ui/element.js";
import { fail, part, skipTo, tell } from "../ui/page.js";
import { Examples } from "./examples.js";
import { LabForm } from "./form.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./setting-element.js").SettingElement} SettingElement */
/** @typedef {import("./setting-element.js").Subject} Subject */
/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */

/** @typedef {{state: () => State, change: (change: State, control?: unknown, finished?: boolean) => void}} Bench what parts of a page of its own may read and do */

/** @typedef {(bench: Bench, description: Description) => ((state: State) => void) | void} Opened adds what a page alone has; what it returns is told of every newer state */

/**
 * Opens the page of a laboratory, whose element is defined.
 * @param {Subject} laboratory
 * @param {object} [options]
 * @param {string} [options.heading] the id that the link at the top of the page leads to
 * @param {Opened} [options.opened]
 */
export function openLab(laboratory, { heading = "answer-heading", opened } = {}) {
  if (laboratory.module) useModule(laboratory.module);
  skipTo(heading);
  const begin = () => {
    describe().then(
      (description) => open(laboratory, description, opened),
      () => fail(begin),
    );
  };
  begin();
}

/**
 * @param {Subject} laboratory
 * @param {Description} description
 * @param {Opened | undefined} opened
 */
function open(laboratory, description, opened) {
  const place = part("lab");
  const stage = /** @type {SettingElement} */ (place.querySelector(laboratory.element));
  const fields = laboratory.fields(description);
  const codec = new Codec(fields, description, laboratory.former);
  const form = new LabForm(description, fields, {
    changed: (control, finished) => {
      tell("");
      update();
      if (finished) address.commit(form.state, control);
      else address.follow(() => form.state);
    },
    ...(laboratory.together ? { together: laboratory.together } : {}),
  });
  const examples = new Examples(laboratory.examples, codec);
  const address = new Address(() => enter(), (/** @type {State} */ state) => codec.write(state));
  const side = element("div", { class: "lab-side" }, form.element);
  place.prepend(examples.element, side);

  let shown = "";
  const update = () => {
    const hash = codec.write(form.state);
    examples.hash = hash;
    // What was refused stays so until something else is set.
    if (hash !== shown) form.refusal = undefined;
    shown = hash;
    stage.setAttribute("setting", hash.slice(1));
    told?.(form.state);
  };
  const enter = () => {
    const { state, foreign } = codec.read(location.hash);
    form.state = state;
    tell(foreign ? "Another version of dpscope wrote this address; what it says may be read differently here." : "");
    update();
  };
  stage.addEventListener("dp-refused", (event) => {
    const { detail } = /** @type {CustomEvent<Refusal>} */ (event);
    form.refusal = detail;
    if (!form.sets(detail.path)) tell(`${capital(detail.message)}.`);
  });
  stage.addEventListener("dp-intent", (event) => {
    event.preventDefault();
    const { change, control, finished } = /** @type {CustomEvent<{change: State, control: unknown, finished: boolean}>} */ (event).detail;
    bench.change(change, control, finished);
  });
  stage.addEventListener("dp-failed", () => fail(() => stage.retry()));
  /** @type {Bench} */
  const bench = {
    state: () => form.state,
    change: (change, control = Symbol("change"), finished = true) => {
      tell("");
      form.state = { ...form.state, ...change };
      update();
      if (finished) address.commit(form.state, control);
      else address.follow(() => form.state);
    },
  };
  const told = opened?.(bench, description);
  enter();
}
