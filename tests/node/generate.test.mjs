/** The whole model through the face: forward passes, caches, generation. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { IndexError, loadTinyGpt } from "../../dist/tinygpt.js";

const json = async (path) => JSON.parse(await readFile(new URL(path, import.meta.url), "utf8"));
const teaching = await json("../../cpp/presets/teaching.json");
const book = await json("../data/book-3.8.json");
const golden = await json("../data/gpt2-small-synthetic.json");
const tinyGpt = await loadTinyGpt();
const model = tinyGpt.createModel("teaching");

const close = (actual, expected, tolerance, what) => {
  assert.equal(actual.length, expected.length, what);
  expected.forEach((value, i) => {
    assert.ok(Math.abs(actual[i] - value) <= tolerance, `${what}[${i}]: ${actual[i]} for ${value}`);
  });
};

describe("the teaching model", () => {
  for (const { ids, next, probabilities } of teaching.checks.completions) {
    test(`completes ${ids} with ${next}, probabilities within 1e-5`, () => {
      const { trace } = model.forward(ids, { trace: ["probabilities"] });
      close(trace.probabilities.values, probabilities, 1e-5, "probabilities");
      assert.deepEqual([...model.generate(ids, { maxNewTokens: 1 }).newIds], [next]);
    });
  }

  test("a cache whose length is off by one raises nothing and changes the word", () => {
    for (const position of [0, 2]) {
      const key = `second_word_at_position_${position}_instead_of_1`;
      for (const { ids, chosen } of teaching.checks[key]) {
        const { logits } = model.forward(ids, { positionIds: [0, position] });
        assert.equal(logits.indexOf(Math.max(...logits)), chosen, `${ids} at ${position}`);
      }
    }
  });
});

test("the book's worked example answers 5 。 EOS", () => {
  const example = tinyGpt.createModel("book-3.8");
  const { ids } = book.rounds[0];
  const { newIds } = example.generate(ids, { maxNewTokens: 3 });
  assert.deepEqual([...newIds].map((id) => example.vocabulary[id]), ["5", "。", "EOS"]);
  const { logits } = example.forward(ids);
  close(logits, book.rounds[0].logits_last, 1e-5, "logits");
  example.dispose();
});

describe("one sequence, cut in any way, gives the same bits", () => {
  const ids = [0, 1, 2, 3, 4, 0];
  const whole = model.forward(ids).logits;

  for (const cuts of [[1, 1, 1, 1, 1, 1], [2, 4], [5, 1], [3, 1, 2]]) {
    test(`in chunks of ${cuts}`, () => {
      const cache = model.createCache({ capacity: 6 });
      let from = 0;
      let logits;
      for (const count of cuts) {
        ({ logits } = model.forward(ids.slice(from, from + count), { cache }));
        from += count;
        assert.equal(cache.length, from);
      }
      assert.deepEqual(logits, whole);
      cache.dispose();
    });
  }

  test("after a truncation, and as one of a batch with other lengths", () => {
    const cache = model.createCache({ capacity: 8, batch: 3 });
    model.forward([4, 4, 4], { cache, sequence: 0 });
    model.forward([0, 1, 4, 4], { cache, sequence: 2 });
    cache.truncate(2, 2);
    assert.deepEqual(cache.lengths, [3, 0, 2]);
    assert.deepEqual(model.forward(ids.slice(2), { cache, sequence: 2 }).logits, whole);
    cache.reset();
    assert.deepEqual(cache.lengths, [0, 0, 0]);
    cache.dispose();
  });

  test("left padded, with the mask that says so", () => {
    const { logits } = model.forward([4, 4, 0, 1], {
      attentionMask: [0, 0, 1, 1],
      positionIds: tinyGpt.positionIds.fromMask([0, 0, 1, 1], { rule: "gpt2", fill: 0 }),
    });
    assert.deepEqual(logits, model.forward([0, 1]).logits);
  });

  test("packed with another, with positions that restart and a mask of two blocks", () => {
    const pairMask = [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1];
    const { logits, shape } = model.forward([2, 3, 0, 1], {
      pairMask,
      positionIds: tinyGpt.positionIds.packed([2, 2]),
      logits: "all",
    });
    assert.deepEqual(shape, [4, 5]);
    assert.deepEqual(logits.slice(5, 10), model.forward([2, 3]).logits);
    assert.deepEqual(logits.slice(15, 20), model.forward([0, 1]).logits);
  });
});

test("logits go into an array that is given, and into no other part of its memory", () => {
  const around = new Float32Array(16).fill(7);
  for (const logits of ["last", "all"]) {
    const rows = logits === "all" ? 3 : 1;
    const into = around.subarray(0, rows * 5);
    const result = model.forward([0, 1, 2], { logits, into });
    assert.equal(result.logits, into);
    assert.deepEqual(result.shape, [rows, 5]);
    assert.deepEqual([...into], [...model.forward([0, 1, 2], { logits }).logits]);
  }
  assert.equal(around[15], 7);
});

describe("an error leaves cache and model as they were", () => {
  const good = model.forward([0, 1]).logits;
  const withCache = (body) => () => {
    const cache = model.createCache({ capacity: 3 });
    model.forward([0], { cache });
    body(cache);
    assert.equal(cache.length, 1);
    assert.deepEqual(model.forward([1], { cache }).logits, good);
    cache.dispose();
  };

  test("an id outside wte", withCache((cache) => {
    assert.throws(() => model.forward([1, 5], { cache }), (error) =>
      error instanceof IndexError && error.table === "wte" && error.index === 5 && error.at === 1);
  }));

  test("a position outside wpe", withCache((cache) => {
    assert.throws(() => model.forward([1], { cache, positionIds: [8] }), IndexError);
  }));

  test("a cache that another model made, even one of the same shape", withCache((cache) => {
    const twin = tinyGpt.createModel("teaching");
    const other = twin.createCache();
    assert.throws(() => model.forward([1], { cache: other }), /^TypeError: cache: was made by another/);
    assert.throws(() => twin.forward([1], { cache }), /^TypeError: cache: was made by another/);
    assert.equal(other.length, 0);
    other.dispose();
    twin.dispose();
  }));

  test("more places than the cache has", withCache((cache) => {
    assert.throws(() => model.forward([1, 1, 1], { cache }), /RangeError: cache: holds 1 of 3/);
  }));

  test("a call that was aborted halfway", withCache((cache) => {
    const controller = new AbortController();
    assert.throws(
      () =>
        model.forward([1], {
          cache,
          signal: controller.signal,
          onProgress: () => controller.abort(),
        }),
      { name: "AbortError" },
    );
  }));

  test("an array for the logits that is given away while the pass runs", withCache((cache) => {
    const into = new Float32Array(5);
    const onProgress = () => {
      if (into.length > 0) structuredClone(into, { transfer: [into.buffer] });
    };
    assert.throws(() => model.forward([1], { cache, into, onProgress }), /^TypeError: into/);
  }));

  test("a progress handler that throws", withCache((cache) => {
    const options = { cache, onProgress: () => { throw new Error("handler"); } };
    assert.throws(() => model.forward([1], options), /handler/);
  }));

  test("arguments of the wrong kind, by name", withCache((cache) => {
    for (const [options, name] of [
      [{ cache: {} }, "cache"],
      [{ cache, sequence: 1 }, "sequence"],
      [{ cache, positionIds: [1, 2] }, "positionIds: has 2 entries where ids has 1$"],
      [{ cache, positionIds: [] }, "positionIds: has 0 entries where ids has 1$"],
      [{ cache, attentionMask: [1, 2] }, "attentionMask"],
      [{ cache, attentionMask: [1] }, "attentionMask"],
      [{ cache, attentionMask: [] }, "attentionMask: has 0 entries where 2 are needed$"],
      [{ cache, pairMask: [1] }, "pairMask"],
      [{ cache, pairMask: [] }, "pairMask: has 0 entries where 2 are needed$"],
      [{ cache, logits: "some" }, "logits"],
      [{ cache, into: null }, "into"],
      [{ cache, into: new Float32Array(4) }, "into"],
      [{ cache, into: new Float64Array(5) }, "into"],
      [{ cache, into: new Float32Array(10), logits: "all" }, "into"],
      [{ cache, trace: "q" }, "trace"],
      [{ cache, trace: ["h.1.q"] }, "trace"],
      [{ cache, trace: ["q", 1] }, "trace"],
      [{ cache, trace: new Array(3) }, "trace"],
      [{ cache, onProgress: "no" }, "onProgress: must be a function, not the string \"no\"$"],
      [{ cache, signal: {} }, "signal: must be an AbortSignal, not an object$"],
      [{ cache, positions: [1] }, "options"],
    ]) {
      assert.throws(() => model.forward([1], options), (error) =>
        error instanceof TypeError && new RegExp(`^(${name})`).test(error.message), name);
    }
    assert.throws(() => model.forward([], { cache }), /ids/);
    assert.throws(() => model.forward([], { cache, attentionMask: [], positionIds: [] }), /^TypeError: ids/);
    assert.throws(() => cache.truncate(2), /TypeError: length/);
    assert.throws(() => cache.truncate(-1), /TypeError: length/);
  }));
});

test("without a cache the same lists are refused, and a sequence that is not the only one", () => {
  const good = model.forward([0, 1]).logits;
  for (const [options, message] of [
    [{ positionIds: [] }, "positionIds: has 0 entries where ids has 2"],
    [{ positionIds: [0, 1, 2] }, "positionIds: has 3 entries where ids has 2"],
    [{ attentionMask: [] }, "attentionMask: has 0 entries where 2 are needed"],
    [{ pairMask: [] }, "pairMask: has 0 entries where 4 are needed"],
    [{ trace: new Array(3) }, "trace[0]: must be a name"],
    [{ sequence: NaN }, "sequence: NaN is not a whole number"],
    [{ sequence: "x" }, 'sequence: the string "x" is not a whole number'],
    [{ sequence: -1 }, "sequence: -1 is not a count from 0 to 2^31"],
    [{ sequence: 1 }, "sequence: 1 needs a cache that has as many; there is none"],
  ]) {
    assert.throws(() => model.forward([0, 1], options), { name: "TypeError", message });
    assert.deepEqual(model.forward([0, 1], { sequence: 0 }).logits, good);
  }
});

describe("generation", () => {
  test("the same seed gives the same text, another seed another", () => {
    const draw = (seed) =>
      [...model.generate([0], { maxNewTokens: 7, temperature: 3, seed }).newIds].join();
    assert.equal(draw(1), draw(1));
    assert.ok(new Set([1, 2, 3, 4, 5, 6].map(draw)).size > 1);
  });

  test("ends at a stop id, at its length, or where wpe ends", () => {
    const seen = [];
    const stopped = model.generate([0, 1], {
      maxNewTokens: 5,
      stopIds: [2],
      onToken: (id) => seen.push(id),
    });
    assert.deepEqual([...stopped.newIds, stopped.ended], [2, "stop"]);
    assert.deepEqual(seen, [2]);
    assert.equal(model.generate([0], { maxNewTokens: 0 }).newIds.length, 0);
    const full = model.generate([0, 1, 2, 3, 4, 0, 1], { maxNewTokens: 9 });
    assert.deepEqual([full.newIds.length, full.ended], [2, "full"]);
  });

  test("of a prompt that is too long, the caller chooses what goes, and is told how much", () => {
    const long = [4, 4, 0, 1, 2, 3, 4, 0, 1];
    assert.throws(() => model.generate(long, { maxNewTokens: 1 }), IndexError);
    const tail = model.generate(long, { maxNewTokens: 1, overflow: "keep-tail" });
    assert.equal(tail.dropped, 1);
    assert.deepEqual(tail.newIds, model.generate(long.slice(1), { maxNewTokens: 1 }).newIds);
    const head = model.generate(long, { maxNewTokens: 1, overflow: "keep-head" });
    assert.deepEqual(head.newIds, model.generate(long.slice(0, 8), { maxNewTokens: 1 }).newIds);
  });

  test("options of the wrong kind are refused by name", () => {
    for (const [options, name] of [
      [{}, "maxNewTokens"],
      [{ maxNewTokens: -1 }, "maxNewTokens"],
      [{ maxNewTokens: 1.5 }, "maxNewTokens"],
      [{ maxNewTokens: 1, temperature: -1 }, "temperature"],
      [{ maxNewTokens: 1, temperature: NaN }, "temperature"],
      [{ maxNewTokens: 1, temperature: "1" }, 'temperature: must be a finite number of at least 0, not the string "1"'],
      [{ maxNewTokens: 1, temperature: 1n }, "temperature: must be a finite number of at least 0, not the bigint 1n"],
      [{ maxNewTokens: 1, temperature: {} }, "temperature: must be a finite number of at least 0, not an object"],
      [{ maxNewTokens: 1, temperature: Infinity }, "temperature: must be a finite number of at least 0, not Infinity"],
      [{ maxNewTokens: 1, topP: "1" }, 'topP: must be a number above 0 and at most 1, not the string "1"'],
      [{ maxNewTokens: 1, onToken: 3 }, "onToken: must be a function, not 3"],
      [{ maxNewTokens: 1, onProgress: null }, "onProgress: must be a function, not null"],
      [{ maxNewTokens: 1, signal: new AbortController() }, "signal: must be an AbortSignal, not an object"],
      [{ maxNewTokens: 0, onToken: [] }, "onToken: must be a function, not an array"],
      [{ maxNewTokens: 1, topK: -1 }, "topK"],
      [{ maxNewTokens: 1, topP: 0 }, "topP"],
      [{ maxNewTokens: 1, topP: 1.1 }, "topP"],
      [{ maxNewTokens: 1, seed: -1 }, "seed"],
      [{ maxNewTokens: 1, stopIds: 2 }, "stopIds"],
      [{ maxNewTokens: 1, overflow: "crop" }, "overflow"],
      [{ maxNewTokens: 1, maxTokens: 1 }, "options"],
    ]) {
      assert.throws(() => model.generate([0], options), (error) =>
        error instanceof TypeError && error.message.startsWith(name), name);
    }
  });
});

test("the parameters are counted from the tensors", async () => {
  const { parameters } = await json("../data/positions.json");
  assert.equal(tinyGpt.createModel("gpt2-small").parameterCount, parameters["gpt2-small"].total);
});

test("GPT-2 small's twelve layers give the oracle's logits", () => {
  const gpt2 = tinyGpt.createModel("gpt2-small");
  const { ids, logits_last_top10: best, logits_last_at: at } = golden.cases[0];
  const phases = new Set();
  const { logits } = gpt2.forward(ids, { onProgress: ({ phase }) => phases.add(phase) });
  const order = [...logits.keys()].sort((a, b) => logits[b] - logits[a]).slice(0, 10);
  assert.deepEqual(order, best.map(([id]) => id));
  for (const [id, value] of best) assert.ok(Math.abs(logits[id] - value) <= 2e-3);
  for (const [id, value] of Object.entries(at)) assert.ok(Math.abs(logits[id] - value) <= 2e-3);
  assert.deepEqual([...phases], ["load", "run"]);
  gpt2.dispose();
  assert.throws(() => gpt2.forward([0]), /disposed/);
});

test("disposing gives the weights' memory back: five models in turn fit where two would not", () => {
  // 500 MB each, in a module that can have 2 GiB.
  for (let i = 0; i < 5; i++) {
    const gpt2 = tinyGpt.createModel("gpt2-small", { seed: i });
    gpt2.createCache({ capacity: 1 }).dispose();
    gpt2.dispose();
  }
});

test("a model of tables alone has nothing to run, and says so", () => {
  const tables = tinyGpt.createModelFromTables(
    { n_embd: 1 },
    Float32Array.of(1),
    Float32Array.of(1),
  );
  assert.throws(() => tables.forward([0]), (error) => error instanceof TypeError);
});
