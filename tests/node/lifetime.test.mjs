/** Models end, arrays stay: disposal, copies, independence and memory. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bytesOf,
  embeddingBytes,
  fixtureModel,
  loadTinyGpt,
  loadWithMemory,
  thrownBy,
} from "./runtime.mjs";

const { tinyGpt, memory } = await loadWithMemory();

test("after dispose every call throws an Error, and disposing again does nothing", () => {
  const model = fixtureModel(tinyGpt);
  model.dispose();
  for (const call of [
    () => model.embed([0]),
    () => model.embed([]),
    () => model.embed([0], { positionIds: [0] }),
    () => model.row("wte", 0),
    () => model.elsewhere("wte", 0),
  ]) {
    assert.match(thrownBy(call)?.message ?? "", /disposed/);
  }
  model.dispose();
  model.dispose();
  assert.equal(model.config.n_embd, 4);
});

test("disposing of one model leaves the others alone", () => {
  const [first, second, third] = [1, 2, 3].map(() => fixtureModel(tinyGpt));
  const before = embeddingBytes(second.embed([2, 0]));
  first.dispose();
  third.dispose();
  assert.equal(embeddingBytes(second.embed([2, 0])), before);
  const later = fixtureModel(tinyGpt);
  first.dispose();
  assert.equal(embeddingBytes(later.embed([2, 0])), before);
  second.dispose();
  later.dispose();
});

test("Symbol.dispose disposes, as `using` calls it", () => {
  assert.equal(typeof Symbol.dispose, "symbol");
  const model = fixtureModel(tinyGpt);
  assert.equal(typeof model[Symbol.dispose], "function");
  model[Symbol.dispose]();
  assert.match(thrownBy(() => model.embed([0])).message, /disposed/);
  model[Symbol.dispose]();
});

test("returned arrays are copies: writing into them changes nothing", () => {
  const model = tinyGpt.createModel("teaching");
  const embedding = model.embed([0, 1, 2]);
  const before = embeddingBytes(embedding);
  const row = model.row("wpe", 3);
  const rowBefore = bytesOf(row);
  const answers = model.elsewhere("wte", 5);
  for (const array of [
    embedding.ids,
    embedding.positionIds,
    embedding.wte,
    embedding.wpe,
    embedding.x0,
    row,
    ...answers.map(({ values }) => values),
  ]) {
    assert.notEqual(array.buffer, memory.buffer);
    array.fill(99);
  }
  embedding.shape[0] = 99;
  assert.equal(embeddingBytes(model.embed([0, 1, 2])), before);
  assert.equal(bytesOf(model.row("wpe", 3)), rowBefore);
  model.dispose();
});

test("the arrays of one answer do not share a buffer", () => {
  const model = fixtureModel(tinyGpt);
  const { ids, positionIds, wte, wpe, x0 } = model.embed([2, 0]);
  const buffers = [ids, positionIds, wte, wpe, x0].map(({ buffer }) => buffer);
  assert.equal(new Set(buffers).size, 5);
  model.dispose();
});

test("what goes in is copied: changing it afterwards changes nothing", () => {
  const wte = Float32Array.of(1, 2, 3, 4);
  const wpe = Float32Array.of(10, 20, 30, 40);
  const ids = Int32Array.of(0);
  const model = tinyGpt.createModelFromTables({ n_embd: 4 }, wte, wpe);
  const embedding = model.embed(ids);
  const before = embeddingBytes(embedding);
  wte.fill(0);
  wpe.fill(0);
  ids.fill(7);
  structuredClone(wte, { transfer: [wte.buffer] });
  assert.equal(embeddingBytes(embedding), before);
  assert.equal(embeddingBytes(model.embed([0])), before);
  model.dispose();
});

test("arrays and models outlive a growth of the heap", () => {
  const model = fixtureModel(tinyGpt);
  const embedding = model.embed([2, 0]);
  const before = embeddingBytes(embedding);
  const sizeBefore = memory.buffer.byteLength;
  const large = new Float32Array(sizeBefore);
  const grower = tinyGpt.createModelFromTables({ n_embd: 1 }, large, large);
  assert.ok(memory.buffer.byteLength > sizeBefore, "the heap did not grow");
  assert.equal(embedding.x0.length, 8);
  assert.equal(embeddingBytes(embedding), before);
  assert.equal(embeddingBytes(model.embed([2, 0])), before);
  grower.dispose();
  model.dispose();
});

test("configuration and vocabulary cannot be changed", () => {
  const model = tinyGpt.createModel("teaching");
  assert.throws(() => {
    model.config.n_embd = 5;
  }, TypeError);
  assert.throws(() => model.vocabulary.push("鸟"), TypeError);
  assert.deepEqual(
    { ...model.config },
    { vocab_size: 5, n_positions: 8, n_embd: 4, n_layer: 1, n_head: 2 },
  );
  assert.deepEqual([...model.vocabulary], ["猫", "追", "狗", "吃", "鱼"]);
  model.dispose();
});

test("a model without words of its own has no vocabulary", () => {
  const small = tinyGpt.createModel("gpt2-small");
  const tables = fixtureModel(tinyGpt);
  assert.equal(small.vocabulary, undefined);
  assert.equal(tables.vocabulary, undefined);
  assert.deepEqual(
    { ...small.config },
    { vocab_size: 50257, n_positions: 1024, n_embd: 768, n_layer: 12, n_head: 12 },
  );
  small.dispose();
  tables.dispose();
});

test("two modules are independent of each other", async () => {
  const other = await loadWithMemory();
  assert.notEqual(other.memory, memory);
  const here = fixtureModel(tinyGpt);
  const there = fixtureModel(other.tinyGpt);
  const before = embeddingBytes(here.embed([2, 0]));
  assert.ok(thrownBy(() => there.embed([5])) !== undefined);
  there.dispose();
  assert.equal(embeddingBytes(here.embed([2, 0])), before);
  const later = fixtureModel(other.tinyGpt);
  here.dispose();
  assert.equal(embeddingBytes(later.embed([2, 0])), before);
  later.dispose();
});

/**
 * Runs `round` on a module of its own until the heap has what it needs, then many times more. The
 * module's memory is looked at: it begins with 1 MB and never shrinks, so that a leak of a
 * kilobyte a round would have to show.
 */
