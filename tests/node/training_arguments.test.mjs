/** Every function on training and on attention's parts, fed with everything that it does not take. */

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { loadLaboratories } from "../../dist/tinygpt-laboratories.js";
import { assertRefused, bytesOf, thrownBy } from "./runtime.mjs";
import {
  noFloatArrays,
  noLists,
  noNumbers,
  noObjects,
  noSwitches,
  noWholeNumbers,
} from "./wrong_kinds.mjs";

const tinyGpt = await loadLaboratories();
const model = tinyGpt.createModel("teaching");
const config = { vocab_size: 5, n_positions: 8, n_embd: 4, n_layer: 1, n_head: 2 };
const sentences = [
  [0, 1, 2],
  [2, 1, 0],
];
const first = { layer: 0, head: 0 };
const phase = { steps: 10, batch: 2, lengths: [1, 2], weights: [1, 1] };
const four = new Float32Array(4);
const square = { values: four, shape: [2, 2] };
const one = { values: four, shape: [1, 4] };
const tables = { word: square, position: square, tokenType: square };
const good = bytesOf(tinyGpt.gradients(model, sentences).wte.values);

after(() => model.dispose());

const wholeOnly = { ...noWholeNumbers, undefined };
const lists = { ...noLists, undefined };
const counts = { ...wholeOnly, "-1": -1, "2^40": 2 ** 40 };
const seeds = { ...noWholeNumbers, "-1": -1, "-1n": -1n, "2^64": 2n ** 64n };
const numberOnly = { ...noNumbers, undefined, NaN: NaN, Infinity: Infinity };

/** What is no array of lists, and arrays with one element that is no list. */
const noListsOfLists = {
  ...noObjects,
  "an object": {},
  "a typed array": new Int32Array(2),
  "an array-like": { length: 1, 0: [0, 1] },
  "no list at all": [],
  "a sparse array": [[0, 1], , [0, 1]],
  ...Object.fromEntries(Object.entries(lists).map(([name, value]) => [name, [[0, 1], value]])),
};
const noMatrices = {
  ...noObjects,
  undefined,
  "an array": [[0, 0]],
  "a Float32Array": four,
  "a shape that is too large": { values: four, shape: [2, 4] },
  "a shape of negative sizes": { values: four, shape: [-1, -4] },
  "an unknown key": { ...square, rows: 2 },
  ...Object.fromEntries(
    Object.entries(noFloatArrays).map(([name, values]) => [
      `values: ${name}`,
      { values, shape: [2, 2] },
    ]),
  ),
};
const otherRuntime = await loadLaboratories();
const noModels = {
  ...noObjects,
  undefined,
  "an object": {},
  "a model's likeness": { ...model },
  "a model of another runtime": otherRuntime.createModel("teaching"),
};

