// The way to the module that knows single people, whatever else is on the page.

import { engineOf } from "../core/engine.js";
import "../core/stored.js";

export const { ask, cancel } = engineOf("people");
