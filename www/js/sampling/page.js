// The page of sampling: a mechanism, the share of the people it sees, and what that does to its guarantee.

import "./dp-sampling.js";
import { openLab } from "../lab/lab.js";
import { SAMPLING } from "./lab.js";

openLab(SAMPLING);
