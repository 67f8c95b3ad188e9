/** Both catalogues, sentence by sentence. That they have the same keys, the compiler checks. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { importPageModule } from "./bundle.mjs";

const { catalogues, chooseLanguage } = await importPageModule("words/index.ts");

/** Every leaf as [path, text]; a function is called with sample values. */
function sentences(words, path = "") {
  return Object.entries(words).flatMap(([key, value]) => {
    const here = path ? `${path}.${key}` : key;
    if (typeof value === "string") return [[here, value]];
    if (typeof value !== "function") return sentences(value, here);
    const given = here === "tables.takenBy" ? [[0, 1]] : Array(value.length).fill(2);
    return [[here, value(...given)]];
  });
}

const zh = sentences(catalogues.zh);
const en = sentences(catalogues.en);

test("both languages say the same things", () => {
  // Only English needs to say what the sentence's words mean.
  const keys = (list) => list.map(([key]) => key).filter((key) => !key.startsWith("gloss")).sort();
  assert.deepEqual(keys(en), keys(zh));
  assert.ok(zh.length > 100);
});

test("no sentence is empty or shows a hole where a value should stand", () => {
  for (const [key, text] of [...zh, ...en]) {
    assert.ok(text.trim(), key);
    // JavaScript's undefined is what this one sentence is about.
    const hole = key === "elsewhere.nan.typed-array" ? /\[object|\$\{/ : /undefined|\[object|\$\{/;
    assert.doesNotMatch(text, hole, key);
  }
});

test("the English has no Chinese in it, and the Chinese is Chinese", () => {
  for (const [key, text] of en) if (!key.startsWith("gloss")) assert.doesNotMatch(text, /\p{Script=Han}|[，。：；「」]/u, key);
  const code = /^(steps\.names|errorNames|sources|elsewhere\.names|sentence\.idList|cell\.label|bet\.question|tables\.row\.wte|range\.id|listComma|steps\.names\.mlp|next\.logit|attention\.softmax)/;
  for (const [key, text] of zh) {
    if (!code.test(key)) assert.match(text, /\p{Script=Han}/u, key);
  }
});

test("places are counted from 1 in words and from 0 as indices", () => {
  assert.equal(catalogues.zh.sentence.place(2), "第 3 个词元，索引 2");
  assert.equal(catalogues.en.sentence.place(2), "3rd token, index 2");
  assert.match(catalogues.en.sentence.place(512), /^513th token, index 512$/);
  assert.match(catalogues.en.sentence.place(10), /^11th/);
  assert.match(catalogues.en.sentence.place(20), /^21st/);
  assert.match(catalogues.en.sentence.place(111), /^112th/);
});

test("the language asked for wins, then the browser's first known one, then English", () => {
  assert.equal(chooseLanguage("en", ["zh-CN"]), "en");
  assert.equal(chooseLanguage("fr", ["zh-CN"]), "zh");
  assert.equal(chooseLanguage(null, ["zh-Hans-CN", "en"]), "zh");
  assert.equal(chooseLanguage(null, ["fr", "en", "zh"]), "en");
  assert.equal(chooseLanguage(null, ["fr"]), "en");
  assert.equal(chooseLanguage(null, []), "en");
});
