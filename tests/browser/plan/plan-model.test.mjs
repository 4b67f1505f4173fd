// Plans, their steps and their addresses; no browser needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, write } from "../../../www/js/plan/link.js";
import { adopt, change, duplicate, empty, example, insert, move, release, remove } from "../../../www/js/plan/model.js";
import { fieldOf, planQuestion, solveQuestion } from "../../../www/js/plan/questions.js";
import { Steps } from "../../../www/js/plan/steps.js";
import { fillIn } from "../../../www/js/plan/trainer.js";
import { lineOf } from "../../../www/js/plan/words.js";

/** @typedef {import("../../../www/js/core/engine.js").Description} Description */
/** @typedef {import("../../../www/js/plan/model.js").Plan} Plan */

/** @param {string} name @param {number} start */
const parameter = (name, start) => ({
  ...{ name, symbol: name, label: name, unit: "", explanation: "" },
  range: { from: 0, to: 1e9, "to-included": true, whole: false },
  slider: { from: 0.1, to: 10, scale: /** @type {const} */ ("log"), start },
  privacy: /** @type {const} */ ("larger"),
});

/** What the core would say of two mechanisms, one of them by points. @type {Description} */
const description = {
  answer: "describe",
  questions: [],
  mechanisms: [
    { kind: "gaussian", name: "Gaussian", summary: "", parameters: [parameter("sigma", 1)] },
    { kind: "laplace", name: "Laplace", summary: "", parameters: [parameter("scale", 1)] },
    {
      ...{ kind: "profile", name: "Your own privacy profile", summary: "", parameters: [] },
      points: {
        ...{ fewest: 2, most: 1000, "ends-at-infinity": false },
        first: { symbol: "ε", label: "ε", range: parameter("", 1).range },
        second: { symbol: "δ", label: "δ", range: parameter("", 1).range },
        start: [
          [0, 0.4],
          [1, 0.1],
        ],
      },
    },
  ],
  neighbours: [
    { word: "add-remove", meaning: "one person is added or removed", sensitivity: "", "sensitivity-of-subset": "" },
    { word: "replace", meaning: "one person is replaced by another", sensitivity: "", "sensitivity-of-subset": "" },
  ],
  ...{ accountants: [], views: [] },
  delta: parameter("delta", 1e-5),
  count: parameter("count", 1),
};

/** A plan without the numbers that tell releases apart on the page. @param {Plan} plan @returns {unknown} */
const bare = ({ find, releases, pins, ...rest }) => ({
  ...rest,
  find: typeof find === "string" ? find : [releases.findIndex(({ id }) => id === find.release), find.field],
  releases: releases.map(({ id, ...other }) => other),
  pins: pins.map(({ name, plan }) => [name, bare(plan)]),
});

