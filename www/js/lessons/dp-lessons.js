// <dp-lessons setting="step=composition&guess-composition=20&revealed=composition">: the chart of one step of the lessons,
// with a guess in it and, once it is revealed, the answer.

import { define } from "../lab/stage.js";
import { LESSONS } from "./lab.js";

define(LESSONS);
