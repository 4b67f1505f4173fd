// What crosses to the core with a table of one's own: the table once, then its handle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Stored, tableOf } from "../../www/js/stored.js";

const text = "0.1,0.2,1\n".repeat(200);
const question = { ask: "instance-map", sigma: 2, data: { kind: "text", text, scaled: true } };

test("a long table is stored once and named afterwards", () => {
  const stored = new Stored();
  const first = stored.send(question);
  const handle = "table 1";
  assert.deepEqual(first.store, { ask: "store-data", handle, data: question.data });
  assert.deepEqual(first.question, { ask: "instance-map", sigma: 2, data: { kind: "stored", handle } });
  assert.deepEqual(stored.send({ ...question, sigma: 3 }), { question: { ask: "instance-map", sigma: 3, data: { kind: "stored", handle } } });
  assert(stored.send({ ...question, data: { ...question.data, scaled: false } }).store, "another table");
});

test("another core is given the table anew", () => {
  const stored = new Stored();
  stored.send(question);
  stored.forget();
  assert(stored.send(question).store);
});

test("the oldest makes room, as in the core", () => {
  const stored = new Stored();
  const table = (/** @type {number} */ at) => ({ ...question, data: { ...question.data, text: `${text}${at}` } });
  for (let at = 0; at < 9; at += 1) assert(stored.send(table(at)).store);
  assert.equal(stored.send(table(8)).store, undefined);
  assert(stored.send(table(0)).store);
});

test("what has no long table goes as it is", () => {
  for (const other of [{ ask: "plan" }, { ask: "train", data: { kind: "toy6" } }, { ask: "train", data: { kind: "text", text: "1,1" } }, undefined]) {
    assert.equal(tableOf(other), undefined);
    assert.deepEqual(new Stored().send(other), { question: other });
  }
});
