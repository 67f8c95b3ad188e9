/** What a handler may do to the call that it is called from: nothing that changes a number. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { loadTinyGpt, thrownBy } from "./runtime.mjs";

const tinyGpt = await loadTinyGpt();
const model = tinyGpt.createModel("teaching");
const good = [[0], [0, 1], [0, 1, 2]].map((ids) => model.forward(ids).logits);

/** A handler that does it once, in the middle of a pass, and what came of it. */
function during(phase, act) {
  const seen = {};
  const onProgress = (progress) => {
    if (progress.phase !== phase || seen.done) return;
    seen.done = true;
    seen.error = thrownBy(act);
  };
  return { onProgress, seen };
}

test("a cache that a pass is writing is changed by nothing else, and the pass goes on unharmed", () => {
  const acts = {
    forward: (cache) => model.forward([2], { cache }),
    "forward of another sequence": (cache) => model.forward([2], { cache, sequence: 1 }),
    truncate: (cache) => cache.truncate(0),
    "truncate another sequence": (cache) => cache.truncate(0, 1),
    reset: (cache) => cache.reset(),
  };
  for (const [name, act] of Object.entries(acts)) {
    const cache = model.createCache({ capacity: 3, batch: 2 });
    model.forward([0], { cache });
    const { onProgress, seen } = during("run", () => act(cache));
    const { logits } = model.forward([1], { cache, onProgress });
    assert.match(seen.error?.message ?? "", /this cache is being written/, name);
    assert.deepEqual(logits, good[1], name);
    assert.deepEqual(cache.lengths, [2, 0], name);
    assert.deepEqual(model.forward([2], { cache }).logits, good[2], name);
    act(model.createCache({ batch: 2 }));
    cache.dispose();
  }
});

test("a model at work runs nothing else in between, and its call goes on unharmed", () => {
  for (const act of [
    () => model.forward([2, 3, 4]),
    () => model.generate([2, 3, 4], { maxNewTokens: 1 }),
  ]) {
    const { onProgress, seen } = during("run", act);
    assert.deepEqual(model.forward([0, 1], { onProgress }).logits, good[1]);
    assert.match(seen.error?.message ?? "", /this model is at work/);
    act();
    assert.deepEqual(model.forward([0, 1]).logits, good[1]);
  }
});

test("weights that are loading are not loaded a second time in between", () => {
  const fresh = tinyGpt.createModel("teaching");
  const { onProgress, seen } = during("load", () => fresh.createCache());
  assert.deepEqual(fresh.forward([0, 1], { onProgress }).logits, good[1]);
  assert.match(seen.error?.message ?? "", /this model is at work/);
  fresh.createCache().dispose();
  fresh.dispose();
});

test("an error that a handler lets out ends its call alone; the cache is as it was", () => {
  const cache = model.createCache({ capacity: 3 });
  model.forward([0], { cache });
  for (const act of [() => model.forward([2], { cache }), () => cache.reset(), () => model.forward([0])]) {
    assert.throws(() => model.forward([1], { cache, onProgress: act }), /being written|at work/);
    assert.equal(cache.length, 1);
  }
  assert.deepEqual(model.forward([1], { cache }).logits, good[1]);
  cache.dispose();
});

test("between two tokens the model is free", () => {
  const inside = [];
  const options = { maxNewTokens: 3, onToken: () => inside.push(model.forward([0, 1]).logits) };
  const { newIds } = model.generate([0, 1], options);
  assert.deepEqual(newIds, model.generate([0, 1], { maxNewTokens: 3 }).newIds);
  assert.deepEqual(inside, [good[1], good[1], good[1]]);
});

test("a model or cache that a handler disposes of ends the call as any later call", () => {
  for (const [run, kept] of [
    [(doomed) => doomed.forward([0, 1], { onProgress: () => doomed.dispose() }), false],
    [(doomed) => doomed.generate([0, 1], { maxNewTokens: 3, onToken: () => doomed.dispose() }), false],
    [(doomed) => doomed.generate([0, 1], { maxNewTokens: 3, onProgress: () => doomed.dispose() }), true],
  ]) {
    for (const loaded of [kept, true]) {
      const doomed = tinyGpt.createModel("teaching");
      if (loaded) doomed.forward([0]);
      assert.equal(thrownBy(() => run(doomed))?.message, "this model has been disposed");
      assert.equal(thrownBy(() => doomed.forward([0]))?.message, "this model has been disposed");
    }
  }
  const cache = model.createCache({ capacity: 2 });
  const onProgress = () => cache.dispose();
  assert.throws(() => model.forward([0], { cache, onProgress }), /^Error: this cache has been disposed$/);
  for (const read of [() => cache.length, () => cache.lengths, () => cache.capacity, () => cache.batch]) {
    assert.throws(read, /^Error: this cache has been disposed$/);
  }
  assert.deepEqual(model.forward([0, 1]).logits, good[1]);
});

test("a list that disposes of the model while it is read ends in the same error", () => {
  const doomed = tinyGpt.createModel("teaching");
  const list = {
    length: 1,
    get 0() {
      doomed.dispose();
      return 0;
    },
  };
  assert.throws(() => doomed.forward(list), /^Error: this model has been disposed$/);
  assert.deepEqual(model.forward([0, 1]).logits, good[1]);
});

test("handlers and signals of the wrong kind are refused before anything is loaded", () => {
  const fresh = tinyGpt.createModel("teaching");
  const phases = [];
  for (const wrong of [null, 1, "f", {}, [], true, 1n, Symbol("f")]) {
    for (const name of ["onProgress", "onToken", "signal"]) {
      const options = { maxNewTokens: 1, onProgress: ({ phase }) => phases.push(phase), [name]: wrong };
      const error = thrownBy(() => fresh.generate([0], options));
      assert.ok(error instanceof TypeError && error.message.startsWith(`${name}: must be a`), String(error));
      if (name === "onToken") continue;
      const forward = thrownBy(() => fresh.forward([0], { [name]: wrong }));
      assert.equal(forward?.message, error.message);
    }
  }
  assert.deepEqual(phases, []);
  assert.deepEqual(fresh.forward([0, 1], { signal: new AbortController().signal }).logits, good[1]);
  fresh.dispose();
});
