// Where pages that embed the map of people have always loaded it from.

export * from "../people/dp-instance-map.js";
