// The page of the plan.

import "./dp-plan.js";
import { skipTo } from "../page.js";

skipTo("answer-heading");
