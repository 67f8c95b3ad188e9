/** The reference in dist/reference/, as `npm run reference --prefix web` writes it. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../dist/reference/", import.meta.url));
const runtime = new URL("../../web/runtime/", import.meta.url);

const files = await readdir(folder, { recursive: true });
const pages = new Map();
for (const name of files.filter((file) => file.endsWith(".html"))) {
  pages.set(name, await readFile(join(folder, name), "utf8"));
}

/** The names that the files export, without those that are marked as the project's own. */
async function exportedNames(...names) {
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, runtime), "utf8")));
  const open = texts.join("\n").replace(/\/\*\* @internal.*\*\/\nexport .*/g, "");
  const exported = open.matchAll(/^export (?:async )?(?:interface|type|class|function) (\w+)/gm);
  return Array.from(exported, ([, name]) => name);
}

const entries = {
  tinygpt: ["tinygpt.ts", "types.ts", "errors.ts"],
  "tinygpt-laboratories": ["tinygpt-laboratories.ts", "laboratory_types.ts", "training_types.ts"],
};

for (const [entry, sources] of Object.entries(entries)) {
  test(`every exported name of ${entry} has a page that begins with a sentence`, async () => {
    const names = await exportedNames(...sources);
    assert.ok(names.length > 20, `${names.length} names`);
    for (const name of new Set(names)) {
      const page = [...pages.keys()].find((path) => basename(path) === `${entry}.${name}.html`);
      assert.ok(page, name);
      const [, sentence] = pages.get(page).match(/class="tsd-comment tsd-typography"><p>(.*?)<\/p>/s) ?? [];
      assert.match(sentence ?? "", /\w.*[.:]/s, name);
    }
  });
}

test("every link leads to a page, and every place in a page exists", () => {
  for (const [path, page] of pages) {
    for (const [, target] of page.matchAll(/(?:href|src)="([^"]*)"/g)) {
      assert.doesNotMatch(target, /^(https?:)?\/\//, `${path}: ${target}`);
      const [file, place] = target.replaceAll("&amp;", "&").split("#");
      const found = file === "" ? path : join(dirname(path), file);
      assert.ok(files.includes(found), `${path}: ${target}`);
      if (place && pages.has(found)) {
        assert.ok(pages.get(found).includes(`id="${decodeURIComponent(place)}"`), `${path}: ${target}`);
      }
    }
  }
});

test("the policy of every page lets its own scripts run and no others", () => {
  for (const [path, page] of pages) {
    const [, policy] = page.match(/<head><meta http-equiv="Content-Security-Policy" content="([^"]*)"/) ?? [];
    assert.match(policy ?? "", /default-src 'self'/, path);
    assert.doesNotMatch(policy.match(/script-src [^;]*/)[0], /unsafe|https?:/, path);
    assert.doesNotMatch(page, / style="| on[a-z]+="/, path);
    for (const [, script] of page.matchAll(/<script>(.*?)<\/script>/gs)) {
      const hash = createHash("sha256").update(script).digest("base64");
      assert.ok(policy.includes(`'sha256-${hash}'`), path);
    }
  }
});
