/**
 * The laboratory of the length limit. Golden: the teaching model's table, the sinusoidal table of
 * positions.json, the synthetic rows of gpt2-small-synthetic.json; the rest is worked out here.
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { violations } from "./axe.mjs";
import { onLab, seen } from "./labs.mjs";
import { golden, shown, urlSays, wpe } from "./reader.mjs";

const { sinusoidal_4x4: sinusoidal } = JSON.parse(
  await readFile(new URL("../data/positions.json", import.meta.url), "utf8"),
);

const ten = "a b c d e f g h i j";
const lab = (query, body) => onLab("limit", `lang=zh&${query}`, body);

const tableCalled = (page, name) => page.locator("table").filter({ has: page.getByText(name, { exact: true }) });
const rowsOf = (table) =>
  table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
const drawn = (strip) =>
  strip
    .locator("li")
    .evaluateAll((items) =>
      items.map((item) => [
        item.querySelector("del, span:not(.hidden)").textContent,
        item.querySelector(".number").textContent,
        item.querySelector("del") !== null,
      ]),
    );

describe("the wall", () => {
  test("behind the last row the learned table has none, and the formula goes on", () =>
    lab("rows=2", async (page) => {
      const learned = await rowsOf(tableCalled(page, "学来的表 wpe"));
      assert.deepEqual(learned.slice(0, 2), [0, 1].map((row) => [String(row), ...wpe[row].map((value) => shown(value))]));
      assert.deepEqual(learned.slice(2), [2, 3].map((row) => [`${row} 没有这一行`, "—", "—", "—", "—"]));
      assert.deepEqual(
        await rowsOf(tableCalled(page, "正弦公式")),
        sinusoidal.map((row, index) => [String(index), ...row.map((value) => shown(value, 3))]),
      );
    }));

  test("the ninth word of nine is the error of index 8; eight words are none", () =>
    lab("text=a b c d e f g h i", async (page, { open }) => {
      const error = page.locator("[data-error]");
      assert.match(await error.innerText(), /第 9 个词（索引 8）要取 wpe 的第 8 行，可是 wpe 只有 8 行，有效范围是 0 到 7/);
      assert.equal(await page.locator("li.wall").first().locator(".number").innerText(), "8");
      await open("lang=zh&text=a b c d e f g h");
      assert.equal(await error.count(), 0);
      assert.equal(await page.locator("li.beyond").count(), 0);
    }));

  test("the table of GPT-2 is told from its shape", () =>
    lab("", async (page) => {
      assert.ok(await page.getByText("GPT-2 small 的表是 [1024, 768]，墙在位置 1024").isVisible());
    }));
});

describe("truncating", () => {
  test("keeping the head strikes out the tail", () =>
    lab(`text=${ten}&rows=4`, async (page) => {
      const strip = await drawn(page.getByLabel("截断", { exact: true }).and(page.locator("ol")));
      const letters = ten.split(" ");
      assert.deepEqual(strip, letters.map((letter, i) => (i < 4 ? [letter, String(i), false] : [letter, "–", true])));
      assert.match(await seen(page), /结尾丢了 6 个词/);
    }));

  test("keeping the tail counts its positions from 0 again", () =>
    lab(`text=${ten}&rows=4&keep=tail`, async (page) => {
      const strip = await drawn(page.getByLabel("截断", { exact: true }).and(page.locator("ol")));
      assert.deepEqual(strip.slice(5), [
        ["f", "–", true],
        ["g", "0", false],
        ["h", "1", false],
        ["i", "2", false],
        ["j", "3", false],
      ]);
    }));
});

describe("sliding a window", () => {
  test("windows overlap, count positions from 0, and leave pairs unseen", () =>
    lab(`text=${ten}&rows=4&way=windows&overlap=1`, async (page) => {
      const strips = page.locator(".windows ol");
      const windows = [[0, 4], [3, 7], [6, 10]];
      assert.equal(await strips.count(), windows.length);
      for (const [number, [start, end]] of windows.entries()) {
        const words = ten.split(" ").slice(start, end);
        assert.deepEqual(await drawn(strips.nth(number)), words.map((word, i) => [word, String(i), false]));
      }
      let unseen = 0;
      for (let a = 0; a < 10; a++) {
        for (let b = a + 1; b < 10; b++) {
          if (!windows.some(([start, end]) => start <= a && b < end)) unseen += 1;
        }
      }
      assert.match(await seen(page), new RegExp(`45 对词里有 ${unseen} 对从不在同一个窗口。“a”和“j”`));
    }));

  test("an overlap that a smaller table cannot have becomes the largest it can", () =>
    lab(`text=${ten}&rows=2&way=windows&overlap=7`, async (page) => {
      assert.equal(await page.locator(".windows ol").count(), 9);
    }));
});

describe("interpolating", () => {
  const numbers = async (page) => {
    await page.getByText("图里的数").click();
    return rowsOf(page.locator("details table"));
  };
  const mixed = (row, share) => wpe[row].map((value, c) => shown(value * (1 - share) + wpe[row + 1][c] * share, 4));

  test("without align_corners the second of 16 rows lies a quarter behind the first", () =>
    lab("way=rows", async (page) => {
      const rows = await numbers(page);
      assert.equal(rows.length, 16);
      assert.deepEqual(rows[1], ["1", "0.250", ...mixed(0, 0.25)]);
      assert.deepEqual(rows[14], ["14", "6.750", ...mixed(6, 0.75)]);
      assert.match(await seen(page), /隔 0.5 行。没有两行相同。你的词都有行了。/);
    }));

  test("with align_corners every other of 15 rows is an old one and the ends stay", () =>
    lab("way=rows&target=15&align=1", async (page) => {
      const rows = await numbers(page);
      assert.deepEqual(rows[1], ["1", "0.500", ...mixed(0, 0.5)]);
      assert.deepEqual(rows[14], ["14", "7.000", ...wpe[7].map((value) => shown(value, 4))]);
    }));

  test("at four times the length both ends hold the same row twice", () =>
    lab("way=rows&target=32", async (page) => {
      assert.match(await seen(page), /有 2 处，相邻两行一模一样/);
      const rows = await numbers(page);
      assert.deepEqual(rows[0].slice(1), rows[1].slice(1));
    }));

  test("a table that is still too short says which position has no row", () =>
    lab(`way=rows&target=9&text=${ten}`, async (page) => {
      assert.match(await seen(page), /还差：位置 9 没有行/);
    }));

  test("ViT's class token keeps its row, and taking it for a patch is refused", () =>
    lab("way=grid&align=1", async (page) => {
      const [before, after] = [tableCalled(page, "原来：4 × 4 块"), tableCalled(page, "双三次插值后：6 × 6 块")];
      const [old, grown] = [await rowsOf(before), await rowsOf(after)];
      const [[classRow], [firstPatch]] = golden.cases[0].wpe_first8;
      assert.equal(old[0][1], shown(classRow, 4));
      assert.equal(old[1][1], shown(firstPatch, 4));
      assert.equal(grown[0][1], old[0][1]);
      assert.equal(grown.length, 7);
      for (const [o, g] of [[1, 1], [4, 6]]) {
        assert.equal(grown[g][1], old[o][1]);
        assert.equal(grown[g].at(-1), old[o].at(-1));
      }
      assert.ok(await page.getByText("matrix: has 17 rows, which is not 4 x 4").isVisible());
    }));

  test("without a class token the table is the grid alone", () =>
    lab("way=grid&class=0", async (page) => {
      assert.equal((await rowsOf(tableCalled(page, "原来：4 × 4 块"))).length, 4);
      assert.equal(await page.getByText("核心就拒绝").count(), 0);
    }));
});

describe("what is typed", () => {
  test("blanks alone are refused and the text stays", () =>
    lab(`text=${ten}`, async (page) => {
      const field = page.getByLabel("你的文字").first();
      await field.fill("  \n ");
      await field.blur();
      assert.match(await page.getByRole("alert").innerText(), /有 0 项，要 1 到 160 项/);
      assert.equal(await page.locator("li.beyond").count(), 2);
      await field.fill("x".repeat(161));
      await field.blur();
      assert.match(await page.getByRole("alert").innerText(), /有 161 项/);
    }));

  test("a size that is no size is refused", () =>
    lab("", async (page) => {
      for (const wrong of ["9", "1", "-1", "2.5", "NaN", ""]) {
        const field = page.locator("input.exact").first();
        await field.fill(wrong);
        await page.keyboard.press("Enter");
        await field.blur();
        assert.match(await page.getByRole("alert").innerText(), /要 2 到 8 的整数/);
      }
    }));

  test("Enter takes the text as it stands", () =>
    lab("", async (page) => {
      const field = page.getByLabel("你的文字").first();
      await field.fill("一 二 三");
      await field.press("Enter");
      await urlSays(page, "text", "一 二 三");
      assert.equal(await field.inputValue(), "一 二 三");
    }));

  test("text, size and way are in the address, and read from it", () =>
    lab("", async (page, { open }) => {
      const field = page.getByLabel("你的文字").first();
      await field.fill("一 二 三");
      await field.blur();
      await page.getByLabel("滑动窗口").check();
      await urlSays(page, "way", "windows");
      await urlSays(page, "text", "一 二 三");
      await open(new URL(page.url()).search.replace("?lab=limit&", ""));
      assert.equal(await field.inputValue(), "一 二 三");
      assert.equal(await page.getByLabel("滑动窗口").isChecked(), true);
    }));
});

describe("every way out", () => {
  for (const way of ["truncate", "windows", "rows", "grid"]) {
    test(`${way}: axe finds nothing, and no text makes the page scroll sideways`, () =>
      lab(`way=${way}&side=8&overlap=7`, async (page, { open }) => {
        assert.deepEqual(await violations(page), []);
        await page.setViewportSize({ width: 320, height: 800 });
        for (const text of ["x".repeat(160), "x ".repeat(79), "词".repeat(160), "a"]) {
          await open(`lang=en&way=${way}&text=${text}&overlap=7`);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(width <= 320, `${width} for ${text}`);
          assert.doesNotMatch(await page.locator(".lab").innerText(), /undefined|NaN/);
        }
      }));
  }
});
