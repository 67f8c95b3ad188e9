/** The runtime in a worker thread of Node; tests/browser/remote.test.mjs is the web worker's. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { IndexError, loadTinyGpt, wasmBytes, wasmUrl } from "./runtime.mjs";

const here = await loadTinyGpt();
const there = await loadTinyGpt({ worker: true });
after(() => there.terminate());

/** A thread that never answers would otherwise hold up the run. */
const timeout = 240_000;

async function rejection(promise) {
  try {
    await (typeof promise === "function" ? promise() : promise);
  } catch (error) {
    assert.ok(error instanceof Error, `something that is no Error: ${String(error)}`);
    return error;
  }
  return assert.fail("nothing was thrown");
}

test("gives what the runtime in the same thread gives", { timeout }, async () => {
  const [a, b] = [here.createModel("teaching"), await there.createModel("teaching")];
  const cache = await b.createCache({ capacity: 3 });
  await b.forward([0], { cache });
  const sampling = { maxNewTokens: 5, temperature: 1, topK: 4, seed: 2n ** 63n };
  const tokens = [];
  for (const [local, remote] of [
    [a.config, b.config],
    [a.vocabulary, b.vocabulary],
    [a.parameterCount, b.parameterCount],
    [a.embed([0, 1]), await b.embed([0, 1])],
    [a.embed([0, 1], { pastLength: 2 }), await b.embed([0, 1], { pastLength: 2 })],
    [a.row("wpe", 7), await b.row("wpe", 7)],
    [a.elsewhere("wte", 5), await b.elsewhere("wte", 5)],
    [a.forward([0, 1], { trace: ["weights"] }), await b.forward([0, 1], { trace: ["weights"] })],
    [a.forward([0, 1]).logits, (await b.forward([1], { cache })).logits],
    [[2], await cache.lengths()],
    [a.generate([0, 1], sampling), await b.generate([0, 1], { ...sampling, onToken: (id) => tokens.push(id) })],
    [here.positionIds.packed([2, 1]), await there.positionIds.packed([2, 1])],
  ]) {
    assert.deepEqual(remote, local);
  }
  assert.deepEqual(tokens, [...a.generate([0, 1], sampling).newIds]);
  const tables = [Float32Array.of(1, 2), Float32Array.of(10, 20, 30, 40)];
  const [c, d] = [
    here.createModelFromTables({ n_embd: 2 }, ...tables),
    await there.createModelFromTables({ n_embd: 2 }, ...tables),
  ];
  assert.deepEqual(await d.embed([0, 0]), c.embed([0, 0]));
  for (const model of [a, b, c, d, cache]) model.dispose();
});

test("errors keep their kind and fields, and the next call works", { timeout }, async () => {
  const model = await there.createModel("teaching");
  const error = await rejection(model.embed([0, 9]));
  assert.ok(error instanceof IndexError);
  const { table, index, size, at } = error;
  assert.deepEqual({ table, index, size, at }, { table: "wte", index: 9, size: 5, at: 1 });
  const cache = await model.createCache({ capacity: 3 });
  for (const [call, kind, start] of [
    [() => model.embed([1.5]), TypeError, "ids[0]: 1.5"],
    [() => model.embed([() => 0]), TypeError, "an argument cannot be sent"],
    [() => model.forward([0], { cache: {} }), TypeError, "cache: must be"],
    [() => model.forward([0], { into: new Float32Array(5) }), TypeError, "into: cannot be filled"],
    [() => model.forward([0, 1, 2, 3], { cache }), RangeError, ""],
    [() => there.createModel("gpt9"), TypeError, 'preset: "gpt9"'],
  ]) {
    const error = await rejection(call);
    assert.ok(error instanceof kind && error.message.startsWith(start), String(error));
  }
  assert.equal((await model.embed([0])).x0.length, 4);
  model.dispose();
  assert.match((await rejection(model.embed([0]))).message, /disposed/);
});

