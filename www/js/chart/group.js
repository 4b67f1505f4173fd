// Charts of the same horizontal quantity that are read together: where one is read, all are.

/** @typedef {import("./chart.js").Chart} Chart */

export class Group {
  /** @type {Set<Chart>} */
  #charts = new Set();

  /** @param {Chart} chart */
  add(chart) {
    this.#charts.add(chart);
  }

  /** @param {Chart} chart */
  remove(chart) {
    this.#charts.delete(chart);
  }

  /**
   * Reads every other chart at the same place.
   * @param {Chart} source
   * @param {number | undefined} x none when the crosshair is taken away
   */
  read(source, x) {
    for (const chart of this.#charts) {
      if (chart !== source && chart.element.isConnected) chart.follow(x);
    }
  }
}
