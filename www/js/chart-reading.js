// What a chart says of the curves that are shown. A reading names its curves in one of three ways, as the
// core and chart-merge.js print them:
//
//   ε = 1: δ ≤ 0.1 (exact), δ ≤ 0.2 (Rényi bound)
//   t = 1: real part 0.5, imaginary part 0.1
//   Now, ε = 1: δ ≤ 0.1; Base, ε = 1.1: δ ≤ 0.2

/** @typedef {import("./chart.js").Picture} Picture */

/**
 * What is read at a point.
 * @param {Picture} figure
 * @param {number} point
 * @param {(label: string) => boolean} hides
 */
export function readingOf({ readings, series }, point, hides) {
  const text = readings[point];
  return text && shownIn(text, series.map(({ label }) => label), hides);
}

/**
 * The figure as it reads without the curves that are hidden.
 * @param {Picture} figure
 * @param {(label: string) => boolean} hides
 * @returns {Picture}
 */
export function visible(figure, hides) {
  const labels = figure.series.map(({ label }) => label);
  if (!labels.some(hides)) return figure;
  return { ...figure, readings: figure.readings.map((text) => shownIn(text, labels, hides)) };
}

/**
 * The table, which has every number, with a word over those of curves that are hidden.
 * @param {Picture} figure
 * @param {(label: string) => boolean} hides
 */
export function tableOf({ series, table }, hides) {
  const labels = series.map(({ label }) => label);
  if (!labels.some(hides)) return table;
  return { ...table, columns: table.columns.map((head, at) => (at === 0 ? head : headOf(head, labels, hides))) };
}

/**
 * A reading without the curves that are hidden.
 * @param {string} text
 * @param {readonly string[]} labels of all curves
 * @param {(label: string) => boolean} hides
 */
export function shownIn(text, labels, hides) {
  if (!labels.some(hides)) return text;
  const named = longest(labels, (label) => text.startsWith(`${label}, `)) !== undefined;
  const start = named ? 0 : text.indexOf(": ") + 2;
  const body = text.slice(start);
  const bracketed = labels.some((label) => body.includes(`(${label})`));
  const ownerOf = (/** @type {string} */ piece) =>
    longest(labels, (label) => (bracketed ? piece.endsWith(`(${label})`) : beginsWith(piece, label)));
  const pieces = bracketed ? body.split(/(?<=\)), /) : apart(body, labels);
  const kept = pieces.filter((piece) => {
    const owner = ownerOf(piece);
    return owner === undefined || !hides(owner);
  });
  const place = text.slice(0, start);
  return kept.length > 0 ? place + kept.join(/; /.test(body) ? "; " : ", ") : `${place}hidden`;
}

/**
 * @param {string} head
 * @param {readonly string[]} labels
 * @param {(label: string) => boolean} hides
 */
function headOf(head, labels, hides) {
  const owner = longest(labels, (label) => head === label || head.endsWith(`, ${label}`) || head.startsWith(`${label}: `));
  return owner !== undefined && hides(owner) ? `${head} (hidden in the chart)` : head;
}

/**
 * Pieces that begin with a label each.
 * @param {string} body
 * @param {readonly string[]} labels
 */
function apart(body, labels) {
  /** @type {string[]} */
  const pieces = [];
  for (const part of body.split(/(?<=[,;]) /)) {
    const begins = labels.some((label) => beginsWith(part, label));
    const last = pieces.length - 1;
    if (begins || last < 0) pieces.push(part);
    else pieces[last] = `${pieces[last]} ${part}`;
  }
  return pieces.map((piece) => piece.replace(/[,;]$/, ""));
}

/**
 * @param {string} piece
 * @param {string} label
 */
const beginsWith = (piece, label) => piece.startsWith(`${label} `) || piece.startsWith(`${label},`);

/**
 * @param {readonly string[]} labels
 * @param {(label: string) => boolean} fits
 */
function longest(labels, fits) {
  return labels.filter(fits).toSorted((one, other) => other.length - one.length)[0];
}
