/**
 * GPT-2 small as GGUF files for llama.cpp (architecture "gpt2"), with the synthetic weights: F32,
 * and Q8_0 as llama-quantize makes it (matrices in blocks of 32 with a half-precision scale; the
 * position table and all vectors stay F32). llama.cpp's matrices are [out, in], so those of the
 * blocks are transposed. The vocabulary is a stand-in: an id is written "<id>" (the first 256 are
 * the bytes that a byte-level vocabulary needs), since wllama takes text and no ids.
 */

import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";

import { shape } from "./shape.mjs";
import { readTensor, tensors } from "./synthetic_weights.mjs";

const version = "v1";
const alignment = 32;
const blockSize = 32;
const types = { f32: 0, q8_0: 8 };
const fileTypes = { f32: 0, q8_0: 7 };

const names = {
  wte: "token_embd",
  wpe: "position_embd",
  ln_f: "output_norm",
  ln_1: "attn_norm",
  "attn.c_attn": "attn_qkv",
  "attn.c_proj": "attn_output",
  ln_2: "ffn_norm",
  "mlp.c_fc": "ffn_up",
  "mlp.c_proj": "ffn_down",
};

/** "h.3.mlp.c_fc.weight" is "blk.3.ffn_up.weight". */
function ggufName(name) {
  const [, block = "", part, kind] = /^(?:h\.(\d+)\.)?(.+)\.(weight|bias)$/.exec(name);
  return `${block && `blk.${block}.`}${names[part]}.${kind}`;
}

/** By id. Bytes are written as GPT-2's tokenizer writes them. */
function words() {
  const isShown = (byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let hidden = 256;
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isShown(byte) ? byte : hidden++));
  const rest = Array.from({ length: shape.vocab_size - 257 }, (_, i) => `<${i + 256}>`);
  return [...bytes, ...rest, "<|endoftext|>"];
}

/** Little-endian values, one after the other, as GGUF's header has them. */
class Bytes {
  parts = [];
  u32 = (value) => this.number(4, (view) => view.setUint32(0, value, true));
  i32 = (value) => this.number(4, (view) => view.setInt32(0, value, true));
  f32 = (value) => this.number(4, (view) => view.setFloat32(0, value, true));
  bool = (value) => this.parts.push(Buffer.from([value ? 1 : 0]));
  u64 = (value) => this.number(8, (view) => view.setBigUint64(0, BigInt(value), true));
  string = (value) => {
    const text = Buffer.from(value);
    this.u64(text.length);
    this.parts.push(text);
  };

  number(size, set) {
    const buffer = Buffer.alloc(size);
    set(new DataView(buffer.buffer, buffer.byteOffset, size));
    this.parts.push(buffer);
  }
}

const valueTypes = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8 };
const arrayType = 9;

function metadata(format) {
  const vocabulary = words();
  const normal = 1;
  const control = 3;
  const userDefined = 4;  // found in any text, before the tokenizer looks at it
  const kind = (id) => (id < 256 ? normal : id === shape.vocab_size - 1 ? control : userDefined);
  return [
    ["general.architecture", "string", "gpt2"],
    ["general.name", "string", "GPT-2 small with synthetic weights"],
    ["general.file_type", "u32", fileTypes[format]],
    ["general.quantization_version", "u32", 2],
    ["general.alignment", "u32", alignment],
    ["gpt2.context_length", "u32", shape.n_positions],
    ["gpt2.embedding_length", "u32", shape.n_embd],
    ["gpt2.feed_forward_length", "u32", 4 * shape.n_embd],
    ["gpt2.block_count", "u32", shape.n_layer],
    ["gpt2.attention.head_count", "u32", shape.n_head],
    ["gpt2.attention.layer_norm_epsilon", "f32", 1e-5],
    ["tokenizer.ggml.model", "string", "gpt2"],
    ["tokenizer.ggml.pre", "string", "gpt-2"],
    ["tokenizer.ggml.tokens", "string", vocabulary],
    ["tokenizer.ggml.token_type", "i32", vocabulary.map((_, id) => kind(id))],
    ["tokenizer.ggml.merges", "string", ["h e"]],
    ["tokenizer.ggml.add_bos_token", "bool", false],
    ["tokenizer.ggml.bos_token_id", "u32", shape.vocab_size - 1],
    ["tokenizer.ggml.eos_token_id", "u32", shape.vocab_size - 1],
  ];
}

