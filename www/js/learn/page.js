// The page of learning: what objective perturbation guarantees by every bound, what a budget asks for, and
// how well models trained within it do.

import { Address } from "../address.js";
import { Choice } from "../choice.js";
import { element } from "../element.js";
import { useModule } from "../engine.js";
import { OwnTable } from "../instance/own-table.js";
import { linesOf } from "../instance/table.js";
import { fail, part, skipTo, tell } from "../page.js";
import { Bounds } from "./bounds.js";
import { Calibration } from "./calibration.js";
import { Form } from "./form.js";
import { BUDGET, SETTING, TRIALS } from "./parameters.js";
import { Released } from "./released.js";
import { Several } from "./several.js";
import { PRESETS, read, write } from "./state.js";
import { Training } from "./training.js";
import { OWN, refusalOf, words } from "./words.js";

/** @typedef {import("./state.js").State} State */

useModule("people");

let state = read(location.hash);

const changed = (/** @type {Partial<State>} */ change, /** @type {unknown} */ control, /** @type {boolean} */ finished) => {
  state = { ...state, ...change };
  update(Object.keys(change));
  if (finished) address.commit(state, control);
  else address.follow(() => state);
};
const forms = [new Form(SETTING, changed), new Form(BUDGET, changed), new Form([TRIALS], changed)];
const [setting, budget, trials] = forms.map(({ elements }) => elements);
const released = new Released(changed);
const several = new Several(changed);

const refused = (/** @type {import("../../pkg/accounting/dpscope.js").Refusal} */ refusal) => {
  if (refusal.path.startsWith("data")) data.error = refusal.message;
  else if (![released, ...forms].some((form) => form.refuse(refusal))) tell(refusal.message);
};
const failed = () => fail(() => update());

const bounds = new Bounds({ refused, failed }, several);
const calibration = new Calibration({ refused, failed });
/** A person's own people; they stay in this page. */
let table = { text: "", scaled: false };
const training = new Training(() => state, () => table, { refused, failed });
const own = new OwnTable({
  used: ({ rows, scaled }) => {
    table = { text: linesOf(rows), scaled };
    changed({ data: OWN }, Symbol("own"), true);
  },
});

const data = new Choice("data", "People", words("data"));
data.element.addEventListener("change", () => changed({ data: data.value }, "data", true));

const presets = element(
  "div",
  { class: "presets", role: "group", "aria-label": "Settings of the source’s figures" },
  element("p", {}, "Start from"),
  ...PRESETS.map(({ name, change }) => {
    const button = element("button", { class: "button", type: "button" }, name);
    button.addEventListener("click", () => changed(change, name, true));
    return button;
  }),
);

part("setting").replaceChildren(presets, ...(setting ?? []), ...released.elements);
part("bounds").replaceChildren(bounds.element);
part("calibration").replaceChildren(element("div", { class: "controls" }, ...(budget ?? [])), calibration.element);
part("training").replaceChildren(element("div", { class: "controls" }, data.element, ...(trials ?? [])), training.element);
part("training-card").after(own.element);

const address = new Address(() => {
  state = read(location.hash);
  update();
}, write);

/** @param {string[]} [fields] those that changed; all if absent */
function update(fields) {
  tell("");
  data.value = state.data;
  data.error = refusalOf("data", state.data)?.message ?? "";
  for (const form of [released, several, ...forms]) form.show(state);
  const touches = (/** @type {string[]} */ names) => !fields || names.some((name) => fields.includes(name));
  const near = ["tolerance", "output_noise"];
  if (touches(["lipschitz", "smoothness", "sigma", "regularization", "delta", "minimum", "loss", "dimension", "determinant", "several", ...near])) bounds.update(state);
  if (touches(["lipschitz", "smoothness", "regularization", "epsilon", "delta", "factor", "loss", "determinant", ...near])) calibration.update(state);
  if (fields && touches(["data", "trials", "delta", "factor", "determinant", ...near])) training.outdated();
}

skipTo("answer-heading");
update();
