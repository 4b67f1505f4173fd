// <dp-composition setting="delta=1e-4&neighbours=add-remove&r=gaussian,sigma:50&k=100..500">: how ε, or δ, grows with the
// rounds in which a plan is published, by every accountant.

import { define } from "../lab/stage.js";
import { COMPOSITION } from "./lab.js";

define(COMPOSITION);
