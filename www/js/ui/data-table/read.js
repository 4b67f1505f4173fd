// Reads a table that a person pasted, dropped or opened: numbers separated by commas, semicolons or tabs,
// the label last unless another column is chosen. Nothing is changed in secret: every row that cannot be used is named, with the reason.

/**
 * @typedef {object} Reading
 * @property {number[][]} rows features, then the label
 * @property {string[]} names of the columns as they came; empty if the table has no head
 * @property {number} width how many columns there are
 * @property {{line: number, reason: string}[]} bad rows that were left out
 * @property {string[]} notes what was done to all rows
 * @property {number} longest the largest norm of features as they came
 * @property {boolean} scaled whether everyone was divided by it
 */

/** Lines between two breaths. */
const PORTION = 10_000;

/** The most features. */
const WIDEST = 50;

/** How far beyond 1 a norm may lie by rounding. */
const SLACK = 1e-9;

/**
 * @typedef {object} Options
 * @property {"refuse" | "all" | "each"} long what becomes of rows longer than 1: left out, everyone divided
 *   by the longest, or each of them scaled to 1
 * @property {boolean} classes whether labels must be two classes, −1 and 1
 * @property {number} [label] the column of the label; the last if absent or if there is no such column
 * @property {boolean} [sums] whether a row is as long as its |x| add up to, in place of its norm; one feature is then enough
 * @property {(share: number) => boolean} [progress] told the share that is done; false ends the reading
 */

/**
 * @param {string} text
 * @param {Options} options
 * @returns {Promise<Reading | undefined>} nothing if it was ended
 */
export async function readTable(text, { long, classes, label, sums = false, progress = () => true }) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const separator = separatorOf(lines);
  /** @type {Reading} */
  const reading = { rows: [], names: [], width: 0, bad: [], notes: [], longest: 0, scaled: false };
  /** @type {number[]} */
  const places = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (at > 0 && at % PORTION === 0) {
      if (!progress(at / lines.length)) return undefined;
      await new Promise((resolve) => setTimeout(resolve));
    }
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    const cells = line.split(separator).map(bare);
    const first = reading.rows.length === 0 && reading.names.length === 0 && reading.bad.length === 0;
    if (first && cells.every((cell) => !isNumber(cell))) {
      reading.names = cells;
      reading.width = cells.length;
      continue;
    }
    // The first row that can be used says how many columns there are, unless a head did.
    const width = reading.names.length || (reading.rows[0]?.length ?? 0);
    const chosen = labelAt(label, width || cells.length);
    const reason = unfit(cells, { width, least: sums ? 1 : 2, classes, chosen });
    if (width === 0) reading.width = cells.length;
    if (reason !== "") {
      reading.bad.push({ line: at + 1, reason });
      continue;
    }
    const numbers = cells.map(Number);
    numbers.push(...numbers.splice(chosen, 1));
    reading.rows.push(numbers);
    places.push(at + 1);
  }
  if (classes) unifyLabels(reading);
  fit(reading, places, { long, sums });
  reading.bad.sort((a, b) => a.line - b.line);
  progress(1);
  return reading;
}

/**
 * Rows as the core takes them: a line per person.
 * @param {number[][]} rows
 */
export const linesOf = (rows) => rows.map((row) => row.join()).join("\n");

/**
 * Where the label stands.
 * @param {number | undefined} label as it was chosen
 * @param {number} width
 */
const labelAt = (label, width) => (label !== undefined && label < width ? label : width - 1);

/** @param {number} count */
const rowCount = (count) => (count === 1 ? "1 row" : `${count} rows`);

/** @param {string[]} lines */
function separatorOf(lines) {
  const sample = lines.find((line) => line.trim() !== "") ?? "";
  return sample.includes("\t") ? "\t" : sample.includes(";") ? ";" : ",";
}

/**
 * Without what stands around it.
 * @param {string} cell
 */
function bare(cell) {
  const trimmed = cell.trim();
  return trimmed.startsWith('"') ? trimmed.replace(/^"(.*)"$/, "$1") : trimmed;
}

