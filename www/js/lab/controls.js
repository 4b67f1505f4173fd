// What sets one field of a laboratory: a slider, a row of words, a list, ticks, a range, mechanisms.

import { Choice } from "../ui/choice.js";
import { DpSlider } from "../ui/dp-slider.js";
import { capital, element } from "../ui/element.js";
import { MechanismFields } from "../ui/mechanism-fields.js";
import { MechanismList } from "../ui/mechanism-list.js";
import { button, Switch } from "../ui/controls.js";
import { fieldButton } from "../explain/button.js";
import { complaint } from "../state/setting.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("../state/field.js").Field} Field */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("../../pkg/accounting/dpscope.js").Refusal} Refusal */

/**
 * What sets one field.
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {() => any} get
 * @property {(value: any, state: State) => void} set
 * @property {(refusal: Refusal | undefined) => void} refuse says what is allowed instead; takes it back for nothing
 */

/** @typedef {(control: unknown, finished: boolean) => void} Changed */

/** The part of a refused path that a mechanism knows: a parameter, `kind`, `rate` and so on. @param {string} path */
function partOf(path) {
  const [last = "", parent] = path.split(".").reverse();
  const name = last.replace(/(\[\d+\])+$/, "");
  return name === "mechanism" || (name === "kind" && parent === "mechanism") ? "kind" : name === "kind" ? (parent ?? "kind") : name;
}

/**
 * What is wrong with a mechanism, by its part.
 * @param {Refusal | undefined} refusal
 * @returns {Map<string, import("../ui/points.js").Wrong>}
 */
function wrongOf(refusal) {
  if (!refusal) return new Map();
  const { path, allowed, value } = refusal;
  const line = /\.points\[(\d+)\]/.exec(path)?.[1];
  return new Map([[partOf(path), { allowed, ...(line ? { place: `line ${Number(line) + 1}`, value: value ?? "" } : {}) }]]);
}

/**
 * @param {Field} field
 * @param {Description} description
 * @param {Changed} changed where its own parts do not tell
 * @returns {Control | undefined} nothing for a field that no control sets
 */
export function controlOf(field, description, changed) {
  if (field.elsewhere) return undefined;
  switch (field.holds) {
    case "number":
      return slider(field, changed);
    case "choice":
      return field.rows ? row(field, changed) : list(field);
    case "choices":
      return ticks(field);
    case "range":
      return range(field);
    case "mechanism": {
      const { label, kinds, points = false } = field;
      const fields = new MechanismFields(description, field.name, { points, ...(label ? { label } : {}), ...(kinds ? { kinds } : {}) });
      return {
        element: fields.element,
        get: () => {
          const { kind, values, points: listed } = fields.typed;
          return { kind, values, ...(listed === undefined ? {} : { points: listed }) };
        },
        set: (value) => fields.show(value),
        refuse: (refusal) => {
          fields.wrong = wrongOf(refusal);
        },
      };
    }
    case "mechanisms":
    case "releases": {
      const { add, most, fresh, label } = field;
      const sampled = field.holds === "releases";
      const points = field.holds === "mechanisms" && field.points === true;
      const listed = { add, most, fresh, least: sampled ? 1 : 0, sampled, points, ...(label ? { label } : {}) };
      const made = new MechanismList(description, field.name, listed, (which) => changed(which, true));
      return {
        element: made.element,
        get: () => made.value,
        set: (value) => {
          made.value = value;
        },
        refuse: (refusal) => made.refuse(Number(/\[(\d+)\]/.exec(refusal?.path ?? "")?.[1] ?? -1), wrongOf(refusal)),
      };
    }
    case "text":
      return field.label === undefined ? undefined : written(field, field.label);
  }
}

/**
 * A number with its slider, and buttons for what of it has a name.
 * @param {import("../state/field.js").NumberField} field
 * @param {Changed} changed
 * @returns {Control}
 */
function slider({ name, explained = name, parameter, presets = [], next }, changed) {
  const made = new DpSlider();
  made.parameter = parameter;
  made.attach(fieldButton(explained, parameter.label));
  const buttons = presets.map(({ value, name: title }) => {
    const label = `${parameter.symbol} = ${title}`;
    return button(title, () => set(value, made), { "aria-label": label, "aria-pressed": "false", "data-value": value });
  });
  const set = (/** @type {string} */ value, /** @type {unknown} */ control) => {
    made.value = value;
    tell();
    changed(control, true);
  };
  const tell = () => {
    for (const one of buttons) one.setAttribute("aria-pressed", String(Number(one.dataset.value) === Number(made.value)));
  };
  made.addEventListener("input", tell);
  if (buttons.length > 0) made.append(element("div", { class: "presets", role: "group", "aria-label": `${parameter.label}: usual values` }, ...buttons));
  if (next) made.append(button(next, () => set(String(Number(made.value) + 1), made)));
  return {
    element: made,
    get: () => made.value,
    set: (value) => {
      made.value = value;
      tell();
    },
    refuse: (refusal) => {
      made.error = complaint(made.value, refusal?.allowed);
    },
  };
}

/**
 * A choice as a row of buttons.
 * @param {import("../state/field.js").ChoiceField} field
 * @param {Changed} changed
 * @returns {Control}
 */
