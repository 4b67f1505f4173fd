// The page of the sparse vector technique.

import "./dp-sparse-vector.js";
import { openLab } from "../lab/lab.js";
import { SPARSE_VECTOR } from "./lab.js";

openLab(SPARSE_VECTOR);
