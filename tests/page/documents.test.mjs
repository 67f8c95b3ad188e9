/** The documents at the root: files and names in them exist, and links lead somewhere. */

import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path) => readFile(join(root, path), "utf8");
const exists = (path) => stat(join(root, path)).then(() => true, () => false);
const hasWord = (text, word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text);

const architecture = await read("ARCHITECTURE.md");
const picture = await read("web/runtime/data-flow.svg");

/** All source in a folder that is written by hand. */
async function sourceOf(folder) {
  const texts = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== "node_modules") texts.push(await sourceOf(path));
    if (!entry.isFile() || /package-lock|documents\.test/.test(path)) continue;
    if (/\.(cpp|hpp|ts|mjs|html|css|txt|json)$/.test(path)) texts.push(await read(path));
  }
  return texts.join("\n");
}

test("every box of the picture names a file, and something that stands in it", async () => {
  const boxes = [...picture.matchAll(/<g data-file="([^"]+)".*?<\/g>/gs)];
  assert.ok(boxes.length >= 12, `${boxes.length} boxes`);
  for (const [box, file] of boxes) {
    assert.equal(box.match(/class="file"[^>]*>([^<]+)/)[1], file);
    const text = await read(file);
    const names = [...box.matchAll(/class="name[^"]*"[^>]*>([^<]+)/g)].map(([, name]) => name);
    assert.ok(names.length > 0, file);
    for (const name of names) assert.ok(hasWord(text, name), `${name} in ${file}`);
  }
});

test("every file and every name in the architecture exists", async () => {
  const everything = (await Promise.all(["cpp", "web", "tests"].map(sourceOf))).join("\n");
  const spans = [...architecture.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span);
  assert.ok(spans.length > 60, `${spans.length} names`);
  for (const span of spans) {
    const isPath = /^[\w.-]+(\/[\w.-]*)+$/.test(span);
    if (isPath) assert.ok(await exists(span), span);
    else if (/^[\w.-]+\.(hpp|js|wasm)$/.test(span)) assert.ok(everything.includes(span), span);
    else if (/^\w+$/.test(span)) assert.ok(hasWord(everything, span), span);
    else assert.match(span, /^(-f[\w-]+(=\w+)?|worker: true|wasm-unsafe-eval|std::span)$/, span);
  }
});

for (const document of ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]) {
  test(`${document}: links lead to files, and folders that it names exist`, async () => {
    const text = await read(document);
    for (const [, target] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (!/^https?:/.test(target)) assert.ok(await exists(join(dirname(document), target)), target);
    }
    for (const [, path] of text.matchAll(/`((?:cpp|web|tests|\.ci)\/[\w./-]*)`/g)) {
      assert.ok(await exists(path), path);
    }
  });
}
