// The profile of what is known by points, or by its Rényi curve alone: as it was given, and as all of it together says.

import { figureOf } from "../lab/inquiry.js";
import { mechanismOf } from "../state/mechanism.js";
import { number } from "../state/setting.js";

/** @typedef {import("../lab/inquiry.js").Put} Put */
/** @typedef {import("../state/field.js").State} State */
/** @typedef {import("./viewed.js").Viewed} Viewed */

/** What is known by points or by a Rényi curve. */
const KNOWN = ["profile", "renyi-curve", "zcdp", "tcdp"];

/**
 * Whether the profile is drawn before and after it is improved: of one release, with nothing beside it.
 * @param {State} state
 * @param {readonly Viewed[]} all
 */
export const isOwn = ({ mechanism }, all) => all.length === 1 && all.every(({ once, sampled }) => once && !sampled) && KNOWN.includes(mechanism.kind);

/**
 * @param {Put} put
 * @param {State} state
 * @param {object | undefined} grid
 */
export const improved = async (put, { mechanism, delta }, grid) =>
  figureOf(await put({ ask: "hull", mechanism: mechanismOf(mechanism), mark: { delta: number(delta) }, grid, picture: true }));
