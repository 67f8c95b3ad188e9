/**
 * GPT-2 small on the same synthetic weights in headless Chromium, one thread each: this runtime,
 * onnxruntime-web and wllama, taking turns; beside them what the machine gives at most in the same
 * browser. Before anything is timed the logits are compared.
 *
 *   node tests/bench/peers.mjs [--rounds N] [--only PART,PART]     --only: parts of the peers' names
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { launchChromium } from "../browser/browser.mjs";
import { startSite } from "../browser/site.mjs";
import { writeGgufFiles } from "./gpt2_gguf.mjs";
import { writeOnnxFiles } from "./gpt2_onnx.mjs";
import { limitsModule, mulAddsPerTurn, readBytes, readStreams } from "./limits.mjs";
import { machine, printTable, report, round } from "./report.mjs";
import { shape } from "./shape.mjs";
import { readWeights, tensors } from "./synthetic_weights.mjs";

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, only: { type: "string" } },
});
const rounds = Number(options.rounds);
assert.ok(Number.isInteger(rounds) && rounds > 0, `--rounds must be a whole number, not ${options.rounds}`);
const folder = fileURLToPath(new URL("../../build/bench/", import.meta.url));

console.error("Writing the peers' files (once)");
const onnx = writeOnnxFiles(folder);
const gguf = writeGgufFiles(folder);

/**
 * Name, how the page opens it, and how far its logits may lie from our float32 ones. llama.cpp
 * keeps keys and values in half precision by default; in the F32 comparison it keeps all of them.
 */
const engines = [
  { name: "tiny-gpt F32", open: "openTinyGpt", argument: { precision: "float32" } },
  { name: "tiny-gpt int8", open: "openTinyGpt", argument: { precision: "int8" }, tolerance: 0.2 },
  { name: "onnxruntime-web F32", open: "openOnnxRuntime", argument: onnx.f32, tolerance: 2e-3 },
  {
    name: "wllama F32",
    open: "openWllama",
    argument: { model: gguf.f32, cacheType: "f32" },
    tolerance: 2e-3,
  },
  { name: "onnxruntime-web int8", open: "openOnnxRuntime", argument: onnx.int8, tolerance: 0.2 },
  {
    name: "wllama Q8_0",
    open: "openWllama",
    argument: { model: gguf.q8_0, cacheType: "f16" },
    tolerance: 0.2,
  },
].filter(({ name }, i) => i === 0 || !options.only || options.only.split(",").some((part) => name.includes(part)));

const prefillLengths = [16, 128, 512];
const decodeStart = 16;
const decodeEnd = 48;
const ids = Array.from({ length: 512 }, (_, i) => 256 + ((i * 48271 + 11) % 50000));

const site = await startSite("/", { "/bench/": folder });
const browser = await launchChromium();
const processes = await browser.newBrowserCDPSession();
console.log(JSON.stringify({ machine: machine(), browser: browser.version(), rounds }));

/** A line of /proc/<pid>/status in MiB, for every renderer process; empty where there is no /proc. */
async function rendererMemory(line) {
  const { processInfo } = await processes.send("SystemInfo.getProcessInfo");
  const memory = new Map();
  for (const { id } of processInfo.filter(({ type }) => type === "renderer")) {
    try {
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      memory.set(id, Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)[1]) / 1024);
    } catch {
      // The process has ended, or this is no Linux.
    }
  }
  return memory;
}

/** A tab of its own (its own process) with one of engines.mjs's runtimes in it. */
async function openTab(open, argument) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(String(error)));
  await page.goto(`${site.origin}/tests/bench/peers.html`);
  const before = await rendererMemory("VmRSS");
  await page.evaluate(
    async ([open, argument]) => {
      const engines = await import("/tests/bench/engines.mjs");
      globalThis.engine = await engines[open](argument);
    },
    [open, argument],
  );
  const call = (name, ...list) =>
    page.evaluate(([name, list]) => globalThis.engine[name](...list), [name, list]);
  return { context, call, before };
}

/** The process that has grown most since the tab was opened is the tab's own. */
async function findProcess(tab) {
  const now = await rendererMemory("VmRSS");
  const grown = [...now].map(([id, size]) => [id, size - (tab.before.get(id) ?? 0)]);
  return grown.sort((a, b) => b[1] - a[1])[0]?.[0];
}

