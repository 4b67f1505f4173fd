// A state of plain texts in the hash of the address: `#v=1&sigma=10`, what is as usual left out.

const VERSION = "1";

/**
 * The state that a hash describes; what it does not mention is as usual, unknown keys are ignored.
 * @template {Record<string, string>} State
 * @param {string} hash
 * @param {State} usual
 * @returns {State}
 */
export function readHash(hash, usual) {
  const pairs = new URLSearchParams(hash.replace(/^#/, ""));
  const entries = Object.entries(usual).map(([key, start]) => [key, pairs.get(key) ?? start]);
  return Object.fromEntries(entries);
}

/**
 * @template {Record<string, string>} State
 * @param {State} state
 * @param {State} usual
 * @returns {string} the hash, with `#`
 */
export function writeHash(state, usual) {
  const changed = Object.entries(state).filter(([key, value]) => value !== usual[key]);
  return `#${new URLSearchParams([["v", VERSION], ...changed])}`;
}
