// The page of composition: what is published in each round, what is asked, and how it grows.

import "./dp-composition.js";
import { openLab } from "../lab/lab.js";
import { COMPOSITION } from "./lab.js";

openLab(COMPOSITION);