function transposed(values, rows, columns) {
  const out = new Float32Array(values.length);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) out[c * rows + r] = values[r * columns + c];
  }
  return out;
}

const float = new Float32Array(1);
const floatBits = new Uint32Array(float.buffer);

/** The bits of the half-precision number nearest to a positive one within its normal range or below. */
function halfBits(value) {
  float[0] = value;
  const exponent = (floatBits[0] >>> 23) - 112;
  if (exponent <= 0) return Math.round(value * 2 ** 24);
  const mantissa = floatBits[0] & 0x7fffff;
  const bits = (exponent << 10) | (mantissa >>> 13);
  const rest = mantissa & 0x1fff;
  return bits + (rest > 0x1000 || (rest === 0x1000 && bits & 1) ? 1 : 0);
}

function quantised(values) {
  const stride = 2 + blockSize;
  const out = new Uint8Array((values.length / blockSize) * stride);
  const view = new DataView(out.buffer);
  for (let block = 0; block < values.length / blockSize; block++) {
    let largest = 0;
    for (let i = 0; i < blockSize; i++) largest = Math.max(largest, Math.abs(values[block * blockSize + i]));
    const scale = largest / 127;
    view.setUint16(block * stride, halfBits(scale), true);
    for (let i = 0; i < blockSize; i++) {
      view.setInt8(block * stride + 2 + i, scale && Math.round(values[block * blockSize + i] / scale));
    }
  }
  return out;
}

const aligned = (length) => Math.ceil(length / alignment) * alignment;

function writeGguf(path, format) {
  const list = tensors().map((tensor) => {
    const [name, ...dims] = tensor;
    const isMatrix = dims.length === 2;
    const type = isMatrix && name !== "wpe.weight" ? format : "f32";
    const count = dims.reduce((product, size) => product * size, 1);
    return {
      tensor,
      type,
      transpose: isMatrix && name.startsWith("h."),
      bytes: type === "f32" ? 4 * count : (count / blockSize) * (2 + blockSize),
    };
  });
  const facts = metadata(format);
  const header = new Bytes();
  header.parts.push(Buffer.from("GGUF"));
  header.u32(3);
  header.u64(list.length);
  header.u64(facts.length);
  for (const [key, type, value] of facts) {
    header.string(key);
    if (Array.isArray(value)) {
      header.u32(arrayType);
      header.u32(valueTypes[type]);
      header.u64(value.length);
      for (const element of value) header[type](element);
    } else {
      header.u32(valueTypes[type]);
      header[type](value);
    }
  }
  let offset = 0;
  for (const { tensor, type, transpose, bytes } of list) {
    const [name, ...dims] = tensor;
    header.string(ggufName(name));
    header.u32(dims.length);
    // The fastest-running dimension first.
    for (const size of transpose ? dims : dims.reverse()) header.u64(size);
    header.u32(types[type]);
    header.u64(offset);
    offset += aligned(bytes);
  }
  const descriptor = openSync(`${path}.part`, "w");
  const write = (bytes) => {
    let written = 0;
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
    writeSync(descriptor, Buffer.alloc(aligned(bytes.length) - bytes.length));
  };
  write(Buffer.concat(header.parts));
  for (const { tensor, type, transpose } of list) {
    let values = readTensor(tensor);
    if (transpose) values = transposed(values, tensor[1], tensor[2]);
    write(type === "f32" ? new Uint8Array(values.buffer) : quantised(values));
  }
  closeSync(descriptor);
  renameSync(`${path}.part`, path);
}

/** Writes what is missing in `folder`; returns the files' names. */
export function writeGgufFiles(folder) {
  mkdirSync(folder, { recursive: true });
  const files = {};
  for (const format of ["f32", "q8_0"]) {
    files[format] = `gpt2-small.${version}.${format}.gguf`;
    const path = join(folder, files[format]);
    if (!existsSync(path)) writeGguf(path, format);
  }
  return files;
}
