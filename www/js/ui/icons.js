// The small pictures on buttons, drawn in lines of the colour of the text.

const PATHS = {
  grip: "M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01",
  open: "M5 6.5 8 9.5 11 6.5",
  up: "M8 12.5v-9M4.5 7 8 3.5 11.5 7",
  down: "M8 3.5v9M4.5 9 8 12.5 11.5 9",
  copy: "M6 6h7v7H6zM10 3H3v7",
  remove: "M4 4l8 8M12 4l-8 8",
  undo: "M6.5 3 3 6.5 6.5 10M3 6.5h6a3.5 3.5 0 0 1 0 7H6",
  redo: "M9.5 3 13 6.5 9.5 10M13 6.5H7a3.5 3.5 0 0 0 0 7h3",
  pin: "M8 10v4M5 10h6l-1-3V3H6v4z",
  add: "M8 3v10M3 8h10",
};

/** @typedef {keyof typeof PATHS} Icon */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Icon} name */
export function icon(name) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "icon");
  picture.setAttribute("viewBox", "0 0 16 16");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  picture.append(path);
  return picture;
}