async function assertNoGrowth(prepare) {
  const { tinyGpt: own, memory: ownMemory } = await loadWithMemory();
  const round = prepare(own);
  for (let i = 0; i < 50; i++) round();
  const settled = ownMemory.buffer.byteLength;
  for (let i = 0; i < 2000; i++) round();
  assert.equal(ownMemory.buffer.byteLength, settled);
}

test("creating, using and disposing of models does not use up memory", async () => {
  const rows = new Float32Array(2560).fill(0.5);
  await assertNoGrowth((own) => () => {
    const model = own.createModelFromTables({ n_embd: 256 }, rows, rows);
    model.embed([0, 1, 2, 3, 9]);
    model.row("wte", 5);
    model.elsewhere("wpe", 10);
    model.dispose();
  });
});

test("presets are given back, too", async () => {
  await assertNoGrowth((own) => () => {
    for (const preset of ["teaching", "gpt2-small"]) {
      const model = own.createModel(preset);
      model.embed([0, 1]);
      model.dispose();
    }
  });
});

test("a text that is stopped while its model loads does not use up memory", async () => {
  await assertNoGrowth((own) => {
    const stop = () => {
      throw new Error("stopped");
    };
    return () => {
      for (let i = 0; i < 5; i++) {
        const model = own.createModel("teaching");
        const error = thrownBy(() => model.generate([0], { maxNewTokens: 1, onProgress: stop }));
        assert.equal(error?.message, "stopped");
        model.dispose();
      }
    };
  });
});

test("failing calls do not use up memory", async () => {
  const odd = new Float32Array(2561);
  await assertNoGrowth((own) => {
    const model = fixtureModel(own);
    return () => {
      thrownBy(() => model.embed([0, 1, 2, 3, 4, 0, 1, 2, 3]));
      thrownBy(() => model.embed([0, 1], { positionIds: [0, 8] }));
      thrownBy(() => model.embed([0, 1], { positionIds: [0] }));
      thrownBy(() => own.createModelFromTables({ n_embd: 256 }, odd, odd));
      thrownBy(() => own.positionIds.fromMask([1, 1, 2], { rule: "opt" }));
    };
  });
});
