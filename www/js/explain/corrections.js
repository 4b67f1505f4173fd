// What sources print and what is right, from the lists that the golden tests check number by number
// (tests/golden/corrections).

/**
 * @typedef {object} Witness numbers that anyone can compute
 * @property {string} of what
 * @property {string} printed what the printed form gives
 * @property {string} correct what the corrected one gives
 * @property {{what: string, value: string}} [beside] another value to hold them against
 * @property {{question: object, pointer: string, is: "correct" | "beside"}[]} [asks] questions whose answer is that value
 */

/**
 * @typedef {object} Correction
 * @property {string} id
 * @property {string} title
 * @property {string} at where in the source
 * @property {string[]} printed formulas
 * @property {string[]} corrected formulas
 * @property {string} why
 * @property {keyof typeof EFFECTS} effect
 * @property {Witness} witness
 * @property {string[]} used ids of the entries that it concerns
 * @property {string} [source] the work, set as the lists are read
 */

/** The works, by the name of their list: how they are cited, and in full. */
export const WORKS = {
  "accuracy-first": {
    cited: "Ligett et al. 2017",
    full: "Katrina Ligett, Seth Neel, Aaron Roth, Bo Waggoner and Zhiwei Steven Wu, Accuracy First: Selecting a Differential Privacy Level for Accuracy-Constrained ERM, 2017",
  },
  "inverse-sensitivity": {
    cited: "Asi and Duchi 2020",
    full: "Hilal Asi and John C. Duchi, Instance-optimality in Differential Privacy via Approximate Inverse Sensitivity Mechanisms, 2020",
  },
  "inverse-sensitivity-dimensions": {
    cited: "Asi and Duchi 2020, in d dimensions",
    full: "Hilal Asi and John C. Duchi, Instance-optimality in differential privacy via approximate inverse sensitivity mechanisms, 2020: shells, private axes, gradient and Hessian mechanisms",
  },
  zhu: {
    cited: "Zhu, dissertation",
    full: "Yuqing Zhu, Making Differential Privacy Practical via Modern Privacy Accountings and Data-adaptive Analysis, dissertation, chapters 1 to 3 and 7",
  },
  "objective-perturbation": {
    cited: "Redberg, Koskela and Wang 2023",
    full: "Rachel Redberg, Antti Koskela and Yu-Xiang Wang, Improving the Privacy and Practicality of Objective Perturbation for Differentially Private Linear Learners, 2023",
  },
  redberg: {
    cited: "Redberg, dissertation",
    full: "Rachel Redberg, Noise-adding and beyond: A study in data-adaptive methods for differential privacy, dissertation, chapters 2 and 4",
  },
};

/** What is wrong with a printed form. */
export const EFFECTS = {
  unsafe: "As printed it promises more than is true.",
  loose: "As printed it says less than could be said.",
  undefined: "As printed it has no such value.",
  false: "As printed it does not hold.",
  wording: "A slip of the pen: what follows from it stands.",
  stands: "It holds as printed.",
};

/** @type {Promise<[work: keyof typeof WORKS, list: Correction[]][]> | undefined} */
let lists;

/** The corrections of each work, in the order of the work. */
export function corrections() {
  lists ??= Promise.all(
    /** @type {(keyof typeof WORKS)[]} */ (Object.keys(WORKS)).map(async (work) => {
      const answer = await fetch(new URL(`corrections/${work}.json`, import.meta.url));
      if (!answer.ok) throw new Error(`no list of corrections of ${work}`);
      const list = /** @type {Correction[]} */ (await answer.json());
      for (const correction of list) correction.source = `${WORKS[work].cited}, ${correction.at}`;
      return /** @type {[keyof typeof WORKS, Correction[]]} */ ([work, list]);
    }),
  ).catch((failure) => {
    lists = undefined;
    throw failure;
  });
  return lists;
}

/**
 * Those that concern an entry.
 * @param {string} id
 */
export async function correctionsOf(id) {
  return (await corrections()).flatMap(([, list]) => list.filter(({ used }) => used.includes(id)));
}
