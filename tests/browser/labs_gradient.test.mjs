/** The laboratory of training, read off the page. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { onLab, seen } from "./labs.mjs";
import { matrixRows, shown, typeInto, urlSays } from "./reader.mjs";

const { cases } = JSON.parse(
  await readFile(new URL("../data/gradients.json", import.meta.url), "utf8"),
);

const onState = (state, body) => onLab("gradient", `lang=zh&${state}`, body);
const gradientRows = (page) => matrixRows(page, ".gradient");
const isZero = (row) => row.slice(1, 5).every((text) => text === "0");
const fieldOfLengths = "每句几个词";
/** "1,000" or "1.2" as a number, by row. */
const updates = async (page) => {
  const details = page.locator("details", { has: page.locator(".updates") });
  if (!(await details.evaluate((element) => element.open))) {
    await details.locator("summary").click();
  }
  const rows = await matrixRows(page, ".updates");
  return new Map(rows.map((row) => row.map((text) => Number(text.replaceAll(",", "")))).map(
    ([row, expected, drawn]) => [row, { expected, drawn }],
  ));
};

test("the four sentences give wpe the oracle's gradient; rows 2 to 7 are exactly 0", () =>
  onState("", async (page) => {
    const oracle = cases[0].grad_wpe_rows;
    const rows = await gradientRows(page);
    assert.equal(rows.length, oracle.length);
    rows.forEach((row, at) => {
      if (at < 2) {
        assert.deepEqual(row.slice(1, 5), oracle[at].map((value) => shown(value, 3)));
        assert.equal(row[5], "4 句");
      } else {
        assert.ok(isZero(row), `row ${at}`);
        assert.equal(row[5], "0 句，正好 0");
      }
    });
    assert.match(await seen(page), /最长的一句有 3 个词.*第 2 到 7 行的梯度正好是 0/);
  }));

test("a sample of 8 words leaves row 7 exactly 0; a ninth word reaches it", () =>
  onState("lengths=8", async (page) => {
    let rows = await gradientRows(page);
    assert.deepEqual(rows.map(isZero), [false, false, false, false, false, false, false, true]);
    assert.match(await seen(page), /第 7 行的梯度正好是 0/);
    await typeInto(page, fieldOfLengths, "9");
    await urlSays(page, "lengths", "9");
    rows = await gradientRows(page);
    assert.ok(!rows.some(isZero));
    assert.match(await seen(page), /8 行都有梯度/);
  }));

test("a row says how many sentences fetched it", () =>
  onState("lengths=2,5,3", async (page) => {
    const rows = await gradientRows(page);
    assert.deepEqual(
      rows.slice(0, 5).map((row) => row[5]),
      ["3 句", "2 句", "1 句", "1 句", "0 句，正好 0"],
    );
  }));

test("BERT's two phases: rows from 128 on get a tenth of the steps", () =>
  onState("mix=phases", async (page) => {
    const rows = await updates(page);
    for (const row of [0, 63, 127]) assert.deepEqual(rows.get(row), { expected: 1000, drawn: 1000 });
    for (const row of [128, 320, 511]) assert.deepEqual(rows.get(row), { expected: 100, drawn: 100 });
    assert.match(await seen(page), /从第 128 行起，更新不到一半的步数/);
  }));

test("the expected updates are the closed form's, and a drawn training comes near", () =>
  onState("mix=uniform", async (page) => {
    const rows = await updates(page);
    for (const [row, { expected, drawn }] of rows) {
      // Lengths 1 to 512 equally often: 512 - row of them reach the row.
      const exact = 1000 * (1 - (row / 512) ** 8);
      assert.ok(Math.abs(expected - exact) <= 0.05001, `row ${row}: ${expected}, ${exact}`);
      const sigma = Math.sqrt((expected * (1000 - expected)) / 1000);
      assert.ok(Math.abs(drawn - expected) <= 5 * sigma + 1, `row ${row}: ${expected}, ${drawn}`);
    }
  }));

test("lengths and weights that make no sense are refused, and nothing moves", () =>
  onState("mix=own", async (page) => {
    const before = [await gradientRows(page), await seen(page)];
    for (const [text, sentence] of [
      ["3,1", "“1”不行，每一项要是 2 到 9 的整数。"],
      ["3,10", "“10”不行，每一项要是 2 到 9 的整数。"],
      ["3,x", "“x”不行，每一项要是 2 到 9 的整数。"],
      ["", "有 0 项，要 1 到 8 项。"],
      ["2,2,2,2,2,2,2,2,2", "有 9 项，要 1 到 8 项。"],
    ]) {
      await typeInto(page, fieldOfLengths, text);
      assert.equal(await page.locator(".refusal").innerText(), sentence);
    }
    for (const [text, sentence] of [
      ["1,2,3", "有 3 项，要 8 项。"],
      ["0,0,0,0,0,0,0,0", "“0,0,0,0,0,0,0,0”全是 0，至少要有一项大于 0。"],
      ["1,1,1,1,1,1,1,-1", "“-1”不行，每一项要是 0 到 100 的整数。"],
    ]) {
      await typeInto(page, "每一段长度的份数", text);
      assert.equal(await page.locator(".refusal").innerText(), sentence);
    }
    assert.deepEqual([await gradientRows(page), await seen(page)], before);
  }));

test("a length that never occurs leaves its rows without a single step", () =>
  onState("mix=own", async (page) => {
    await typeInto(page, "每一段长度的份数", "1,1,1,1,0,0,0,0");
    await urlSays(page, "weights", "1,1,1,1,0,0,0,0");
    const rows = await updates(page);
    for (const row of [256, 511]) assert.deepEqual(rows.get(row), { expected: 0, drawn: 0 });
    assert.ok(rows.get(192).expected > 0);
  }));

test("the address brings the whole state back, and another draw is another seed", () =>
  onState("lengths=4,4&mix=uniform&steps=200&batch=4&seed=7", async (page) => {
    assert.equal(await page.getByLabel(fieldOfLengths, { exact: true }).inputValue(), "4,4");
    assert.equal(await page.getByRole("radio", { name: "各种长度一样多" }).isChecked(), true);
    const first = await updates(page);
    assert.equal(first.get(0).expected, 200);
    await page.getByRole("button", { name: "再抽一遍" }).click();
    await urlSays(page, "seed", "8");
    const second = await updates(page);
    const column = (rows, name) => [...rows.values()].map((row) => row[name]);
    assert.deepEqual(column(second, "expected"), column(first, "expected"));
    assert.notDeepEqual(column(second, "drawn"), column(first, "drawn"));
  }));
