/**
 * What a sequence costs by its length: milliseconds of GPT-2 small's forward pass over T ids in
 * headless Chromium, T = 1 ... 1024, and their split into a part that does not depend on T (reading
 * the weights), one that grows with T (every other multiplication) and one that grows with its
 * square (attention), fitted to the best of all rounds, since whatever else the machine does only adds
 * to a time. Writes build/bench/lengths.md and lengths.svg.
 *
 *   node tests/bench/lengths.mjs [--rounds N]
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { launchChromium } from "../browser/browser.mjs";
import { startSite } from "../browser/site.mjs";
import { drawCosts } from "./lengths_plot.mjs";
import { machine, report, round } from "./report.mjs";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const folder = fileURLToPath(new URL("../../build/bench/", import.meta.url));
const lengths = Array.from({ length: 11 }, (_, i) => 2 ** i);

const site = await startSite();
const browser = await launchChromium();
const where = { machine: machine(), browser: browser.version() };
console.log(JSON.stringify(where));
const page = await (await browser.newContext()).newPage();
await page.goto(`${site.origin}/tests/bench/peers.html`);
await page.evaluate(async () => {
  globalThis.engine = await (await import("/tests/bench/engines.mjs")).openTinyGpt({ precision: "float32" });
});
const samples = lengths.map(() => []);
for (let turn = 0; turn <= Number(options.rounds); turn++) {
  for (const [i, length] of lengths.entries()) {
    const milliseconds = await page.evaluate((length) => {
      const ids = Array.from({ length }, (_, i) => 256 + ((i * 48271 + 11) % 50000));
      return globalThis.engine.prefill(ids);
    }, length);
    if (turn > 0) samples[i].push(milliseconds); // the first turn warms up
  }
}
await browser.close();
await site.close();

/** The numbers [a, b, c] of a + b T + c T^2 that make the squared relative errors least. */
function fitted(points) {
  const rows = points.map(([T, ms]) => [1 / ms, T / ms, T ** 2 / ms]);
  const matrix = [0, 1, 2].map((i) => [
    ...[0, 1, 2].map((j) => rows.reduce((sum, row) => sum + row[i] * row[j], 0)),
    rows.reduce((sum, row) => sum + row[i], 0),
  ]);
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) {
      if (k === i) continue;
      const factor = matrix[k][i] / matrix[i][i];
      for (let j = i; j < 4; j++) matrix[k][j] -= factor * matrix[i][j];
    }
  }
  return matrix.map((row, i) => row[3] / row[i]);
}

const points = lengths.map((T, i) => [T, report(`forward pass, T = ${T}`, "ms", samples[i])]);
const [constant, linear, square] = fitted(lengths.map((T, i) => [T, Math.min(...samples[i])]));
const parts = (T) => [constant, linear * T, square * T ** 2];
const sum = (T) => parts(T).reduce((a, b) => a + b);
console.log(JSON.stringify({ name: "fit", constant: round(constant), linear: round(linear), square: round(square) }));

const row = ([T, ms]) => {
  const [, b, c] = parts(T);
  const cells = [T, round(ms), round(ms / T), round(sum(T)), round(b), round(c), `${((100 * c) / sum(T)).toFixed(1)} %`];
  return `| ${cells.join(" | ")} |`;
};
mkdirSync(folder, { recursive: true });
writeFileSync(
  `${folder}lengths.md`,
  `# Cost by length

GPT-2 small, float32, one thread; ${where.machine.cpu}, Chromium ${where.browser}. Medians of ${options.rounds} rounds.
Fitted to the best of them: ${round(constant)} ms + ${round(linear)} ms · T + ${round(square)} ms · T². The head's share is in the first term.

| T | ms | ms per id | fitted | linear part | attention | its share |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${points.map(row).join("\n")}

![The same as curves](lengths.svg)
`,
);
writeFileSync(
  `${folder}lengths.svg`,
  drawCosts(points, [
    { name: "fitted", cost: sum },
    { name: "linear part", cost: (T) => linear * T },
    { name: "attention", cost: (T) => square * T ** 2 },
  ]),
);
