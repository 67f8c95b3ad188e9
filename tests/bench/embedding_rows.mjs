/**
 * Runs in the page: X0 of 1024 rows at GPT-2 small's shape in plain JavaScript, by this runtime and,
 * where its files are given, by onnxruntime-web, all on the same tables.
 */

import { int64, onnxRuntime, openSession } from "./engines.mjs";
import { shape } from "./shape.mjs";

const { vocab_size, n_positions, n_embd } = shape;

/** Numbers without a pattern in their bits, the same in every run. */
function someNumbers(count) {
  return Float32Array.from({ length: count }, (_, i) => ((i * 7919) % 1000) / 1000);
}

async function tablesOf(tables) {
  if (!tables) return [someNumbers(vocab_size * n_embd), someNumbers(n_positions * n_embd)];
  const buffer = await (await fetch(`/bench/${tables.file}`)).arrayBuffer();
  const table = (offset, rows) => new Float32Array(buffer, offset, rows * n_embd);
  return [table(tables.wte, vocab_size), table(tables.wpe, n_positions)];
}

/**
 * @param {{ files?: object, tables?: object }} given the sessions' files by name, and their tables
 * @returns {{ round(): object }} round: milliseconds a call, by name
 */
export async function openEmbedding({ files = {}, tables }) {
  const [wte, wpe] = await tablesOf(tables);
  const ids = Int32Array.from({ length: n_positions }, (_, i) => (i * 48271) % vocab_size);
  const positionIds = Int32Array.from({ length: n_positions }, (_, i) => i);

  const plainRows = (rows) => {
    for (let t = 0; t < n_positions; t++) {
      for (let c = 0; c < n_embd; c++) {
        const i = t * n_embd + c;
        rows.wte[i] = wte[ids[t] * n_embd + c];
        rows.wpe[i] = wpe[positionIds[t] * n_embd + c];
        rows.x0[i] = rows.wte[i] + rows.wpe[i];
      }
    }
    return rows;
  };
  const plainSum = (x0) => {
    for (let t = 0; t < n_positions; t++) {
      for (let c = 0; c < n_embd; c++) {
        x0[t * n_embd + c] = wte[ids[t] * n_embd + c] + wpe[positionIds[t] * n_embd + c];
      }
    }
    return x0;
  };
  const array = () => new Float32Array(n_positions * n_embd);
  const arrays = () => ({ wte: array(), wpe: array(), x0: array() });
  const kept = arrays();

  const { loadTinyGpt } = await import("/tinygpt.js");
  const model = (await loadTinyGpt()).createModelFromTables({ n_embd }, wte, wpe);
  const stage = model.createEmbeddingStage();
  const row = new Float32Array(n_embd);
  const own = array();
  const runs = {
    plainRows: () => plainRows(arrays()),
    plainRowsKept: () => plainRows(kept),
    plainSumKept: () => plainSum(kept.x0),
    embed: () => model.embed(ids, { positionIds }),
    stageRow() {
      stage.embed(ids, { positionIds });
      return stage.read("x0", { first: n_positions - 1, into: row });
    },
    stageSum() {
      stage.embed(ids, { positionIds });
      return stage.read("x0", { into: own });
    },
  };
  const feeds = {};
  if (Object.keys(files).length > 0) {
    const ort = await onnxRuntime();
    feeds.ids = int64(ort, ids, [n_positions]);
    feeds.position_ids = int64(ort, positionIds, [n_positions]);
    for (const [name, list] of Object.entries(files)) {
      const session = await openSession(ort, list);
      runs[name] = () => session.run(feeds);
    }
  }

  const same = (a, b) => {
    if (a.length !== b.length || a.some((value, i) => value !== b[i])) throw new Error("the results differ");
  };
  const expected = plainRows(arrays());
  const results = { embed: runs.embed() };
  if (runs.embeddingRows) {
    const { wte, wpe, x0 } = await runs.embeddingRows();
    results.embeddingRows = { wte: wte.data, wpe: wpe.data, x0: x0.data };
  }
  for (const result of Object.values(results)) {
    for (const name of ["wte", "wpe", "x0"]) same(result[name], expected[name]);
  }
  same(runs.stageSum(), expected.x0);
  same(runs.stageRow(), expected.x0.slice(-n_embd));
  return {
    async round() {
      const times = {};
      for (const [name, run] of Object.entries(runs)) {
        await run();  // what the one before left in the caches is not its affair
        const start = performance.now();
        for (let i = 0; i < 5; i++) await run();
        times[name] = (performance.now() - start) / 5;
      }
      return times;
    },
  };
}
