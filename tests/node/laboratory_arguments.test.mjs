/** Every function behind the laboratories, fed with everything that it does not take. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { loadLaboratories } from "../../dist/tinygpt-laboratories.js";
import { assertRefused, bytesOf, thrownBy } from "./runtime.mjs";
import {
  noFloatArrays,
  noLists,
  noNumbers,
  noObjects,
  noSwitches,
  noWholeNumbers,
  noWords,
} from "./wrong_kinds.mjs";

const tinyGpt = await loadLaboratories();
const table = tinyGpt.sinusoidal(2, 4);
const good = bytesOf(table.values);
const vit = { from: [1, 1], to: [2, 2] };
const gpt2 = { model_type: "gpt2", vocab_size: 5, n_positions: 8, n_embd: 4, n_layer: 1 };

function without(kinds, ...names) {
  return Object.fromEntries(Object.entries(kinds).filter(([name]) => !names.includes(name)));
}

const wholeOnly = { ...noWholeNumbers, undefined };
const counts = { ...wholeOnly, "-1": -1, "2^40": 2 ** 40 };
const wrongWords = without(noWords, "undefined");
const bases = { ...noNumbers, NaN: NaN, Infinity: Infinity, 0: 0, "-1": -1, 0.99: 0.99 };
const noMatrices = {
  ...noObjects,
  undefined,
  "an empty object": {},
  "an array": [[1, 2]],
  "a Float32Array": new Float32Array(4),
  "an embedding": { x0: table.values, shape: [2, 4] },
  "a shape that is too large": { values: table.values, shape: [3, 4] },
  "a shape of negative sizes": { values: table.values, shape: [-2, -4] },
  "a shape of one": { values: table.values, shape: [8] },
  "a shape of three": { values: table.values, shape: [2, 2, 2] },
  "a shape of fractions": { values: table.values, shape: [0.5, 16] },
  "no shape": { values: table.values },
  "an unknown key": { ...table, rows: 2 },
  ...Object.fromEntries(
    Object.entries(noFloatArrays).map(([name, values]) => [
      `values: ${name}`,
      { values, shape: [2, 4] },
    ]),
  ),
};
const noPairs = {
  ...noLists,
  undefined,
  one: [1],
  three: [1, 1, 1],
  "a zero": [0, 1],
  "2^40": [1, 2 ** 40],
};

/** entry point: [the values that it refuses, the argument's name, the call] */
const entryPoints = {
  "parameterCount(config)": [{ ...noObjects, undefined }, "config", (v) => tinyGpt.parameterCount(v)],
  "parameterCount({ model_type })": [
    { ...noWords, unknown: "gpt3" },
    "model_type",
    (v) => tinyGpt.parameterCount({ ...gpt2, model_type: v }),
  ],
  "parameterCount({ n_embd })": [
    { ...wholeOnly, 0: 0, "-1": -1, true: true },
    "n_embd",
    (v) => tinyGpt.parameterCount({ ...gpt2, n_embd: v }),
  ],
  "parameterCount({ tie_word_embeddings })": [
    without(noSwitches, "null"),
    "tie_word_embeddings",
    (v) => tinyGpt.parameterCount({ ...gpt2, tie_word_embeddings: v }),
  ],
  "parameterCount({ hidden_size })": [
    { 4: 4 },
    "hidden_size",
    (v) => tinyGpt.parameterCount({ ...gpt2, hidden_size: v }),
  ],
  "sinusoidal(n)": [{ ...counts, "2^24": 2 ** 24 }, "n", (v) => tinyGpt.sinusoidal(v, 4)],
  "sinusoidal(, d)": [{ ...counts, 0: 0, 3: 3 }, "d", (v) => tinyGpt.sinusoidal(4, v)],
  "sinusoidal(,, options)": [noObjects, "options", (v) => tinyGpt.sinusoidal(4, 4, v)],
  "sinusoidal(,, { layout })": [
    wrongWords,
    "layout",
    (v) => tinyGpt.sinusoidal(4, 4, { layout: v }),
  ],
  "sinusoidal(,, { base })": [bases, "base", (v) => tinyGpt.sinusoidal(4, 4, { base: v })],
  "sinusoidalFrequencies(d)": [
    { ...counts, 0: 0, 3: 3 },
    "d",
    (v) => tinyGpt.sinusoidalFrequencies(v),
  ],
  "sinusoidalShift(matrix)": [noMatrices, "matrix", (v) => tinyGpt.sinusoidalShift(v, 1)],
  "sinusoidalShift(, k)": [
    { ...wholeOnly, "2^31": 2 ** 31, "-2^31": -(2 ** 31) },
    "k",
    (v) => tinyGpt.sinusoidalShift(table, v),
  ],
  "dotProducts(matrix)": [noMatrices, "matrix", (v) => tinyGpt.dotProducts(v)],
  "cosineSimilarity(matrix)": [noMatrices, "matrix", (v) => tinyGpt.cosineSimilarity(v)],
  "interpolate(matrix)": [noMatrices, "matrix", (v) => tinyGpt.interpolate(v, 2)],
  "interpolate(, rows)": [{ ...counts, 0: 0 }, "rows", (v) => tinyGpt.interpolate(table, v)],
  "interpolate(,, options)": [noObjects, "options", (v) => tinyGpt.interpolate(table, 2, v)],
  "interpolate(,, { mode })": [
    wrongWords,
    "mode",
    (v) => tinyGpt.interpolate(table, 2, { mode: v }),
  ],
  "interpolate(,, { alignCorners })": [
    noSwitches,
    "alignCorners",
    (v) => tinyGpt.interpolate(table, 2, { alignCorners: v }),
  ],
  "interpolateGrid(matrix)": [noMatrices, "matrix", (v) => tinyGpt.interpolateGrid(v, vit)],
  "interpolateGrid(, { from })": [
    noPairs,
    "from",
    (v) => tinyGpt.interpolateGrid(table, { ...vit, from: v }),
  ],
  "interpolateGrid(, { to })": [
    noPairs,
    "to",
    (v) => tinyGpt.interpolateGrid(table, { ...vit, to: v }),
  ],
  "interpolateGrid(, { classToken })": [
    noSwitches,
    "classToken",
    (v) => tinyGpt.interpolateGrid(table, { ...vit, classToken: v }),
  ],
  "windows(length)": [counts, "length", (v) => tinyGpt.windows(v, 4, 1)],
  "windows(, size)": [{ ...counts, 0: 0 }, "size", (v) => tinyGpt.windows(9, v, 0)],
  "windows(,, overlap)": [{ ...counts, 4: 4 }, "overlap", (v) => tinyGpt.windows(9, 4, v)],
  "cropPrompt(ids)": [{ ...noLists, undefined }, "ids", (v) => tinyGpt.cropPrompt(v, 4, "error")],
  "cropPrompt(, room)": [
    { ...wholeOnly, 0: 0, "-1": -1 },
    "room",
    (v) => tinyGpt.cropPrompt([1], v, "error"),
  ],
  "cropPrompt(,, policy)": [noWords, "policy", (v) => tinyGpt.cropPrompt([1], 4, v)],
  "rope(matrix)": [noMatrices, "matrix", (v) => tinyGpt.rope(v, [0, 1])],
  "rope(, positions)": [
    { ...noLists, undefined, "one too few": [0], "2^31": [0, 2 ** 31] },
    "positions",
    (v) => tinyGpt.rope(table, v),
  ],
  "rope(,, { layout })": [
    { ...wrongWords, whisper: "whisper" },
    "layout",
    (v) => tinyGpt.rope(table, [0, 1], { layout: v }),
  ],
  "rope(,, { base })": [bases, "base", (v) => tinyGpt.rope(table, [0, 1], { base: v })],
  "alibiSlopes(heads)": [{ ...counts, 0: 0 }, "heads", (v) => tinyGpt.alibiSlopes(v)],
  "alibiBias(, length)": [{ ...counts, 0: 0 }, "length", (v) => tinyGpt.alibiBias(2, v)],
  "t5Bucket(relativePosition)": [
    {
      ...without(
        wholeOnly,
        "an object",
        "an array of one",
        "a number object",
        "an object with valueOf",
      ),
      "2^31": 2 ** 31,
    },
    "relativePosition",
    (v) => tinyGpt.t5Bucket(v),
  ],
  "t5Bucket(relativePositions)": [
    { "an object": {}, "an array of 0.5": [0.5], "2^31": [2 ** 31], "a Map": new Map() },
    "relativePositions",
    (v) => tinyGpt.t5Bucket(v),
  ],
  "t5Bucket(, { buckets })": [
    { ...noWholeNumbers, 3: 3, "-32": -32, "2^40": 2 ** 40 },
    "buckets",
    (v) => tinyGpt.t5Bucket(1, { buckets: v }),
  ],
  "t5Bucket(, { maxDistance })": [
    { ...noWholeNumbers, 8: 8, "-1": -1, "2^40": 2 ** 40 },
    "maxDistance",
    (v) => tinyGpt.t5Bucket(1, { maxDistance: v }),
  ],
  "t5Bucket(, { bidirectional })": [
    noSwitches,
    "bidirectional",
    (v) => tinyGpt.t5Bucket(1, { bidirectional: v }),
  ],
  "an option that does not exist": [
    { 1: 1 },
    "options",
    (v) => tinyGpt.sinusoidal(2, 4, { bases: v }),
  ],
};

