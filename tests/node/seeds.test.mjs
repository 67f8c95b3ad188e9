/** Seeds of synthetic weights: which are taken, and that all 64 bits count. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertRefused, bytesOf, loadTinyGpt } from "./runtime.mjs";

const tinyGpt = await loadTinyGpt();
const highest = 2n ** 64n - 1n;

function rowWithSeed(seed, table = "wte", index = 31_337) {
  const model = tinyGpt.createModel("gpt2-small", seed === undefined ? undefined : { seed });
  const row = model.row(table, index);
  model.dispose();
  return row;
}

// ---- The rule, as the design states it, in whole numbers of any size ----------------------------

const wrap = (z) => BigInt.asUintN(64, z);

function fnv1a64(name) {
  return [...new TextEncoder().encode(name)].reduce(
    (hash, byte) => wrap((hash ^ BigInt(byte)) * 0x100000001b3n),
    0xcbf29ce484222325n,
  );
}

function syntheticElement(name, std, seed, i) {
  let z = wrap((fnv1a64(name) ^ seed) + BigInt(i + 1) * 0x9e3779b97f4a7c15n);
  z = wrap((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = wrap((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  const h = z ^ (z >> 31n);
  const lanes = [0n, 16n, 32n, 48n].map((shift) => Number((h >> shift) & 0xffffn));
  const s = lanes.reduce((sum, lane) => sum + lane);
  return Math.fround((s - 131070) * Math.fround(std / 37837.22753106423));
}

function syntheticRow(name, std, seed, index) {
  return Float32Array.from({ length: 768 }, (_, c) =>
    syntheticElement(name, std, seed, index * 768 + c),
  );
}

test("rows are the rule's, bit for bit, for seeds of every size", () => {
  for (const seed of [0n, 1n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n, 2n ** 63n + 5n, highest]) {
    const wte = rowWithSeed(seed, "wte", 50_256);
    assert.equal(bytesOf(wte), bytesOf(syntheticRow("wte.weight", 0.02, seed, 50_256)));
    const wpe = rowWithSeed(seed, "wpe", 1023);
    assert.equal(bytesOf(wpe), bytesOf(syntheticRow("wpe.weight", 0.01, seed, 1023)));
  }
});

test("no seed is the seed 0", () => {
  const unseeded = bytesOf(rowWithSeed(undefined));
  assert.equal(bytesOf(rowWithSeed(0)), unseeded);
  assert.equal(bytesOf(rowWithSeed(0n)), unseeded);
  assert.equal(bytesOf(rowWithSeed(-0)), unseeded);
});

test("a number and a BigInt of the same value are the same seed", () => {
  for (const seed of [1, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
    assert.equal(bytesOf(rowWithSeed(seed)), bytesOf(rowWithSeed(BigInt(seed))));
  }
});

test("seeds that differ in one bit, high or low, give different rows", () => {
  const rows = [0n, 1n, 2n ** 31n, 2n ** 32n, 2n ** 63n, highest].map((seed) =>
    bytesOf(rowWithSeed(seed)),
  );
  assert.equal(new Set(rows).size, rows.length);
});

test("what is no 64-bit whole number is refused, also for a model that needs no seed", () => {
  for (const seed of [
    -1,
    -1n,
    2n ** 64n,
    1.5,
    NaN,
    Infinity,
    2 ** 53,
    2 ** 64,
    "1",
    null,
    {},
    [1],
  ]) {
    assertRefused(() => tinyGpt.createModel("gpt2-small", { seed }), "seed");
    assertRefused(() => tinyGpt.createModel("teaching", { seed }), "seed");
  }
});