/** @param {string} cell */
const isNumber = (cell) => cell !== "" && Number.isFinite(Number(cell));

/**
 * Why a row cannot be used; empty if it can.
 * @param {string[]} cells
 * @param {{width: number, least: number, classes: boolean, chosen: number}} asked `width` of the rows before it, 0 if there
 *   are none; `least`: features; `chosen`: the column of the label
 */
function unfit(cells, { width, least, classes, chosen }) {
  if (width > 0 && cells.length !== width) return `it has ${cells.length} columns, not ${width}`;
  if (cells.length < least + 1) return least === 1 ? "it has fewer than two columns: a feature and a label" : "it has fewer than three columns: two features and a label";
  if (cells.length > WIDEST + 1) return `it has more than ${WIDEST} features`;
  const odd = cells.findIndex((cell) => !isNumber(cell));
  if (odd >= 0) return `column ${odd + 1} is “${(cells[odd] ?? "").slice(0, 20)}”, not a number`;
  const label = Number(cells[chosen]);
  if (classes && ![-1, 0, 1].includes(label)) return `its label is ${label}, not −1 or 1 (or 0 or 1)`;
  if (!classes && Math.abs(label) > 1) return `its label is ${label}, not between −1 and 1`;
  return "";
}

/**
 * Labels 0 and 1 become −1 and 1.
 * @param {Reading} reading
 */
function unifyLabels(reading) {
  let changed = 0;
  for (const row of reading.rows) {
    if (row.at(-1) !== 0) continue;
    row[row.length - 1] = -1;
    changed += 1;
  }
  if (changed > 0) reading.notes.push(`The label 0 of ${rowCount(changed)} was read as −1.`);
}

/** What the length of a row is, in words: of one row, of the largest, beyond 1, and scaled. */
const WORDS = {
  norm: { own: "have norm", largest: "the largest norm", beyond: "were longer than 1", scaled: "norm 1" },
  sum: { own: "add up, by their |x|, to", largest: "the largest sum of |x|", beyond: "added up, by their |x|, to more than 1", scaled: "a sum of 1" },
};

/**
 * Rows whose features are longer than 1.
 * @param {Reading} reading
 * @param {number[]} places their lines
 * @param {{long: Options["long"], sums: boolean}} how
 */
function fit(reading, places, { long, sums }) {
  const words = sums ? WORDS.sum : WORDS.norm;
  const lengthOf = (/** @type {number[]} */ features) => (sums ? features.reduce((sum, x) => sum + Math.abs(x), 0) : Math.hypot(...features));
  const lengths = reading.rows.map((row) => lengthOf(row.slice(0, -1)));
  reading.longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const count = lengths.filter((length) => length > 1 + SLACK).length;
  if (count === 0) return;
  const longest = reading.longest.toPrecision(4);
  if (long === "all") {
    for (const row of reading.rows) scale(row, reading.longest);
    reading.scaled = true;
    reading.notes.push(`Everyone's features were divided by ${words.largest}, ${longest}. That number depends on the data: one person moves everyone by it, and no guarantee here covers that.`);
  } else if (long === "each") {
    reading.rows.forEach((row, at) => (lengths[at] ?? 0) > 1 + SLACK && scale(row, lengths[at] ?? 1));
    reading.notes.push(`The features of ${rowCount(count)} ${words.beyond} and are scaled to ${words.scaled}, each row by itself.`);
  } else {
    reading.rows.forEach((_, at) => {
      const length = lengths[at] ?? 0;
      if (length > 1 + SLACK) reading.bad.push({ line: places[at] ?? 0, reason: `its features ${words.own} ${length.toPrecision(4)}, more than 1` });
    });
    reading.rows = reading.rows.filter((_, at) => (lengths[at] ?? 0) <= 1 + SLACK);
  }
}

/**
 * @param {number[]} row
 * @param {number} by
 */
function scale(row, by) {
  for (let at = 0; at < row.length - 1; at += 1) row[at] = (row[at] ?? 0) / by;
}
