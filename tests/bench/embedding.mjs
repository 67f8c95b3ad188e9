/**
 * The embedding steps in headless Chromium: how soon the first sum stands there, how long a step
 * takes at GPT-2's shape, and 1024 rows against plain typed-array JavaScript in the same page.
 */

import { launchChromium, openPage } from "../browser/browser.mjs";
import { startSite } from "../browser/site.mjs";
import { machine, printTable, report, round } from "./report.mjs";

const site = await startSite();
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

/** Both on given tables of GPT-2's size, taking turns; all three results are new arrays in both. */
async function thousandRows() {
  const opened = await openPage(browser, site);
  await opened.open();
  const times = await opened.page.evaluate(async () => {
    const { loadTinyGpt } = await import("/tinygpt.js");
    const [vocabulary, positions, width, length] = [50257, 1024, 768, 1024];
    const fill = (size) => Float32Array.from({ length: size }, (_, i) => ((i * 7919) % 1000) / 1000);
    const wte = fill(vocabulary * width);
    const wpe = fill(positions * width);
    const model = (await loadTinyGpt()).createModelFromTables({ n_embd: width }, wte, wpe);
    const ids = Int32Array.from({ length }, (_, i) => (i * 48271) % vocabulary);
    const positionIds = Int32Array.from({ length }, (_, i) => i);

    const plain = () => {
      const rows = { wte: new Float32Array(length * width), wpe: new Float32Array(length * width) };
      const x0 = new Float32Array(length * width);
      for (let t = 0; t < length; t++) {
        for (let c = 0; c < width; c++) {
          const i = t * width + c;
          rows.wte[i] = wte[ids[t] * width + c];
          rows.wpe[i] = wpe[positionIds[t] * width + c];
          x0[i] = rows.wte[i] + rows.wpe[i];
        }
      }
      return x0;
    };
    const core = () => model.embed(ids, { positionIds }).x0;
    const plainSum = () => {
      const x0 = new Float32Array(length * width);
      for (let t = 0; t < length; t++) {
        for (let c = 0; c < width; c++) {
          x0[t * width + c] = wte[ids[t] * width + c] + wpe[positionIds[t] * width + c];
        }
      }
      return x0;
    };
    const a = plain();
    const b = core();
    if (a.some((value, i) => value !== b[i])) throw new Error("the results differ");

    const timed = (run) => {
      const start = performance.now();
      for (let i = 0; i < 5; i++) run();
      return (performance.now() - start) / 5;
    };
    const samples = { plain: [], core: [], plainSum: [] };
    for (let i = 0; i < 25; i++) {
      for (const [name, run] of Object.entries({ plain, core, plainSum })) samples[name].push(timed(run));
    }
    for (const list of Object.values(samples)) list.splice(0, 5);
    return samples;
  });
  await opened.finish();
  return times;
}

const { plain, core, plainSum } = await thousandRows();
const peer = report("1024 rows, plain JavaScript: both operands and the sum", "ms", plain);
report("1024 rows, plain JavaScript: the sum alone", "ms", plainSum);
const ours = [...core].sort((x, y) => x - y)[Math.round((core.length - 1) / 2)];
report("1024 rows, model.embed: both operands and the sum", "ms", core, {
  ratio: { value: round(ours / peer), of: "plain JavaScript" },
});

await browser.close();
await site.close();
printTable();
