// A plan as a person has typed it: releases, what is asked of them, and scenarios that were pinned. Plans
// are never changed, only replaced, so that every step can be undone.

import { print } from "../ui/slider-stops.js";
import { firstPoints, NO_SAMPLING, parametersOf, RATE } from "../state/setting.js";

/** @typedef {import("../core/engine.js").Description} Description */

/**
 * A training run in the trainer's words, from which a release was filled in.
 * @typedef {object} Training
 * @property {string} size people in the data
 * @property {string} batch people in a batch, on average
 * @property {"epochs" | "steps"} by how the length is given
 * @property {string} length that many epochs or steps
 * @property {string} clip the clipping norm
 */

/**
 * @typedef {object} Release
 * @property {number} id tells it from the others on the page; not in the address
 * @property {string} label
 * @property {string} kind of mechanism
 * @property {Readonly<Record<string, string>>} values the text of each parameter of the mechanism
 * @property {string} points a line for each point, of a mechanism that takes points
 * @property {string} sampling `none`, or how the people of a release are drawn
 * @property {string} rate
 * @property {string} count
 * @property {boolean} on whether it takes part
 * @property {Training} [training]
 */

/** @typedef {"epsilon" | "delta" | {release: number, field: string}} Unknown what is to be found */

/**
 * @typedef {object} Pin a scenario to compare with
 * @property {string} name
 * @property {Plan} plan without pins of its own
 */

/**
 * What is assumed of an attacker, where a person set it; nothing of it belongs to a scenario.
 * @typedef {object} Attacker
 * @property {string} [prior] what they believe beforehand
 * @property {string} [falsePositive] how often they may accuse wrongly
 */

/**
 * @typedef {object} Plan
 * @property {readonly Release[]} releases
 * @property {Unknown} find
 * @property {string} delta given, unless it is to be found
 * @property {string} epsilon given, unless it is to be found
 * @property {string} neighbours
 * @property {Attacker} attacker
 * @property {readonly Pin[]} pins
 */

/** The most scenarios that can be pinned: as many as there are colours. */
export const PINS = 6;

let made = 0;

/**
 * A release at its start, but for what is given.
 * @param {Description} description
 * @param {Partial<Omit<Release, "id">>} [given]
 * @returns {Release}
 */
export function release(description, given = {}) {
  const kind = given.kind ?? description.mechanisms[0]?.kind ?? "";
  return {
    label: "",
    points: firstPoints(description, kind) ?? "",
    sampling: NO_SAMPLING,
    rate: print(RATE.slider.start),
    count: "1",
    on: true,
    ...given,
    id: (made += 1),
    kind,
    values: Object.fromEntries(
      parametersOf(description, kind).map(({ name, slider }) => [name, given.values?.[name] ?? print(slider.start)]),
    ),
  };
}

/**
 * The plan that the page opens with: a training run and three tables.
 * @param {Description} description
 * @returns {Plan}
 */
export function example(description) {
  return {
    ...empty(description),
    releases: [
      release(description, { label: "DP-SGD", kind: "gaussian", sampling: "poisson", rate: "0.01", count: "1000" }),
      release(description, { label: "Three tables", kind: "laplace", values: { scale: "5" }, count: "3" }),
    ],
  };
}

/**
 * A plan of nothing.
 * @param {Description} description
 * @returns {Plan}
 */
export function empty(description) {
  return {
    releases: [],
    find: "epsilon",
    delta: print(description.delta.slider.start),
    epsilon: "1",
    neighbours: description.neighbours[0]?.word ?? "",
    attacker: {},
    pins: [],
  };
}

/**
 * @param {Plan} plan
 * @param {number} id
 * @param {Partial<Omit<Release, "id">>} patch
 * @returns {Plan}
 */
export function change(plan, id, patch) {
  return sound({ ...plan, releases: plan.releases.map((one) => (one.id === id ? { ...one, ...patch } : one)) });
}

/**
 * @param {Plan} plan
 * @param {Release} added
 * @param {number} [after] the id of the release that it follows; the last if absent
 * @returns {Plan}
 */
