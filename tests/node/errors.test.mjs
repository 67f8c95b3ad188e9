/** What is thrown, and that nothing of it lasts. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { embeddingBytes, fixtureModel, IndexError, loadTinyGpt, thrownBy } from "./runtime.mjs";

const tinyGpt = await loadTinyGpt();

test("an IndexError is a RangeError and an Error, has its name and says where it came from", () => {
  const model = fixtureModel(tinyGpt);
  const error = thrownBy(() => model.embed([0, 1, 5]));
  assert.ok(error instanceof IndexError);
  assert.ok(error instanceof RangeError);
  assert.ok(error instanceof Error);
  assert.equal(error.name, "IndexError");
  assert.equal(Object.prototype.toString.call(error), "[object Error]");
  assert.match(error.stack, /errors\.test\.mjs/);
  assert.match(String(error), /^IndexError: wte: /);
  model.dispose();
});

test("an IndexError carries table, index, size and place, and its message says all of them", () => {
  const model = fixtureModel(tinyGpt);
  const error = thrownBy(() => model.embed([0, 1], { positionIds: [0, 11] }));
  const { table, index, size, at, message } = error;
  assert.deepEqual({ table, index, size, at }, { table: "wpe", index: 11, size: 8, at: 1 });
  for (const part of ["wpe", "11", "8 rows", "0..7", "place 1"]) assert.ok(message.includes(part));
  model.dispose();
});

test("the farthest whole numbers keep their value in the error", () => {
  const model = fixtureModel(tinyGpt);
  for (const index of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
    assert.equal(thrownBy(() => model.row("wte", index)).index, index);
    assert.equal(thrownBy(() => model.embed([index])).index, index);
  }
  model.dispose();
});

test("a wrong kind is a TypeError and no IndexError", () => {
  const model = fixtureModel(tinyGpt);
  const error = thrownBy(() => model.embed([0], { positionIds: [0, 1] }));
  assert.ok(error instanceof TypeError);
  assert.ok(!(error instanceof RangeError));
  model.dispose();
});

test("after 10 000 bad calls the good call gives the bytes of a fresh module", async () => {
  const model = fixtureModel(tinyGpt);
  const badCalls = [
    () => model.embed([5]),
    () => model.embed([-1]),
    () => model.embed([0, 1, 2, 3, 4, 0, 1, 2, 3]),
    () => model.embed([0], { positionIds: [8] }),
    () => model.embed([0], { positionIds: [0, 1] }),
    () => model.embed([0], { pastLength: 8 }),
    () => model.embed([0], { pastLength: -1 }),
    () => model.embed([1.5]),
    () => model.row("wpe", 8),
    () => tinyGpt.positionIds.decode(-1, 0),
    () => tinyGpt.positionIds.packed([1, -1]),
    () => tinyGpt.positionIds.fromMask([2], { rule: "gpt2" }),
    () => tinyGpt.createModelFromTables({ n_embd: 3 }, new Float32Array(4), new Float32Array(3)),
  ];
  for (let i = 0; i < 10_000; i++) {
    assert.ok(thrownBy(badCalls[i % badCalls.length]) !== undefined);
  }
  const fresh = fixtureModel(await loadTinyGpt());
  assert.equal(embeddingBytes(model.embed([2, 0])), embeddingBytes(fresh.embed([2, 0])));
  model.dispose();
});

test("a request beyond the module's memory is a RangeError, and the next call works", () => {
  // One row of 16 MB, asked for 200 times over.
  const wide = 2 ** 22;
  const model = tinyGpt.createModelFromTables(
    { n_embd: wide },
    new Float32Array(wide),
    new Float32Array(wide),
  );
  const zeros = new Array(200).fill(0);
  const error = thrownBy(() => model.embed(zeros, { positionIds: zeros }));
  assert.ok(error instanceof RangeError, `${error?.name}: ${error?.message}`);
  assert.match(error.message, /memory/);
  assert.equal(model.embed([0]).x0.length, wide);
  model.dispose();
});

test("tables larger than the module's memory are a RangeError, and the next call works", () => {
  const model = fixtureModel(tinyGpt);
  const before = embeddingBytes(model.embed([2, 0]));
  const boundless = new Float32Array(2 ** 30 - 1);
  const one = Float32Array.of(1);
  for (const [wte, wpe] of [
    [boundless, one],
    [one, boundless],
  ]) {
    const error = thrownBy(() => tinyGpt.createModelFromTables({ n_embd: 1 }, wte, wpe));
    assert.ok(error instanceof RangeError, `${error?.name}: ${error?.message}`);
  }
  assert.equal(embeddingBytes(model.embed([2, 0])), before);
  model.dispose();
});
