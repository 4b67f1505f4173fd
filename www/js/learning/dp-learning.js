// <dp-learning setting="show=bounds&sigma=5&regularization=20&delta=1e-5">: what objective perturbation guarantees, what a
// budget asks for, and how well models trained within it do.

import { define } from "../lab/stage.js";
import { LEARNING } from "./lab.js";

define(LEARNING);
