/**
 * GPT-2 small as ONNX graphs with a KV cache, with the synthetic weights, for ONNX Runtime:
 * F32; int8 as ONNX Runtime's quantize_dynamic makes it; and the embedding stage alone.
 *
 *   inputs   ids [1, T], position_ids [1, T], past_key_<layer>, past_value_<layer> [1, P, 12, 64]
 *   outputs  logits [1, vocab_size] of the last place, new_key_<layer>, new_value_<layer> [1, T, 12, 64]
 *
 * The graph hands out the new keys and values only, place after place, so that the caller appends
 * them to what is there: the runtime copies every output into new memory.
 */

import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import protobuf from "protobufjs";

import { shape } from "./shape.mjs";
import { readTensor, tensors } from "./synthetic_weights.mjs";

const version = "v2";
const ModelProto = protobuf
  .loadSync(fileURLToPath(new URL("onnx.proto", import.meta.url)))
  .lookupType("onnx.ModelProto");

const types = { float: 1, uint8: 2, int8: 3, int64: 7, bool: 9 };
const attributeTypes = { f: 1, i: 2, s: 3, t: 4, floats: 6, ints: 7 };
const arrays = { float: Float32Array, uint8: Uint8Array, int8: Int8Array, int64: BigInt64Array };
const isExternal = 1;
const pageSize = 4096;

/** A file of raw tensors, each at the start of a page, written as the tensors come. */
class DataFile {
  constructor(folder, name) {
    this.name = name;
    this.path = join(folder, name);
    this.length = 0;
    this.descriptor = openSync(`${this.path}.part`, "w");
  }

  add(values) {
    const offset = Math.ceil(this.length / pageSize) * pageSize;
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.descriptor, bytes, written, bytes.length - written, offset + written);
    }
    this.length = offset + bytes.length;
    return { offset, length: bytes.length };
  }

  close() {
    closeSync(this.descriptor);
    renameSync(`${this.path}.part`, this.path);
  }
}

class Graph {
  nodes = [];
  initializers = [];
  inputs = [];
  outputs = [];
  count = 0;

  /** A node with one output, or with those named; returns their names. */
  node(opType, input, attributes = {}, output = [`${opType}_${this.count}`]) {
    this.count++;
    this.nodes.push({
      name: `${opType}_${this.count}`,
      opType,
      input,
      output,
      attribute: Object.entries(attributes).map(([name, [kind, value]]) => ({
        name,
        type: attributeTypes[kind],
        [kind]: value,
      })),
    });
    return output.length === 1 ? output[0] : output;
  }

  constant(name, type, dims, values) {
    const raw = arrays[type].from(values);
    this.initializers.push({ name, dims, dataType: types[type], rawData: new Uint8Array(raw.buffer) });
    return name;
  }

  /** A tensor that lies in `file` at `place`. */
  external(name, type, dims, file, place) {
    this.initializers.push({
      name,
      dims,
      dataType: types[type],
      dataLocation: isExternal,
      externalData: [
        { key: "location", value: file.name },
        { key: "offset", value: String(place.offset) },
        { key: "length", value: String(place.length) },
      ],
    });
    return name;
  }

  value(list, name, type, dims) {
    list.push({
      name,
      type: {
        tensorType: {
          elemType: types[type],
          shape: { dim: dims.map((d) => (typeof d === "string" ? { dimParam: d } : { dimValue: d })) },
        },
      },
    });
    return name;
  }

  write(path, name) {
    const bytes = ModelProto.encode(
      ModelProto.fromObject({
        irVersion: 9,
        producerName: "tiny-gpt",
        opsetImport: [{ domain: "", version: 20 }],
        graph: {
          name,
          node: this.nodes,
          initializer: this.initializers,
          input: this.inputs,
          output: this.outputs,
        },
      }),
    ).finish();
    writeFileSync(path, bytes);
  }
}

/** Symmetric int8 with one scale for the tensor, as quantize_dynamic's default for weights. */
function quantised(values) {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / 127);
  const integers = new Int8Array(values.length);
  for (let i = 0; i < values.length; i++) integers[i] = Math.round(values[i] / scale);
  return { integers, scale };
}

function transposed(values, rows, columns) {
  const out = new values.constructor(values.length);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) out[c * rows + r] = values[r * columns + c];
  }
  return out;
}

const isTable = ([name]) => /^w[tp]e/.test(name);

/** Where the two tables lie in their data file, in bytes. */
export const tableOffsets = {
  wte: 0,
  wpe: Math.ceil((4 * shape.vocab_size * shape.n_embd) / pageSize) * pageSize,
};

/** The tables as they lie in `file`. */
function addTables(graph, file) {
  for (const [name, ...dims] of tensors().filter(isTable)) {
    const length = 4 * dims[0] * dims[1];
    graph.external(name, "float", dims, file, { offset: tableOffsets[name.slice(0, 3)], length });
  }
}