for (const [entryPoint, [refused, argument, call]] of Object.entries(entryPoints)) {
  test(`${entryPoint} refuses a wrong kind by the argument's name and goes on working`, () => {
    for (const [description, value] of Object.entries(refused)) {
      const error = thrownBy(() => assertRefused(() => call(value), argument));
      assert.equal(error, undefined, `${description}: ${error?.message}`);
    }
    assert.equal(bytesOf(tinyGpt.sinusoidal(2, 4).values), good);
  });
}

test("called without any arguments every function throws a TypeError", () => {
  const functions = Object.entries(tinyGpt).filter(([, value]) => typeof value === "function");
  assert.ok(functions.length >= 16);
  for (const [name, call] of functions) {
    assert.ok(thrownBy(() => call()) instanceof TypeError, name);
  }
});

test("a matrix may lie anywhere in a buffer, and one that lies about its length is seen through", () => {
  const inside = { values: Float32Array.of(9, 3, 4, 9).subarray(1, 3), shape: [1, 2] };
  assert.deepEqual([...tinyGpt.dotProducts(inside).values], [25]);
  for (const length of [0, 1, 8, 1e9, -1, NaN, "2"]) {
    const lying = Float32Array.of(3, 4);
    Object.defineProperty(lying, "length", { value: length });
    assert.deepEqual([...tinyGpt.dotProducts({ values: lying, shape: [1, 2] }).values], [25]);
    assertRefused(() => tinyGpt.dotProducts({ values: lying, shape: [4, 2] }), "matrix");
  }
  assert.equal(bytesOf(tinyGpt.sinusoidal(2, 4).values), good);
});

test("matrices without rows or columns, infinities and NaN are no mistake", () => {
  const empty = { values: new Float32Array(0), shape: [0, 4] };
  assert.deepEqual(tinyGpt.rope(empty, []).shape, [0, 4]);
  assert.deepEqual(tinyGpt.dotProducts(empty).shape, [0, 0]);
  assert.deepEqual(tinyGpt.interpolate({ values: empty.values, shape: [3, 0] }, 5).shape, [5, 0]);
  const odd = { values: Float32Array.of(NaN, Infinity, 1, 2), shape: [2, 2] };
  assert.ok(Number.isNaN(tinyGpt.dotProducts(odd).values[0]));
  assert.equal(tinyGpt.dotProducts(odd).values[3], 5);
});
