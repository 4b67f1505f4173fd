// Loads what hands do on a chart when the first one comes near, and then does what they did meanwhile.

/** @typedef {typeof import("./hands.js")} Hands */

const EVENTS = /** @type {const} */ (["focus", "pointerenter", "pointerdown", "pointermove", "pointerup", "pointerleave", "wheel", "keydown"]);

/**
 * @param {HTMLElement} box
 * @param {(hands: Hands) => void} arrive
 * @returns {() => Promise<void>} loads it now
 */
export function summon(box, arrive) {
  const end = new AbortController();
  /** @type {Event[]} */
  const missed = [];
  /** @type {Promise<void> | undefined} */
  let coming;
  const load = () => (coming ??= import("./hands.js").then(come, () => void (coming = undefined)));
  const come = (/** @type {Hands} */ hands) => {
    end.abort();
    arrive(hands);
    for (const event of missed) box.dispatchEvent(Reflect.construct(event.constructor, [event.type, event]));
  };
  const note = (/** @type {Event} */ event) => {
    load();
    // Of a way only its end counts.
    if (event.type === missed.at(-1)?.type && event.type === "pointermove") missed.pop();
    missed.push(event);
    const zooms = event instanceof WheelEvent && (event.ctrlKey || event.metaKey);
    const steers = event instanceof KeyboardEvent && event.key !== "Tab" && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (zooms || steers) event.preventDefault();
  };
  for (const name of EVENTS) box.addEventListener(name, note, { signal: end.signal, passive: false });
  return load;
}
