// <dp-sparse-vector setting="show=guarantee&threshold-noise=210&query-noise=420&answers=20">: what the sparse vector technique
// guarantees, where it stops, what a stream costs, and how long a budget lasts.

import { define } from "../lab/stage.js";
import { SPARSE_VECTOR } from "./lab.js";

define(SPARSE_VECTOR);
