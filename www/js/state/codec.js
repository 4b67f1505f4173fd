// The address of a laboratory page, and the attribute `setting` of its element, made from the fields of the page:
//
//   #v=2&show=bounds&mechanism=gaussian&sigma=5&rate=0.001&with=laplace,scale:2&r=gaussian,sigma:1,poisson:0.01&k=1..1000
//
// A number, a word and a text stand under the name of their field, several words between commas, a range between two dots;
// one mechanism by its kind, with its parameters under their own names; each of several mechanisms under one `with`, each
// release under one `r`, in the words of the plan's address. What is as the page opens is left out. A word that a choice
// does not have is kept, so that its field can say what is wrong with it. Unknown keys are ignored; addresses of version 1
// have the same words.

import { decoded, encoded, pairsOf, releaseOf, releaseWord } from "../plan/link.js";
import { complete, firstPoints, keyOf } from "./setting.js";
import { startOf } from "./field.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("./field.js").Field} Field */
/** @typedef {import("./field.js").State} State */
/** @typedef {import("../ui/mechanism-list.js").Item} Item */

const VERSION = "2";
const KNOWN = ["1", VERSION];

export class Codec {
  #fields;
  #description;
  #former;

  /**
   * @param {readonly Field[]} fields
   * @param {Description} description
   * @param {(state: State, has: (key: string) => boolean, version: string) => State} [former] reads what earlier addresses said in other words
   */
  constructor(fields, description, former = (state) => state) {
    this.#fields = fields;
    this.#description = description;
    this.#former = former;
  }

