/** The drawn posters: complete, self-contained, the same every time. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { access, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const folder = path("../../dist/posters");
const wanted = JSON.parse(await readFile(path("../../web/posters/posters.json"), "utf8"));
const drawn = JSON.parse(await readFile(join(folder, "posters.json"), "utf8"));

test("every chosen state is drawn in both languages, and each says something else", () => {
  const names = wanted.posters.flatMap(({ name }) => wanted.languages.map((lang) => `${name}.${lang}`));
  assert.deepEqual(drawn.map(({ name, lang }) => `${name}.${lang}`), names);
  assert.equal(new Set(drawn.map(({ alt }) => alt)).size, names.length);
  for (const { alt } of drawn) assert.ok(alt.length > 10 && !/undefined|NaN/.test(alt), alt);
});

test("an SVG has its title, needs no font and asks for nothing outside itself", async () => {
  for (const { name, lang, alt, width, height } of drawn) {
    const svg = await readFile(join(folder, `${name}.${lang}.svg`), "utf8");
    assert.ok(svg.includes(`<title>${alt.replaceAll("&", "&amp;")}</title>`), name);
    assert.doesNotMatch(svg, /<text|<script|<foreignObject|font-family/);
    assert.doesNotMatch(svg, /href="(?!#|data:)/);
    const [, w, h] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/).map(Number);
    assert.ok(Math.abs(w / h - width / height) < 0.01, `${name}: ${w} × ${h}`);
  }
});

test("a PNG has twice the size", async () => {
  for (const { name, lang, width, height } of drawn) {
    const png = await readFile(join(folder, `${name}.${lang}.png`));
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2 * width, 2 * height], name);
  }
});

test("every line to paste leads to a file of dist/ where the guide has it copied to, tiny-gpt/", async () => {
  const lines = await readFile(join(folder, "posters.md"), "utf8");
  const images = [...lines.matchAll(/^ {4}!\[.*\]\((.+)\)$/gm)].map(([, address]) => address);
  assert.deepEqual(images, drawn.map(({ name, lang }) => `tiny-gpt/posters/${name}.${lang}.svg`));
  const frames = [...lines.matchAll(/^ {4}<iframe src="([^"?]+)\?/gm)].map(([, address]) => address);
  assert.equal(frames.length, drawn.length);
  for (const address of new Set([...images, ...frames])) {
    await access(path(`../../dist/${address.replace(/^tiny-gpt\//, "")}`));
  }
});

test("drawn again, a poster has the same bytes", async () => {
  const again = await mkdtemp(join(tmpdir(), "posters-"));
  execFileSync(process.execPath, [path("../../web/posters/render.mjs"), again, "sum", "gradient"]);
  const files = (await readdir(again)).filter((file) => /\.(svg|png)$/.test(file));
  assert.equal(files.length, 8);
  for (const file of files) {
    assert.ok((await readFile(join(again, file))).equals(await readFile(join(folder, file))), file);
  }
  await rm(again, { recursive: true });
});
