/** What the first visit downloads, gzipped as a static host would. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { openPage } from "./browser.mjs";
import { browser, site } from "./reader.mjs";

const kilobyte = 1024;

async function firstVisit(query) {
  const opened = await openPage(browser, site);
  const paths = new Set();
  opened.page.on("request", (request) => paths.add(new URL(request.url()).pathname));
  await opened.open(query);
  await opened.finish();
  const sizes = new Map();
  for (const path of paths) {
    const name = path === "/" ? "index.html" : path.slice(1);
    const bytes = await readFile(new URL(`../../dist/${name}`, import.meta.url));
    sizes.set(name, gzipSync(bytes, { level: 9 }).length);
  }
  return sizes;
}

for (const query of ["", "?model=gpt2-small"]) {
  test(`the first load ${query} is at most 150 KB, of it the runtime at most 90 KB`, async (t) => {
    const sizes = await firstVisit(query);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const runtime = [...sizes]
      .filter(([name]) => /^tinygpt-[^-]+\.(js|wasm)$/.test(name))
      .reduce((sum, [, size]) => sum + size, 0);
    assert.ok(runtime > 50 * kilobyte, `${runtime} bytes cannot be both of the runtime's files`);
    t.diagnostic([...sizes].map(([name, size]) => `${name} ${size}`).join(", "));
    t.diagnostic(`total ${total}, runtime ${runtime} bytes gzipped`);
    assert.ok(total <= 150 * kilobyte, `${total} bytes`);
    assert.ok(runtime <= 90 * kilobyte, `${runtime} bytes`);
  });
}
