// The six steps of the route, in words: what is asked, what to look at once the answer is there, where to go on. No number
// of an answer stands here; those that do are what is set.

import { encoded } from "../plan/link.js";
import { LESSONS } from "../presets/lessons.js";

/** @typedef {import("../lab/stage.js").Link} Link */
/** @typedef {import("../state/field.js").State} State */

/**
 * @typedef {object} Step
 * @property {string} word in the address
 * @property {string} name on its button
 * @property {string} title
 * @property {string} lead what it is about
 * @property {(state: State) => string} asks the question, of what is set
 * @property {string} look what to try once the answer is there
 * @property {readonly string[]} plays the fields that can be moved then
 * @property {readonly {name: string, subject: import("../explain/entry.js").Subject}[]} explains
 * @property {(state: State) => readonly Link[]} links to the pages that have more of it, as it is set
 */

/** How often most people take part, and in how many rounds, in the step of one person. */
export const COMMON = { rate: "0.01", rounds: "100" };

/** A text of the state as an address holds it. @param {State} state @param {string} name */
const set = (state, name) => encoded(String(state[name]).trim());

/** @param {State} state @param {string} [name] */
const gaussian = (state, name = "sigma") => `mechanism=gaussian&sigma=${set(state, name)}`;

/** A share of people as so many of a hundred. @param {string} text */
function ofHundred(text) {
  const share = Number(text);
  return Number.isFinite(share) && text.trim() !== "" ? `${Number((100 * share).toPrecision(4))} of 100` : `a share ${text}`;
}

/** A lesson among the presets of the Plan page. @param {string} id @returns {readonly Link[]} */
const preset = (id) => LESSONS.filter((one) => one.id === id).map(({ title, page, address }) => ({ text: `On Plan: ${title}`, href: page + address }));

/** @param {string} view @param {string} name */
const view = (view, name) => ({ name, subject: { quantity: /** @type {const} */ ("view"), view } });

/** @param {string} id @param {string} name */
const word = (id, name) => ({ name, subject: { id } });

