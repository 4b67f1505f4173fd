// The laboratory of the lessons: six questions, each with a prediction before its answer. fields.js has the address.

import { fieldsOf } from "./fields.js";
import { panels } from "./panels.js";

/** @type {import("../lab/stage.js").Laboratory} */
export const LESSONS = {
  element: "dp-lessons",
  module: "understand",
  styles: [],
  examples: [],
  fields: fieldsOf,
  panels,
};
