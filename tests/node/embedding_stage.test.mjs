/** Sums that stay in the runtime's memory: the same numbers as embed, in memory that is kept. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertRefused, bytesOf, fixtureModel, IndexError, loadWithMemory, thrownBy } from "./runtime.mjs";

const { tinyGpt, memory } = await loadWithMemory();

function assertHolds(stage, expected) {
  assert.equal(stage.length, expected.ids.length);
  for (const part of ["wte", "wpe", "x0"]) {
    assert.equal(bytesOf(stage.read(part)), bytesOf(expected[part]), part);
  }
}

test("a stage gives what embed gives, of any length, by positions or past length", () => {
  for (const model of [fixtureModel(tinyGpt), tinyGpt.createModel("gpt2-small")]) {
    const stage = model.createEmbeddingStage();
    assert.equal(stage.length, 0);
    assert.equal(stage.read("x0").length, 0);
    for (const [ids, options] of [
      [[2, 0, 1, 4, 3, 2, 2, 0]],
      [[2, 0], { positionIds: [7, 0] }],
      [[]],
      [[3], { pastLength: 2 }],
      [[1, 1, 1]],
    ]) {
      assert.equal(stage.embed(ids, options), undefined);
      assertHolds(stage, model.embed(ids, options));
    }
    stage.dispose();
    model.dispose();
  }
});

test("rows are read in part, into a new array or into one that is given", () => {
  const model = fixtureModel(tinyGpt);
  const stage = model.createEmbeddingStage();
  stage.embed([2, 0, 1]);
  const all = model.embed([2, 0, 1]);
  for (const part of ["wte", "wpe", "x0"]) {
    assert.deepEqual(stage.read(part, { first: 1 }), all[part].slice(4));
    assert.deepEqual(stage.read(part, { count: 1 }), all[part].slice(0, 4));
    assert.deepEqual(stage.read(part, { first: 1, count: 1 }), all[part].slice(4, 8));
    assert.equal(stage.read(part, { first: 3 }).length, 0);
    const around = new Float32Array(10).fill(99);
    const into = around.subarray(1, 9);
    assert.equal(stage.read(part, { first: 1, into }), into);
    assert.deepEqual([...around], [99, ...all[part].slice(4), 99]);
  }
  const shared = new Float32Array(new SharedArrayBuffer(16));
  stage.read("x0", { count: 1, into: shared });
  assert.deepEqual([...shared], [...all.x0.slice(0, 4)]);
  model.dispose();
});

test("what is read is a copy, and no view of the heap gets out by way of `into`", () => {
  const model = fixtureModel(tinyGpt);
  const stage = model.createEmbeddingStage();
  stage.embed([2, 0]);
  const before = bytesOf(stage.read("x0"));
  const copy = stage.read("x0");
  assert.notEqual(copy.buffer, memory.buffer);
  copy.fill(99);
  const curious = new Float32Array(8);
  const seen = [];
  curious.set = (...given) => seen.push(given);
  stage.read("x0", { into: curious });
  assert.deepEqual(seen, []);
  assert.equal(bytesOf(curious), before);
  assert.equal(bytesOf(stage.read("x0")), before);
  model.dispose();
});

test("a wrong argument is refused by name, and the stage holds what it held", () => {
  const model = fixtureModel(tinyGpt);
  const stage = model.createEmbeddingStage();
  const expected = model.embed([2, 0], { pastLength: 3 });
  stage.embed([2, 0], { pastLength: 3 });
  const gone = new Float32Array(8);
  structuredClone(gone, { transfer: [gone.buffer] });
  for (const [call, argument] of [
    [() => stage.embed(), "ids"],
    [() => stage.embed([1.5]), "ids[0]"],
    [() => stage.embed([0, "1"]), "ids[1]"],
    [() => stage.embed([0], null), "options"],
    [() => stage.embed([0], { postionIds: [0] }), "options"],
    [() => stage.embed([0], { positionIds: [NaN] }), "positionIds[0]"],
    [() => stage.embed([0], { positionIds: [0, 1] }), "positionIds"],
    [() => stage.embed([0], { positionIds: [0], pastLength: 1 }), "pastLength"],
    [() => stage.embed([0], { pastLength: -1 }), "pastLength"],
    [() => stage.read(), "part"],
    [() => stage.read("ids"), "part"],
    [() => stage.read("x0", 1), "options"],
    [() => stage.read("x0", { frist: 1 }), "options"],
    [() => stage.read("x0", { first: 0.5 }), "first"],
    [() => stage.read("x0", { first: null }), "first"],
    [() => stage.read("x0", { count: NaN }), "count"],
    [() => stage.read("x0", { count: "1" }), "count"],
    [() => stage.read("x0", { into: [] }), "into"],
    [() => stage.read("x0", { into: null }), "into"],
    [() => stage.read("x0", { into: new Float64Array(8) }), "into"],
    [() => stage.read("x0", { into: new Float32Array(7) }), "into"],
    [() => stage.read("x0", { into: new Float32Array(9) }), "into"],
    [() => stage.read("x0", { count: 1, into: new Float32Array(8) }), "into"],
    [() => stage.read("x0", { into: gone }), "into"],
  ]) {
    assertRefused(call, argument);
    assertHolds(stage, expected);
  }
  for (const options of [{ first: -1 }, { first: 3 }, { count: 3 }, { first: 1, count: 2 }, { count: 2 ** 53 - 1 }]) {
    const error = thrownBy(() => stage.read("x0", options));
    assert.ok(error instanceof RangeError && !(error instanceof IndexError), String(error));
  }
  const error = thrownBy(() => stage.embed([0, 1, 5]));
  assert.ok(error instanceof IndexError);
  assert.deepEqual([error.table, error.index, error.size, error.at], ["wte", 5, 5, 2]);
  assert.equal(thrownBy(() => stage.embed(new Array(9).fill(0))).table, "wpe");
  assertHolds(stage, expected);
  model.dispose();
});

test("a stage ends by itself or with its model; both may be disposed of twice", () => {
  const model = fixtureModel(tinyGpt);
  const [first, second] = [model.createEmbeddingStage(), model.createEmbeddingStage()];
  first.embed([0]);
  second.embed([1]);
  first[Symbol.dispose]();
  first.dispose();
  assert.match(thrownBy(() => first.embed([0])).message, /stage has been disposed/);
  assert.match(thrownBy(() => first.read("x0")).message, /stage has been disposed/);
  assert.match(thrownBy(() => first.length).message, /stage has been disposed/);
  assertHolds(second, model.embed([1]));
  model.dispose();
  assert.match(thrownBy(() => second.embed([0])).message, /model has been disposed/);
  assert.match(thrownBy(() => second.read("x0")).message, /model has been disposed/);
  assert.match(thrownBy(() => second.length).message, /model has been disposed/);
  assert.match(thrownBy(() => model.createEmbeddingStage()).message, /model has been disposed/);
  second.dispose();
});

test("calls of one length take no more memory, and stages give theirs back", () => {
  const rows = new Float32Array(2560).fill(0.5);
  const model = tinyGpt.createModelFromTables({ n_embd: 256 }, rows, rows);
  const use = () => {
    const stage = model.createEmbeddingStage();
    for (let i = 0; i < 5; i++) {
      stage.embed([0, 1, 2, 3, 9]);
      stage.read("wte");
      thrownBy(() => stage.embed([10]));
    }
    stage.dispose();
  };
  use();
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 2000; i++) use();
  assert.equal(memory.buffer.byteLength, before);
  model.dispose();
});

test("once the weights are loaded the rows are the same numbers", () => {
  const small = tinyGpt.createModel("gpt2-small");
  const before = small.embed([15496, 0, 50256], { positionIds: [0, 1023, 5] });
  const answers = small.elsewhere("wte", 50257);
  const stage = small.createEmbeddingStage();
  small.forward([0]);
  stage.embed([15496, 0, 50256], { positionIds: [0, 1023, 5] });
  assertHolds(stage, before);
  assert.deepEqual(small.embed([15496, 0, 50256], { positionIds: [0, 1023, 5] }), before);
  assert.deepEqual(small.elsewhere("wte", 50257), answers);
  small.dispose();
});
