// A sheet of ready plans, each with where its numbers come from. The list is loaded when it is opened.

import { element, unbroken } from "../ui/element.js";
import { button } from "../ui/controls.js";

/** @typedef {import("../presets/presets.js").Preset} Preset */

/** The page that opens a plan. */
const HERE = "index.html";

/** The parts of the list, in order. @type {[Preset["kind"], string][]} */
const PARTS = [
  ["deployment", "Deployments"],
  ["figure", "Figures of the sources"],
  ["lesson", "Lessons"],
];

export class PresetPicker {
  #chosen;
  #scope;
  #list = element("div", { class: "presets" }, "Loading");
  #dialog;

  /**
   * @param {(preset: Preset) => void} chosen
   * @param {import("../ui/element.js").Scope} scope
   */
  constructor(chosen, scope) {
    this.#chosen = chosen;
    this.#scope = scope;
    const close = button("Close", () => this.#dialog.close());
    this.#dialog = element(
      "dialog",
      { class: "sheet", "aria-labelledby": scope.id("presets-heading") },
      element("header", { class: "sheet-head" }, element("h2", { id: scope.id("presets-heading") }, scope.name("Presets")), close),
      this.#list,
    );
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    document.body.append(this.#dialog);
  }

  async open() {
    this.#dialog.showModal();
    try {
      const { default: presets } = await import("../presets/presets.js");
      const parts = PARTS.flatMap(([kind, title]) => {
        const entries = presets.filter((preset) => preset.kind === kind).map((preset) => this.#entry(preset));
        const route = kind === "lesson" ? [element("p", {}, element("a", { href: "lessons.html" }, "Six questions with a prediction each"))] : [];
        return [element("h3", {}, title), ...route, element("ul", { role: "list" }, ...entries)];
      });
      this.#list.replaceChildren(...parts);
    } catch {
      this.#list.replaceChildren("The presets could not be loaded.");
    }
  }

  /** @param {Preset} preset */
  #entry(preset) {
    const { id, title, source, provenance, assumptions, unit, page, address } = preset;
    const open =
      page === HERE
        ? button(title, () => {
            this.#dialog.close();
            this.#chosen(preset);
          })
        : element("a", { href: page + address }, title);
    open.className = "preset";
    const described = this.#scope.id(`preset-${id}`);
    open.setAttribute("aria-describedby", described);
    const word = (/** @type {string} */ name, /** @type {string} */ text) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, ...unbroken(text)));
    const words = [word("Protects", unit), word("Source", `${source} (${provenance})`), word("Assumes", assumptions)];
    return element("li", {}, open, element("dl", { id: described }, ...words));
  }
}
