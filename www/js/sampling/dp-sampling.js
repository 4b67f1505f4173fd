// <dp-sampling setting="show=bounds&mechanism=gaussian&sigma=5&rate=0.001">: what a random sample does to a guarantee, in
// one chart or, with `panes=six`, in one for each mechanism of the source's figures.

import { define } from "../lab/stage.js";
import { SAMPLING } from "./lab.js";

define(SAMPLING);
