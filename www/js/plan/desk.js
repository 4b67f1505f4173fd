// The plan on the desk: the one that is shown, the steps that led to it, and the address that holds it.

import { Address } from "../state/address.js";
import { read, write } from "./link.js";
import { Steps } from "./steps.js";

/** @typedef {import("../core/engine.js").Description} Description */
/** @typedef {import("./model.js").Plan} Plan */

/** Milliseconds that the page is left alone between two changes when they come faster than frames. */
const BREATH = 33;

export class Desk {
  #description;
  #changed;
  /** @type {Address<Plan> | undefined} */
  #address;
  /** @type {Steps<Plan>} */
  #steps;
  /** @type {Plan} */
  #plan;
  /** The last change in a frame that has seen one. @type {(() => Plan) | undefined} */
  #waiting;
  /** Whether a change was taken since the last frame. */
  #taken = false;
  /** What a person should know of the address. */
  notice;

  /**
   * @param {Description} description
   * @param {string | undefined} hash of a plan to start from; the page's own address if absent, which then
   *   follows the plan
   * @param {() => void} changed
   */
  constructor(description, hash, changed) {
    this.#description = description;
    this.#changed = changed;
    const { plan, notice } = read(hash ?? location.hash, description);
    this.#plan = plan;
    this.#steps = new Steps(plan);
    this.notice = notice;
    if (hash === undefined) this.#address = new Address(() => this.#arrive(), write);
  }

  get plan() {
    return this.#plan;
  }

  get canUndo() {
    return this.#steps.canUndo;
  }

  get canRedo() {
    return this.#steps.canRedo;
  }

  /** Whether what is shown has not been finished. */
  get draft() {
    return this.#waiting !== undefined || this.#plan !== this.#steps.present;
  }

  /**
   * Takes a plan that may still change: the first of a frame at once, of those that come before the next frame
   * the last, since no more can be seen.
   * @param {() => Plan} next made of the plan on the desk
   */
  follow(next) {
    if (this.#taken) {
      this.#waiting = next;
      return;
    }
    this.#taken = true;
    const free = () => {
      this.#taken = false;
      if (this.#waiting) this.follow(this.#waiting);
    };
    // After the frame, not in it. Who changes more than once in a frame leaves the page no time but this.
    requestAnimationFrame(() => setTimeout(() => (this.#waiting ? setTimeout(free, BREATH) : free())));
    this.#show(next());
    this.#address?.follow(() => this.#plan);
  }

  /**
   * Takes a finished plan.
   * @param {Plan} plan
   * @param {unknown} [control] what finished it; the next change of the same control, soon after, is
   *   part of the same step
   */
  finish(plan, control = Symbol("a step of its own")) {
    const step = this.#address?.commit(plan, control) ?? true;
    if (write(plan) !== write(this.#steps.present)) this.#steps.take(plan, !step);
    this.#show(this.#steps.present);
  }

  undo() {
    if (this.canUndo) this.#go(this.#steps.undo());
  }

  redo() {
    if (this.canRedo) this.#go(this.#steps.redo());
  }

  /** @param {Plan} plan */
  #go(plan) {
    this.#address?.commit(plan, Symbol("undo"));
    this.#show(plan);
  }

  /** The browser went back, forward or elsewhere. */
  #arrive() {
    const { plan, notice } = read(location.hash, this.#description);
    this.notice = notice;
    this.#show(this.#steps.arrive(plan, (one, other) => write(one) === write(other)));
  }

  /** @param {Plan} plan */
  #show(plan) {
    this.#waiting = undefined;
    this.#plan = plan;
    this.#changed();
    this.notice = "";
  }
}
