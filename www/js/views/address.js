// What the page of views shows, as its address holds it, version 2:
//
//   #v=2&show=profile&mechanism=gaussian&sigma=1&delta=0.3&neighbours=add-remove&with=randomized-response,truth:0.731
//
// One `with` for each mechanism to compare with. An address of version 1 is the same without `show` and `with`.

import { complete, keyed } from "../setting.js";
import { readRival, RIVALS, writeRival } from "./rivals.js";

/** @typedef {import("../engine.js").Description} Description */
/** @typedef {import("../setting.js").Setting} Setting */
/** @typedef {import("./rivals.js").Rival} Rival */

/**
 * @typedef {object} State
 * @property {Setting} setting
 * @property {string} show a view, a conversion or `all`
 * @property {readonly Rival[]} rivals
 * @property {string} to where the profile ends; empty for the core's choice
 */

const VERSION = "2";

/** What is shown at first. */
export const FIRST = "profile";

/**
 * @param {string} hash
 * @param {Description} description
 * @returns {{state: State, foreign: boolean}} `foreign` if another version wrote it
 */
export function read(hash, description) {
  const pairs = new URLSearchParams(hash.replace(/^#/, ""));
  const version = pairs.get("v") ?? VERSION;
  return {
    state: {
      setting: complete(description, (key) => pairs.get(key)),
      show: pairs.get("show") ?? FIRST,
      rivals: pairs.getAll("with").slice(0, RIVALS).map((text) => readRival(text, description)),
      to: pairs.get("to") ?? "",
    },
    foreign: version !== "1" && version !== VERSION,
  };
}

/**
 * @param {State} state
 * @returns {string} the hash, with `#`
 */
export function write({ setting, show, rivals, to }) {
  const words = [
    ["v", VERSION],
    ["show", show],
    ...Object.entries(keyed(setting)),
    ...rivals.map((rival) => ["with", writeRival(rival)]),
    ...(to === "" ? [] : [["to", to]]),
  ];
  return `#${words.map(([key = "", value = ""]) => `${key}=${encoded(value)}`).join("&")}`;
}

/** Commas and colons stay, for a person who reads the address. @param {string} text */
const encoded = (text) => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%20", "+");