/** @type {readonly Step[]} */
export const STEPS = [
  {
    word: "attack",
    name: "ε and δ",
    title: "What ε and δ say",
    lead: "A number about a group of people is published with noise. An attacker sees it and has to say of one person: in the data, or not?",
    asks: ({ sigma, accused }) =>
      `The noise has σ = ${sigma.trim()}. If the attacker may wrongly accuse ${ofHundred(accused)} people outside, what share of the people inside do they still miss?`,
    look: "More noise lifts the curve towards blind guessing. Now move ε: the straight line is what (ε, δ) promises, and no attacker gets below it.",
    plays: ["sigma", "accused", "epsilon"],
    explains: [view("trade-off", "trade-off curve"), word("attack/true-positive", "the attacker"), word("control/epsilon", "ε")],
    links: (state) => [
      { text: "Open in Views", href: `views.html#v=2&show=trade-off&${gaussian(state)}` },
      { text: "Open in Plan", href: `index.html#v=2&delta=${set(state, "delta")}&neighbours=add-remove&r=gaussian,sigma:${set(state, "sigma")}` },
      ...preset("lesson-coin"),
    ],
  },
  {
    word: "windows",
    name: "Windows",
    title: "One guarantee, several windows",
    lead: "No single pair (ε, δ) is the guarantee. To every ε belongs a δ: the slack that is left when every outcome may be e^ε times as likely with a person as without.",
    asks: ({ sigma, epsilon }) => `The same release, σ = ${sigma.trim()}. How large is δ at ε = ${epsilon.trim()}?`,
    look: "Change the window. A point of the profile is a tangent of the trade-off curve and a tail of the privacy loss, and δ is the same in all three.",
    plays: ["window", "epsilon", "sigma"],
    explains: [view("profile", "privacy profile"), view("trade-off", "trade-off curve"), view("loss", "loss distribution"), word("control/delta", "δ")],
    links: (state) => [{ text: "Open in Views", href: `views.html#v=2&show=one&${gaussian(state)}&at=${set(state, "epsilon")}` }, ...preset("lesson-delta")],
  },
  {
    word: "composition",
    name: "Many releases",
    title: "Many releases",
    lead: "Everything that is published about a person adds to what can be learned about them. How fast?",
    asks: ({ each, k, delta }) => `The curve shows what the first releases with σ = ${each.trim()} cost together. Where is ε after ${k.trim()} of them, at δ = ${delta.trim()}?`,
    look: "Basic composition adds up what each release costs alone. Let k grow, and compare how fast the two curves rise.",
    plays: ["k", "each", "delta"],
    explains: [word("word/composition", "composition"), word("accountant/exact", "exact"), word("accountant/basic", "adding up")],
    links: (state) => [
      { text: "Open in Composition", href: `composition.html#v=2&r=gaussian,sigma:${set(state, "each")}&delta=${set(state, "delta")}&k=1..${set(state, "k")}` },
      ...preset("lesson-hundred"),
    ],
  },
  {
    word: "sampling",
    name: "A small batch",
    title: "A small batch",
    lead: "Who cannot be sure that a person was drawn learns less about them. This is how private learning affords thousands of steps.",
    asks: ({ sigma, rate, delta }) =>
      `With everyone in it, the release has the curve shown (σ = ${sigma.trim()}). If each person takes part only with probability ${rate.trim()}, what is ε at δ = ${delta.trim()}?`,
    look: "Move the rate. See how ε follows it, and whether half the rate is worth half the ε, for little noise and for much.",
    plays: ["rate", "sigma", "delta"],
    explains: [word("word/amplification", "amplification"), { name: "the sampled pair", subject: { quantity: "sampling", bound: "pair" } }],
    links: (state) => [
      { text: "Open in Sampling", href: `sampling.html#v=2&show=profiles&${gaussian(state)}&rate=${set(state, "rate")}&delta=${set(state, "delta")}` },
      ...preset("lesson-batch"),
    ],
  },
  {
    word: "person",
    name: "One person",
    title: "Who loses most",
    lead: "A guarantee is for everyone, so it is that of the person who loses most. Others may lose far less.",
    asks: ({ sigma, own, delta }) =>
      `${COMMON.rounds} rounds with σ = ${sigma.trim()} draw most people with probability ${COMMON.rate}; their curve is shown. One person is drawn with probability ${own.trim()}. What is their ε at δ = ${delta.trim()}?`,
    look: "Move their rate: nobody else's ε changes. Which ε would you publish, and to whom?",
    plays: ["own", "sigma", "delta"],
    explains: [{ name: "a rate of one's own", subject: { quantity: "sampling", bound: "personal" } }],
    links: (state) => [
      {
        text: "Open in Sampling",
        href: `sampling.html#v=2&show=personal&${gaussian(state)}&rate=${set(state, "own")}&delta=${set(state, "delta")}&count=${COMMON.rounds}`,
      },
      { text: "A map of who loses most", href: "instance.html" },
    ],
  },
  {
    word: "noise",
    name: "The price",
    title: "What noise costs",
    lead: "A budget is kept by noise, and noise is paid for in accuracy. The two bells are what may come out with the person and without.",
    asks: ({ k, budget, delta }) =>
      `${k.trim()} answers together may cost ε = ${budget.trim()} at δ = ${delta.trim()}. One person moves each answer by 1. How large must the noise σ of each be?`,
    look: "The person moves an answer by 1, the noise by about σ. See what a smaller budget, or more answers, do to it.",
    plays: ["budget", "k", "delta"],
    explains: [word("control/sigma", "noise σ"), word("plan/solve", "solved for"), view("outputs", "outputs P and Q")],
    links: (state) => [
      {
        text: "Open in Plan",
        href: `index.html#v=2&epsilon=${set(state, "budget")}&delta=${set(state, "delta")}&neighbours=add-remove&solve=1.sigma&r=gaussian,count:${set(state, "k")}`,
      },
      { text: "In learning", href: `learn.html#v=2&show=calibration&epsilon=${set(state, "budget")}&delta=${set(state, "delta")}` },
      { text: "In thresholds", href: `sparse-vector.html#v=2&show=budget&epsilon=${set(state, "budget")}&delta=${set(state, "delta")}` },
    ],
  },
];
