/** The functions behind the laboratories, as the face gives them. Their numbers are tested natively. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { IndexError, loadLaboratories } from "../../dist/tinygpt-laboratories.js";
import { hashOf } from "./runtime.mjs";

const json = async (path) => JSON.parse(await readFile(new URL(path, import.meta.url), "utf8"));

const tinyGpt = await loadLaboratories();
const golden = await json("../data/positions.json");

const matrix = (...rows) => ({
  values: Float32Array.from(rows.flat()),
  shape: [rows.length, rows[0].length],
});

function nearly(actual, expected, tolerance) {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => {
    assert.ok(Math.abs(actual[i] - value) <= tolerance, `[${i}] is ${actual[i]}, not ${value}`);
  });
}

const gpt2 = { model_type: "gpt2", vocab_size: 50257, n_positions: 1024, n_embd: 768, n_layer: 12 };
const bert = {
  model_type: "bert",
  vocab_size: 30522,
  max_position_embeddings: 512,
  type_vocab_size: 2,
  hidden_size: 768,
  num_hidden_layers: 12,
  intermediate_size: 3072,
};

test("published models have the golden numbers of parameters, the sum of their terms", () => {
  for (const [config, expected, position] of [
    [gpt2, golden.parameters["gpt2-small"].total, golden.parameters["gpt2-small"].wpe],
    [bert, golden.parameters["bert-base"].total, golden.parameters["bert-base"].position],
  ]) {
    const count = tinyGpt.parameterCount(config);
    assert.equal(count.total, expected);
    assert.equal(count.learned, expected);
    assert.equal(count.position, position);
    const sum = count.terms.reduce((total, term) => total + term.count, 0);
    assert.equal(sum, expected);
    for (const { shape, times, count: product } of count.terms) {
      assert.equal(shape.reduce((a, b) => a * b, times), product);
    }
  }
});

test("a term has its name, shape, how often it is there and whether it is learned", () => {
  const { terms } = tinyGpt.parameterCount(gpt2);
  assert.deepEqual(
    terms.find(({ name }) => name === "h.*.attn.c_attn.weight"),
    {
      name: "h.*.attn.c_attn.weight",
      shape: [768, 2304],
      times: 12,
      count: 12 * 768 * 2304,
      learned: true,
    },
  );
});

test("a model's own configuration can be counted, and null stands for a default", () => {
  const model = tinyGpt.createModel("gpt2-small");
  const config = { model_type: "gpt2", ...model.config, n_inner: null, tie_word_embeddings: true };
  assert.equal(tinyGpt.parameterCount(config).total, model.parameterCount);
  const untied = tinyGpt.parameterCount({ ...config, tie_word_embeddings: false });
  assert.equal(untied.total, model.parameterCount + 50257 * 768);
  model.dispose();
});

test("sinusoidal tables, their shift and their likeness", () => {
  const table = tinyGpt.sinusoidal(4, 8);
  assert.deepEqual(table.shape, [4, 8]);
  nearly(table.values, golden.sinusoidal_4x8.flat(), 3.1e-8);
  const shifted = tinyGpt.sinusoidalShift(tinyGpt.sinusoidal(3, 8), 1);
  nearly(shifted.values, table.values.slice(8), 1e-7);
  const back = tinyGpt.sinusoidalShift(shifted, -1);
  nearly(back.values, table.values.slice(0, 24), 2e-7);
  const { values, shape } = tinyGpt.dotProducts(tinyGpt.sinusoidal(11, 512));
  assert.deepEqual(shape, [11, 11]);
  nearly([0, 1, 2, 10].map((j) => values[j]),
    [0, 1, 2, 10].map((j) => golden.sinusoidal_dot_d512[j]), 1e-4);
  const cosine = tinyGpt.cosineSimilarity(matrix([3, 4], [0, 0], [-6, -8]));
  assert.deepEqual([...cosine.values], [1, 0, -1, 0, 0, 0, -1, 0, 1]);
});

test("the layouts order and space the same waves in their own ways", () => {
  const half = tinyGpt.sinusoidal(2, 4, { layout: "half" });
  nearly(half.values.slice(4), [Math.sin(1), Math.sin(0.01), Math.cos(1), Math.cos(0.01)], 3e-8);
  nearly(tinyGpt.sinusoidalFrequencies(4), [1, 0.01], 1e-15);
  nearly(tinyGpt.sinusoidalFrequencies(4, { layout: "half", base: 100 }), [1, 0.1], 1e-15);
  nearly(tinyGpt.sinusoidalFrequencies(4, { layout: "whisper" }), [1, 0.0001], 1e-15);
  assert.ok(tinyGpt.sinusoidalFrequencies(4) instanceof Float64Array);
});

test("rope turns each pair by its position", () => {
  const row = matrix([1, 0, 1, 0]);
  const angle = 7 * 0.01;
  nearly(tinyGpt.rope(row, [7]).values,
    [Math.cos(7), Math.sin(7), Math.cos(angle), Math.sin(angle)], 6e-8);
  nearly(tinyGpt.rope(row, [7], { layout: "half" }).values,
    [Math.cos(7) - Math.sin(7), 0, Math.sin(7) + Math.cos(7), 0], 1.2e-7);
  assert.deepEqual([...tinyGpt.rope(row, [0], { base: 500000 }).values], [1, 0, 1, 0]);
});

test("ALiBi's slopes and bias, T5's buckets", () => {
  assert.deepEqual([...tinyGpt.alibiSlopes(8)], Array.from({ length: 8 }, (_, i) => 2 ** -(i + 1)));
  const bias = tinyGpt.alibiBias(2, 3);
  assert.deepEqual(bias.shape, [2, 3]);
  assert.deepEqual([...bias.values], [-0, -1 / 16, -1 / 8, -0, -1 / 256, -1 / 128]);
  assert.equal(tinyGpt.t5Bucket(-128), 15);
  assert.equal(tinyGpt.t5Bucket(8), 24);
  assert.equal(tinyGpt.t5Bucket(-200, { bidirectional: false, buckets: 8, maxDistance: 20 }), 7);
  const buckets = tinyGpt.t5Bucket([0, -1, 1, -8n]);
  assert.ok(buckets instanceof Int32Array);
  assert.deepEqual([...buckets], [0, 1, 17, 8]);
  assert.equal(tinyGpt.t5Bucket([]).length, 0);
});

test("a table is interpolated along its rows and over its grid", () => {
  const ramp = matrix([0], [4]);
  assert.deepEqual([...tinyGpt.interpolate(ramp, 4).values], [0, 1, 3, 4]);
  assert.deepEqual([...tinyGpt.interpolate(ramp, 3, { alignCorners: true }).values], [0, 2, 4]);
  const step = matrix([0], [0], [256], [256]);
  assert.deepEqual(
    [...tinyGpt.interpolate(step, 8, { mode: "cubic" }).values],
    [0, -9, -27, 58, 198, 283, 265, 256],
  );
  const grid = matrix([9], [0], [4], [8], [12]);
  const wider = tinyGpt.interpolateGrid(grid, { from: [2, 2], to: [2, 4], mode: "bilinear" });
  assert.deepEqual(wider.shape, [9, 1]);
  assert.deepEqual([...wider.values], [9, 0, 1, 3, 4, 8, 9, 11, 12]);
  const patches = matrix([0], [4], [8], [12]);
  const same = tinyGpt.interpolateGrid(patches, { from: [2, 2], to: [2, 2], classToken: false });
  assert.deepEqual([...same.values], [0, 4, 8, 12]);
});

test("windows cover a text, and a prompt is cropped at the end that is chosen", () => {
  assert.deepEqual(tinyGpt.windows(11, 4, 1), [
    { start: 0, end: 4 },
    { start: 3, end: 7 },
    { start: 6, end: 10 },
    { start: 9, end: 11 },
  ]);
  assert.deepEqual(tinyGpt.windows(0, 4, 1), []);
  const ids = [10, 2 ** 40, 12];
  assert.deepEqual(tinyGpt.cropPrompt(ids, 2, "keep-head"), { ids: [10, 2 ** 40], dropped: 1 });
  assert.deepEqual(tinyGpt.cropPrompt(ids, 2, "keep-tail"), { ids: [2 ** 40, 12], dropped: 1 });
  assert.deepEqual(tinyGpt.cropPrompt(ids, 2 ** 50, "error"), { ids, dropped: 0 });
  assert.throws(() => tinyGpt.cropPrompt(ids, 2, "error"), (error) => {
    assert.ok(error instanceof IndexError);
    assert.deepEqual(
      [error.table, error.index, error.size, error.at],
      ["wpe", 2, 2, 2],
    );
    return true;
  });
});

test("the WebAssembly build has the bits of the laboratories that native has, too", async () => {
  const half = { layout: "half", base: 500000 };
  const table = tinyGpt.sinusoidal(512, 64);
  const positions = Array.from({ length: 512 }, (_, i) => 37 * i);
  const found = {
    sinusoidal: table.values,
    half: tinyGpt.sinusoidal(512, 64, half).values,
    whisper: tinyGpt.sinusoidal(512, 64, { layout: "whisper" }).values,
    frequencies: tinyGpt.sinusoidalFrequencies(1000),
    shift: tinyGpt.sinusoidalShift(table, 1000).values,
    rope: tinyGpt.rope(table, positions, half).values,
    cosine: tinyGpt.cosineSimilarity(table).values,
    cubic: tinyGpt.interpolate(table, 777, { mode: "cubic" }).values,
    slopes: tinyGpt.alibiSlopes(48),
  };
  const hashes = Object.fromEntries(
    Object.entries(found).map(([name, array]) => [name, hashOf(array)]),
  );
  assert.deepEqual(hashes, await json("../bits/laboratories.json"));
});
