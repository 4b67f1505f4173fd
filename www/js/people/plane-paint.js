// The people, the model and what is chosen, painted above the map. Pixels come from the map; what is painted says nothing
// of its own.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {[number, number]} Place */

/**
 * What is above the map.
 * @typedef {object} Above
 * @property {readonly Place[]} people
 * @property {ArrayLike<number>} labels
 * @property {Place | undefined} handle the end of the model's arrow
 * @property {boolean} held whether a finger has chosen the model
 * @property {Place | undefined} chosen a person
 * @property {Place | undefined} pointed a place where nobody is
 * @property {boolean} narrow whether the map is small
 */

/** From so many people on each is only a dot. */
const CROWD = 5000;

/** Half the size of the cross at a place that is pointed at, in pixels. */
const CROSS = 6;

/** Radius of the end of the model's arrow. */
const KNOB = 8;

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {(place: Place) => Point} pixel
 * @param {Above} above
 * @param {{ink: string, paper: string, accent: string}} colours
 */
export function paintAbove(pen, pixel, above, { ink, paper, accent }) {
  const { people, labels, handle, held, chosen, pointed, narrow } = above;
  const size = (people.length > 500 ? 2 : people.length > 60 ? 3 : 5) - (narrow ? 1 : 0);
  pen.lineWidth = 1.25;
  if (people.length > CROWD) paintCrowd(pen, pixel, people, labels, { ink, paper });
  else paintEach(pen, pixel, people, labels, { size, ink, paper });
  if (handle) paintModel(pen, pixel([0, 0]), pixel(handle), { ink: held ? accent : ink, paper });
  const place = chosen ?? pointed;
  if (!place) return;
  const { x, y } = pixel(place);
  for (const [colour, line] of /** @type {const} */ ([[paper, 5], [accent, 2.5]])) {
    pen.beginPath();
    if (chosen) pen.arc(x, y, size + 6, 0, 2 * Math.PI);
    else for (const side of [-1, 1]) pen.moveTo(x - CROSS, y - side * CROSS), pen.lineTo(x + CROSS, y + side * CROSS);
    pen.strokeStyle = colour;
    pen.lineWidth = line;
    pen.stroke();
  }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {(place: Place) => Point} pixel
 * @param {readonly Place[]} people
 * @param {ArrayLike<number>} labels
 * @param {{size: number, ink: string, paper: string}} look
 */
function paintEach(pen, pixel, people, labels, { size, ink, paper }) {
  people.forEach((place, at) => {
    const { x, y } = pixel(place);
    const first = (labels[at] ?? 0) > 0;
    pen.beginPath();
    if (first) pen.arc(x, y, size, 0, 2 * Math.PI);
    else pen.rect(x - size, y - size, 2 * size, 2 * size);
    // The two labels differ in shape and in fill.
    pen.fillStyle = first ? paper : ink;
    pen.strokeStyle = first ? ink : paper;
    pen.fill();
    pen.stroke();
  });
}

/**
 * So many that each is a dot.
 * @param {CanvasRenderingContext2D} pen
 * @param {(place: Place) => Point} pixel
 * @param {readonly Place[]} people
 * @param {ArrayLike<number>} labels
 * @param {{ink: string, paper: string}} look
 */
function paintCrowd(pen, pixel, people, labels, { ink, paper }) {
  for (const first of [true, false]) {
    pen.fillStyle = first ? paper : ink;
    people.forEach((place, at) => {
      if ((labels[at] ?? 0) > 0 !== first) return;
      const { x, y } = pixel(place);
      pen.fillRect(x - 0.75, y - 0.75, 1.5, 1.5);
    });
  }
}

/**
 * The model as an arrow with a knob by which it is turned.
 * @param {CanvasRenderingContext2D} pen
 * @param {Point} from
 * @param {Point} to
 * @param {{ink: string, paper: string}} look
 */
function paintModel(pen, from, to, { ink, paper }) {
  for (const [colour, line] of /** @type {const} */ ([[paper, 5], [ink, 2]])) {
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
    pen.strokeStyle = colour;
    pen.lineWidth = line;
    pen.stroke();
  }
  pen.beginPath();
  pen.arc(to.x, to.y, KNOB, 0, 2 * Math.PI);
  pen.fillStyle = paper;
  pen.strokeStyle = ink;
  pen.fill();
  pen.stroke();
}