export function insert(plan, added, after) {
  const at = plan.releases.findIndex(({ id }) => id === after);
  const place = at < 0 ? plan.releases.length : at + 1;
  return { ...plan, releases: plan.releases.toSpliced(place, 0, added) };
}

/**
 * @param {Plan} plan
 * @param {number} id
 * @returns {{plan: Plan, id: number}} and the copy
 */
export function duplicate(plan, id) {
  const original = plan.releases.find((one) => one.id === id);
  if (!original) return { plan, id };
  const copy = { ...original, id: (made += 1), label: original.label && `${original.label}, again` };
  return { plan: insert(plan, copy, id), id: copy.id };
}

/**
 * @param {Plan} plan
 * @param {number} id
 * @param {number} place from 0
 * @returns {Plan}
 */
export function move(plan, id, place) {
  const moved = plan.releases.find((one) => one.id === id);
  if (!moved) return plan;
  const rest = plan.releases.filter((one) => one !== moved);
  return { ...plan, releases: rest.toSpliced(Math.min(Math.max(place, 0), rest.length), 0, moved) };
}

/**
 * @param {Plan} plan
 * @param {number} id
 * @returns {Plan}
 */
export function remove(plan, id) {
  return sound({ ...plan, releases: plan.releases.filter((one) => one.id !== id) });
}

/**
 * The plan with the solved value in its place, and ε to be found again.
 * @param {Plan} plan
 * @param {string | undefined} value nothing takes what was typed
 * @returns {Plan}
 */
export function adopt(plan, value) {
  const { find } = plan;
  if (typeof find === "string") return plan;
  const { release: id, field } = find;
  const releases = plan.releases.map((one) => (one.id !== id || value === undefined ? one : withText(one, field, value)));
  return { ...plan, releases, find: "epsilon" };
}

/**
 * A release with another text in one of its fields.
 * @param {Release} release
 * @param {string} field
 * @param {string} text
 * @returns {Release}
 */
export function withText(release, field, text) {
  if (field === "count" || field === "rate") return { ...release, [field]: text };
  return { ...release, values: { ...release.values, [field]: text } };
}

/**
 * What was typed of a release, but for the number that is found, which keeps what was typed before.
 * @param {Plan} plan
 * @param {number} id
 * @param {Omit<Release, "id" | "on">} typed
 * @returns {Omit<Release, "id" | "on">}
 */
export function beside({ find, releases }, id, typed) {
  const before = releases.find((one) => one.id === id);
  if (typeof find === "string" || find.release !== id || !before) return typed;
  const { field } = find;
  if (field === "count" || field === "rate") return { ...typed, [field]: before[field] };
  if (!(field in typed.values)) return typed;
  return { ...typed, values: { ...typed.values, [field]: before.values[field] ?? "" } };
}

/** What takes part. */
export const active = (/** @type {Plan} */ { releases }) => releases.filter(({ on }) => on);

/**
 * The text of a field of a release.
 * @param {Release} release
 * @param {string} field
 */
export function textOf(release, field) {
  if (field === "count" || field === "rate") return release[field];
  return release.values[field] ?? "";
}

/**
 * Whether a release has such a number to solve for.
 * @param {Release | undefined} release
 * @param {string} field
 */
export function solvable(release, field) {
  if (!release?.on) return false;
  if (field === "rate") return release.sampling !== NO_SAMPLING;
  return field === "count" || field in release.values;
}

/**
 * Finds ε where what was to be found has gone.
 * @param {Plan} plan
 * @returns {Plan}
 */
function sound(plan) {
  const { find } = plan;
  if (typeof find === "string") return plan;
  const kept = plan.releases.find(({ id }) => id === find.release);
  return solvable(kept, find.field) ? plan : { ...plan, find: "epsilon" };
}

/**
 * What a plan says, whatever its releases are numbered.
 * @param {Plan} plan
 */
export function bare({ pins, attacker, releases, ...rest }) {
  return { ...rest, releases: releases.map(({ id, ...release }) => release) };
}
