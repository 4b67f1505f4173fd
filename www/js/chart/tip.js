// What is read, written beside the crosshair. It stands inside the plot and beside the dots; who cannot see it
// has the same in the line below the picture.

/** @typedef {{text: string, colour?: string}} Line with the colour of its curve, if it is of one */
/** @typedef {{left: number, top: number, width: number, height: number}} Area */
/** @typedef {{x: number, y: number}} Spot */

/** Lengths in CSS pixels: from the dots, around the words, and of the sample of a colour. */
const [AWAY, PADDING, SAMPLE] = [12, 6, 12];

/** The share of the height of a plot that words may take. */
const SHARE = 0.6;

/**
 * Where words of a size stand: right of the crosshair and above the dot if that is free, else left or below, in a narrow
 * plot across it, and where the fewest dots are covered. Nowhere if the plot has no room for them.
 * @param {Area} area the plot
 * @param {{width: number, height: number}} size
 * @param {Spot} at the dot that is read
 * @param {readonly Spot[]} dots all of them
 * @returns {Area | undefined}
 */
export function placeOf(area, { width, height }, at, dots) {
  const last = { left: area.left + area.width - width, top: area.top + area.height - height };
  if (last.left < area.left || last.top < area.top) return undefined;
  const inside = (/** @type {number} */ from, /** @type {number} */ wanted, /** @type {number} */ to) => Math.min(Math.max(wanted, from), to);
  const beside = [at.x + AWAY, at.x - AWAY - width].filter((left) => left >= area.left && left <= last.left);
  const lefts = beside.length > 0 ? beside : [inside(area.left, at.x - width / 2, last.left)];
  const tops = [at.y - AWAY - height, at.y + AWAY, area.top, last.top].map((top) => inside(area.top, top, last.top));
  const places = lefts.flatMap((left) => tops.map((top) => ({ left, top, width, height }))).filter((place) => !covers(place, at));
  const covered = (/** @type {Area} */ place) => dots.filter((dot) => covers(place, dot)).length;
  const [first, ...others] = places;
  return first && others.reduce((best, place) => (covered(place) < covered(best) ? place : best), first);
}

/**
 * @param {Area} place
 * @param {Spot} dot
 */
const covers = ({ left, top, width, height }, { x, y }) =>
  x > left - PADDING && x < left + width + PADDING && y > top - PADDING && y < top + height + PADDING;

/**
 * Writes lines beside a dot: all of them, or where they take too much room only the first and the chosen one.
 * @param {CanvasRenderingContext2D} pen
 * @param {Area} area the plot
 * @param {{lines: readonly Line[], chosen: Line | undefined}} words
 * @param {{at: Spot, dots: readonly Spot[]}} where
 * @param {{font: string, size: number, ink: string, paper: string, edge: string}} look
 */
export function writeTip(pen, area, { lines, chosen }, { at, dots }, look) {
  pen.font = look.font;
  const pitch = Math.round(1.35 * look.size);
  const wide = (/** @type {Line} */ { text, colour }) => (colour ? SAMPLE : 0) + pen.measureText(text).width;
  const sizeOf = (/** @type {readonly Line[]} */ lines) => ({
    width: Math.ceil(Math.max(...lines.map(wide))) + 2 * PADDING,
    height: pitch * lines.length + 2 * PADDING - 2,
  });
  const few = chosen ? [...lines.slice(0, 1), chosen] : lines.slice(0, 1);
  const choices = sizeOf(lines).height <= SHARE * area.height ? [lines, few] : [few];
  const [found] = choices.flatMap((shown) => {
    const place = placeOf(area, sizeOf(shown), at, dots);
    return place ? [{ shown, place }] : [];
  });
  if (!found) return;
  const { shown, place } = found;
  pen.beginPath();
  pen.roundRect(place.left, place.top, place.width, place.height, 4);
  pen.fillStyle = look.paper;
  pen.strokeStyle = look.edge;
  pen.lineWidth = 1;
  pen.globalAlpha = 0.95;
  pen.fill();
  pen.globalAlpha = 1;
  pen.stroke();
  pen.textBaseline = "middle";
  for (const [at, { text, colour }] of shown.entries()) {
    const [x, y] = [place.left + PADDING, place.top + PADDING - 1 + (at + 0.5) * pitch];
    if (colour) {
      pen.fillStyle = colour;
      pen.fillRect(x, y - 1.5, SAMPLE - 4, 3);
    }
    pen.fillStyle = look.ink;
    pen.fillText(text, x + (colour ? SAMPLE : 0), y);
  }
}
