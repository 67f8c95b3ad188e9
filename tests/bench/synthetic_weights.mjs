/**
 * The synthetic weights of GPT-2 small, by the rule of cpp/include/tinygpt/synthetic.hpp, for the
 * files that the peers read. A test of the rule: peers.mjs compares rows with model.row bit by bit.
 */

import { shape } from "./shape.mjs";

const laneSumStd = 37837.22753106423;
const laneSumMean = 131070;


/** Every tensor of the model, [name, ...shape], in the order of the published checkpoint. */
export function tensors({ vocab_size, n_positions, n_embd, n_layer } = shape) {
  const list = [
    ["wte.weight", vocab_size, n_embd],
    ["wpe.weight", n_positions, n_embd],
  ];
  for (let layer = 0; layer < n_layer; layer++) {
    const add = (name, ...sizes) => {
      list.push([`h.${layer}.${name}.weight`, ...sizes]);
      list.push([`h.${layer}.${name}.bias`, sizes.at(-1)]);
    };
    add("ln_1", n_embd);
    add("attn.c_attn", n_embd, 3 * n_embd);
    add("attn.c_proj", n_embd, n_embd);
    add("ln_2", n_embd);
    add("mlp.c_fc", n_embd, 4 * n_embd);
    add("mlp.c_proj", 4 * n_embd, n_embd);
  }
  list.push(["ln_f.weight", n_embd], ["ln_f.bias", n_embd]);
  return list;
}

function fnv1a64(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

function standardDeviation(name) {
  if (name === "wpe.weight") return 0.01;
  if (name.endsWith("c_proj.weight")) return 0.02 / Math.sqrt(2 * shape.n_layer);
  return 0.02;
}

/** The upper half of the 64-bit product of two unsigned 32-bit numbers. */
function upperProduct(a, b) {
  const [aLow, aHigh, bLow, bHigh] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const carry = (middle % 0x10000) + aLow * bHigh;
  return (aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(carry / 0x10000)) | 0;
}

/** Elements first ... first + count - 1 of a tensor. 64-bit numbers are held as two halves. */
export function readWeights(name, first, count) {
  const out = new Float32Array(count);
  const scale = Math.fround(standardDeviation(name) / laneSumStd);
  const isNormWeight = /ln_[12f]\.weight$/.test(name);
  const start = BigInt.asUintN(64, fnv1a64(name) + BigInt(first) * 0x9e3779b97f4a7c15n);
  let stateHigh = Number(start >> 32n) | 0;
  let stateLow = Number(start & 0xffffffffn) | 0;
  for (let i = 0; i < count; i++) {
    const sum = (stateLow >>> 0) + 0x7f4a7c15;
    stateHigh = (stateHigh + 0x9e3779b9 + (sum > 0xffffffff ? 1 : 0)) | 0;
    stateLow = sum | 0;
    // z ^= z >> 30; z *= 0xBF58476D1CE4E5B9
    let low = stateLow ^ ((stateLow >>> 30) | (stateHigh << 2));
    let high = stateHigh ^ (stateHigh >>> 30);
    high = (upperProduct(low >>> 0, 0x1ce4e5b9) + Math.imul(low, 0xbf58476d) + Math.imul(high, 0x1ce4e5b9)) | 0;
    low = Math.imul(low, 0x1ce4e5b9);
    // z ^= z >> 27; z *= 0x94D049BB133111EB
    low ^= (low >>> 27) | (high << 5);
    high ^= high >>> 27;
    high = (upperProduct(low >>> 0, 0x133111eb) + Math.imul(low, 0x94d049bb) + Math.imul(high, 0x133111eb)) | 0;
    low = Math.imul(low, 0x133111eb);
    // z ^= z >> 31
    low ^= (low >>> 31) | (high << 1);
    high ^= high >>> 31;
    const lanes = (low & 0xffff) + (low >>> 16) + (high & 0xffff) + (high >>> 16);
    const weight = Math.fround((lanes - laneSumMean) * scale);
    out[i] = isNormWeight ? weight + 1 : weight;
  }
  return out;
}

/** The whole of a tensor of tensors(). */
export function readTensor([name, ...sizes]) {
  return readWeights(name, 0, sizes.reduce((product, size) => product * size, 1));
}