test("GPT-2 small loads with progress and ends within 100 ms of being asked", { timeout }, async () => {
  const model = await there.createModel("gpt2-small");
  const ids = Array.from({ length: 200 }, (_, i) => i);
  const waits = [];
  for (const [phase, fraction] of [["load", 0], ["load", 0.5], ["run", 0.1], ["run", 0.6]]) {
    const controller = new AbortController();
    const reason = new Error("that is enough");
    let asked;
    const onProgress = (progress) => {
      if (asked !== undefined || progress.phase !== phase || progress.fraction < fraction) return;
      asked = performance.now();
      controller.abort(reason);
    };
    const error = await rejection(model.forward(ids, { signal: controller.signal, onProgress }));
    waits.push(performance.now() - asked);
    assert.equal(error, reason);
  }
  const fractions = [];
  await model.forward(ids, {
    onProgress: ({ phase, fraction }) => fractions.push([phase, fraction]),
  });
  assert.ok(fractions.length > 2, `${fractions.length} reports of progress`);
  for (let i = 1; i < fractions.length; i++) {
    if (fractions[i][0] === fractions[i - 1][0]) assert.ok(fractions[i][1] >= fractions[i - 1][1]);
  }
  assert.equal((await rejection(model.forward([0], { signal: AbortSignal.abort() }))).name, "AbortError");
  model.dispose();
  // The best of four: a machine that is busy with other things may be late once.
  assert.ok(Math.min(...waits) < 100, `${waits.map(Math.round)} ms`);
});

test("calls of one model that come at once follow one another and give the same bits", { timeout }, async () => {
  const model = await there.createModel("gpt2-small");
  const long = Array.from({ length: 60 }, (_, i) => i);
  const [first, second] = [(await model.forward(long)).logits, (await model.forward([5, 6, 7])).logits];
  const cache = await model.createCache({ capacity: 60 });
  const [a, , b, lengths, , c] = await Promise.all([
    model.forward(long, { cache }),
    cache.reset(),
    model.forward([5, 6], { cache }),
    cache.lengths(),
    cache.truncate(1),
    model.forward([6, 7], { cache }),
    model.generate([5], { maxNewTokens: 2 }),
  ]);
  assert.deepEqual([a.logits, c.logits, b.shape, lengths], [first, second, [1, 50257], [2]]);
  assert.deepEqual(await Promise.all([model.forward(long), model.forward([5, 6, 7])]), [
    { logits: first, shape: [1, 50257] },
    { logits: second, shape: [1, 50257] },
  ]);
  const controller = new AbortController();
  const order = [];
  const running = model.forward(long).then(() => order.push("first"));
  const waiting = rejection(model.forward(long, { signal: controller.signal })).then(() => order.push("ended"));
  controller.abort();
  await Promise.all([running, waiting]);
  assert.deepEqual(order, ["ended", "first"]);
  model.dispose();
});

test("what was called before dispose is answered, also a call that is at work", { timeout }, async () => {
  const model = await there.createModel("gpt2-small");
  const { newIds } = await model.generate([5, 6], { maxNewTokens: 3 });
  const cache = await model.createCache({ capacity: 3 });
  const calls = [model.forward([0, 1], { cache }), cache.lengths()];
  cache.dispose();
  calls.push(model.generate([5, 6], { maxNewTokens: 3, onToken: () => model.dispose() }));
  const [, lengths, text] = await Promise.all(calls);
  assert.deepEqual([lengths, text.newIds], [[2], newIds]);
  assert.equal((await rejection(model.forward([0]))).message, "this model has been disposed");
});

test("what a handler throws rejects its call, ends the run and nothing else", { timeout }, async () => {
  const model = await there.createModel("gpt2-small");
  const long = Array.from({ length: 200 }, (_, i) => i);
  const thrown = new SyntaxError("from the caller's own handler");
  const fail = () => {
    throw thrown;
  };
  assert.equal(await rejection(model.forward([0], { onProgress: fail })), thrown);
  const { logits } = await model.forward([0]);
  assert.equal(await rejection(model.generate([0], { maxNewTokens: 1000, onToken: fail })), thrown);
  assert.equal(await rejection(model.forward(long, { onProgress: fail })), thrown);
  // A thousand tokens would take longer than the test may.
  assert.deepEqual((await model.forward([0])).logits, logits);
  const nothing = model.generate([0], { maxNewTokens: 2, onToken: () => { throw undefined; } });
  assert.equal(await nothing.then(() => "no", (reason) => reason), undefined);
  model.dispose();
});

