// A figure on linear axes, where the core chose log ones.

/** @typedef {import("./chart.js").Picture} Picture */

/**
 * @param {Picture} figure
 * @returns {Picture}
 */
export function straight(figure) {
  const [x, y] = [figure.series.flatMap((series) => series.x), figure.series.flatMap((series) => series.y.filter(Number.isFinite))];
  const most = Math.max(...y);
  const unit = 10 ** Math.floor(Math.log10(most / 2));
  return {
    ...figure,
    x: { label: figure.x.label, scale: "linear", from: Math.min(...x), to: Math.max(...x) },
    y: { label: figure.y.label, scale: "linear", from: 0, to: Number((Math.ceil((most * 1.02) / unit) * unit).toPrecision(6)) },
  };
}
