// The page of views: a release, those beside it, and the windows through which they are seen.

import "./dp-views.js";
import { openLab } from "../lab/lab.js";
import { VIEWS } from "./lab.js";

openLab(VIEWS);
