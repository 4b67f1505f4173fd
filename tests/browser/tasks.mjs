// The ten core tasks of the site, each stated in one sentence and written once, for whatever hands perform
// them: by pointer or by keys, on a small screen or a large one, with pictures or without.

import assert from "node:assert/strict";

/** @typedef {"button" | "link" | "radio"} Pressed */

/**
 * What a person does. Controls are reached by their role and name as assistive technology tells them;
 * answers are read as text, never off a picture.
 * @typedef {object} Hands
 * @property {(address: string) => Promise<void>} open an address of the site
 * @property {(role: Pressed, name: string) => Promise<void>} press
 * @property {(role: "textbox" | "combobox", name: string, value: string) => Promise<void>} set
 * @property {(name: string) => Promise<void>} unfold what begins with this text, unless it is unfolded
 * @property {(role: "region" | "row" | "dialog", name: string | RegExp, pattern: RegExp) => Promise<string>} read
 *   the first group of the pattern, once the text of the first such part holds it
 */

/**
 * @typedef {object} Task
 * @property {string} says
 * @property {(hands: Hands) => Promise<void>} perform
 */

/** ε of the example: of its 1000 sampled Gaussian steps and three Laplace tables, at δ = 1e-5. */
const EXAMPLE = "2.1854";

/** The ε that a part begins with, after its heading. */
const EPSILON = /^(?:Guarantee |Now )?ε ≤ ([\d.]+)/;

/** Another ε than this one. @param {string} before */
const other = (before) => new RegExp(EPSILON.source.replace("([", `(?!${before.replaceAll(".", "\\.")}\\b)([`));

/** @param {Hands} hands @param {RegExp} [pattern] */
const answer = (hands, pattern = EPSILON) => hands.read("region", "Guarantee", pattern);

