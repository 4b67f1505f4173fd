// <dp-noise-reduction setting="show=run&alpha=0.02&seed=3">: a run that stops when it is accurate enough, and what it cost.

import { define } from "../lab/stage.js";
import { NOISE_REDUCTION } from "./lab.js";

define(NOISE_REDUCTION);
