// The page "Accuracy first": an accuracy, a run that stops when it has it, and what that cost.

import "./dp-noise-reduction.js";
import { openLab } from "../lab/lab.js";
import { NOISE_REDUCTION } from "./lab.js";

openLab(NOISE_REDUCTION);
