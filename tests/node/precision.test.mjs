/** The option "precision": what it takes, what it changes and what it leaves. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  assertRefused,
  bytesOf,
  embeddingBytes,
  fixtureModel,
  loadTinyGpt,
  loadWithMemory,
  thrownBy,
} from "./runtime.mjs";

const tinyGpt = await loadTinyGpt();
const megabyte = 2 ** 20;

test("a precision that there is not is a TypeError that names it, and the next call works", () => {
  for (const precision of ["", "INT8", "int4", "float64", 8, 0, NaN, -1, 1.5, 8n, null, true, {}, [], ["int8"]]) {
    for (const preset of ["teaching", "book-3.8", "gpt2-small"]) {
      assertRefused(() => tinyGpt.createModel(preset, { precision }), "precision");
    }
  }
  assertRefused(() => tinyGpt.createModel("teaching", { precison: "int8" }), "options");
  assertRefused(() => tinyGpt.createModel("teaching", "int8"), "options");
  const model = tinyGpt.createModel("teaching", { precision: "int8" });
  assert.equal(model.precision, "int8");
  model.dispose();
});

test("the precision can be read; it is float32 where none is given and for tables alone", () => {
  for (const [options, precision] of [
    [undefined, "float32"],
    [{}, "float32"],
    [{ precision: undefined }, "float32"],
    [{ precision: "float32" }, "float32"],
    [{ precision: "int8", seed: 3 }, "int8"],
  ]) {
    const model = tinyGpt.createModel("gpt2-small", options);
    assert.equal(model.precision, precision);
    model.dispose();
  }
  assert.equal(fixtureModel(tinyGpt).precision, "float32");
});

test("embedding steps have the same bits in either precision", () => {
  const ids = [15496, 995, 50256, 0];
  const [exact, int8] = ["float32", "int8"].map((precision) => tinyGpt.createModel("gpt2-small", { precision }));
  assert.equal(embeddingBytes(int8.embed(ids)), embeddingBytes(exact.embed(ids)));
  assert.equal(bytesOf(int8.row("wpe", 1023)), bytesOf(exact.row("wpe", 1023)));
  assert.deepEqual(int8.config, exact.config);
  assert.equal(int8.parameterCount, exact.parameterCount);
  for (const preset of ["teaching", "book-3.8"]) {
    const [a, b] = ["float32", "int8"].map((precision) =>
      tinyGpt.createModel(preset, { precision }).forward([0, 1, 0], { trace: ["x0", "logits"] }),
    );
    assert.equal(bytesOf(a.trace.x0.values), bytesOf(b.trace.x0.values));
    assert.notEqual(bytesOf(a.logits), bytesOf(b.logits), `${preset} is not computed in int8`);
  }
});

test("the teaching model completes its sentences in int8", () => {
  const model = tinyGpt.createModel("teaching", { precision: "int8" });
  const words = model.vocabulary;
  const completed = [[0, 1], [2, 1], [0, 3], [2, 3]].map((ids) => {
    const { newIds } = model.generate(ids, { maxNewTokens: 1 });
    return [...ids, ...newIds].map((id) => words[id]).join("");
  });
  assert.deepEqual(completed, ["猫追狗", "狗追猫", "猫吃鱼", "狗吃鱼"]);
});

test("GPT-2 small in int8 takes a quarter, also while it loads; chunks have the bits of the whole", async (t) => {
  const { tinyGpt: own, memory } = await loadWithMemory();
  const model = own.createModel("gpt2-small", { precision: "int8" });
  const ids = Array.from({ length: 21 }, (_, i) => (i * 48271 + 11) % 50257);
  const whole = model.forward(ids, { logits: "all" }).logits;
  const megabytes = memory.buffer.byteLength / megabyte;
  t.diagnostic(`${megabytes.toFixed(0)} MiB of WebAssembly memory`);
  assert.ok(megabytes <= 160, `${megabytes} MiB`);

  const cache = model.createCache({ capacity: ids.length });
  let place = 0;
  for (const length of [1, 7, 1, 4, 8]) {
    const { logits } = model.forward(ids.slice(place, place + length), { cache, logits: "all" });
    const rows = whole.slice(place * 50257, (place + length) * 50257);
    assert.equal(Buffer.compare(Buffer.from(logits.buffer), Buffer.from(rows.buffer)), 0, `at ${place}`);
    place += length;
  }
  model.dispose();
});

test("loading in int8 can be ended at any point, and begun again", () => {
  const model = tinyGpt.createModel("gpt2-small", { precision: "int8" });
  for (const share of [0, 0.3, 0.9]) {
    const controller = new AbortController();
    let last = -1;
    const error = thrownBy(() =>
      model.forward([0], {
        signal: controller.signal,
        onProgress({ phase, fraction }) {
          assert.equal(phase, "load");
          assert.ok(fraction > last && fraction <= 1, `${fraction} after ${last}`);
          last = fraction;
          if (fraction >= share) controller.abort();
        },
      }),
    );
    assert.equal(error.name, "AbortError");
  }
  assert.equal(model.forward([15496, 995]).logits.length, 50257);
  model.dispose();
});
