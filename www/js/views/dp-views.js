// <dp-views mechanism="gaussian" sigma="1" delta="1e-5" neighbours="add-remove" show="profile">: a release through the
// windows on its guarantee, with the map of the conversions between them. `show` is a window, a conversion or `all`;
// `with` has mechanisms to compare with, between semicolons; `to` ends the profile at an ε, on linear axes.
//
// Beside the events of every stage: `dp-show` when a person chose what to show (detail: the word).

import { define } from "../lab/stage.js";
import { VIEWS } from "./lab.js";

define(VIEWS);