function row(field, changed) {
  const { name, label, words, help, explained } = field;
  const made = new Switch(name, label, words);
  const [error, note] = [element("p", { class: "error", id: `${name}-error` }), element("p", { class: "help" })];
  const place = element("div", { class: "group" }, made.element, ...about(explained, label, () => choicesOf(field, known)), error, note);
  let typed = "";
  /** @type {State} */
  let known = {};
  const tell = () => {
    note.textContent = help?.(made.value, { ...known, [name]: made.value }) ?? "";
  };
  made.onChange(() => {
    typed = made.value;
    tell();
    // Each choice is a step of the history, however soon the next one comes.
    changed(Symbol(name), true);
  });
  return {
    element: place,
    // A word that an address holds and the choice does not have is kept until another is chosen.
    get: () => made.value || typed,
    set: (value, state) => {
      typed = value;
      known = state;
      made.value = value;
      tell();
    },
    refuse: (refusal) => {
      error.textContent = complaint(typed, refusal?.allowed);
    },
  };
}

/**
 * A choice as a list that opens.
 * @param {import("../state/field.js").ChoiceField} field
 * @returns {Control}
 */
function list(field) {
  const { name, label, words, help, explained } = field;
  const note = document.createTextNode("");
  const made = new Choice(name, label, words, note);
  made.element.append(...about(explained, label, () => choicesOf(field, known)));
  /** @type {State} */
  let known = {};
  const tell = () => {
    note.data = help?.(made.value, { ...known, [name]: made.value }) ?? "";
  };
  made.onInput(tell);
  return {
    element: made.element,
    get: () => made.value,
    set: (value, state) => {
      known = state;
      made.value = value;
      tell();
    },
    refuse: (refusal) => {
      made.error = complaint(made.value, refusal?.allowed);
    },
  };
}

/**
 * Several words, at least one of them.
 * @param {import("../state/field.js").ChoicesField} field
 * @returns {Control}
 */
function ticks({ name, label, words, explained }) {
  const boxes = words.map(({ word }) => element("input", { type: "checkbox", name, value: word }));
  const chosen = () => boxes.filter(({ checked }) => checked).map(({ value }) => value);
  const error = element("p", { class: "error" });
  const place = element(
    "fieldset",
    { class: "ticks" },
    element("legend", {}, label),
    ...about(explained, label),
    ...words.map(({ meaning }, at) => element("label", { class: "tick" }, /** @type {Node} */ (boxes[at]), capital(meaning))),
    error,
  );
  place.addEventListener("input", ({ target }) => {
    if (chosen().length === 0 && target instanceof HTMLInputElement) target.checked = true;
  });
  return {
    element: place,
    get: chosen,
    set: (value) => {
      for (const box of boxes) box.checked = value.includes(box.value);
    },
    refuse: (refusal) => {
      error.textContent = complaint(chosen().join(), refusal?.allowed);
    },
  };
}

/**
 * Two ends.
 * @param {import("../state/field.js").RangeField} field
 * @returns {Control}
 */
function range({ name, label, explained }) {
  const error = element("p", { class: "error", id: `${name}-error` });
  const end = (/** @type {string} */ which, /** @type {string} */ title) => {
    const input = element("input", {
      class: "text",
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      spellcheck: "false",
      name: `${name}-${which}`,
      "aria-describedby": error.id,
    });
    return { input, element: element("label", { class: "range-end" }, title, input) };
  };
  const [from, to] = [end("from", "From"), end("to", "To")];
  const place = element(
    "fieldset",
    { class: "range" },
    element("legend", {}, label),
    ...about(explained, label),
    element("div", { class: "range-ends" }, from.element, to.element),
    error,
  );
  return {
    element: place,
    get: () => ({ from: from.input.value, to: to.input.value }),
    set: (value) => {
      from.input.value = value.from;
      to.input.value = value.to;
    },
    refuse: (refusal) => {
      error.textContent = refusal ? complaint(`${from.input.value} to ${to.input.value}`, refusal.allowed) : "";
      for (const { input } of [from, to]) {
        if (!refusal) input.removeAttribute("aria-invalid");
        else input.setAttribute("aria-invalid", "true");
      }
    },
  };
}

/**
 * A text of one line or several.
 * @param {import("../state/field.js").TextField} field
 * @param {string} label
 * @returns {Control}
 */
function written({ name, hint = "", explained, lines = 1 }, label) {
  const error = element("p", { class: "error", id: `${name}-error` });
  const help = element("p", { class: "help", id: `${name}-help` }, hint);
  const attributes = { class: "text", autocomplete: "off", spellcheck: "false", name, id: `${name}-text`, "aria-describedby": `${help.id} ${error.id}` };
  const input = lines > 1 ? element("textarea", { ...attributes, rows: lines }) : element("input", { ...attributes, type: "text" });
  const title = element("label", { for: input.id }, label);
  return {
    element: element("div", { class: "written" }, title, ...about(explained, label), input, help, error),
    get: () => input.value,
    set: (value) => {
      if (input.value !== value) input.value = value;
    },
    refuse: (refusal) => {
      error.textContent = refusal ? complaint(refusal.value ?? input.value, refusal.allowed) : "";
      if (!refusal) input.removeAttribute("aria-invalid");
      else input.setAttribute("aria-invalid", "true");
    },
  };
}

/**
 * The mark that opens the explanation of a choice, where the page says which it is.
 * @param {string | undefined} explained
 * @param {string} label
 * @param {() => [name: string, meaning: string][]} [choices] what each of its words does, if that is known
 */
const about = (explained, label, choices = () => []) => (explained ? [fieldButton(explained, label, undefined, () => ({ choices: choices() }))] : []);

/**
 * What each word of a choice does; nothing if all do the same.
 * @param {import("../state/field.js").ChoiceField} field
 * @param {State} known
 * @returns {[name: string, meaning: string][]}
 */
function choicesOf({ name, words, help }, known) {
  const told = words.map(({ word, meaning }) => /** @type {[string, string]} */ ([capital(meaning), help?.(word, { ...known, [name]: word }) ?? ""]));
  const meant = told.filter(([, says]) => says !== "");
  return new Set(meant.map(([, says]) => says)).size > 1 ? meant : [];
}
