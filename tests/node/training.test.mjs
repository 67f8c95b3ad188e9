/** Training, attention's parts and BERT's embedding, as the face gives them. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";

import { IndexError, loadLaboratories } from "../../dist/tinygpt-laboratories.js";
import { bytesOf, hashOf, thrownBy } from "./runtime.mjs";

const json = async (path) => JSON.parse(await readFile(new URL(path, import.meta.url), "utf8"));

const tinyGpt = await loadLaboratories();
const golden = await json("../data/gradients.json");
const teaching = tinyGpt.createModel("teaching");
const shape = { vocab_size: 5, n_positions: 8, n_embd: 4, n_layer: 1, n_head: 2 };
const synthetic = tinyGpt.createModel("synthetic", { config: shape, scale: 10 });

after(() => {
  teaching.dispose();
  synthetic.dispose();
});

const sentences = [
  [0, 1, 2],
  [2, 1, 0],
  [0, 3, 4],
  [2, 3, 4],
];

function row({ values, shape: [rows, columns] }, index) {
  assert.ok(index < rows);
  return values.slice(index * columns, (index + 1) * columns);
}

const isZero = (values) => values.every((value) => Object.is(value, 0));

function nearly(actual, expected, tolerance) {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => {
    assert.ok(Math.abs(actual[i] - value) <= tolerance, `[${i}] is ${actual[i]}, not ${value}`);
  });
}

// ---- Synthetic models ---------------------------------------------------------------------------

test("a synthetic model has the shape that was asked for, and runs", () => {
  assert.deepEqual({ ...synthetic.config }, shape);
  assert.deepEqual(synthetic.forward([0, 1]).shape, [1, 5]);
});

test("of GPT-2 small's shape it is GPT-2 small, and scale multiplies", () => {
  const gpt2 = tinyGpt.createModel("gpt2-small", { seed: 7 });
  const same = tinyGpt.createModel("synthetic", { config: gpt2.config, seed: 7 });
  const double = tinyGpt.createModel("synthetic", { config: gpt2.config, seed: 7n, scale: 2 });
  assert.equal(bytesOf(same.row("wte", 5)), bytesOf(gpt2.row("wte", 5)));
  assert.equal(
    bytesOf(double.row("wpe", 9)),
    bytesOf(gpt2.row("wpe", 9).map((value) => 2 * value)),
  );
  for (const model of [gpt2, same, double]) model.dispose();
});

// ---- Gradients ----------------------------------------------------------------------------------

test("gradients are those of the float64 oracle, targets of -1 not counted", () => {
  for (const { config, model_seed, scale_of_all_but_norm_weights, ...expected } of golden.cases) {
    const model = tinyGpt.createModel("synthetic", {
      config,
      seed: model_seed,
      scale: scale_of_all_but_norm_weights,
    });
    const { targets } = expected;
    const found = tinyGpt.gradients(model, expected.ids, { targets, all: true });
    nearly([found.loss], [expected.loss], 5e-8);
    nearly(found.wte.values, expected.grad_wte_rows.flat(), 5e-8);
    nearly(found.wpe.values, expected.grad_wpe_rows.flat(), 5e-8);
    assert.deepEqual(Object.keys(found.all), Object.keys(expected.grad_l2));
    for (const [name, norm] of Object.entries(expected.grad_l2)) {
      nearly([Math.hypot(...found.all[name].values)], [norm], 5e-8);
    }
    assert.deepEqual(found.all["h.0.attn.c_attn.weight"].shape, [
      config.n_embd,
      3 * config.n_embd,
    ]);
    assert.deepEqual(found.all["ln_f.bias"].shape, [config.n_embd]);
    model.dispose();
  }
});

test("without targets the next word is the target, and the last word is not fed", () => {
  const given = tinyGpt.gradients(
    teaching,
    sentences.map((words) => words.slice(0, -1)),
    { targets: sentences.map((words) => words.slice(1)) },
  );
  const found = tinyGpt.gradients(teaching, sentences.map((words) => Uint8Array.from(words)));
  assert.equal(found.loss, given.loss);
  assert.equal(bytesOf(found.wte.values), bytesOf(given.wte.values));
  assert.equal(bytesOf(found.wpe.values), bytesOf(given.wpe.values));
  assert.deepEqual(found.wte.shape, [5, 4]);
  assert.deepEqual(found.wpe.shape, [8, 4]);
  assert.equal("all" in found, false);
});

test("a sample of eight words: row 7 of wpe has a gradient of exactly 0, row 6 has not", () => {
  const { wpe } = tinyGpt.gradients(synthetic, [[0, 1, 2, 3, 4, 0, 1, 2]]);
  assert.ok(!isZero(row(wpe, 6)));
  assert.ok(isZero(row(wpe, 7)));
});

test("positionIds say which rows are fetched, a list for each sequence", () => {
  const { wpe } = tinyGpt.gradients(synthetic, [[0, 1, 2], [3, 4]], {
    positionIds: [[7, 5], [3]],
  });
  const trained = [0, 1, 2, 3, 4, 5, 6, 7].filter((index) => !isZero(row(wpe, index)));
  assert.deepEqual(trained, [3, 5, 7]);
});

// ---- A step of training -------------------------------------------------------------------------

const rowsOf = (model) => Array.from({ length: 8 }, (_, i) => bytesOf(model.row("wpe", i)));

test("a step gives a new model that has learned, and leaves the old one as it was", () => {
  const before = rowsOf(synthetic);
  const { loss } = tinyGpt.gradients(synthetic, sentences);
  const next = tinyGpt.trainStep(synthetic, sentences, { learningRate: 0.1 });
  assert.ok(tinyGpt.gradients(next, sentences).loss < loss);
  assert.deepEqual(rowsOf(synthetic), before);
  assert.deepEqual(next.config, synthetic.config);
  next.dispose();
});

test("training at length 4: rows 4 to 7 keep every bit, rows 0 to 3 do not", () => {
  const before = rowsOf(synthetic);
  let model = tinyGpt.createModel("synthetic", { config: shape, scale: 10 });
  for (let step = 0; step < 5; step++) {
    const next = tinyGpt.trainStep(model, [[0, 1, 2, 3, 4]], { learningRate: 0.1 });
    model.dispose();
    model = next;
  }
  const kept = rowsOf(model).map((bytes, i) => bytes === before[i]);
  assert.deepEqual(kept, [false, false, false, false, true, true, true, true]);
  model.dispose();
});

test("with fixedPositions wpe keeps every bit while wte learns", () => {
  const next = tinyGpt.trainStep(synthetic, sentences, {
    learningRate: 0.1,
    fixedPositions: true,
  });
  assert.deepEqual(rowsOf(next), rowsOf(synthetic));
  assert.notEqual(bytesOf(next.row("wte", 0)), bytesOf(synthetic.row("wte", 0)));
  next.dispose();
});

test("with sinusoidal positions a model of the table's length learns, and the table does not", () => {
  const table = tinyGpt.sinusoidal(3, 4);
  const model = tinyGpt.withPositions(teaching, table);
  assert.deepEqual({ ...model.config }, { ...teaching.config, n_positions: 3 });
  assert.deepEqual(model.vocabulary, teaching.vocabulary);
  const rows = (of) => [0, 1, 2].map((row) => bytesOf(of.row("wpe", row)));
  assert.deepEqual(rows(model), [0, 1, 2].map((row) => bytesOf(table.values.slice(4 * row, 4 * row + 4))));
  assert.equal(thrownBy(() => model.row("wpe", 3)).name, "IndexError");
  const next = tinyGpt.trainStep(model, sentences, { learningRate: 0.03, fixedPositions: true });
  assert.deepEqual(rows(next), rows(model));
  assert.ok(tinyGpt.gradients(next, sentences).loss < tinyGpt.gradients(model, sentences).loss);
  next.dispose();
  model.dispose();
});

test("a trained model keeps its vocabulary, runs, and can be trained on", () => {
  const next = tinyGpt.trainStep(teaching, sentences, { learningRate: 0.01 });
  assert.deepEqual(next.vocabulary, teaching.vocabulary);
  assert.deepEqual([...next.generate([0, 1], { maxNewTokens: 1 }).newIds], [2]);
  tinyGpt.trainStep(next, sentences, { learningRate: 0.01 }).dispose();
  next.dispose();
});

// ---- Row updates --------------------------------------------------------------------------------

const drawing = { steps: 1000, batch: 2, lengths: [1, 2, 3, 4], weights: [4, 3, 2, 1] };

test("row updates: expected by the formula, drawn as natively with the same seed", () => {
  const { expected, simulated, steps } = tinyGpt.rowUpdates({
    rows: 5,
    phases: [drawing],
    seed: 7,
  });
  nearly(
    expected,
    [1, 0.6, 0.3, 0.1, 0].map((p) => 1000 * (1 - (1 - p) ** 2)),
    1e-9,
  );
  assert.deepEqual([...simulated], [1000, 846, 516, 214, 0]);
  assert.equal(steps, 1000);
  assert.ok(expected instanceof Float64Array && simulated instanceof Float64Array);
});

test("phases add up; without a seed nothing is drawn, and a million large steps are no matter", () => {
  const updates = tinyGpt.rowUpdates({
    rows: 512,
    phases: [
      { steps: 900_000, batch: 256, lengths: [128], weights: [1] },
      { steps: 100_000, batch: 256, lengths: [512], weights: [1] },
    ],
  });
  assert.equal(updates.steps, 1e6);
  assert.deepEqual(
    [0, 127, 128, 511].map((index) => updates.expected[index]),
    [1e6, 1e6, 1e5, 1e5],
  );
  assert.equal("simulated" in updates, false);
});

// ---- Attention's parts --------------------------------------------------------------------------

test("score terms of the worked example add up to its traced scores, for every pair", () => {
  const model = tinyGpt.createModel("book-3.8");
  const ids = [0, 11, 12, 13, 14, 1];
  const { trace } = model.forward(ids, { trace: ["h.0.scores"] });
  for (const head of [0, 1]) {
    const { score, ...terms } = tinyGpt.scoreTerms(model, ids, { layer: 0, head });
    assert.deepEqual(Object.keys(terms), [
      "contentContent",
      "contentPosition",
      "positionContent",
      "positionPosition",
    ]);
    const own = trace[`h.0.scores.${head}`];
    assert.deepEqual(score.shape, own.shape);
    let compared = 0;
    own.values.forEach((value, i) => {
      const sum = Object.values(terms).reduce((total, { values }) => total + values[i], 0);
      assert.equal(score.values[i], Math.fround(sum));
      if (value === -Infinity) return;
      assert.ok(Math.abs(score.values[i] - value) <= 1e-6);
      compared += 1;
    });
    assert.equal(compared, 21);
  }
  model.dispose();
});

test("a shift of all positions leaves what words alone say", () => {
  const options = { layer: 0, head: 1 };
  const here = tinyGpt.scoreTerms(teaching, [0, 1, 2], options);
  const there = tinyGpt.scoreTerms(teaching, [0, 1, 2], { ...options, positionIds: [4, 5, 6] });
  for (const [name, { values }] of Object.entries(here)) {
    const same = bytesOf(there[name].values) === bytesOf(values);
    assert.equal(same, name === "contentContent", name);
  }
});

test("a head's q and k of words alone, turned by RoPE: scores are the same at every shift", () => {
  const wide = tinyGpt.createModel("synthetic", {
    config: { vocab_size: 5, n_positions: 8, n_embd: 16, n_layer: 1, n_head: 2 },
    scale: 50,
  });
  const { wte } = wide.embed([0, 1, 2]);
  const rows = { values: wte, shape: [3, 16] };
  const { q, k, v } = tinyGpt.headProjections(wide, rows, { layer: 0, head: 1 });
  for (const { shape: size } of [q, k, v]) assert.deepEqual(size, [3, 8]);
  const scoresAt = (positions) =>
    tinyGpt.scores(tinyGpt.rope(q, positions), tinyGpt.rope(k, positions)).values;
  const here = scoresAt([0, 1, 2]);
  nearly(scoresAt([500, 501, 502]), [...here], 1e-5);
  assert.ok(here.some((value, i) => Math.abs(value - scoresAt([0, 2, 4])[i]) > 1e-3));
  wide.dispose();
});

test("bias adds the head's part of c_attn.bias", () => {
  const zeros = { values: new Float32Array(4), shape: [1, 4] };
  const without = tinyGpt.headProjections(teaching, zeros, { layer: 0, head: 0 });
  const added = tinyGpt.headProjections(teaching, zeros, { layer: 0, head: 0, bias: true });
  assert.ok(isZero(without.q.values));
  assert.ok(!isZero(added.q.values));
});

test("scores of queries and keys of different lengths", () => {
  const q = { values: Float32Array.of(1, 2, 3, 4), shape: [1, 4] };
  const k = { values: Float32Array.of(1, 0, 0, 0, 1, 1, 1, 1), shape: [2, 4] };
  const { values, shape: size } = tinyGpt.scores(q, k);
  assert.deepEqual(size, [1, 2]);
  assert.deepEqual([...values], [0.5, 5]);
});

test("a read-out with positions and causal mask is the forward pass, bit for bit", () => {
  const { trace } = teaching.forward([0, 1, 2], { trace: ["h.0.attn_out", "h.0.weights"] });
  const read = tinyGpt.readOut(teaching, [0, 1, 2]);
  assert.equal(bytesOf(read.values), bytesOf(trace["h.0.attn_out"].values));
  assert.deepEqual(read.shape, [3, 4]);
  assert.equal(read.weights.length, 2);
  read.weights.forEach(({ values, shape: size }, head) => {
    assert.deepEqual(size, [3, 3]);
    assert.equal(bytesOf(values), bytesOf(trace[`h.0.weights.${head}`].values));
  });
});

test("without positions and mask 猫追狗 and 狗追猫 read out the same; either one tells them apart", () => {
  const largest = (options) => {
    const one = tinyGpt.readOut(teaching, [0, 1, 2], options);
    const other = tinyGpt.readOut(teaching, [2, 1, 0], options);
    return Math.max(
      ...[0, 1, 2].flatMap((t) =>
        [...row(one, t)].map((value, i) => Math.abs(value - row(other, 2 - t)[i])),
      ),
    );
  };
  assert.ok(largest({ positions: false, causal: false }) <= 1e-6);
  assert.ok(largest({ positions: true, causal: false }) > 0.01);
  assert.ok(largest({ positions: false, causal: true }) > 0.01);
});

// ---- BERT's embedding ---------------------------------------------------------------------------

const table = (rows, columns, ...values) => ({
  values: Float32Array.from(values),
  shape: [rows, columns],
});
const tables = {
  word: table(3, 2, 1, 2, 3, 4, 5, 6),
  position: table(2, 2, 10, 20, 30, 40),
  tokenType: table(2, 2, 0, 0, 100, 50),
};

test("BERT's embedding, every stage by hand; token types and positions have defaults", () => {
  const given = tinyGpt.bertEmbed(tables, [2, 0], { tokenTypeIds: [0, 1], positionIds: [0, 1] });
  assert.deepEqual([...given.word.values], [5, 6, 1, 2]);
  assert.deepEqual([...given.position.values], [10, 20, 30, 40]);
  assert.deepEqual([...given.tokenType.values], [0, 0, 100, 50]);
  assert.deepEqual([...given.sum.values], [15, 26, 131, 92]);
  assert.deepEqual([...given.normed.values], [-1, 1, 1, -1]);
  assert.deepEqual([...given.output.values], [-1, 1, 1, -1]);
  assert.deepEqual(given.output.shape, [2, 2]);
  assert.equal(given.scale, 1);
  assert.equal("kept" in given, false);
  const { sum } = tinyGpt.bertEmbed(tables, [2, 0]);
  assert.deepEqual([...sum.values], [15, 26, 31, 42]);
});

test("gamma and beta are LayerNorm's", () => {
  const gamma = Float32Array.of(2, 3);
  const beta = Float32Array.of(10, 20);
  const { normed } = tinyGpt.bertEmbed({ ...tables, gamma, beta }, [2]);
  assert.deepEqual([...normed.values], [8, 23]);
});

test("dropout shows its mask; the same seed drops the same, another seed others", () => {
  const dropped = (seed) =>
    tinyGpt.bertEmbed(tables, new Uint8Array(2), { dropout: { p: 0.5, seed } });
  const wide = { ...tables, position: table(1, 2, 0, 1) };
  const many = tinyGpt.bertEmbed(wide, new Uint8Array(500), {
    positionIds: new Uint8Array(500),
    dropout: { p: 0.2, seed: 1n },
  });
  assert.deepEqual(many.kept.shape, [500, 2]);
  assert.ok(many.kept.values instanceof Uint8Array);
  const share = many.kept.values.reduce((sum, kept) => sum + kept) / 1000;
  assert.ok(Math.abs(share - 0.8) < 5 * Math.sqrt((0.8 * 0.2) / 1000));
  many.output.values.forEach((value, i) => {
    const kept = many.kept.values[i] === 1;
    assert.equal(value, kept ? Math.fround(many.normed.values[i] * many.scale) : 0);
  });
  assert.equal(many.scale, Math.fround(1.25));
  const masks = [0, 1, 2, 3, 4, 5].map((seed) => bytesOf(dropped(seed).kept.values));
  assert.deepEqual(masks, [0, 1, 2, 3, 4, 5].map((seed) => bytesOf(dropped(seed).kept.values)));
  assert.ok(new Set(masks).size > 1);
});

// ---- Indices outside tables ---------------------------------------------------------------------

test("an index outside a table is an IndexError with its four facts, and the next call works", () => {
  const good = bytesOf(tinyGpt.gradients(teaching, sentences).wte.values);
  for (const [call, table, index, size, at] of [
    [() => tinyGpt.gradients(teaching, [[0, 1, 5]]), "wte", 5, 5, 1],
    [() => tinyGpt.gradients(teaching, [[0, 1], [5, 1]]), "wte", 5, 5, 0],
    [() => tinyGpt.gradients(teaching, [new Uint8Array(10)]), "wpe", 8, 8, 8],
    [() => tinyGpt.gradients(teaching, [[0, 1]], { targets: [[1, -2]] }), "wte", -2, 5, 1],
    [() => tinyGpt.gradients(teaching, [[0, 1]], { positionIds: [[-1]] }), "wpe", -1, 8, 0],
    [() => tinyGpt.trainStep(teaching, [[-1, 1]], { learningRate: 1 }), "wte", -1, 5, 0],
    [() => tinyGpt.scoreTerms(teaching, [0, 9], { layer: 0, head: 0 }), "wte", 9, 5, 1],
    [() => tinyGpt.readOut(teaching, new Uint8Array(9)), "wpe", 8, 8, 8],
    [() => tinyGpt.bertEmbed(tables, [3]), "wte", 3, 3, 0],
    [() => tinyGpt.bertEmbed(tables, [0, 0, 0]), "wpe", 2, 2, 2],
    [() => tinyGpt.bertEmbed(tables, [0, 0], { tokenTypeIds: [0, 2] }), "token_type", 2, 2, 1],
  ]) {
    const error = thrownBy(call);
    assert.ok(error instanceof IndexError, String(error));
    assert.deepEqual([error.table, error.index, error.size, error.at], [table, index, size, at]);
    assert.equal(bytesOf(tinyGpt.gradients(teaching, sentences).wte.values), good);
  }
});

// ---- The same bits as natively ------------------------------------------------------------------

test("the WebAssembly build has the bits of training that native has, too", async () => {
  const model = tinyGpt.createModel("synthetic", {
    config: { vocab_size: 40, n_positions: 30, n_embd: 24, n_layer: 2, n_head: 3 },
    seed: 9,
    scale: 8,
  });
  const ids = Array.from({ length: 20 }, (_, i) => (7 * i) % 40);
  const wholeTable = (of, name, rows) => ({
    values: Float32Array.from(
      Array.from({ length: rows }, (_, i) => [...of.row(name, i)]).flat(),
    ),
    shape: [rows, 24],
  });
  const lengths = Array.from({ length: 30 }, (_, i) => i + 1);
  const phases = [
    { steps: 500, batch: 3, lengths, weights: lengths.map((length) => 1 / length) },
    { steps: 90, batch: 7, lengths, weights: lengths },
  ];
  const { loss, all } = tinyGpt.gradients(model, [ids], { all: true });
  const moved = tinyGpt.trainStep(model, [ids], { learningRate: 0.25 });
  const { expected, simulated } = tinyGpt.rowUpdates({ rows: 30, phases, seed: 11 });
  const wpe = wholeTable(model, "wpe", 30);
  const found = {
    loss: Float64Array.of(loss),
    expected,
    simulated,
    score: tinyGpt.scoreTerms(model, ids, { layer: 1, head: 2 }).score.values,
    readOut: tinyGpt.readOut(model, ids, { causal: false }).values,
    bert: tinyGpt.bertEmbed(
      { word: wholeTable(model, "wte", 40), position: wpe, tokenType: wpe },
      ids,
      { dropout: { p: 0.3, seed: 5 } },
    ).output.values,
    moved: wholeTable(moved, "wte", 40).values,
    ...Object.fromEntries(Object.entries(all).map(([name, { values }]) => [name, values])),
  };
  const hashes = Object.fromEntries(
    Object.entries(found).map(([name, array]) => [name, hashOf(array)]),
  );
  assert.deepEqual(hashes, await json("../bits/training.json"));
  model.dispose();
  moved.dispose();
});