  /**
   * The state that an address describes; what it does not mention is as the page opens.
   * @param {string} text with or without `#`
   * @returns {{state: State, foreign: boolean}} `foreign` if a version wrote it that is not known here
   */
  read(text) {
    const pairs = pairsOf(text.replace(/^#/, ""));
    const one = (/** @type {string} */ key) => {
      const found = pairs.find(([name]) => name === key || name === key.replaceAll("-", "_"))?.[1];
      return found === undefined ? undefined : decoded(found);
    };
    /** @type {State} */
    const state = {};
    for (const field of this.#fields) state[field.name] = this.#value(field, one, pairs) ?? startOf(field, state);
    const has = (/** @type {string} */ key) => pairs.some(([name]) => name === key);
    const version = one("v");
    return { state: this.#former(state, has, version ?? ""), foreign: !KNOWN.includes(version ?? VERSION) };
  }

  /**
   * @param {State} state
   * @returns {string} with `#`
   */
  write(state) {
    const words = this.#fields.flatMap((field) => {
      const value = state[field.name];
      const written = this.#words(field, value);
      const usual = this.#words(field, startOf(field, state));
      return JSON.stringify(written) === JSON.stringify(usual) ? [] : written;
    });
    return `#${[["v", VERSION], ...words].map(([key, text]) => `${key}=${text}`).join("&")}`;
  }

  /**
   * The first word that its choice does not have, refused as the core refuses what it does not know; of choices that have
   * no meaning now nothing is asked.
   * @param {State} state
   * @returns {import("../../pkg/accounting/dpscope.js").Refusal | undefined}
   */
  refusal(state) {
    for (const field of this.#fields) {
      if (field.holds !== "choice" || field.when?.(state) === false) continue;
      const [text, known] = [state[field.name], field.words.map(({ word }) => word)];
      if (known.includes(text)) continue;
      const [value, allowed] = [JSON.stringify(text), `one of ${known.slice(0, -1).join(", ")} or ${known.at(-1)}`];
      return { path: field.name, value, allowed, message: `${field.name}: ${value} is not ${allowed}` };
    }
    return undefined;
  }

  /**
   * The same address as this page writes it, so that two of them can be compared.
   * @param {string} text
   */
  canonical(text) {
    return this.write(this.read(text).state);
  }

  /**
   * @param {Field} field
   * @param {(key: string) => string | undefined} one the text under a key
   * @param {[string, string][]} pairs all of them, still encoded
   * @returns {unknown} nothing if the address does not say
   */
  #value(field, one, pairs) {
    const all = (/** @type {string} */ key) => pairs.filter(([name]) => name === key).map(([, value]) => value);
    switch (field.holds) {
      case "number":
      case "text":
        return one(field.name);
      case "choice": {
        const word = one(field.name);
        return word === undefined ? undefined : (field.former?.[word] ?? word);
      }
      case "choices": {
        const known = field.words.map(({ word }) => word);
        const words = (one(field.name) ?? "").split(",").map((word) => field.former?.[word] ?? word);
        const chosen = known.filter((word) => words.includes(word));
        return chosen.length > 0 ? chosen : undefined;
      }
      case "range": {
        const [from, to] = (one(field.name) ?? "").split("..");
        return from && to ? { from, to } : undefined;
      }
      case "mechanism": {
        const kind = one(field.name) ?? field.start.kind;
        const usual = kind === field.start.kind && one(field.name) === undefined ? field.start.values : {};
        const { values } = complete(this.#description, (key) => (key === "mechanism" ? kind : (one(key) ?? usual[key])));
        return { kind, values, ...this.#points(kind, one("points")) };
      }
      case "mechanisms": {
        const texts = all(field.key);
        return texts.length > 0 ? texts.slice(0, field.most).map((text) => this.#item(text)) : undefined;
      }
      case "releases": {
        const texts = all("r");
        return texts.length > 0 ? texts.slice(0, field.most).map((text) => releaseOf(text, this.#description)) : undefined;
      }
    }
  }

  /**
   * @param {string} text `laplace,scale:2`, still encoded
   * @returns {Item}
   */
  #item(text) {
    const [kind = "", ...parts] = text.includes(",") || !/%2C/i.test(text) ? text.split(",") : decoded(text).split(",");
    const given = new Map(parts.map((part) => /** @type {[string, string]} */ ([part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 1)])));
    const value = (/** @type {string} */ key) => {
      const found = given.get(key);
      return found === undefined ? undefined : decoded(found);
    };
    const { values } = complete(this.#description, (key) => (key === "mechanism" ? decoded(kind) : value(key)));
    return { kind: decoded(kind), values, ...this.#points(decoded(kind), value("points")) };
  }

  /**
   * The points of a mechanism that takes them.
   * @param {string} kind
   * @param {string | undefined} text
   */
  #points(kind, text) {
    const first = firstPoints(this.#description, kind);
    return first === undefined ? {} : { points: text ?? first };
  }

  /**
   * @param {Field} field
   * @param {any} value
   * @returns {[string, string][]} encoded
   */
  #words(field, value) {
    switch (field.holds) {
      case "number":
      case "text":
      case "choice":
        return [[field.name, encoded(value)]];
      case "choices":
        return [[field.name, value.map(encoded).join(",")]];
      case "range":
        return [[field.name, `${encoded(value.from)}..${encoded(value.to)}`]];
      case "mechanism":
        return [[field.name, encoded(value.kind)], ...parameters(value).map(([name, text]) => /** @type {[string, string]} */ ([name, encoded(text)]))];
      case "mechanisms":
        return value.map((/** @type {Item} */ item) => [
          field.key,
          [encoded(item.kind), ...parameters(item).map(([name, text]) => `${name}:${encoded(text)}`)].join(","),
        ]);
      case "releases":
        return value.map((/** @type {import("./field.js").Release} */ release) => ["r", releaseWord(release)]);
    }
  }
}

/**
 * The parameters of a mechanism under their keys.
 * @param {Item} item
 * @returns {[string, string][]}
 */
const parameters = ({ values, points }) => [
  ...Object.entries(values).map(([name, text]) => /** @type {[string, string]} */ ([keyOf(name), text])),
  ...(points === undefined ? [] : [/** @type {[string, string]} */ (["points", points])]),
];
