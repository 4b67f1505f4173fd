// Scenarios: plans that were pinned to be compared with.

import { PINS } from "./model.js";

/** @typedef {import("./model.js").Pin} Pin */
/** @typedef {import("./model.js").Plan} Plan */

/**
 * The plan with another pinned to it, under a name that no other has.
 * @param {Plan} plan
 * @param {Plan} pinned without an unknown
 * @returns {{plan: Plan, name: string}}
 */
export function pin(plan, pinned) {
  const { pins } = plan;
  const taken = new Set(pins.map(({ name }) => name));
  const names = Array.from({ length: PINS + 1 }, (_, at) => `Scenario ${at + 1}`);
  const name = names.find((one) => !taken.has(one)) ?? "Scenario";
  return { plan: { ...plan, pins: [...pins, { name, plan: { ...pinned, attacker: {}, pins: [] } }] }, name };
}

/**
 * @param {Plan} plan
 * @param {number} at
 * @returns {Plan}
 */
export const unpin = (plan, at) => ({ ...plan, pins: plan.pins.toSpliced(at, 1) });

/**
 * @param {Plan} plan
 * @param {number} at
 * @param {string} name
 * @returns {Plan}
 */
export function rename(plan, at, name) {
  return { ...plan, pins: plan.pins.map((one, place) => (place === at ? { ...one, name } : one)) };
}

/**
 * The pinned plan in place of the present one; all stay pinned, and the attacker the same.
 * @param {Plan} plan
 * @param {number} at
 * @returns {Plan}
 */
export const restore = (plan, at) => ({
  ...(plan.pins[at]?.plan ?? plan),
  attacker: plan.attacker,
  pins: plan.pins,
});