/** @type {readonly Task[]} */
export const TASKS = [
  {
    says: "Read what the example spends, between which bounds it is certified, and why.",
    async perform(hands) {
      await hands.open("");
      assert.equal(await answer(hands), EXAMPLE);
      const lower = await answer(hands, /Certified[^\d]* ([\d.]+) ≤ ε ≤ [\d.]+\d\./);
      assert(Number(lower) < Number(EXAMPLE));
      await hands.press("button", "Explain the answer");
      assert.equal(await hands.read("dialog", /ε ≤/, EPSILON), EXAMPLE);
      await hands.read("dialog", /ε ≤/, /Source (.+) Assumes .+/);
      await hands.press("button", "Close");
    },
  },
  {
    says: "Double the noise of the training run and see ε fall.",
    async perform(hands) {
      await hands.open("");
      await hands.unfold("DP-SGD");
      await hands.set("textbox", "Noise σ", "2");
      const less = Number(await answer(hands, other(EXAMPLE)));
      // By the tables alone it is 0.6; half the noise would be more.
      assert(less > 0.6 && less < Number(EXAMPLE) / 1.5, `${less}`);
    },
  },
  {
    says: "Add a release and read which share of the budget it spends.",
    async perform(hands) {
      await hands.open("");
      await hands.press("button", "Add a release");
      assert(Number(await answer(hands, other(EXAMPLE))) > 4.3772, "more than the new release alone");
      const share = async (/** @type {string} */ name) =>
        Number(await hands.read("row", new RegExp(`^${name} [\\d.]+%$`), /([\d.]+)%/));
      const shares = [await share("DP-SGD"), await share("Three tables"), await share("Gaussian")];
      assert(Math.abs(shares.reduce((sum, part) => sum + part) - 100) < 0.3, `${shares}`);
      assert(Number(shares[2]) > 50, "one unsampled release outweighs them all");
    },
  },
  {
    says: "Find the least noise of the training run that keeps the plan within ε = 1.5.",
    async perform(hands) {
      await hands.open("");
      await hands.press("radio", "A setting");
      await hands.set("combobox", "Which", "Noise σ of DP-SGD");
      await hands.set("textbox", "Privacy loss ε", "1.5");
      const noise = Number(await answer(hands, /σ = ([\d.]+) for DP-SGD: the least within ε = 1\.5 at δ = 1e-5/));
      const spent = Number(await answer(hands, /it spends ε ≤ ([\d.]+)/));
      assert(noise > 1 && spent <= 1.5 && spent > 1.49, `σ = ${noise} spends ${spent}`);
    },
  },
  {
    says: "Describe a training run in a trainer's words and read what it spends.",
    async perform(hands) {
      await hands.open("#v=2&delta=1e-5&neighbours=add-remove&r=laplace,scale:1000,label:Hardly+anything");
      await hands.press("button", "Add DP-SGD");
      await hands.set("textbox", "People in the data", "50000");
      await hands.set("textbox", "Average batch", "256");
      await hands.set("textbox", "Epochs", "20");
      await hands.set("textbox", "Noise multiplier", "1.1");
      await hands.read("region", "Your plan", /(The release is Poisson sampling at q = 0\.00512, 3907 times\.)/);
      await hands.read("region", "Your plan", /(Gaussian σ = 1\.1, Poisson q = 0\.00512, × 3907)/);
      assert.equal(await answer(hands, /(ε ≤ 1\.\d+) at δ = 1e-5/).then((text) => text.slice(0, 5)), "ε ≤ 1");
    },
  },
  {
    says: "Open a preset, read its ε and where it comes from, and undo back to one's own plan.",
    async perform(hands) {
      await hands.open("");
      await hands.press("button", "Presets");
      await hands.press("button", "DP-SGD, 100 epochs");
      assert.equal(await answer(hands, other(EXAMPLE)), "0.94687");
      await hands.unfold("DP-SGD, 100 epochs");
      await hands.read("region", "Your plan", /Source: (.+\b20\d\d\b)/);
      await hands.press("button", "Undo");
      assert.equal(await answer(hands, other("0.94687")), EXAMPLE);
    },
  },
  {
    says: "Find δ for an ε, and again for a person who is replaced instead of added or removed.",
    async perform(hands) {
      await hands.open("");
      await hands.press("radio", "δ");
      await hands.set("textbox", "Privacy loss ε", "2");
      const delta = await answer(hands, /δ ≤ (\S+) at ε = 2, when one person is added or removed/);
      assert.equal(delta, "3.7002e-5");
      await hands.set("combobox", "Neighbouring relation", "one person is replaced by another");
      const replaced = await answer(hands, /δ ≤ (\S+) at ε = 2, when one person is replaced by another/);
      assert(Number(replaced) < Number(delta), "at the same σ, which is divided by the distance of an exchange");
    },
  },
  {
    says: "Pin the plan as a scenario, change it, and compare both in the table.",
    async perform(hands) {
      await hands.open("");
      await answer(hands);
      await hands.press("button", "Pin as scenario");
      await hands.unfold("Three tables");
      await hands.set("textbox", "Noise scale b", "50");
      const now = await answer(hands, other(EXAMPLE));
      assert(Number(now) < Number(EXAMPLE));
      assert.equal(await hands.read("row", /^Now/, other(EXAMPLE)), now);
      assert.equal(await hands.read("row", /^Scenario 1/, EPSILON), EXAMPLE);
    },
  },
  {
    says: "See how ε grows as the same release is repeated, and read it after 300 rounds off the chart's table.",
    async perform(hands) {
      await hands.open("composition.html");
      await hands.press("link", "Gaussian, σ = 50");
      assert.equal(await hands.read("region", "Growth", /ε ≤ (1\.4948) after 500 rounds/), "1.4948");
      await hands.unfold("The same numbers as a table");
      // Row X03 of the reference table: 1.118028589996409.
      await hands.read("row", /^300 /, /^300.* (1\.1181)\b/);
    },
  },
  {
    says: "Read how far a sample of the people lowers ε, and what a smaller sample gives.",
    async perform(hands) {
      await hands.open("sampling.html");
      const removed = /ε ≤ 4\.3772 \(everyone takes part\), ε ≤ ([\d.]+) \(Poisson, one removed\)/;
      const tenth = await hands.read("region", "Amplification by sampling", removed);
      await hands.set("textbox", "Sampling rate q", "0.01");
      const changed = new RegExp(removed.source.replace("([", `(?!${tenth.replaceAll(".", "\\.")} )([`));
      const hundredth = await hands.read("region", "Amplification by sampling", changed);
      assert(Number(hundredth) < Number(tenth) && Number(tenth) < 4.3772, `${tenth}, then ${hundredth}`);
    },
  },
];