const best = (logits) => logits.reduce((at, value, i) => (value > logits[at] ? i : at), 0);

/** The largest difference of an answer of lastLogits to our logits, and whether the best agree. */
function compare({ logits, best: likeliest }, expected) {
  if (logits) {
    assert.equal(logits.length, expected.length);
    const difference = logits.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i])), 0);
    return { difference, sameBest: best(logits) === best(expected) };
  }
  const logSum = Math.log(expected.reduce((sum, value) => sum + Math.exp(value), 0));
  const differences = likeliest.map(([id, logarithm]) => Math.abs(logarithm - (expected[id] - logSum)));
  return { difference: Math.max(...differences), sameBest: likeliest[0][0] === best(expected) };
}

/** What a tab takes before any runtime comes into it. */
async function measureEmptyTab() {
  const before = await rendererMemory("VmRSS");
  const tab = await openTab("openNothing");
  const after = await rendererMemory("VmHWM");
  const own = [...after].filter(([id]) => !before.has(id)).map(([, size]) => size);
  await tab.context.close();
  return own.length > 0 ? Math.max(...own) : undefined;
}
const emptyTab = await measureEmptyTab();

// The files hold the weights that our model has.
const tabs = new Map();
const ours = engines[0];
tabs.set(ours, await openTab(ours.open, ours.argument));
const places = [["wte", 0], ["wte", 12345], ["wte", 50256], ["wpe", 0], ["wpe", 1023]];
const rows = await tabs.get(ours).call("rows", places);
for (const [i, [table, index]] of places.entries()) {
  assert.deepEqual(rows[i], [...readWeights(`${table}.weight`, index * shape.n_embd, shape.n_embd)]);
}

const oracle = new URL("../data/gpt2-small-synthetic.json", import.meta.url);
const prompts = [...JSON.parse(readFileSync(oracle, "utf8")).cases, { ids: ids.slice(0, 128) }]
  // The peers count positions from 0.
  .filter(({ position_ids = [0] }) => position_ids[0] === 0)
  .map((prompt) => prompt.ids);
const expected = [];
for (const prompt of prompts) {
  expected.push((await tabs.get(ours).call("lastLogits", prompt, prompt.length)).logits);
}
tabs.get(ours).process = await findProcess(tabs.get(ours));

for (const engine of engines) {
  if (engine === ours) continue;
  const tab = await openTab(engine.open, engine.argument);
  tabs.set(engine, tab);
  const compared = [];
  for (const [i, prompt] of prompts.entries()) {
    // Once at once, once with the last two places through the cache.
    for (const split of new Set([prompt.length, Math.max(1, prompt.length - 2)])) {
      compared.push(compare(await tab.call("lastLogits", prompt, split), expected[i]));
    }
  }
  const largest = Math.max(...compared.map(({ difference }) => difference));
  const sameBest = compared.filter((result) => result.sameBest).length;
  tab.process = await findProcess(tab);
  const name = `${engine.name}: largest difference of a logit from ours`;
  console.log(JSON.stringify({ name, value: round(largest), best: `${sameBest} of ${compared.length} agree` }));
  assert.ok(largest <= engine.tolerance, `${engine.name}: a logit differs by ${largest}`);
  if (engine.name.endsWith("F32")) assert.equal(sameBest, compared.length, engine.name);
}

const gemmFile = new URL("../../build/wasm/cpp/bench/gemm_module.wasm", import.meta.url);
const limits = await openTab("openLimits", {
  limits: [...new Uint8Array(await limitsModule())],
  gemm: [...readFileSync(gemmFile)],
  mulAddsPerTurn,
  readBytes,
  readStreams,
});

