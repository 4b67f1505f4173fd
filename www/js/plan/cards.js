// The releases of a plan as a list of cards that can be put in order by mouse, finger or keys.

import { element } from "../ui/element.js";
import { Card } from "./card.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("./model.js").Plan} Plan */
/** @typedef {import("./questions.js").Wrong} Wrong */
/** @typedef {import("./card.js").Acts} Acts */

export class Cards {
  #description;
  #acts;
  #placed;
  /** @type {Map<number, Card>} */
  #cards = new Map();
  /** The releases whose cards are open. @type {Set<number>} */
  #open = new Set();
  element = element("ol", { class: "cards", role: "list", "aria-label": "Releases" });

  /**
   * @param {Description} description
   * @param {Omit<Acts, "open">} acts
   * @param {(id: number, place: number) => void} placed a card was dragged to a place
   */
  constructor(description, acts, placed) {
    this.#description = description;
    this.#acts = acts;
    this.#placed = placed;
  }

  /**
   * Opens a card, and only that.
   * @param {number} id
   */
  open(id) {
    this.#open = new Set([id]);
  }

  /**
   * Puts the focus on a card.
   * @param {number | undefined} id
   */
  focus(id) {
    if (id !== undefined) this.#cards.get(id)?.focus();
  }

  /**
   * @param {Plan} plan
   * @param {ReadonlyMap<string, Wrong>} wrong
   * @param {string | undefined} solved the text of what is found
   */
  show(plan, wrong, solved) {
    const { releases, find } = plan;
    const known = new Set(releases.map(({ id }) => id));
    for (const [id, card] of this.#cards) {
      if (known.has(id)) continue;
      card.element.remove();
      this.#cards.delete(id);
    }
    const last = releases.length - 1;
    releases.forEach((release, at) => {
      const card = this.#cards.get(release.id) ?? this.#make(release.id);
      const mine = typeof find !== "string" && find.release === release.id ? { field: find.field, text: solved ?? "…" } : undefined;
      card.show(release, {
        first: at === 0,
        last: at === last,
        open: this.#open.has(release.id),
        wrong,
        ...(mine ? { solved: mine } : {}),
      });
      this.#put(card, at);
    });
    this.#again = () => this.show(plan, wrong, solved);
  }

  /** Shows the same once more. */
  #again = () => {};

  /**
   * Puts a card in its place, unless it stands there: a node that moves loses the focus.
   * @param {Card} card
   * @param {number} at
   */
  #put(card, at) {
    if (this.element.children[at] === card.element) return;
    const held = card.element.contains(document.activeElement) ? document.activeElement : null;
    this.element.insertBefore(card.element, this.element.children[at] ?? null);
    if (held instanceof HTMLElement) held.focus();
  }

  /**
   * @param {number} id
   */
  #make(id) {
    const open = (/** @type {number} */ id, /** @type {boolean} */ wanted) => {
      if (wanted) this.#open.add(id);
      else this.#open.delete(id);
      this.#again();
    };
    const card = new Card(this.#description, id, { ...this.#acts, open });
    card.grip.addEventListener("pointerdown", (event) => this.#drag(event, id, card));
    this.#cards.set(id, card);
    return card;
  }

  /**
   * Lets a card follow the pointer. Only its neighbours move in the page, so that it keeps the pointer.
   * @param {PointerEvent} event
   * @param {number} id
   * @param {Card} card
   */
  #drag(event, id, card) {
    if (event.button !== 0) return;
    const end = new AbortController();
    const { signal } = end;
    card.grip.setPointerCapture(event.pointerId);
    card.element.toggleAttribute("data-dragged", true);
    const follow = (/** @type {PointerEvent} */ { clientY }) => {
      const [above, below] = [card.element.previousElementSibling, card.element.nextElementSibling];
      if (above && clientY < middle(above)) card.element.after(above);
      else if (below && clientY > middle(below)) card.element.before(below);
    };
    const drop = (/** @type {boolean} */ kept) => {
      end.abort();
      card.element.toggleAttribute("data-dragged", false);
      if (kept) this.#placed(id, [...this.element.children].indexOf(card.element));
      else this.#again();
    };
    card.grip.addEventListener("pointermove", follow, { signal });
    card.grip.addEventListener("pointerup", () => drop(true), { signal });
    card.grip.addEventListener("pointercancel", () => drop(false), { signal });
  }
}

/** @param {Element} card */
function middle(card) {
  const { top, height } = card.getBoundingClientRect();
  return top + height / 2;
}