/** entry point: [the values that it refuses, the argument's name, the call] */
const entryPoints = {
  'createModel("synthetic", options)': [
    noObjects,
    "options",
    (v) => tinyGpt.createModel("synthetic", v),
  ],
  "createModel(, { config })": [
    { ...noObjects, "an unknown key": { ...config, width: 4 } },
    "config",
    (v) => tinyGpt.createModel("synthetic", { config: v }),
  ],
  ...Object.fromEntries(
    Object.keys(config).map((key) => [
      `createModel(, { config: { ${key} } })`,
      [
        { ...counts, ...(key === "n_layer" ? {} : { 0: 0 }) },
        key,
        (v) => tinyGpt.createModel("synthetic", { config: { ...config, [key]: v } }),
      ],
    ]),
  ),
  "createModel(, a config that is too large)": [
    {
      "2^31 words": { ...config, vocab_size: 2 ** 31 },
      "2^30 wide": { ...config, n_embd: 2 ** 30 },
      "2000 layers": { ...config, n_layer: 2000 },
    },
    "config",
    (v) => tinyGpt.createModel("synthetic", { config: v }),
  ],
  "createModel(, { seed })": [
    seeds,
    "seed",
    (v) => tinyGpt.createModel("synthetic", { config, seed: v }),
  ],
  "createModel(, { scale })": [
    { ...noNumbers, NaN: NaN, Infinity: Infinity, "1e300": 1e300 },
    "scale",
    (v) => tinyGpt.createModel("synthetic", { config, scale: v }),
  ],
  "gradients(model)": [noModels, "model", (v) => tinyGpt.gradients(v, sentences)],
  "gradients(a model that is not trained)": [
    {
      "without layers": tinyGpt.createModelFromTables({ n_embd: 4 }, four, four),
      "without norms": tinyGpt.createModel("book-3.8"),
      "too large": tinyGpt.createModel("gpt2-small"),
    },
    "model",
    (v) => tinyGpt.gradients(v, sentences),
  ],
  "gradients(, batch)": [
    {
      ...noListsOfLists,
      undefined,
      "an empty list": [[0, 1], []],
      "a list of one": [[0, 1], [0]],
      "a list of 1026": [new Uint8Array(1026)],
      "a million sequences": new Array(1e6).fill([0, 1]),
    },
    "batch",
    (v) => tinyGpt.gradients(model, v),
  ],
  "gradients(,, options)": [noObjects, "options", (v) => tinyGpt.gradients(model, sentences, v)],
  "gradients(,, an unknown option)": [
    { 1: 1 },
    "options",
    (v) => tinyGpt.gradients(model, sentences, { target: v }),
  ],
  "gradients(,, { targets })": [
    {
      ...noListsOfLists,
      "one list": [[0, 1, 2]],
      "a list too short": [[0, 1, 2], [0, 1]],
      "none that counts": [[-1, -1, -1], [-1, -1, -1]],
    },
    "targets",
    (v) => tinyGpt.gradients(model, sentences, { targets: v }),
  ],
  "gradients(,, { positionIds })": [
    { ...noListsOfLists, "one list": [[0, 1]], "a list too long": [[0, 1], [0, 1, 2]] },
    "positionIds",
    (v) => tinyGpt.gradients(model, sentences, { positionIds: v }),
  ],
  "gradients(,, { all })": [
    noSwitches,
    "all",
    (v) => tinyGpt.gradients(model, sentences, { all: v }),
  ],
  "withPositions(model)": [noModels, "model", (v) => tinyGpt.withPositions(v, one)],
  "withPositions(, wpe)": [
    { ...noMatrices, "other columns than n_embd": square, "no rows": { values: new Float32Array(0), shape: [0, 4] } },
    "wpe",
    (v) => tinyGpt.withPositions(model, v),
  ],
  "trainStep(model)": [noModels, "model", (v) => tinyGpt.trainStep(v, sentences, { learningRate: 1 })],
  "trainStep(, batch)": [
    { ...noListsOfLists, undefined },
    "batch",
    (v) => tinyGpt.trainStep(model, v, { learningRate: 1 }),
  ],
  "trainStep(,, options)": [noObjects, "options", (v) => tinyGpt.trainStep(model, sentences, v)],
  "trainStep(,, { learningRate })": [
    { ...numberOnly, "-1": -1 },
    "learningRate",
    (v) => tinyGpt.trainStep(model, sentences, { learningRate: v }),
  ],
  "trainStep(,, { fixedPositions })": [
    noSwitches,
    "fixedPositions",
    (v) => tinyGpt.trainStep(model, sentences, { learningRate: 1, fixedPositions: v }),
  ],
  "rowUpdates(options)": [noObjects, "options", (v) => tinyGpt.rowUpdates(v)],
  "rowUpdates({ rows })": [
    { ...counts, 0: 0, 65537: 65537 },
    "rows",
    (v) => tinyGpt.rowUpdates({ rows: v, phases: [phase] }),
  ],
  "rowUpdates({ phases })": [
    {
      ...noObjects,
      undefined,
      "an object": {},
      "an array of null": [null],
      "an unknown key": [{ ...phase, step: 1 }],
      "65 phases": new Array(65).fill(phase),
    },
    "phases",
    (v) => tinyGpt.rowUpdates({ rows: 2, phases: v }),
  ],
  "rowUpdates(more to draw than 2^22)": [
    { "1e6 x 256": [{ ...phase, steps: 1e6, batch: 256 }] },
    "phases",
    (v) => tinyGpt.rowUpdates({ rows: 2, phases: v, seed: 0 }),
  ],
  "rowUpdates({ phases: steps })": [
    { ...wholeOnly, "-1": -1, "2^50": 2 ** 50 },
    "steps",
    (v) => tinyGpt.rowUpdates({ rows: 2, phases: [{ ...phase, steps: v }] }),
  ],
  "rowUpdates({ phases: batch })": [
    { ...counts, 0: 0 },
    "batch",
    (v) => tinyGpt.rowUpdates({ rows: 2, phases: [{ ...phase, batch: v }] }),
  ],
  "rowUpdates({ phases: lengths })": [
    { ...lists, "a length of 0": [0, 1], "a length beyond the rows": [1, 3] },
    "lengths",
    (v) => tinyGpt.rowUpdates({ rows: 2, phases: [{ ...phase, lengths: v }] }),
  ],
  "rowUpdates({ phases: weights })": [
    {
      ...noObjects,
      undefined,
      "an object": {},
      "one too few": [1],
      "a negative one": [2, -1],
      NaN: [1, NaN],
      Infinity: [1, Infinity],
      "all 0": [0, 0],
      strings: ["1", "1"],
      bigints: [1n, 1n],
    },
    "weights",
    (v) => tinyGpt.rowUpdates({ rows: 2, phases: [{ ...phase, weights: v }] }),
  ],
  "rowUpdates({ seed })": [
    seeds,
    "seed",
    (v) => tinyGpt.rowUpdates({ rows: 2, phases: [phase], seed: v }),
  ],
  "scoreTerms(model)": [noModels, "model", (v) => tinyGpt.scoreTerms(v, [0], first)],
  "scoreTerms(, ids)": [
    { ...lists, "1025 ids": new Uint8Array(1025) },
    "ids",
    (v) => tinyGpt.scoreTerms(model, v, { ...first, positionIds: new Uint8Array(1025) }),
  ],
  "scoreTerms(,, options)": [noObjects, "options", (v) => tinyGpt.scoreTerms(model, [0], v)],
  "scoreTerms(,, { layer })": [
    { ...counts, 1: 1, "2^31": 2 ** 31 },
    "layer",
    (v) => tinyGpt.scoreTerms(model, [0], { layer: v, head: 0 }),
  ],
  "scoreTerms(,, { head })": [
    { ...counts, 2: 2, "2^31": 2 ** 31 },
    "head",
    (v) => tinyGpt.scoreTerms(model, [0], { layer: 0, head: v }),
  ],
  "scoreTerms(,, { positionIds })": [
    { ...noLists, "one too many": [0, 1] },
    "positionIds",
    (v) => tinyGpt.scoreTerms(model, [0], { ...first, positionIds: v }),
  ],
  "headProjections(model)": [noModels, "model", (v) => tinyGpt.headProjections(v, one, first)],
  "headProjections(, rows)": [
    {
      ...noMatrices,
      "rows of two": square,
      "1025 rows": { values: new Float32Array(4100), shape: [1025, 4] },
    },
    "rows",
    (v) => tinyGpt.headProjections(model, v, first),
  ],
  "headProjections(,, { head })": [
    { ...counts, 2: 2 },
    "head",
    (v) => tinyGpt.headProjections(model, one, { layer: 0, head: v }),
  ],
  "headProjections(,, { bias })": [
    noSwitches,
    "bias",
    (v) => tinyGpt.headProjections(model, one, { ...first, bias: v }),
  ],
  "scores(q)": [noMatrices, "q", (v) => tinyGpt.scores(v, square)],
  "scores(, k)": [{ ...noMatrices, "rows of four": one }, "k", (v) => tinyGpt.scores(square, v)],
  "readOut(model)": [noModels, "model", (v) => tinyGpt.readOut(v, [0])],
  "readOut(, ids)": [
    { ...lists, "1025 ids": new Uint8Array(1025) },
    "ids",
    (v) => tinyGpt.readOut(model, v, { positions: false }),
  ],
  "readOut(,, options)": [noObjects, "options", (v) => tinyGpt.readOut(model, [0], v)],
  "readOut(,, { positions })": [
    noSwitches,
    "positions",
    (v) => tinyGpt.readOut(model, [0], { positions: v }),
  ],
  "readOut(,, { causal })": [
    noSwitches,
    "causal",
    (v) => tinyGpt.readOut(model, [0], { causal: v }),
  ],
  "bertEmbed(tables)": [noObjects, "tables", (v) => tinyGpt.bertEmbed(v, [0])],
  "bertEmbed({ word })": [
    { ...noMatrices, "no columns": { values: new Float32Array(0), shape: [3, 0] } },
    "word",
    (v) => tinyGpt.bertEmbed({ ...tables, word: v }, [0]),
  ],
  "bertEmbed({ position })": [
    { ...noMatrices, "rows of four": one },
    "position",
    (v) => tinyGpt.bertEmbed({ ...tables, position: v }, [0]),
  ],
  "bertEmbed({ tokenType })": [
    { ...noMatrices, "rows of four": one },
    "tokenType",
    (v) => tinyGpt.bertEmbed({ ...tables, tokenType: v }, [0]),
  ],
  ...Object.fromEntries(
    ["gamma", "beta"].map((key) => {
      const { undefined: _, ...wrong } = noFloatArrays;
      return [
        `bertEmbed({ ${key} })`,
        [wrong, key, (v) => tinyGpt.bertEmbed({ ...tables, [key]: v }, [0])],
      ];
    }),
  ),
  "bertEmbed(, ids)": [lists, "ids", (v) => tinyGpt.bertEmbed(tables, v)],
  "bertEmbed(,, options)": [noObjects, "options", (v) => tinyGpt.bertEmbed(tables, [0], v)],
  "bertEmbed(,, { tokenTypeIds })": [
    { ...noLists, "one too many": [0, 1] },
    "tokenTypeIds",
    (v) => tinyGpt.bertEmbed(tables, [0], { tokenTypeIds: v }),
  ],
  "bertEmbed(,, { positionIds })": [
    { ...noLists, "one too few": [] },
    "positionIds",
    (v) => tinyGpt.bertEmbed(tables, [0], { positionIds: v }),
  ],
  "bertEmbed(,, { dropout })": [
    noObjects,
    "dropout",
    (v) => tinyGpt.bertEmbed(tables, [0], { dropout: v }),
  ],
  "bertEmbed(,, { dropout: p })": [
    { ...numberOnly, 1: 1, "-0.1": -0.1 },
    "p",
    (v) => tinyGpt.bertEmbed(tables, [0], { dropout: { p: v, seed: 0 } }),
  ],
  "bertEmbed(,, { dropout: seed })": [
    { ...seeds, undefined },
    "seed",
    (v) => tinyGpt.bertEmbed(tables, [0], { dropout: { p: 0.5, seed: v } }),
  ],
};

