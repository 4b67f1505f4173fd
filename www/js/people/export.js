// Everyone's losses as a file. Its first line says whether it may be published.

/** @typedef {import("../../pkg/people/dpscope.js").InstanceMapAnswer} MapAnswer */

/** Digits of a loss, and as much of it as covers what is cut. */
const DIGITS = 9;
const CUT = 5e-9;

/**
 * Everyone on the map, the most exposed first; bounds are rounded up.
 * @param {MapAnswer} answer
 */
export function everyone({ shown, across, upward, labels, figure }) {
  const { values, leverage, fit, alignment } = shown;
  const print = (/** @type {number} */ value) => Number((shown.what === "truth" ? value : value + Math.abs(value) * CUT).toPrecision(DIGITS));
  const rows = shown.order.map((at, rank) => {
    const [place, losses] = [[across, upward, labels], [values, leverage, fit, alignment]].map((lists) => lists.map((list) => list[at] ?? NaN));
    return [rank + 1, at + 1, ...(place ?? []), ...(losses ?? []).map(print)].map(String);
  });
  return asText([figure?.table?.columns ?? [], ...rows], shown.members);
}

/**
 * @param {readonly string[][]} rows the first names the columns
 * @param {string} notice
 */
function asText(rows, notice) {
  const cell = (/** @type {string} */ text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [`# ${notice}`, ...rows.map((line) => line.map(cell).join(","))].join("\n") + "\n";
}

/**
 * Offers text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