const samples = new Map([...engines.map(({ name }) => [name, {}]), ["limits", {}]]);
const keep = (name, what, value) => (samples.get(name)[what] ??= []).push(value);
const warmUps = 1;
for (let turn = 0; turn < warmUps + rounds; turn++) {
  console.error(turn < warmUps ? "Warming up" : `Round ${turn - warmUps + 1} of ${rounds}`);
  const note = turn < warmUps ? () => {} : keep;
  for (const engine of engines) {
    const tab = tabs.get(engine);
    // A process that has waited for its turn starts slowly.
    await tab.call("prefill", ids.slice(0, prefillLengths[0]));
    for (const length of prefillLengths) {
      const milliseconds = await tab.call("prefill", ids.slice(0, length));
      note(engine.name, `prefill ${length}`, (1000 * length) / milliseconds);
    }
    const perToken = await tab.call("decode", ids.slice(0, decodeEnd), decodeStart);
    note(engine.name, "decode", 1000 / perToken);
    for (const what of ["mulAdd", "gemm", "read"]) note("limits", what, await limits.call(what));
  }
}

// One multiplication and addition per token and weight of the blocks, one read of every weight.
const count = tensors()
  .filter(([, ...dims]) => dims.length === 2)
  .map(([name, rows, columns]) => [name, rows * columns]);
const blocks = count.filter(([name]) => name.startsWith("h.")).reduce((sum, [, size]) => sum + size, 0);
const head = count.find(([name]) => name === "wte.weight")[1];

const measured = samples.get("limits");
// A limit is what was reached at best.
const limit = { mulAdd: Math.max(...measured.mulAdd), read: Math.max(...measured.read) };
const mulAdd = report("limit: mul+add in registers", "GFLOP/s", measured.mulAdd, { best: round(limit.mulAdd) });
report("limit: memory read", "GB/s", measured.read, { best: round(limit.read) });
const middleOf = (list) => [...list].sort((a, b) => a - b)[Math.round((list.length - 1) / 2)];
report("our multiplication, [128, 768] x [768, 3072]", "GFLOP/s", measured.gemm, {
  ratio: [
    { value: round(middleOf(measured.gemm) / mulAdd), of: "mul+add" },
    { value: round(Math.max(...measured.gemm) / limit.mulAdd), of: "mul+add, both at their best" },
  ],
});
/** Tokens per second, each by what limits it. */
const bounds = {
  decode: { per: 1e9 / (4 * (blocks + head)), by: "read" },
  ...Object.fromEntries(
    prefillLengths.map((length) => [
      `prefill ${length}`,
      { per: (1e9 * length) / (2 * (blocks * length + head)), by: "mulAdd" },
    ]),
  ),
};
/** Ours to the limit: in the middle of the rounds, and at their best. */
function toLimit(what, list) {
  const { per, by } = bounds[what];
  const middle = per * middleOf(measured[by]);
  return [
    { value: round(middleOf(list) / middle), of: `the F32 limit of ${round(middle)}` },
    { value: round(Math.max(...list) / (per * limit[by])), of: "the same, both at their best" },
  ];
}
const isOwn = ({ name }) => name.startsWith("tiny-gpt");
for (const what of [...prefillLengths.map((length) => `prefill ${length}`), "decode"]) {
  const compared = [];
  // Ours after the others, so that each finds what it is compared with.
  for (const engine of [...engines.filter((engine) => !isOwn(engine)), ...engines.filter(isOwn)]) {
    const list = samples.get(engine.name)[what];
    const middle = middleOf(list);
    const ratio = compared.map(({ name, middle: other }) => ({ value: round(middle / other), of: name }));
    if (engine === ours) ratio.push(...toLimit(what, list));
    report(`${what}, ${engine.name}`, "tokens/s", list, isOwn(engine) ? { ratio } : {});
    compared.push({ name: engine.name, middle });
  }
}

const peaks = await rendererMemory("VmHWM");
if (emptyTab !== undefined) report("peak memory of the tab's process, nothing in it but the page", "MiB", [emptyTab]);
for (const engine of engines) {
  const peak = peaks.get(tabs.get(engine).process);
  if (peak !== undefined) report(`peak memory of the tab's process, ${engine.name}`, "MiB", [peak]);
}
const own = await rendererMemory("RssAnon");
for (const engine of engines) {
  const size = own.get(tabs.get(engine).process);
  if (size !== undefined) report(`memory at the end without the browser's program, ${engine.name}`, "MiB", [size]);
}
for (const tab of [...tabs.values(), limits]) await tab.context.close();

await browser.close();
await site.close();
printTable();
