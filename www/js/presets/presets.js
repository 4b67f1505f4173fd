// Settings to start from: real deployments, figures of the sources, and lessons. Each says where its
// numbers come from and what is assumed; nothing here is computed. tests/browser/plan/presets.test.mjs opens
// every one and compares what the page prints with the figure that is stated.

import { DEPLOYMENTS } from "./deployments.js";
import { FIGURES } from "./figures.js";
import { LESSONS } from "./lessons.js";

/**
 * @typedef {object} Preset
 * @property {string} id
 * @property {string} title
 * @property {"deployment" | "figure" | "lesson"} kind
 * @property {string} source who published it, and when
 * @property {"published" | "derived here"} provenance of the parameters
 * @property {string} assumptions what the setting takes for granted, and how its number compares with the published one
 * @property {string} unit whom, or what, the guarantee protects
 * @property {string} page
 * @property {string} address the hash, with `#`
 */

/** @type {readonly Preset[]} */
const presets = [...DEPLOYMENTS, ...FIGURES, ...LESSONS];

export default presets;
