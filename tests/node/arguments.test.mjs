/** Every entry point, fed with everything that it does not take. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { runInNewContext } from "node:vm";

import {
  assertRefused,
  bytesOf,
  embeddingBytes,
  fixtureModel,
  loadTinyGpt,
  thrownBy,
} from "./runtime.mjs";
import {
  noFloatArrays,
  noLists,
  noObjects,
  noSwitches,
  noWholeNumbers,
  noWords,
} from "./wrong_kinds.mjs";

const tinyGpt = await loadTinyGpt();
const model = fixtureModel(tinyGpt);
const { positionIds } = tinyGpt;
const goodBytes = embeddingBytes(model.embed([2, 0]));
const four = new Float32Array(4);

after(() => model.dispose());

const throwing = {
  get length() {
    throw new SyntaxError("from the caller's own getter");
  },
};

/** entry point: [the values that it refuses, the argument's name, the call] */
const entryPoints = {
  "embed(ids)": [{ ...noLists, undefined }, "ids", (v) => model.embed(v)],
  "embed(, options)": [noObjects, "options", (v) => model.embed([0], v)],
  "embed(, { positionIds })": [noLists, "positionIds", (v) => model.embed([0], { positionIds: v })],
  "embed(, { pastLength })": [
    noWholeNumbers,
    "pastLength",
    (v) => model.embed([0], { pastLength: v }),
  ],
  "row(table)": [noWords, "table", (v) => model.row(v, 0)],
  "row(, index)": [{ ...noWholeNumbers, undefined }, "index", (v) => model.row("wte", v)],
  "elsewhere(table)": [noWords, "table", (v) => model.elsewhere(v, 0)],
  "elsewhere(, index)": [
    { ...noWholeNumbers, undefined },
    "index",
    (v) => model.elsewhere("wte", v),
  ],
  "prefill(length)": [{ ...noWholeNumbers, undefined }, "length", (v) => positionIds.prefill(v)],
  "decode(length)": [{ ...noWholeNumbers, undefined }, "length", (v) => positionIds.decode(v, 0)],
  "decode(, pastLength)": [
    { ...noWholeNumbers, undefined },
    "pastLength",
    (v) => positionIds.decode(1, v),
  ],
  "packed(lengths)": [{ ...noLists, undefined }, "lengths", (v) => positionIds.packed(v)],
  "fromMask(mask)": [
    { ...noLists, undefined },
    "mask",
    (v) => positionIds.fromMask(v, { rule: "opt" }),
  ],
  "fromMask(, options)": [{ ...noObjects, undefined }, "rule", (v) => positionIds.fromMask([1], v)],
  "fromMask(, { rule })": [noWords, "rule", (v) => positionIds.fromMask([1], { rule: v })],
  "fromMask(, { fill })": [
    { ...noWholeNumbers, 2: 2, "-1": -1 },
    "fill",
    (v) => positionIds.fromMask([1], { rule: "gpt2", fill: v }),
  ],
  "fromMask(, { paddingIndex })": [
    { ...noWholeNumbers, "-1": -1, "2^31": 2 ** 31 },
    "paddingIndex",
    (v) => positionIds.fromMask([1], { rule: "roberta", paddingIndex: v }),
  ],
  "fromMask(, { multiplyByMaskAgain })": [
    noSwitches,
    "multiplyByMaskAgain",
    (v) => positionIds.fromMask([1], { rule: "opt", multiplyByMaskAgain: v }),
  ],
  "createModel(preset)": [noWords, "preset", (v) => tinyGpt.createModel(v)],
  "createModel(, options)": [noObjects, "options", (v) => tinyGpt.createModel("teaching", v)],
  "createModel(, { seed })": [
    { ...noWholeNumbers, "-1": -1, "-1n": -1n },
    "seed",
    (v) => tinyGpt.createModel("gpt2-small", { seed: v }),
  ],
  "createModelFromTables(config)": [
    { ...noObjects, undefined, "an empty object": {} },
    "",
    (v) => tinyGpt.createModelFromTables(v, four, four),
  ],
  "createModelFromTables({ n_embd })": [
    { ...noWholeNumbers, undefined, 0: 0, "-4": -4, "2^32": 2 ** 32, "2^32 + 4": 2 ** 32 + 4 },
    "n_embd",
    (v) => tinyGpt.createModelFromTables({ n_embd: v }, four, four),
  ],
  "createModelFromTables(, wte)": [
    noFloatArrays,
    "wte",
    (v) => tinyGpt.createModelFromTables({ n_embd: 4 }, v, four),
  ],
  "createModelFromTables(,, wpe)": [
    noFloatArrays,
    "wpe",
    (v) => tinyGpt.createModelFromTables({ n_embd: 4 }, four, v),
  ],
};

for (const [entryPoint, [refused, argument, call]] of Object.entries(entryPoints)) {
  test(`${entryPoint} refuses a wrong kind by the argument's name and goes on working`, async (t) => {
    for (const [description, value] of Object.entries(refused)) {
      await t.test(description, () => {
        assertRefused(() => call(value), argument);
        assert.equal(embeddingBytes(model.embed([2, 0])), goodBytes);
      });
    }
  });
}

test("called without any arguments every entry point throws an Error", () => {
  const calls = [
    () => model.embed(),
    () => model.row(),
    () => model.elsewhere(),
    () => positionIds.prefill(),
    () => positionIds.decode(),
    () => positionIds.packed(),
    () => positionIds.fromMask(),
    () => tinyGpt.createModel(),
    () => tinyGpt.createModelFromTables(),
  ];
  for (const call of calls) assert.ok(thrownBy(call) instanceof TypeError);
});

