// The page "Statistics": records on a line, what every mechanism would answer about them, and what one person can change.

import "./dp-inverse-sensitivity.js";
import { openLab } from "../lab/lab.js";
import { INVERSE_SENSITIVITY } from "./lab.js";

openLab(INVERSE_SENSITIVITY);
