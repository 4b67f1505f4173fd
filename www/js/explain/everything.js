// Every group of entries at once, for the pages that list them: otherwise each would be loaded when it is first asked for.

import "./accountants.js";
import "./accuracy.js";
import "./attack.js";
import "./controls.js";
import "./controls-learning.js";
import "./conversions.js";
import "./in-dimensions.js";
import "./inverse-sensitivity.js";
import "./learning.js";
import "./mechanisms.js";
import "./mechanisms-known.js";
import "./people.js";
import "./plan.js";
import "./sampling.js";
import "./sparse-vector.js";
import "./views.js";
import "./words.js";