test("options are refused as on the main thread, in the same words", { timeout }, async () => {
  const [a, b] = [here.createModel("teaching"), await there.createModel("teaching")];
  const good = a.forward([0, 1]).logits;
  for (const [method, options] of [
    ["generate", { maxNewTokens: 1, onToken: 3 }],
    ["generate", { maxNewTokens: 1, onProgress: "no" }],
    ["generate", { maxNewTokens: 1, signal: {} }],
    ["generate", { maxNewTokens: 1, temperature: "1" }],
    ["generate", { maxNewTokens: 1, maxTokens: 1 }],
    ["generate", null],
    ["generate", undefined],
    ["forward", { onToken: () => 0 }],
    ["forward", { onProgress: {} }],
    ["forward", { signal: null }],
    ["forward", { attentionMask: [] }],
    ["forward", { pairMask: [] }],
    ["forward", { positionIds: [] }],
    ["forward", { positionIds: [0, 1, 2] }],
    ["forward", { sequence: NaN }],
    ["forward", { sequence: 1 }],
    ["forward", { trace: new Array(3) }],
    ["forward", { cache: null }],
    ["forward", 1],
  ]) {
    const remote = await rejection(b[method]([0, 1], options));
    assert.ok(remote instanceof TypeError, String(remote));
    assert.throws(() => a[method]([0, 1], options), { name: "TypeError", message: remote.message });
    assert.deepEqual((await b.forward([0, 1])).logits, good);
  }
  const absent = { cache: undefined, into: undefined, onProgress: undefined, signal: undefined };
  assert.deepEqual((await b.forward([0, 1], absent)).logits, good);
  a.dispose();
  b.dispose();
});

test("a cache that is disposed of, or of another worker, is not taken for none", { timeout }, async () => {
  const model = await there.createModel("teaching");
  const cache = await model.createCache({ capacity: 2 });
  const other = await loadTinyGpt({ worker: true });
  const twin = await other.createModel("teaching");
  assert.match((await rejection(twin.forward([0], { cache }))).message, /^cache: was made by another/);
  other.terminate();
  cache.dispose();
  cache.dispose();
  for (const call of [
    () => model.forward([0], { cache }),
    () => cache.lengths(),
    () => cache.truncate(0),
    () => cache.reset(),
    async () => cache.capacity,
    async () => cache.batch,
  ]) {
    assert.equal((await rejection(call)).message, "this cache has been disposed");
  }
  model.dispose();
  assert.equal((await rejection(model.forward([0]))).message, "this model has been disposed");
});

test("terminate ends a thread that is at work, and its calls are rejected", { timeout }, async () => {
  const busy = await loadTinyGpt({ worker: true });
  const model = await busy.createModel("gpt2-small");
  let begun;
  const beginning = new Promise((resolve) => (begun = resolve));
  const run = rejection(model.forward([0], { onProgress: begun }));
  await beginning;
  busy.terminate();
  assert.match((await run).message, /terminated/);
  assert.match((await rejection(busy.createModel("teaching"))).message, /terminated/);
  busy.terminate();
});

test("the module comes from where it is said to be", { timeout }, async () => {
  const wasmBinary = await wasmBytes();
  for (const source of [{ wasmUrl }, { wasmUrl: wasmUrl.href }, { wasmBinary }]) {
    const other = await loadTinyGpt({ worker: true, ...source });
    assert.deepEqual([...(await other.positionIds.prefill(3))], [0, 1, 2]);
    other.terminate();
  }
  assert.ok(wasmBinary.byteLength > 0);
  for (const [source, message] of [
    [{ wasmBinary: Uint8Array.of(1, 2, 3, 4) }, /WebAssembly/],
    [{ wasmUrl: new URL("missing.wasm", wasmUrl) }, /ENOENT/],
    [{ wasmUrl: "not a url" }, /^wasmUrl/],
  ]) {
    assert.match((await rejection(loadTinyGpt({ worker: true, ...source }))).message, message);
  }
});

/** Runs a program of its own; fails unless it ends by itself. */
async function program(body) {
  const face = fileURLToPath(new URL("../../dist/tinygpt.js", import.meta.url));
  const text = `import { loadTinyGpt } from ${JSON.stringify(face)};
    const there = await loadTinyGpt({ worker: true });
    const model = await there.createModel("teaching");
    ${body}`;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", text], { timeout: 60_000 });
  return (await run).stdout.trim();
}

test("a program ends by itself after terminate, after dispose, and after its last answer", { timeout }, async () => {
  const say = "console.log((await model.generate([0, 1], { maxNewTokens: 1 })).newIds[0]);";
  assert.equal(await program(`${say} there.terminate();`), "2");
  assert.equal(await program(`${say} model.dispose();`), "2");
  assert.equal(await program(say), "2");
  assert.equal(await program(`model.generate([0, 1], { maxNewTokens: 1 }).then(({ newIds }) => console.log(newIds[0]));`), "2");
});
