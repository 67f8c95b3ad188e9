/**
 * The embedding steps in headless Chromium: how soon the first sum stands there, how long a step
 * takes at GPT-2's shape, and 1024 rows against plain typed-array JavaScript and onnxruntime-web in
 * the same page.
 *
 *   node tests/bench/embedding.mjs [--no-peers]     --no-peers: without onnxruntime-web
 */

import { fileURLToPath } from "node:url";

import { launchChromium, openPage } from "../browser/browser.mjs";
import { startSite } from "../browser/site.mjs";
import { machine, printTable, report, round } from "./report.mjs";

const peers = !process.argv.includes("--no-peers");
const folder = fileURLToPath(new URL("../../build/bench/", import.meta.url));
const site = await startSite("/", peers ? { "/bench/": folder } : {});
const browser = await launchChromium();
console.log(JSON.stringify({ machine: machine(), browser: browser.version() }));

/** From navigation to the sum on the screen; every page has an empty cache. */
async function firstSum(query) {
  const opened = await openPage(browser, site);
  await opened.page.goto(site.url + query);
  const milliseconds = await opened.page.evaluate(
    () =>
      new Promise((resolve) => {
        const check = () => {
          const root = document.querySelector("tiny-gpt-stepper")?.shadowRoot;
          if (root?.querySelector(".cell")) requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(check);
        };
        check();
      }),
  );
  await opened.finish();
  return milliseconds;
}

async function repeat(count, measure) {
  const samples = [];
  for (let i = 0; i < count; i++) samples.push(await measure());
  return samples;
}

for (const model of ["teaching", "gpt2-small"]) {
  report(`first sum on screen, ${model}`, "ms", await repeat(10, () => firstSum(`?model=${model}`)));
}

/** A press on "next": state, core, drawing and layout, until the frame is done. */
async function stepTime() {
  const ids = Array.from({ length: 16 }, (_, i) => 1000 * i + 7).join(",");
  const opened = await openPage(browser, site);
  await opened.open(`?model=gpt2-small&ids=${ids}&step=wpe`);
  const samples = await opened.page.evaluate(async () => {
    const stepper = document.querySelector("tiny-gpt-stepper");
    const [back, next] = stepper.shadowRoot.querySelectorAll(".step-move");
    const times = [];
    for (let i = 0; i < 40; i++) {
      const start = performance.now();
      (i % 2 ? back : next).click();
      await stepper.updateComplete;
      void stepper.offsetHeight;
      times.push(performance.now() - start);
      await new Promise(requestAnimationFrame);
    }
    return times.slice(10);
  });
  await opened.finish();
  return samples;
}

report("one step of the stepper, GPT-2's shape, 16 ids", "ms", await stepTime());

/** All on the same tables, taking turns; the first rounds warm up. */
async function thousandRows() {
  const given = {};
  if (peers) {
    const { tableOffsets, writeEmbeddingFiles } = await import("./gpt2_onnx.mjs");
    console.error("Writing onnxruntime-web's files (once)");
    given.files = writeEmbeddingFiles(folder);
    given.tables = { file: given.files.embedding.data[0], ...tableOffsets };
  }
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.origin}/tests/bench/peers.html`);
  const rounds = await page.evaluate(async (given) => {
    const { openEmbedding } = await import("/tests/bench/embedding_rows.mjs");
    const rows = await openEmbedding(given);
    const rounds = [];
    for (let i = 0; i < 30; i++) rounds.push(await rows.round());
    return rounds.slice(10);
  }, given);
  await context.close();
  return (name) => rounds.map((times) => times[name]);
}

const samples = await thousandRows();
const rowsOf = (what, name, facts) => report(`1024 rows, ${what}`, "ms", samples(name), facts);
const plain = rowsOf("plain JavaScript: both operands and the sum, new arrays", "plainRows");
const plainKept = rowsOf("plain JavaScript: the same into arrays that are kept", "plainRowsKept");
const plainSum = rowsOf("plain JavaScript: the sum alone into an array that is kept", "plainSumKept");
const ratios = (name, others) => {
  const list = samples(name).sort((a, b) => a - b);
  const own = list[Math.round((list.length - 1) / 2)];
  return { ratio: others.filter(([value]) => value).map(([value, of]) => ({ value: round(own / value), of })) };
};
let copied;
let inHeap;
if (peers) {
  copied = rowsOf("onnxruntime-web: both operands and the sum, copied out", "embeddingRows");
  rowsOf("onnxruntime-web: the sum copied out", "embedding");
  inHeap = rowsOf("onnxruntime-web: the sum left in its memory, one row copied out", "embeddingHeap");
}
const ofPlain = [plain, "plain JavaScript, new arrays"];
rowsOf(
  "model.embed: both operands and the sum, new arrays",
  "embed",
  ratios("embed", [ofPlain, [copied, "onnxruntime-web with the same copies"]]),
);
rowsOf(
  "stage.embed, the sum copied into an array that is kept",
  "stageSum",
  ratios("stageSum", [ofPlain, [plainSum, "plain JavaScript, the sum alone"]]),
);
rowsOf(
  "stage.embed, the sum left in our memory, one row copied out",
  "stageRow",
  ratios("stageRow", [
    ofPlain,
    [plainKept, "plain JavaScript, kept arrays"],
    [inHeap, "onnxruntime-web, left in its memory"],
  ]),
);

await browser.close();
await site.close();
printTable();
