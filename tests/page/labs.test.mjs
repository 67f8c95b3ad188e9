/** Fields of the laboratories: text and back, and what is refused; their words in both languages. */

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";

import { importPageModule } from "./bundle.mjs";

const { choice, decimal, flag, readState, startOf, text, whole, wholes, writeState } =
  await importPageModule("labs/fields.ts");
const { frameWords } = await importPageModule("labs/words.ts");
const { labNames } = await importPageModule("labs/names.ts");
const { labTitles } = await importPageModule("labs/titles.ts");

const fields = {
  past: whole(3, 0, 8),
  offset: whole(0, -1, 1),
  base: decimal(1.5, 0, 2, 0.25),
  rule: choice("gpt2", ["gpt2", "opt"]),
  again: flag(true),
  mask: wholes([0, 1], { min: 0, max: 1, longest: 4 }),
  words: text("a b", 10),
};

test("every state survives the way into the address and back, and the start needs no words", () => {
  assert.deepEqual(writeState(fields, startOf(fields)), []);
  const state = {
    past: 0,
    offset: -1,
    base: 0.25,
    rule: "opt",
    again: false,
    mask: [1, 1, 0, 1],
    words: "猫,=&#",
  };
  const query = new URLSearchParams(writeState(fields, state));
  assert.deepEqual(readState(fields, new URLSearchParams(query.toString())), { state, unread: [] });
});

test("what is not a value of its field is named and the start stays", () => {
  const wrong = {
    past: ["", "9", "-1", "1.5", "1e0", "x", "1,2", "9007199254740993", "NaN"],
    base: ["", "2.1", "-0.1", "x", "1e0", "Infinity"],
    rule: ["", "GPT2", "toString"],
    again: ["", "true", "2"],
    mask: ["", "2", "0,1,2", "0,1,x", "1,1,1,1,1", "-1"],
    words: ["", "12345678901"],
  };
  for (const [key, texts] of Object.entries(wrong)) {
    for (const given of texts) {
      const { state, unread } = readState(fields, [[key, given]]);
      assert.deepEqual(unread.map((one) => one.key), [key], `${key}=${given}`);
      assert.deepEqual(state, startOf(fields));
      for (const words of Object.values(frameWords)) {
        const sentence = words.refused(unread[0].refused);
        assert.doesNotMatch(sentence, /undefined|NaN 到|\$\{/, sentence);
        assert.ok(sentence.length > 5);
      }
    }
  }
});

test("a list of the wrong length is counted as the language counts", () => {
  const refused = (language, count, shortest, longest) =>
    frameWords[language].refused({ kind: "length", count, shortest, longest });
  assert.equal(refused("en", 1, 2, 5), "There is 1 item; 2 to 5 are needed.");
  assert.equal(refused("en", 0, 1, 4), "There are no items; 1 to 4 are needed.");
  assert.equal(refused("en", 3, 2, 2), "There are 3 items; 2 are needed.");
  assert.equal(refused("en", 2, 1, 1), "There are 2 items; 1 is needed.");
  assert.equal(refused("zh", 1, 2, 5), "有 1 项，要 2 到 5 项。");
  assert.equal(refused("zh", 3, 2, 2), "有 3 项，要 2 项。");
});

test("numbers are read as people write them", () => {
  assert.equal(readState(fields, [["offset", "−1"]]).state.offset, -1);
  assert.deepEqual(readState(fields, [["mask", "0 1、1"]]).state.mask, [0, 1, 1]);
});

test("unknown keys of the address change nothing", () => {
  assert.deepEqual(readState(fields, [["lang", "zh"], ["__proto__", "1"]]), {
    state: startOf(fields),
    unread: [],
  });
});

/** Every leaf of a catalogue as [path, value]. */
function leaves(words, path = "") {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? leaves(value, `${path}.${key}`)
      : [[`${path}.${key}`, value]],
  );
}

const folders = (await readdir(new URL("../../web/labs/", import.meta.url), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && labNames.includes(entry.name))
  .map(({ name }) => name);

test("every laboratory has its folder, its title and its words", () => {
  assert.deepEqual(folders.toSorted(), [...labNames].toSorted());
});

for (const name of folders) {
  test(`${name}: both languages say the same things, each in its own script`, async () => {
    const { words } = await importPageModule(`labs/${name}/words.ts`);
    const zh = leaves(words.zh);
    const en = leaves(words.en);
    assert.deepEqual(en.map(([key]) => key).sort(), zh.map(([key]) => key).sort());
    assert.equal(words.zh.title, labTitles.zh[name]);
    assert.equal(words.en.title, labTitles.en[name]);
    for (const [key, text] of en) {
      if (typeof text !== "string") continue;
      // The words of the teaching model are quoted as they are.
      assert.doesNotMatch(text.replace(/[猫追狗吃鱼]/g, ""), /\p{Script=Han}|[，。：；「」]/u, key);
    }
    for (const key of ["title", "idea", "tryThis"]) assert.match(words.zh[key], /\p{Script=Han}/u);
    for (const [key, text] of [...zh, ...en]) {
      if (typeof text === "string") assert.ok(text.trim(), key);
    }
  });
}
