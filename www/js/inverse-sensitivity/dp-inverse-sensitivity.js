// <dp-inverse-sensitivity setting="show=staircase&data=nine&interval=0..12">: what a private mechanism would answer about
// these very records, and what one of them can change.

import { define } from "../lab/stage.js";
import { INVERSE_SENSITIVITY } from "./lab.js";

define(INVERSE_SENSITIVITY);