test("a method torn from its model throws an Error", () => {
  const { embed, row, elsewhere, dispose } = model;
  for (const torn of [embed, row, elsewhere, dispose]) {
    assert.ok(thrownBy(() => torn([0], 0)) instanceof TypeError);
    assert.ok(thrownBy(() => torn.call({}, [0], 0)) instanceof TypeError);
  }
});

test("what a caller's own getter throws reaches the caller, and the next call works", () => {
  for (const call of [
    () => model.embed(throwing),
    () => model.embed([0], { positionIds: throwing }),
    () => positionIds.packed(throwing),
    () => positionIds.fromMask(throwing, { rule: "gpt2" }),
  ]) {
    assert.throws(call, SyntaxError);
    assert.equal(embeddingBytes(model.embed([2, 0])), goodBytes);
  }
});

test("a list may be any array-like of whole numbers", () => {
  const resizable = new Uint8Array(new ArrayBuffer(2, { maxByteLength: 8 }));
  resizable.set([2, 0]);
  const shared = new Int32Array(new SharedArrayBuffer(8));
  shared.set([2, 0]);
  const lists = [
    [2, 0],
    { length: 2, 0: 2, 1: 0 },
    Uint8Array.of(2, 0),
    Int32Array.of(2, 0),
    Float32Array.of(2, 0),
    Float64Array.of(2, -0),
    BigInt64Array.of(2n, 0n),
    BigUint64Array.of(2n, 0n),
    resizable,
    shared,
    Int32Array.of(9, 2, 0, 9).subarray(1, 3),
    new Proxy([2, 0], {}),
    class extends Array {}.of(2, 0),
    runInNewContext("[2, 0]"),
    runInNewContext("Int32Array.of(2, 0)"),
  ];
  for (const list of lists) assert.equal(embeddingBytes(model.embed(list)), goodBytes);
});

test("an empty list is no mistake", () => {
  for (const empty of [[], new Int32Array(0), { length: 0 }]) {
    assert.deepEqual(model.embed(empty).shape, [0, 4]);
    assert.equal(positionIds.packed(empty).length, 0);
    assert.equal(positionIds.fromMask(empty, { rule: "roberta" }).length, 0);
  }
});

test("undefined options are the defaults", () => {
  const options = { positionIds: undefined, pastLength: undefined };
  assert.equal(embeddingBytes(model.embed([2, 0], options)), goodBytes);
  assert.equal(embeddingBytes(model.embed([2, 0], undefined)), goodBytes);
  const rule = { rule: "gpt2", fill: undefined, paddingIndex: undefined };
  assert.deepEqual([...positionIds.fromMask([0, 1], rule)], [1, 0]);
});

test("elements are read once, so a list that changes its mind cannot slip past the check", () => {
  let reads = 0;
  const fickle = {
    length: 1,
    get 0() {
      reads += 1;
      return reads === 1 ? 2 : 1e9;
    },
  };
  assert.deepEqual([...model.embed(fickle).ids], [2]);
  assert.equal(reads, 1);
});

test("a list that disposes of the model while it is read ends in an Error", () => {
  const doomed = fixtureModel(tinyGpt);
  const disposing = {
    length: 1,
    get 0() {
      doomed.dispose();
      return 0;
    },
  };
  assert.ok(thrownBy(() => doomed.embed(disposing)) instanceof Error);
  const other = fixtureModel(tinyGpt);
  const disposingPositions = {
    length: 1,
    get 0() {
      other.dispose();
      return 0;
    },
  };
  assert.ok(thrownBy(() => other.embed([0], { positionIds: disposingPositions })) instanceof Error);
  assert.equal(embeddingBytes(model.embed([2, 0])), goodBytes);
});

test("tables may lie anywhere in a buffer, shared or of another realm", () => {
  const values = [2, 2.25, 2.5, 2.75];
  const shared = new Float32Array(new SharedArrayBuffer(16));
  shared.set(values);
  const tables = [
    Float32Array.from(values),
    Float32Array.from([9, ...values, 9]).subarray(1, 5),
    shared,
    runInNewContext("Float32Array.of(2, 2.25, 2.5, 2.75)"),
  ];
  for (const table of tables) {
    const small = tinyGpt.createModelFromTables({ n_embd: 4 }, table, Float32Array.of(1, 1, 1, 1));
    assert.deepEqual([...small.row("wte", 0)], values);
    assert.deepEqual([...small.embed([0]).x0], [3, 3.25, 3.5, 3.75]);
    small.dispose();
  }
});

test("a table that lies about its length is an Error or its values, and nothing breaks", () => {
  for (const length of [0, 2, 8, 1e9, 2 ** 32, -1, NaN, "4", 1.5]) {
    const lying = Float32Array.of(1, 2, 3, 4);
    Object.defineProperty(lying, "length", { value: length });
    let small;
    const error = thrownBy(() => {
      small = tinyGpt.createModelFromTables({ n_embd: 4 }, lying, four);
    });
    if (error === undefined) assert.deepEqual([...small.row("wte", 0)], [1, 2, 3, 4]);
    small?.dispose();
    assert.equal(embeddingBytes(model.embed([2, 0])), goodBytes);
  }
});

test("NaN, infinities, -0 and subnormals in tables pass through bit for bit", () => {
  const special = Float32Array.of(NaN, Infinity, -Infinity, -0, 1e-45, -3.4e38);
  const zeros = new Float32Array(6).fill(-0);
  const odd = tinyGpt.createModelFromTables({ n_embd: 6 }, special, zeros);
  assert.equal(bytesOf(odd.row("wte", 0)), bytesOf(special));
  assert.equal(bytesOf(odd.embed([0]).x0), bytesOf(special));
  odd.dispose();
});