/** Numbers that repeat. @param {number} seed */
function dice(seed) {
  let state = seed;
  return (/** @type {number} */ sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** @param {(sides: number) => number} roll @param {boolean} [pinned] @returns {Plan} */
function random(roll, pinned = false) {
  const texts = ["1", "0.01", "1e-5", " 2 ", "banana", "", "1,5", "a:b;c&d=e/f+g", "−3", "<b>", "100%", "ε δ", "two\nlines"];
  const text = () => texts[roll(texts.length)] ?? "";
  const kinds = ["gaussian", "laplace", "profile"];
  const releases = Array.from({ length: roll(5) + 1 }, () => {
    const made = release(description, { kind: kinds[roll(3)] ?? "", label: text(), count: text(), on: roll(3) > 0 });
    const values = Object.fromEntries(Object.keys(made.values).map((name) => [name, text()]));
    const sampling = ["none", "poisson", "subset", "stratified"][roll(4)] ?? "";
    const training = { size: text(), batch: text(), by: /** @type {const} */ ("epochs"), length: text(), clip: text() };
    const points = made.kind === "profile" ? text() || "0 1" : made.points;
    return { ...made, values, points, sampling, rate: sampling === "none" ? made.rate : text(), ...(roll(4) === 0 ? { training } : {}) };
  });
  const chosen = releases.find(({ on }) => on);
  const finds = /** @type {Plan["find"][]} */ (["epsilon", "delta", ...(chosen ? [{ release: chosen.id, field: "count" }] : [])]);
  const find = finds[roll(finds.length)] ?? "epsilon";
  const start = empty(description);
  return {
    ...{ releases, find, neighbours: text() || "replace" },
    delta: find === "delta" ? start.delta : text(),
    epsilon: find === "epsilon" ? start.epsilon : text(),
    attacker: pinned ? {} : [{}, { prior: text() }, { prior: "0.1", falsePositive: text() }][roll(3)] ?? {},
    pins: pinned ? [] : Array.from({ length: roll(3) }, () => ({ name: text(), plan: random(roll, true) })),
  };
}

test("ten thousand plans come back from their addresses as they were", () => {
  const roll = dice(7);
  for (let at = 0; at < 10_000; at += 1) {
    const plan = random(roll);
    const address = write(plan);
    assert.match(address, /^#[\w\-.~!$&'()*+,;=:@/?%]*$/, "an address is plain");
    assert.deepEqual(bare(read(address, description).plan), bare(plan), address);
  }
});

test("an address is readable, and short for a typical plan", () => {
  const plan = example(description);
  assert.equal(
    write(plan),
    "#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1,count:1000,poisson:0.01,label:DP-SGD&r=laplace,scale:5,count:3,label:Three+tables",
  );
  const six = Array.from({ length: 3 }).reduce((/** @type {Plan} */ plan) => insert(plan, release(description, { label: "A table" })), plan);
  assert(write(six).length <= 512);
});

/** Links that have been given out: each opens as long as there is a page. @type {[string, string][]} */
const GOLDEN = [
  ["", "DP-SGD gaussian 1 poisson 0.01 × 1000; Three tables laplace 5 none 0.01 × 3; epsilon 1e-5 add-remove"],
  ["#v=1&mechanism=gaussian&sigma=2&delta=1e-6&neighbours=replace", " gaussian 2 none 0.01 × 1; epsilon 1e-6 replace"],
  ["#v=1&mechanism=laplace&scale=2&delta=1e-5&neighbours=add-remove&sampling=poisson&rate=0.1", " laplace 2 poisson 0.1 × 1; epsilon 1e-5 add-remove"],
  ["#mechanism=laplace", " laplace 1 none 0.01 × 1; epsilon 1e-5 add-remove"],
  ["#v=2&delta=1e-5&neighbours=add-remove&r=gaussian,sigma:1,count:1000,poisson:0.01,label:DP-SGD&r=laplace,scale:5,count:50", "DP-SGD gaussian 1 poisson 0.01 × 1000;  laplace 5 none 0.01 × 50; epsilon 1e-5 add-remove"],
  ["#v=2&epsilon=2&r=gaussian,sigma:5,count:50", " gaussian 5 none 0.01 × 50; delta 1e-5 add-remove"],
  ["#v=2&solve=1.sigma&epsilon=1&delta=1e-6&r=gaussian,poisson:0.01", " gaussian 1 poisson 0.01 × 1; 1.sigma 1e-6 add-remove"],
  // As some programs encode a link that is pasted into them.
  ["#v=2&delta=1e-5&r=gaussian%2Csigma%3A3%2Clabel%3AA%252C+B", "A, B gaussian 3 none 0.01 × 1; epsilon 1e-5 add-remove"],
  ["#v=2&delta=1e-5&r=gaussian,sigma:3&prior=0.1&false-positive=1e-3", " gaussian 3 none 0.01 × 1; epsilon 1e-5 add-remove; prior 0.1; falsePositive 1e-3"],
  ["#v=2&r=profile,points:0+0.4/1+0.1", " profile 0 0.4|1 0.1 none 0.01 × 1; epsilon 1e-5 add-remove"],
];

for (const [address, wanted] of GOLDEN) {
  test(`a link opens as it did: ${address || "none"}`, () => {
    const { plan, notice } = read(address, description);
    const releases = plan.releases.map(
      ({ label, kind, values, points, sampling, rate, count }) =>
        `${label} ${kind} ${Object.values(values)[0] ?? points.replaceAll("\n", "|")} ${sampling} ${rate} × ${count}`,
    );
    const { find } = plan;
    const found = typeof find === "string" ? find : `${plan.releases.findIndex(({ id }) => id === find.release) + 1}.${find.field}`;
    const attacker = Object.entries(plan.attacker).map(([name, text]) => `; ${name} ${text}`);
    assert.equal(`${releases.join("; ")}; ${found} ${plan.delta} ${plan.neighbours}${attacker.join("")}`, wanted);
    assert.equal(notice, "");
  });
}

test("what an address asks for in vain is said", () => {
  assert.match(read("#v=9&r=gaussian", description).notice, /Another version/);
  assert.match(read("#v=2&solve=3.sigma&r=gaussian", description).notice, /no “3.sigma” to solve for/);
  assert.match(read("#v=2&solve=1.rate&r=gaussian", description).notice, /no “1.rate”/);
});

test("releases are added, doubled, moved, changed and removed", () => {
  const start = example(description);
  const [first, second] = start.releases;
  assert(first && second);
  const doubled = duplicate(start, first.id);
  assert.deepEqual(doubled.plan.releases.map(({ id }) => id), [first.id, doubled.id, second.id]);
  const moved = move(doubled.plan, doubled.id, 2);
  assert.deepEqual(moved.releases.map(({ id }) => id), [first.id, second.id, doubled.id]);
  assert.deepEqual(move(moved, first.id, -5), moved);
  assert.deepEqual(remove(moved, doubled.id).releases, start.releases);
  assert.equal(change(start, second.id, { on: false }).releases[1]?.on, false);
  assert.equal(start.releases[1]?.on, true, "a plan is never changed");
});

test("what can no longer be found gives way to ε", () => {
  const start = example(description);
  const [first] = start.releases;
  assert(first);
  const solving = { ...start, find: { release: first.id, field: "rate" } };
  assert.deepEqual(change(solving, first.id, { count: "2" }).find, solving.find);
  assert.equal(change(solving, first.id, { sampling: "none" }).find, "epsilon");
  assert.equal(change(solving, first.id, { on: false }).find, "epsilon");
  assert.equal(remove(solving, first.id).find, "epsilon");
  assert.equal(adopt(solving, "0.02").releases[0]?.rate, "0.02");
});

test("two hundred steps are undone and done again", () => {
  const steps = new Steps(0);
  for (let at = 1; at <= 200; at += 1) steps.take(at);
  for (let at = 199; at >= 0; at -= 1) assert.equal(steps.undo(), at);
  assert.equal(steps.canUndo, false);
  assert.equal(steps.undo(), 0);
  for (let at = 1; at <= 150; at += 1) assert.equal(steps.redo(), at);
  steps.take(1000);
  assert.equal(steps.canRedo, false, "a new step ends what was undone");
  assert.equal(steps.undo(), 150);
});

test("a step goes on, and Back is a step back", () => {
  const same = (/** @type {number} */ one, /** @type {number} */ other) => one === other;
  const steps = new Steps(0);
  steps.take(1);
  steps.take(2, true);
  assert.equal(steps.undo(), 0, "the second was the end of the first");
  assert.equal(steps.redo(), 2);
  assert.equal(steps.arrive(0, same), 0);
  assert.equal(steps.canRedo, true);
  assert.equal(steps.arrive(7, same), 7);
  assert.equal(steps.undo(), 0);
});

test("a question holds what takes part, in order", () => {
  const start = example(description);
  const [first, second] = start.releases;
  assert(first && second);
  const plan = change(start, first.id, { on: false });
  assert.deepEqual(planQuestion(plan, ["exact"]), {
    ...{ ask: "plan", neighbours: "add-remove", target: { delta: 1e-5 }, accountants: ["exact"] },
    releases: [{ count: 3, mechanism: { kind: "laplace", scale: 5 } }],
  });
  assert.equal(fieldOf("releases[0].mechanism.scale", plan).field, `${second.id}.scale`);
  assert.equal(fieldOf("releases[0].mechanism.kind", plan).field, `${second.id}.kind`);
  assert.equal(fieldOf("releases[0].sampling.kind", plan).field, `${second.id}.sampling`);
  assert.deepEqual(fieldOf("releases[0].mechanism.points[2][1]", plan), { field: `${second.id}.points`, place: "line 3" });
  assert.equal(fieldOf("target.delta", plan).field, "delta");
  const { unknown, target } = solveQuestion({ ...plan, find: { release: second.id, field: "scale" }, epsilon: "2" }, ["exact"]);
  assert.deepEqual([unknown, target], [{ release: 0, field: "scale" }, { epsilon: 2, delta: 1e-5 }]);
});

test("points are two numbers on a line, whatever stands between them", () => {
  const plan = { ...empty(description), releases: [release(description, { kind: "profile", points: "0 0.5\n\n 1,0.1 \n2\t1e-3\n3 x" })] };
  const [asked] = planQuestion(plan, ["exact"]).releases;
  assert.deepEqual(asked?.mechanism, {
    kind: "profile",
    points: [
      [0, 0.5],
      [1, 0.1],
      [2, 1e-3],
      [3, "x"],
    ],
  });
});

test("a release is a line", () => {
  const [first, second] = example(description).releases;
  assert(first && second);
  assert.equal(lineOf(first, description), "Gaussian sigma = 1, Poisson q = 0.01, ×\u00a01000");
  assert.equal(lineOf(second, description), "Laplace scale = 5, ×\u00a03");
  assert.equal(lineOf(release(description, { kind: "profile" }), description), "Your own privacy profile, 2 points");
});

test("a training run is rounded towards more being spent", () => {
  const run = { size: "60000", batch: "256", by: /** @type {const} */ ("epochs"), length: "60", clip: "1" };
  assert.deepEqual(fillIn(run), { rate: "0.00426667", count: "14063", wrong: new Map() });
  assert.deepEqual(fillIn({ ...run, batch: "600", length: "10" }), { rate: "0.01", count: "1000", wrong: new Map() });
  assert.deepEqual(fillIn({ ...run, by: "steps", length: "100" }).count, "100");
  for (let size = 7; size < 400; size += 13) {
    const { rate, count } = fillIn({ ...run, size: String(size), batch: "7", length: "3" });
    assert(Number(rate) >= 7 / size && Number(rate) <= (7 / size) * 1.00001);
    assert.equal(count, String(Math.ceil((3 * size) / 7)));
  }
  assert.deepEqual([...fillIn({ ...run, size: "", batch: "x", clip: "0" }).wrong.keys()], ["size", "batch", "clip"]);
  assert.equal(fillIn({ ...run, batch: "70000" }).wrong.get("batch"), "70000 is more than there are people.");
});