for (const [entryPoint, [refused, argument, call]] of Object.entries(entryPoints)) {
  test(`${entryPoint} refuses a wrong kind by the argument's name and goes on working`, () => {
    for (const [description, value] of Object.entries(refused)) {
      const error = thrownBy(() => assertRefused(() => call(value), argument));
      assert.equal(error, undefined, `${description}: ${error?.message}`);
    }
    assert.equal(bytesOf(tinyGpt.gradients(model, sentences).wte.values), good);
  });
}

test("a model that is disposed of, also while a list is read, ends in an Error", () => {
  const calls = [
    (doomed, list) => tinyGpt.gradients(doomed, [list]),
    (doomed, list) => tinyGpt.trainStep(doomed, [list], { learningRate: 1 }),
    (doomed, list) => tinyGpt.scoreTerms(doomed, list, first),
    (doomed, list) => tinyGpt.readOut(doomed, list),
  ];
  for (const call of calls) {
    const gone = tinyGpt.createModel("teaching");
    gone.dispose();
    assert.match(thrownBy(() => call(gone, [0, 1]))?.message ?? "", /disposed/);
    const doomed = tinyGpt.createModel("teaching");
    const disposing = {
      length: 2,
      get 0() {
        doomed.dispose();
        return 0;
      },
      1: 1,
    };
    assert.match(thrownBy(() => call(doomed, disposing))?.message ?? "", /disposed/);
  }
  assert.equal(bytesOf(tinyGpt.gradients(model, sentences).wte.values), good);
});

