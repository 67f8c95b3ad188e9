import assert from "node:assert/strict";
import { test } from "node:test";

import { importPageModule } from "./bundle.mjs";

const { queryToState, stateToQuery, withinModel } = await importPageModule("stepper/url.ts");
const { initialState, stepNames, stepsOf } = await importPageModule("stepper/state.ts");

const read = (text) => queryToState(new URLSearchParams(text));

test("every state survives the way into the address and back", () => {
  const variants = {
    ids: [[], [0], [4, 4, -1, 99], Array.from({ length: 1025 }, (_, i) => i)],
    step: stepNames,
    cell: [{ place: 0, column: 3 }, { place: 7, column: 0 }],
    firstColumn: [0, 765],
    attempt: [
      null,
      { kind: "too-long" },
      { kind: "index", table: "wte", index: -1 },
      { kind: "index", table: "wpe", index: 1024 },
    ],
    bet: [true, false],
    head: [0, 1],
    pair: [{ query: 0, key: 0 }, { query: 7, key: 3 }],
    promptLength: [null, 1],
    offset: [-1, 0, 1],
  };
  for (const model of ["teaching", "book-3.8", "gpt2-small"]) {
    for (const [key, values] of Object.entries(variants)) {
      for (const value of values) {
        if (key === "step" && !stepsOf(model).includes(value)) continue;
        const state = { ...initialState(model), [key]: value };
        assert.deepEqual(read(stateToQuery(state)), { state, unreadable: [] });
      }
    }
    const moved = { ...initialState(model), ids: [1, 2], positionIds: [5, 0] };
    assert.deepEqual(read(stateToQuery(moved)).state, moved);
  }
});

test("positions that are 0, 1, 2, ... are prefill's and need no words", () => {
  assert.equal(read("ids=3,1&position_ids=0,1").state.positionIds, null);
});

test("a prompt as long as the sentence is the sentence", () => {
  assert.equal(read("ids=3,1&prompt=2").state.promptLength, null);
  assert.equal(read("ids=3,1&prompt=1").state.promptLength, 1);
});

test("no query makes the reading throw, and what cannot be read is named", () => {
  const bad = ["model=", "ids=1.5", "ids=0,a", "step=SUM", "cell=1", "cell=-1,0", "cell=1,2,3",
    "column=1.5", "try=", "try=wxe:1", "try=wte:", "position_ids=1", "prompt=0", "prompt=4",
    "prompt=1,2", "offset=2", "offset=0.5"];
  for (const text of bad) {
    const { state, unreadable } = read(text);
    assert.equal(unreadable.length, 1, text);
    assert.equal(unreadable[0].key, text.split("=")[0]);
    assert.deepEqual(state, initialState("teaching"), text);
  }
});

test("a step that the model is not taken through is told from one that does not exist", () => {
  for (const value of ["attention", "mlp", "next"]) {
    const { state, unreadable } = read(`model=gpt2-small&step=${value}`);
    assert.deepEqual(unreadable, [{ kind: "no-such-step", key: "step", value, model: "gpt2-small" }]);
    assert.deepEqual(state, initialState("gpt2-small"));
    assert.deepEqual(read(`model=teaching&step=${value}`).unreadable, []);
  }
  const { unreadable } = read("model=gpt2-small&step=SUM");
  assert.deepEqual(unreadable, [{ kind: "unreadable", key: "step", value: "SUM" }]);
});

test("what lies beyond the sentence or the model is named and left out", () => {
  const teaching = { n_embd: 4, n_head: 2 };
  for (const text of ["cell=3,0", "cell=0,4", "column=4", "head=2", "pair=3,0", "pair=0,3"]) {
    const { state, unreadable } = withinModel(read(text).state, teaching);
    const [key, value] = text.split("=");
    assert.deepEqual(unreadable, [{ kind: "outside", key, value }]);
    assert.deepEqual(state, initialState("teaching"), text);
  }
  for (const text of ["cell=2,3", "column=3", "head=1", "pair=2,2", "ids=0", "ids="]) {
    const { state } = read(text);
    assert.deepEqual(withinModel(state, teaching), { state, unreadable: [] });
  }
});

test("a list beyond what may be typed is refused, not drawn", () => {
  const { state, unreadable } = read(`ids=${"1,".repeat(5000)}`);
  assert.deepEqual(unreadable, [{ kind: "too-many", key: "ids", count: 5000, most: 4096 }]);
  assert.deepEqual(state.ids, [0, 1, 2]);
});
