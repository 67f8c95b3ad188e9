/**
 * Runs in the page: the runtimes behind one face, so that all are asked the same.
 *
 *   lastLogits(ids, split)  the logits after `ids`, the places from `split` on one by one through
 *                           the cache: { logits }, or { best }, [id, logarithm of the probability]
 *                           of the likeliest, from a runtime that shows no more
 *   prefill(ids)            milliseconds for all ids at once into an empty cache
 *   decode(ids, start)      milliseconds a token: ids[0 ... start - 1] at once (not timed), the rest
 *                           one by one
 */

import { shape } from "./shape.mjs";

const modules = "/tests/bench/node_modules";

export async function openTinyGpt({ precision }) {
  const { loadTinyGpt } = await import("/tinygpt.js");
  const model = (await loadTinyGpt()).createModel("gpt2-small", { precision });
  const cache = model.createCache();
  // One array for all calls, as a loop that decodes would have it.
  const into = new Float32Array(model.config.vocab_size);
  const run = (ids) => model.forward(ids, { cache, into }).logits;
  return {
    rows: (list) => list.map(([table, index]) => [...model.row(table, index)]),
    lastLogits(ids, split) {
      cache.reset();
      let logits = run(ids.slice(0, split));
      for (const id of ids.slice(split)) logits = run([id]);
      return { logits: [...logits] };
    },
    prefill(ids) {
      cache.reset();
      const start = performance.now();
      run(ids);
      return performance.now() - start;
    },
    decode(ids, start) {
      cache.reset();
      run(ids.slice(0, start));
      const begin = performance.now();
      for (const id of ids.slice(start)) run([id]);
      return (performance.now() - begin) / (ids.length - start);
    },
  };
}

/** The page alone. */
export function openNothing() {
  return {};
}

export async function onnxRuntime() {
  const folder = `${modules}/onnxruntime-web/dist/`;
  const ort = await import(`${folder}ort.wasm.min.mjs`);
  ort.env.wasm.wasmPaths = folder;
  ort.env.wasm.numThreads = 1;
  return ort;
}

export function openSession(ort, { model, data }) {
  return ort.InferenceSession.create(`/bench/${model}`, {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
    externalData: data.map((path) => ({ path, data: `/bench/${path}` })),
  });
}

export const int64 = (ort, numbers, dims) =>
  new ort.Tensor("int64", BigInt64Array.from(numbers, (number) => BigInt(number)), dims);

export async function openOnnxRuntime(files) {
  const ort = await onnxRuntime();
  const session = await openSession(ort, files);
  const { n_positions, n_layer, n_head, n_embd } = shape;
  const caches = Array.from({ length: n_layer }, (_, layer) => [`key_${layer}`, `value_${layer}`])
    .flat()
    .map((name) => ({ name, values: new Float32Array(n_positions * n_embd) }));
  /** The logits after `ids`, whose keys and values join the `past` ones that are there. */
  const run = async (ids, past) => {
    const feeds = {
      ids: int64(ort, ids, [1, ids.length]),
      position_ids: int64(ort, ids.map((_, i) => past + i), [1, ids.length]),
    };
    for (const { name, values } of caches) {
      const seen = values.subarray(0, past * n_embd);
      feeds[`past_${name}`] = new ort.Tensor("float32", seen, [1, past, n_head, n_embd / n_head]);
    }
    const outputs = await session.run(feeds);
    for (const { name, values } of caches) values.set(outputs[`new_${name}`].data, past * n_embd);
    return outputs.logits.data;
  };
  return {
    async lastLogits(ids, split) {
      let logits = await run(ids.slice(0, split), 0);
      for (const [i, id] of ids.slice(split).entries()) logits = await run([id], split + i);
      return { logits: [...logits] };
    },
    async prefill(ids) {
      const start = performance.now();
      await run(ids, 0);
      return performance.now() - start;
    },
    async decode(ids, start) {
      await run(ids.slice(0, start), 0);
      const begin = performance.now();
      for (const [i, id] of ids.slice(start).entries()) await run([id], start + i);
      return (performance.now() - begin) / (ids.length - start);
    },
  };
}

/**
 * wllama takes text and has no call for one step: a completion is asked for, and its own timings are
 * taken, which leave out the tokenizer and the way to its worker.
 */
export async function openWllama({ model, cacheType }) {
  const { Wllama, LoggerWithoutDebug } = await import(`${modules}/@wllama/wllama/esm/index.js`);
  const wllama = new Wllama(
    { default: `${modules}/@wllama/wllama/esm/wasm/wllama.wasm` },
    { suppressNativeLog: true, logger: LoggerWithoutDebug },
  );
  await wllama.loadModel([await (await fetch(`/bench/${model}`)).blob()], {
    n_ctx: shape.n_positions,
    n_batch: shape.n_positions,
    n_gpu_layers: 0,
    n_threads: 1,
    n_parallel: 1,
    cache_type_k: cacheType,
    cache_type_v: cacheType,
  });
  if (wllama.getNumThreads() !== 1) throw new Error("wllama runs more than one thread");
  const text = (ids) => ids.map((id) => `<${id}>`).join("");
  const complete = (ids, options) =>
    wllama.createCompletion({ prompt: text(ids), cache_prompt: false, temperature: 0, ignore_eos: true, ...options });
  return {
    async lastLogits(ids) {
      const { choices } = await complete(ids, { max_tokens: 1, logprobs: 10 });
      const [first] = choices[0].logprobs.content;
      return { best: first.top_logprobs.map(({ id, logprob }) => [id, logprob]) };
    },
    async prefill(ids) {
      const { timings } = await complete(ids, { max_tokens: 1 });
      if (timings.prompt_n !== ids.length) throw new Error(`wllama took in ${timings.prompt_n} ids`);
      return timings.prompt_ms;
    },
    async decode(ids, start) {
      const { timings } = await complete(ids.slice(0, start), { max_tokens: ids.length - start });
      return timings.predicted_ms / timings.predicted_n;
    },
  };
}

/**
 * What the machine gives (limits.mjs), and our multiplication kernel in the same tab
 * (cpp/bench/gemm_module.cpp): GFLOP/s (a multiplication and an addition are two) and GB/s.
 */
export async function openLimits({ limits, gemm, mulAddsPerTurn, readBytes, readStreams }) {
  const start = async (bytes, imports) =>
    (await WebAssembly.instantiate(Uint8Array.from(bytes), imports)).instance.exports;
  const machine = await start(limits, {});
  const kernel = await start(gemm, { env: { emscripten_notify_memory_growth() {} } });
  kernel._initialize();
  new Uint8Array(machine.memory.buffer).fill(1);
  const rate = (run, units) => {
    const start = performance.now();
    run();
    return units / 1e6 / (performance.now() - start);
  };
  const turns = 1e6;
  const products = 12;
  return {
    mulAdd: () => rate(() => machine.mul_add(turns), 2 * mulAddsPerTurn * turns),
    gemm: () => rate(() => kernel.gemm(products), products * kernel.gemm_operations()),
    read: () => Math.max(...readStreams.map((streams) => rate(machine[`read_${streams}`], readBytes))),
  };
}
