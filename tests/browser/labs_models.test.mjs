/**
 * The laboratory of the models. Golden: rows by the published rules, tables of positions.json,
 * shapes as published, the teaching model's tables.
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { violations } from "./axe.mjs";
import { onLab, seen } from "./labs.mjs";
import { matrixRows, shown, urlSays, wpe, wte, x0Row } from "./reader.mjs";

const positions = JSON.parse(
  await readFile(new URL("../data/positions.json", import.meta.url), "utf8"),
);
/** 狗 追 猫 吃 */
const ids = [2, 1, 0, 3];

const lab = (query, body) => onLab("models", `lang=zh&${query}`, body);

const tableCalled = (page, name) => page.locator("table").filter({ has: page.getByText(name, { exact: true }) });
const rowsOf = (table) =>
  table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
const ladder = async (page) =>
  new Map((await rowsOf(page.locator("table.ladder"))).map(([row, ...cells]) => [Number(row), cells]));
const mistake = (page) => page.locator(".closer > .toggle input").check();

describe("all models beside each other", () => {
  const expected = {
    "0,0,1,1": {
      "GPT-2": [1, 1, 0, 1],
      BERT: [0, 1, 2, 3],
      RoBERTa: [1, 1, 2, 3],
      OPT: [1, 1, 2, 3],
      Whisper: [0, 1, 2, 3],
      ViT: [1, 2, 3, 4],
      nanoGPT: [0, 1, 2, 3],
    },
    "1,1,1,1": {
      "GPT-2": [0, 1, 2, 3],
      RoBERTa: [2, 3, 4, 5],
      OPT: positions.opt_position_ids[0].rows,
    },
    "1,1,0,0": { "GPT-2": [0, 1, 1, 1], RoBERTa: [2, 3, 1, 1], OPT: [2, 3, 1, 1] },
  };
  for (const [mask, models] of Object.entries(expected)) {
    test(`each takes the rows of its rule: mask ${mask}`, () =>
      lab(`mask=${mask}`, async (page) => {
        const rows = new Map((await matrixRows(page, "table.overview")).map(([name, ...cells]) => [name, cells]));
        for (const [name, wanted] of Object.entries(models)) {
          assert.deepEqual(rows.get(name).slice(0, 4).map(Number), wanted, name);
        }
      }));
  }

  test("position tables have the published shapes", () =>
    lab("", async (page) => {
      const shapes = (await matrixRows(page, "table.overview")).map((row) => [row[0], row.at(-1)]);
      assert.deepEqual(Object.fromEntries(shapes), {
        "GPT-2": "[1024, 768]",
        BERT: "[512, 768]",
        RoBERTa: "[514, 768]",
        OPT: "[2050, 768]",
        Whisper: "[448, 768]",
        ViT: "[1, 197, 768]",
        nanoGPT: "[1024, 768]",
      });
    }));

  test("a press on a place of the mask makes it a pad or a word", () =>
    lab("", async (page) => {
      await page.getByRole("button", { name: "索引 0，狗: 0" }).click();
      await urlSays(page, "mask", "1,0,1,1");
      const opt = (await matrixRows(page, "table.overview")).find(([name]) => name === "OPT");
      assert.deepEqual(opt.slice(1, 5).map(Number), [2, 1, 3, 4]);
    }));
});

describe("GPT-2", () => {
  test("猫 吃 is completed with 鱼; with OPT's rows it is not, and nothing raises an error", () =>
    lab("", async (page) => {
      assert.match(await seen(page), /下一个词是“鱼”/);
      await mistake(page);
      assert.match(await seen(page), /错开两行，没有报错；下一个词从“鱼”变成“狗”/);
      const rows = await ladder(page);
      assert.deepEqual(rows.get(0).slice(0, 2), ["猫", ""]);
      assert.deepEqual(rows.get(2).slice(0, 2), ["", "猫"]);
      assert.deepEqual(rows.get(3).slice(0, 2), ["", "吃"]);
    }));

  test("X0 is the sum of the rows fetched, by the rule and by the mistake", () =>
    lab("wrong=1", async (page) => {
      const right = await rowsOf(tableCalled(page, "X⁽⁰⁾ = wte + wpe"));
      const tried = await rowsOf(tableCalled(page, "弄错以后的 X⁽⁰⁾"));
      assert.deepEqual(right[2].slice(1), x0Row(0, 0));
      assert.deepEqual(right[3].slice(1), x0Row(3, 1));
      assert.deepEqual(tried[2].slice(1), x0Row(0, 2));
      assert.deepEqual(tried[3].slice(1), x0Row(3, 3));
    }));

  test("pads alone leave no word to go on from", () =>
    lab("mask=0,0,0,0&wrong=1", async (page) => {
      assert.match(await seen(page), /没有词可接/);
    }));
});

