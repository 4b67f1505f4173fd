// Says beside a value whether it may be published.

/**
 * @param {HTMLElement} place
 * @param {{publishable: boolean, notice: string}} value
 */
export function mark(place, { publishable, notice }) {
  place.dataset.publishable = String(publishable);
  if (place.textContent !== notice) place.textContent = notice;
}

/**
 * A table as text for a file; its first line says whether it may be published.
 * @param {import("../../pkg/learn/dpscope.js").Table} table
 * @param {string} notice
 */
export function asText({ columns, rows }, notice) {
  const cell = (/** @type {string} */ text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [`# ${notice}`, ...[columns, ...rows].map((line) => line.map(cell).join(","))].join("\n") + "\n";
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