test("results larger than the memory are a RangeError, and the next call works", () => {
  const wide = { values: new Float32Array(256), shape: [1, 256] };
  const ids = new Uint8Array(2 ** 24);
  const error = thrownBy(() =>
    tinyGpt.bertEmbed({ word: wide, position: wide, tokenType: wide }, ids, { positionIds: ids }),
  );
  assert.ok(error instanceof RangeError, String(error));
  const tableModel = tinyGpt.createModelFromTables({ n_embd: 256 }, wide.values, wide.values);
  assert.ok(thrownBy(() => tableModel.embed(ids, { positionIds: ids })) instanceof RangeError);
  tableModel.dispose();
  assert.equal(bytesOf(tinyGpt.gradients(model, sentences).wte.values), good);
});

test("empty lists and matrices are no mistake where nothing is asked for", () => {
  const empty = { values: new Float32Array(0), shape: [0, 4] };
  assert.deepEqual(tinyGpt.readOut(model, []).shape, [0, 4]);
  assert.deepEqual(tinyGpt.scoreTerms(model, [], first).score.shape, [0, 0]);
  assert.deepEqual(tinyGpt.headProjections(model, empty, first).q.shape, [0, 2]);
  assert.deepEqual(tinyGpt.scores(empty, one).shape, [0, 1]);
  assert.deepEqual(tinyGpt.bertEmbed(tables, []).output.shape, [0, 2]);
  assert.deepEqual([...tinyGpt.rowUpdates({ rows: 2, phases: [] }).expected], [0, 0]);
});