test("RoBERTa counted from 0 gives the second word the pads' row", () =>
  lab("model=roberta&mask=1,1,1,1&wrong=1", async (page) => {
    assert.match(await seen(page), /本该取第 2 行，弄错后取第 0 行/);
    assert.deepEqual((await ladder(page)).get(1).slice(0, 2), ["", "追"]);
  }));

test("OPT with 2 added twice is two rows off", () =>
  lab("model=opt&mask=1,1,1,1&wrong=1", async (page) => {
    assert.match(await seen(page), /本该取第 2 行，弄错后取第 4 行.*最大的行号现在是 7/);
  }));

describe("Whisper", () => {
  test("its encoder's columns are sines, then cosines, of frequencies that end at 1/10000", () =>
    lab("model=whisper", async (page) => {
      const rows = await rowsOf(tableCalled(page, "编码器的表，前 8 行，宽 8 列"));
      const frequencies = [0, 1, 2, 3].map((i) => 10000 ** (-i / 3));
      for (const [row, cells] of rows.entries()) {
        const angles = frequencies.map((frequency) => row * frequency);
        assert.deepEqual(cells.slice(1), [...angles.map(Math.sin), ...angles.map(Math.cos)].map((value) => shown(value, 3)));
      }
      assert.ok(await page.getByText("[1500, 768] 算好的，不训练").isVisible());
      assert.ok(await page.getByText("解码器的表有 448 行，位置 448 就越界").isVisible());
    }));

  test("the interleaved table is that of the Transformer paper, and another one", () =>
    lab("model=whisper&wrong=1", async (page) => {
      const rows = await rowsOf(tableCalled(page, "交错排列的表"));
      positions.sinusoidal_4x8.forEach((row, index) =>
        assert.deepEqual(rows[index].slice(1), row.map((value) => shown(value, 3))),
      );
      assert.match(await seen(page), /同一格最多差 1\.\d{3}/);
    }));
});

describe("ViT", () => {
  const patches = (page) => page.locator(".patches rect").count();

  test("224 pixels need all 197 rows", () =>
    lab("model=vit", async (page) => {
      assert.equal(await patches(page), 196);
      assert.match(await seen(page), /正好是 197 行/);
      assert.equal(await page.locator(".patches text").last().textContent(), "196");
    }));

  test("256 pixels need 257: the first patch without a row is the error of index 197", () =>
    lab("model=vit&side=16", async (page) => {
      assert.equal(await page.locator(".patch.missing").count(), 257 - 197);
      assert.ok(await page.getByText("IndexError：要取第 197 行，表只有 197 行").isVisible());
    }));

  test("with the class token forgotten the first patch takes its row", () =>
    lab("model=vit&wrong=1", async (page) => {
      assert.equal(await page.locator(".patches text").first().textContent(), "0");
      assert.match(await seen(page), /最后一块取第 195 行，不报错/);
    }));
});

describe("nanoGPT", () => {
  test("block_size 2 silently keeps the last two words at positions 0 and 1", () =>
    lab("model=nanogpt&block=2", async (page) => {
      const rows = await rowsOf(page.locator("table.ladder"));
      assert.deepEqual(rows.map((row) => row.slice(0, 3)), [
        ["0", "猫", "狗"],
        ["1", "吃", "追"],
        ["2 裁掉", "", "猫"],
        ["3 裁掉", "", "吃"],
        ...[4, 5, 6, 7].map((row) => [`${row} 裁掉`, "", ""]),
      ]);
      assert.deepEqual(rows[0].slice(3), wpe[0].map((value) => shown(value)));
      assert.match(await seen(page), /丢了开头 2 个词，没有报错.*“鱼”/);
    }));

  test("a block_size that holds all words drops none", () =>
    lab("model=nanogpt&block=4", async (page) => {
      assert.equal(await page.locator(".closer del").count(), 0);
      assert.match(await seen(page), /四个词都放得下/);
    }));
});