/** Writes the tensors and returns how the graph asks for a table row, a product and a plain tensor. */
function floatWeights(graph, tables, blocks) {
  addTables(graph, tables);
  for (const tensor of tensors()) {
    const [name, ...dims] = tensor;
    if (!isTable(tensor)) graph.external(name, "float", dims, blocks, blocks.add(readTensor(tensor)));
  }
  return {
    rows: (table, ids) => graph.node("Gather", [table, ids]),
    product: (x, weight) => graph.node("MatMul", [x, weight]),
    head: (hidden) => graph.node("Gemm", [hidden, "wte.weight"], { transB: ["i", 1] }, ["logits"]),
  };
}

function int8Weights(graph, file) {
  const table = (name, dims, { integers, scale }) => {
    graph.external(`${name}_int8`, "int8", dims, file, file.add(integers));
    graph.constant(`${name}_scale`, "float", [], [scale]);
  };
  for (const tensor of tensors()) {
    const [name, ...dims] = tensor;
    const values = readTensor(tensor);
    if (dims.length === 1) {
      graph.external(name, "float", dims, file, file.add(values));
      continue;
    }
    const numbers = quantised(values);
    table(name, dims, numbers);
    if (name === "wte.weight") {
      const integers = transposed(numbers.integers, ...dims);
      table("lm_head", [dims[1], dims[0]], { integers, scale: numbers.scale });
    }
  }
  graph.constant("weight_zero", "int8", [], [0]);
  const product = (x, weight, output) => {
    const id = graph.count;
    const [integers, scale, zero] = graph.node("DynamicQuantizeLinear", [x], {}, [
      `quantised_${id}`,
      `quantised_scale_${id}`,
      `quantised_zero_${id}`,
    ]);
    const sum = graph.node("MatMulInteger", [integers, `${weight}_int8`, zero, "weight_zero"]);
    const scales = graph.node("Mul", [scale, `${weight}_scale`]);
    return graph.node("Mul", [graph.node("Cast", [sum], { to: ["i", types.float] }), scales], {}, output);
  };
  return {
    rows: (name, ids) =>
      graph.node("DequantizeLinear", [
        graph.node("Gather", [`${name}_int8`, ids]),
        `${name}_scale`,
        "weight_zero",
      ]),
    product,
    head: (hidden) => product(hidden, "lm_head", ["logits"]),
  };
}

function buildModel(graph, weights) {
  const { n_embd, n_head, n_layer, vocab_size } = shape;
  const headSize = n_embd / n_head;
  const ints = (name, values) => graph.constant(name, "int64", [values.length], values);
  const scalar = (name, value) => graph.constant(name, "int64", [], [value]);
  ints("heads", [0n, 0n, BigInt(n_head), BigInt(headSize)]);
  ints("joined", [0n, 0n, BigInt(n_embd)]);
  ints("first_axis", [1n]);
  scalar("zero", 0n);
  scalar("one", 1n);
  scalar("last", -1n);
  graph.constant("seen", "float", [], [0]);
  graph.constant("unseen", "float", [], [-3.4028234663852886e38]);
  graph.constant("head_scale", "float", [], [1 / Math.sqrt(headSize)]);

  const ids = graph.value(graph.inputs, "ids", "int64", [1, "T"]);
  const positionIds = graph.value(graph.inputs, "position_ids", "int64", [1, "T"]);
  for (let layer = 0; layer < n_layer; layer++) {
    for (const kind of ["key", "value"]) {
      graph.value(graph.inputs, `past_${kind}_${layer}`, "float", [1, "P", n_head, headSize]);
    }
  }

  // mask [T, P + T]: a place sees itself and what came before
  const size = (value, axis) =>
    graph.node("Gather", [graph.node("Shape", [value]), scalar(`axis_${graph.count}`, axis)]);
  const past = size("past_key_0", 1n);
  const total = graph.node("Add", [past, size(ids, 1n)]);
  const queries = graph.node("Unsqueeze", [graph.node("Range", [past, total, "one"]), "first_axis"]);
  const keys = graph.node("Range", ["zero", total, "one"]);
  const mask = graph.node("Where", [graph.node("LessOrEqual", [keys, queries]), "seen", "unseen"]);

  const norm = (x, name) =>
    graph.node("LayerNormalization", [x, `${name}.weight`, `${name}.bias`], {
      axis: ["i", -1],
      epsilon: ["f", 1e-5],
    });
  const linear = (x, name) =>
    graph.node("Add", [weights.product(x, `${name}.weight`), `${name}.bias`]);
  const turned = (x, perm) => graph.node("Transpose", [x], { perm: ["ints", perm] });

  let x = graph.node("Add", [
    weights.rows("wte.weight", ids),
    weights.rows("wpe.weight", positionIds),
  ]);
  for (let layer = 0; layer < n_layer; layer++) {
    const name = `h.${layer}`;
    const qkv = graph.node(
      "Split",
      [linear(norm(x, `${name}.ln_1`), `${name}.attn.c_attn`)],
      { axis: ["i", 2], num_outputs: ["i", 3] },
      [`q_${layer}`, `k_${layer}`, `v_${layer}`],
    );
    const q = turned(graph.node("Reshape", [qkv[0], "heads"]), [0, 2, 1, 3]);
    const all = (kind, part) => {
      const fresh = graph.node("Reshape", [part, "heads"], {}, [`new_${kind}_${layer}`]);
      return graph.node("Concat", [`past_${kind}_${layer}`, fresh], { axis: ["i", 1] });
    };
    const key = turned(all("key", qkv[1]), [0, 2, 3, 1]);
    const value = turned(all("value", qkv[2]), [0, 2, 1, 3]);
    const scores = graph.node("MatMul", [q, key]);
    const scaled = graph.node("Mul", [scores, "head_scale"]);
    const shares = graph.node("Softmax", [graph.node("Add", [scaled, mask])], { axis: ["i", -1] });
    const context = turned(graph.node("MatMul", [shares, value]), [0, 2, 1, 3]);
    const attention = linear(graph.node("Reshape", [context, "joined"]), `${name}.attn.c_proj`);
    x = graph.node("Add", [x, attention]);
    const hidden = graph.node("Gelu", [linear(norm(x, `${name}.ln_2`), `${name}.mlp.c_fc`)], {
      approximate: ["s", Buffer.from("tanh")],
    });
    x = graph.node("Add", [x, linear(hidden, `${name}.mlp.c_proj`)]);
  }
  weights.head(norm(graph.node("Gather", [x, "last"], { axis: ["i", 1] }), "ln_f"));

  graph.value(graph.outputs, "logits", "float", [1, vocab_size]);
  for (let layer = 0; layer < n_layer; layer++) {
    for (const kind of ["key", "value"]) {
      graph.value(graph.outputs, `new_${kind}_${layer}`, "float", [1, "T", n_head, headSize]);
    }
  }
}

