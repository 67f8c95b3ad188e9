/** What the suites share: the built runtime, the fixture, and comparing by bytes. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { IndexError, loadTinyGpt } from "../../dist/tinygpt.js";
import { fixtureTables } from "../cases/run.mjs";

export { IndexError, loadTinyGpt };

export const wasmUrl = new URL("../../dist/tinygpt.wasm", import.meta.url);

/** The bytes of tinygpt.wasm in an ArrayBuffer of their own. */
export async function wasmBytes() {
  return new Uint8Array(await readFile(wasmUrl)).buffer;
}

export function fixtureModel(tinyGpt, shape = { vocab_size: 5, n_positions: 8, n_embd: 4 }) {
  const { wte, wpe } = fixtureTables(shape);
  return tinyGpt.createModelFromTables({ n_embd: shape.n_embd }, wte, wpe);
}

export function bytesOf(array) {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("hex");
}

/** fnv1a64 of the bytes, in sixteen digits: what native suites call hash_of. */
export function hashOf(array) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, "0");
}

export function embeddingBytes({ ids, positionIds, wte, wpe, x0, shape }) {
  return [ids, positionIds, wte, wpe, x0].map(bytesOf).concat(shape.join("x")).join("|");
}

/** What `call` throws, which must be an Error with a message, never a bare number. */
export function thrownBy(call) {
  let thrown;
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof Error, `something that is no Error was thrown: ${String(error)}`);
    assert.ok(error.message.length > 0, "an error without a message was thrown");
    thrown = error;
  }
  return thrown;
}

/** Fails unless `call` throws a TypeError that begins with the argument's name. */
export function assertRefused(call, argument) {
  const error = thrownBy(call);
  assert.ok(error !== undefined, `${argument} was taken`);
  assert.ok(error instanceof TypeError, `${error.name}: ${error.message}`);
  assert.ok(error.message.startsWith(argument), `"${error.message}" does not begin "${argument}"`);
}

/** Loads a runtime and gives, beside it, the WebAssembly memory that it uses. */
export async function loadWithMemory() {
  const { instantiate } = WebAssembly;
  let memory;
  WebAssembly.instantiate = async (...given) => {
    const started = await instantiate(...given);
    const { exports } = started.instance ?? started;
    memory = Object.values(exports).find((item) => item instanceof WebAssembly.Memory);
    return started;
  };
  try {
    const tinyGpt = await loadTinyGpt();
    assert.ok(memory !== undefined, "the module exports no memory to look at");
    return { tinyGpt, memory };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