describe("BERT", () => {
  const stage = async (page, name) => (await rowsOf(tableCalled(page, name))).map((row) => row.slice(1));
  const sums = (types) =>
    ids.map((id, place) => wte[id].map((value, c) => value + wpe[6 + types[place]][c] + wpe[place][c]));
  const normed = (row) => {
    const mean = row.reduce((total, value) => total + value, 0) / row.length;
    const variance = row.reduce((total, value) => total + (value - mean) ** 2, 0) / row.length;
    return row.map((value) => (value - mean) / Math.sqrt(variance + 1e-12));
  };

  test("adds three rows a word and normalises each sum; at inference that is the output", () =>
    lab("model=bert&training=0", async (page) => {
      const expected = sums([0, 0, 1, 1]);
      assert.deepEqual(await stage(page, "三者的和"), expected.map((row) => row.map((value) => shown(value))));
      const output = expected.map((row) => normed(row).map((value) => shown(value, 3)));
      assert.deepEqual(await stage(page, "LayerNorm 之后"), output);
      assert.deepEqual(await stage(page, "输出，留下的乘 1"), output);
      assert.equal(await tableCalled(page, "dropout 的掩码").count(), 0);
    }));

  test("dropout makes the masked numbers 0 and scales the others by 1 / (1 - p)", () =>
    lab("model=bert&p=0.5", async (page) => {
      const mask = await stage(page, "dropout 的掩码");
      const expected = sums([0, 0, 1, 1]).map(normed);
      const output = expected.map((row, r) => row.map((value, c) => shown(mask[r][c] === "1" ? value * 2 : 0, 3)));
      assert.deepEqual(await stage(page, "输出，留下的乘 2"), output);
      const dropped = mask.flat().filter((kept) => kept === "0").length;
      assert.ok(dropped > 0 && dropped < 16);
      assert.match(await seen(page), new RegExp(`16 个数中的 ${dropped} 个变成 0`));
    }));

  test("without token_type_ids every word is of type 0, and nothing raises an error", () =>
    lab("model=bert&training=0&wrong=1", async (page) => {
      const expected = sums([0, 0, 0, 0]).map((row) => normed(row).map((value) => shown(value, 3)));
      assert.deepEqual(await stage(page, "LayerNorm 之后"), expected);
      assert.match(await seen(page), /不报错，LayerNorm 之后最多差 [1-9]|不报错，LayerNorm 之后最多差 0\.[0-9]*[1-9]/);
    }));

  test("another seed drops others", () =>
    lab("model=bert&p=0.5", async (page, { open }) => {
      const first = await stage(page, "dropout 的掩码");
      await open("lang=zh&model=bert&p=0.5&seed=1");
      assert.notDeepEqual(await stage(page, "dropout 的掩码"), first);
    }));
});

describe("the address", () => {
  test("model, mistake and mask are in it, and read from it", () =>
    lab("", async (page, { open }) => {
      await page.getByLabel("OPT", { exact: true }).check();
      await mistake(page);
      await urlSays(page, "model", "opt");
      await urlSays(page, "wrong", "1");
      await open(new URL(page.url()).search.replace("?lab=models&", ""));
      assert.equal(await page.getByLabel("OPT", { exact: true }).isChecked(), true);
      assert.equal(await page.locator(".closer > .toggle input").isChecked(), true);
    }));

  for (const [key, wrong] of [
    ["model", "t5"],
    ["mask", "0,1"],
    ["mask", "0,1,2,1"],
    ["side", "25"],
    ["block", "0"],
    ["p", "0.95"],
    ["types", "a"],
  ]) {
    test(`${key}=${wrong} is refused by name and the start is shown`, () =>
      lab(`${key}=${wrong}`, async (page) => {
        assert.ok(await page.getByText(`${key} 没有采用`).isVisible());
        assert.equal(await page.getByLabel("GPT-2", { exact: true }).isChecked(), true);
      }));
  }
});

describe("every model", () => {
  for (const model of ["gpt2", "bert", "roberta", "opt", "whisper", "vit", "nanogpt"]) {
    test(`${model}: axe finds nothing, the page does not scroll sideways, English is English`, () =>
      lab(`model=${model}&wrong=1&side=24`, async (page, { open }) => {
        assert.deepEqual(await violations(page), []);
        await page.setViewportSize({ width: 320, height: 800 });
        await open(`lang=en&model=${model}&wrong=1&side=24`);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
        const english = await page.locator(".lab").innerText();
        assert.doesNotMatch(english.replace(/[猫追狗吃鱼]/g, ""), /\p{Script=Han}|[，。：；]/u);
        assert.doesNotMatch(english, /undefined|NaN/);
      }));
  }
});