/** x0 = wte[ids] + wpe[position_ids]; `outputs`: the sum, both rows and the sum, or one row of it. */
function buildEmbedding(graph, outputs) {
  const ids = graph.value(graph.inputs, "ids", "int64", ["T"]);
  const positionIds = graph.value(graph.inputs, "position_ids", "int64", ["T"]);
  const wte = graph.node("Gather", ["wte.weight", ids], {}, ["wte"]);
  const wpe = graph.node("Gather", ["wpe.weight", positionIds], {}, ["wpe"]);
  const x0 = graph.node("Add", [wte, wpe], {}, ["x0"]);
  if (outputs.includes("last_row")) {
    graph.constant("last", "int64", [], [-1n]);
    graph.node("Gather", [x0, "last"], {}, ["last_row"]);
  }
  for (const name of outputs) {
    graph.value(graph.outputs, name, "float", name === "last_row" ? [shape.n_embd] : ["T", shape.n_embd]);
  }
}

const fileName = (part) => `gpt2-small.${version}.${part}`;
const tablesFile = fileName("tables.data");

/** The embedding stage alone, with the outputs of each of its graphs. */
const embeddingOutputs = {
  embedding: ["x0"],
  embeddingRows: ["wte", "wpe", "x0"],
  embeddingHeap: ["last_row"],
};

function missing(folder, { model, data }) {
  return [model, ...data].some((file) => !existsSync(join(folder, file)));
}

/** Writes what is missing in `folder`; returns each graph with the data file that belongs to it. */
export function writeEmbeddingFiles(folder) {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, tablesFile))) {
    const file = new DataFile(folder, tablesFile);
    for (const tensor of tensors().filter(isTable)) {
      const { offset } = file.add(readTensor(tensor));
      if (offset !== tableOffsets[tensor[0].slice(0, 3)]) throw new Error("the tables lie elsewhere");
    }
    file.close();
  }
  const files = {};
  for (const [key, outputs] of Object.entries(embeddingOutputs)) {
    files[key] = { model: fileName(`${key}.onnx`), data: [tablesFile] };
    if (!missing(folder, files[key])) continue;
    const graph = new Graph();
    addTables(graph, { name: tablesFile });
    buildEmbedding(graph, outputs);
    graph.write(join(folder, files[key].model), key);
  }
  return files;
}

/** The same for the whole model. */
export function writeOnnxFiles(folder) {
  writeEmbeddingFiles(folder);
  const files = {
    f32: { model: fileName("f32.onnx"), data: [tablesFile, fileName("blocks.data")] },
    int8: { model: fileName("int8.onnx"), data: [fileName("int8.data")] },
  };
  if (missing(folder, files.f32)) {
    const graph = new Graph();
    const blocks = new DataFile(folder, files.f32.data[1]);
    buildModel(graph, floatWeights(graph, { name: tablesFile }, blocks));
    blocks.close();
    graph.write(join(folder, files.f32.model), "gpt2-small");
  }
  if (missing(folder, files.int8)) {
    const graph = new Graph();
    const file = new DataFile(folder, files.int8.data[0]);
    buildModel(graph, int8Weights(graph, file));
    file.close();
    graph.write(join(folder, files.int8.model), "gpt2-small-int8");
  }
  return files;
}
