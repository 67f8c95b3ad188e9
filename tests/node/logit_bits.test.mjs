/** The WebAssembly half of the comparison of bits; tests/native/logit_bits.cpp is the other. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(
  new URL("../../build/wasm/tests/bits/logit_bits.cjs", import.meta.url),
);

test("the WebAssembly build has the bits that native and WebAssembly agree on", async () => {
  const agreed = JSON.parse(await readFile(new URL("../bits/agreed.json", import.meta.url), "utf8"));
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  assert.deepEqual(JSON.parse(stdout), agreed);
});
