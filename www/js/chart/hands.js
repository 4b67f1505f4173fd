// What a chart needs once it is read: crosshair, pointer and keys, and what they pin. Loaded when a hand comes near.

export { Crosshair } from "./crosshair.js";
export { ChartInput } from "./input.js";
export { Marks } from "./marks.js";
export { readingOf } from "./reading.js";
