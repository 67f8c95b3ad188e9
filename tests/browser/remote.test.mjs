/** The runtime in a worker, as a page uses it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { browser, site } from "./reader.mjs";

/** Runs `body` in a page, given the face; fails on console errors. */
async function inPage(body) {
  const opened = await openPage(browser, site);
  await opened.open();
  const result = await opened.page.evaluate(`(async () => {
    const face = await import("/tinygpt.js");
    const refused = async (promise) => {
      try { await promise; return "nothing"; }
      catch (error) {
        const { name, message, table, index, size, at } = error;
        return { name, message, table, index, size, at, own: error instanceof face.IndexError };
      }
    };
    return (${body.toString()})(face, refused);
  })()`);
  await opened.finish();
  return result;
}

test("gives the same numbers as the runtime in the page", async () => {
  const same = await inPage(async ({ loadTinyGpt }) => {
    const here = await loadTinyGpt();
    const there = await loadTinyGpt({ worker: true });
    const [a, b] = [here.createModel("teaching"), await there.createModel("teaching")];
    const cache = await b.createCache({ capacity: 3 });
    await b.forward([0], { cache });
    const pairs = [
      [a.config, b.config],
      [a.vocabulary, b.vocabulary],
      [a.embed([0, 1]), await b.embed([0, 1])],
      [a.row("wpe", 7), await b.row("wpe", 7)],
      [a.elsewhere("wte", 5), await b.elsewhere("wte", 5)],
      [a.forward([0, 1], { trace: ["weights"] }), await b.forward([0, 1], { trace: ["weights"] })],
      [a.forward([0, 1]).logits, (await b.forward([1], { cache })).logits],
      [[2], await cache.lengths()],
      [a.generate([0, 1], { maxNewTokens: 3 }), await b.generate([0, 1], { maxNewTokens: 3 })],
      [here.positionIds.packed([2, 1]), await there.positionIds.packed([2, 1])],
    ];
    await cache.truncate(1);
    await cache.reset();
    cache.dispose();
    b.dispose();
    there.terminate();
    return pairs.map(([x, y]) => JSON.stringify(x) === JSON.stringify(y));
  });
  assert.deepEqual(same, Array(same.length).fill(true));
});

test("long calls of two models at once both come to their end", { timeout: 60_000 }, async () => {
  const same = await inPage(async ({ loadTinyGpt }) => {
    const there = await loadTinyGpt({ worker: true });
    const create = () => there.createModel("gpt2-small", { precision: "int8" });
    const [a, b] = [await create(), await create()];
    const together = await Promise.all([a.forward([1, 2, 3]), b.forward([1, 2, 3])]);
    there.terminate();
    return String(together[0].logits) === String(together[1].logits);
  });
  assert.equal(same, true);
});

test("int8 is int8 in the worker, too", async () => {
  const { precisions, same, error } = await inPage(async ({ loadTinyGpt }, refused) => {
    const here = await loadTinyGpt();
    const there = await loadTinyGpt({ worker: true });
    const options = { precision: "int8" };
    const [a, b] = [here.createModel("teaching", options), await there.createModel("teaching", options)];
    const exact = await there.createModel("teaching");
    const logits = [a.forward([0, 1]), await b.forward([0, 1]), await exact.forward([0, 1])].map((result) =>
      String(result.logits));
    const error = await refused(there.createModel("teaching", { precision: "int4" }));
    there.terminate();
    return {
      precisions: [a, b, exact].map((model) => model.precision),
      same: [logits[0] === logits[1], logits[0] === logits[2]],
      error: `${error.name}: ${error.message}`,
    };
  });
  assert.deepEqual(precisions, ["int8", "int8", "float32"]);
  assert.deepEqual(same, [true, false]);
  assert.match(error, /^TypeError: precision: "int4"/);
});

test("errors cross over with their kind and fields, and the next call works", async () => {
  const results = await inPage(async ({ loadTinyGpt }, refused) => {
    const there = await loadTinyGpt({ worker: true });
    const model = await there.createModel("teaching");
    const errors = [
      await refused(model.embed([9])),
      await refused(model.embed([1.5])),
      await refused(model.embed([0], { postionIds: [1] })),
      await refused(model.forward([0], { cache: {} })),
      await refused(model.embed([() => 0])),
      await refused(model.generate([0], {})),
      await refused(there.createModel("gpt9")),
      await refused(there.positionIds.prefill(-1)),
    ];
    const x0 = Array.from((await model.embed([0])).x0, (value) => value.toFixed(1));
    model.dispose();
    errors.push(await refused(model.embed([0])));
    there.terminate();
    errors.push(await refused(there.createModel("teaching")));
    return { errors, x0 };
  });
  const [index, ...others] = results.errors;
  assert.deepEqual(
    { ...index, message: undefined },
    { name: "IndexError", message: undefined, table: "wte", index: 9, size: 5, at: 0, own: true },
  );
  assert.deepEqual(
    others.map(({ name, message }) => `${name}: ${message}`.slice(0, 24)),
    [
      "TypeError: ids[0]: 1.5 i",
      'TypeError: options: "pos',
      "TypeError: cache: must b",
      "TypeError: an argument c",
      "TypeError: maxNewTokens:",
      'TypeError: preset: "gpt9',
      "TypeError: length: -1 is",
      "Error: this model has be",
      "Error: the worker has be",
    ],
  );
  assert.deepEqual(results.x0, ["0.2", "0.2", "1.5", "-0.5"]);
});

test("GPT-2 small loads and runs with progress, and ends when asked, at any point", async () => {
  const result = await inPage(async ({ loadTinyGpt }, refused) => {
    const there = await loadTinyGpt({ worker: true });
    const model = await there.createModel("gpt2-small");
    const ids = Array.from({ length: 200 }, (_, i) => i);
    const aborts = [];
    for (const [phase, fraction] of [["load", 0], ["load", 0.5], ["run", 0.1], ["run", 0.6]]) {
      const controller = new AbortController();
      const onProgress = (progress) => {
        if (progress.phase === phase && progress.fraction >= fraction) controller.abort();
      };
      aborts.push((await refused(model.forward(ids, { signal: controller.signal, onProgress }))).name);
    }
    const phases = new Set();
    const { logits } = await model.forward([15496, 995], { onProgress: (p) => phases.add(p.phase) });
    const late = await refused(model.forward([0], { signal: AbortSignal.abort() }));
    there.terminate();
    return { aborts, best: logits.indexOf(Math.max(...logits)), late: late.name };
  });
  assert.deepEqual(result, { aborts: Array(4).fill("AbortError"), best: 24149, late: "AbortError" });
});

test("a worker that cannot start rejects with the reason", async () => {
  const error = await inPage(async ({ loadTinyGpt }, refused) =>
    refused(loadTinyGpt({ worker: true, wasmBinary: Uint8Array.of(1, 2, 3, 4) })));
  assert.match(error.message, /WebAssembly/);
});
