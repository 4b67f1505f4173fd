// Builds elements from attributes and children: all the page's markup that is not in its HTML.

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean>} [attributes] `true` sets an empty one, `false` none
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  set(made, attributes);
  made.append(...children);
  return made;
}

/**
 * Text whose equations, such as `δ = 1e-5`, are never broken over two lines.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function unbroken(text) {
  return text
    .split(/(\S+ [=≤≥] [^\s,;:]+)/)
    .map((piece, at) => (at % 2 === 1 ? element("span", { class: "whole" }, piece) : piece));
}

/**
 * Text as it begins a line: with a capital, unless it begins with a symbol.
 * @param {string} text
 */
export const capital = (text) => text.replace(/^[a-z](?=[a-zé])|^a(?= )/, (letter) => letter.toUpperCase());

/** How many there are of each kind. @type {Map<string, number>} */
const kinds = new Map();

/**
 * Ids and names for one of several elements of a kind on a page: as given for the first, numbered for the
 * others, so that none stands twice.
 */
export class Scope {
  #turn;

  /** @param {string} kind */
  constructor(kind) {
    this.#turn = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, this.#turn);
  }

  /** @param {string} id */
  id(id) {
    return this.#turn === 1 ? id : `${id}-${this.#turn}`;
  }

  /** @param {string} text */
  name(text) {
    return this.#turn === 1 ? text : `${text} ${this.#turn}`;
  }
}

/**
 * @param {Element} target
 * @param {Record<string, string | number | boolean>} attributes
 */
function set(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) target.setAttribute(name, value === true ? "" : String(value));
  }
}
