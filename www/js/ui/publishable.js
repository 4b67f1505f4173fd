// Says beside a value whether it may be published.

/**
 * @param {HTMLElement} place
 * @param {{publishable: boolean, notice: string}} value
 */
export function mark(place, { publishable, notice }) {
  place.dataset.publishable = String(publishable);
  if (place.textContent !== notice) place.textContent = notice;
}
