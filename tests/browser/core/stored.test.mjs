// What crosses to the core with a table of one's own: the table once, then its handle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Stored, tableOf } from "../../../www/js/core/stored.js";

const text = "0.1,0.2,1\n".repeat(200);
const question = { ask: "instance-map", sigma: 2, data: { kind: "text", text, scaled: true } };

test("a long table is stored once and named afterwards", () => {
  const stored = new Stored();
  const send = (/** @type {unknown} */ question) => stored.send(stored.name(question));
  const first = send(question);
  const handle = "table 1";
  assert.deepEqual(first.store, { ask: "store-data", handle, data: question.data });
  assert.deepEqual(first.question, { ask: "instance-map", sigma: 2, data: { kind: "stored", handle } });
  assert.deepEqual(send({ ...question, sigma: 3 }), { question: { ask: "instance-map", sigma: 3, data: { kind: "stored", handle } } });
  assert(send({ ...question, data: { ...question.data, scaled: false } }).store, "another table");
});

test("another core is given the table anew, under its name", () => {
  const stored = new Stored();
  const first = stored.name(question);
  stored.send(first);
  stored.forget();
  assert.deepEqual(stored.name(question), first);
  assert(stored.send(first).store);
});

test("the oldest makes room, as in the core", () => {
  const stored = new Stored();
  const table = (/** @type {number} */ at) => ({ ...question, data: { ...question.data, text: `${text}${at}` } });
  const send = (/** @type {number} */ at) => stored.send(stored.name(table(at)));
  for (let at = 0; at < 9; at += 1) assert(send(at).store);
  assert.equal(send(8).store, undefined);
  assert(send(0).store);
});

test("what has no long table goes as it is", () => {
  for (const other of [{ ask: "plan" }, { ask: "train", data: { kind: "toy6" } }, { ask: "train", data: { kind: "text", text: "1,1" } }, undefined]) {
    assert.equal(tableOf(other), undefined);
    const stored = new Stored();
    assert.deepEqual(stored.send(stored.name(other)), { question: other });
  }
});
