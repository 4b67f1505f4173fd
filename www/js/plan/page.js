// The page of the plan.

import "./dp-plan.js";
import { skipTo } from "../ui/page.js";

skipTo("answer-heading");
