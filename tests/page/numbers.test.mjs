import assert from "node:assert/strict";
import { test } from "node:test";

import { importPageModule } from "./bundle.mjs";

const { fixed, shortestFloat32, typedIntegers, typedNumber } =
  await importPageModule("stepper/numbers.ts");

test("a number that rounds to zero has no sign", () => {
  assert.equal(fixed(-0.04, 1), "0.0");
  assert.equal(fixed(-0, 1), "0.0");
  assert.equal(fixed(-0.06, 1), "−0.1");
});

test("the shortest decimal names the float32 and no other, over random bit patterns", () => {
  let state = 12345;
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  for (let i = 0; i < 20000; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bits[0] = state;
    const value = float[0];
    if (!Number.isFinite(value)) continue;
    const text = shortestFloat32(value).replace("−", "-");
    assert.equal(Math.fround(Number(text)), value, text);
  }
  assert.equal(shortestFloat32(Math.fround(0.1)), "0.1");
  assert.equal(shortestFloat32(Math.fround(Math.fround(0.1) + Math.fround(0.2))), "0.3");
});

test("whole numbers are read in the notations that people use", () => {
  for (const text of ["0,1,-2", " [0, 1, −2] ", "0，1、-2", "0;1;-2", "0 1\n-2", "０，１，-２"]) {
    assert.deepEqual(typedIntegers(text), { numbers: [0, 1, -2] });
  }
  assert.deepEqual(typedIntegers(""), { numbers: [] });
  assert.deepEqual(typedIntegers(" [] "), { numbers: [] });
});

test("what is not a whole number is named", () => {
  for (const wrong of ["1.5", "abc", "1e3", "0x10", "NaN", "Infinity", "9007199254740993", "--1"]) {
    assert.deepEqual(typedIntegers(`1, ${wrong}`), { wrong });
  }
});

test("a typed decimal takes either minus sign and refuses words", () => {
  assert.equal(typedNumber(" −0.5 "), -0.5);
  assert.equal(typedNumber("-.5"), -0.5);
  assert.equal(typedNumber("1"), 1);
  assert.equal(typedNumber("０.９"), 0.9);
  assert.equal(typedNumber("0,9"), 0.9);
  for (const text of ["", "x", "1e3", "0x1", "1,5,", "Infinity"]) {
    assert.ok(Number.isNaN(typedNumber(text)), text);
  }
});
