/**
 * Scores the front page: node tests/lighthouse/run.mjs [rounds]
 *
 * Serves dist/ compressed beforehand, as hosts do, runs Lighthouse with its own defaults for a phone
 * and for a desk, prints a JSON line for each run and the median, and fails below the scores that the
 * page is held to. Performance means something on a quiet machine only.
 */

import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

import lighthouse, { desktopConfig } from "lighthouse";
import sirv from "sirv";

const least = { accessibility: 1, performance: 0.95 };
const rounds = Number(process.argv[2] ?? 5);
const shapes = { phone: undefined, desk: desktopConfig };

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** A copy of dist/ with every text and module in both compressions beside it, and its server. */
async function startCompressedSite() {
  const folder = await mkdtemp(join(tmpdir(), "tiny-gpt-site-"));
  await cp(fileURLToPath(new URL("../../dist", import.meta.url)), folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (!/\.(css|html|js|json|svg|wasm|webmanifest)$/.test(name)) continue;
    const content = await readFile(join(folder, name));
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
    await writeFile(join(folder, `${name}.gz`), gzipSync(content));
  }
  const server = createServer(sirv(folder, { brotli: true, gzip: true, etag: true }));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

/** A Chromium with a debugging port of its own choice. */
async function startChromium() {
  const folder = await mkdtemp(join(tmpdir(), "tiny-gpt-lighthouse-"));
  const browser = spawn(process.env.CHROMIUM ?? "/usr/bin/chromium", [
    "--headless=new",
    "--remote-debugging-port=0",
    `--user-data-dir=${folder}`,
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "about:blank",
  ]);
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  const stop = async () => {
    browser.kill();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  for (let i = 0; i < 300; i++) {
    const text = await readFile(join(folder, "DevToolsActivePort"), "utf8").catch(() => "");
    if (text.includes("\n")) return { port: Number(text.split("\n")[0]), stop };
    await wait(100);
  }
  await stop();
  throw new Error("Chromium did not open its debugging port within 30 s");
}

const site = await startCompressedSite();
const chromium = await startChromium();
let failed = false;
try {
  // The browser's own first start, fonts included, is not the page's.
  await lighthouse(site.url, { port: chromium.port, logLevel: "error" });
  for (const [shape, config] of Object.entries(shapes)) {
    const runs = [];
    for (let round = 0; round < rounds; round++) {
      const flags = { port: chromium.port, logLevel: "error", onlyCategories: Object.keys(least) };
      const { lhr } = await lighthouse(site.url, flags, config);
      if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
      const scores = Object.fromEntries(Object.keys(least).map((key) => [key, lhr.categories[key].score]));
      const milliseconds = Object.fromEntries(
        ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "speed-index"].map(
          (audit) => [audit, Math.round(lhr.audits[audit].numericValue)],
        ),
      );
      const shift = lhr.audits["cumulative-layout-shift"].numericValue;
      console.log(JSON.stringify({ shape, round, ...scores, milliseconds, shift }));
      for (const { id } of lhr.categories.accessibility.auditRefs) {
        const { score, title } = lhr.audits[id];
        if (score !== null && score < 1) console.log(`  ${id}: ${title}`);
      }
      runs.push(scores);
    }
    for (const [key, wanted] of Object.entries(least)) {
      const score = median(runs.map((run) => run[key]));
      const fails = !(score >= wanted);
      failed ||= fails;
      console.log(`${shape} ${key}: median ${Math.round(100 * score)}${fails ? `, below ${100 * wanted}` : ""}`);
    }
  }
} finally {
  await chromium.stop();
  await site.close();
}
process.exitCode = failed ? 1 : 0;
