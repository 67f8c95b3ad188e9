/** The laboratory of parameter counts, read off the page. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { onLab, seen } from "./labs.mjs";
import { matrixRows, query, urlSays } from "./reader.mjs";

const { parameters } = JSON.parse(
  await readFile(new URL("../data/positions.json", import.meta.url), "utf8"),
);
const grouped = (value) => value.toLocaleString("en-US");

const onState = (state, body) => onLab("parameters", `lang=zh&${state}`, body);
/** A model's row of the table of all: share, table, total, shape. */
const modelRow = async (page, name) =>
  (await matrixRows(page, ".models table")).find(([header]) => header === name).slice(1);
const sumRows = (page) => matrixRows(page, ".body > .scroller > .lab-table.sum");
const typeLayers = async (page, text) => {
  await page.getByRole("textbox", { name: "n_layer（层数）" }).fill(text);
  await page.keyboard.press("Enter");
};

test("GPT-2, BERT and GPT-3 have the published numbers of parameters and shares", () =>
  onState("", async (page) => {
    const names = {
      "gpt2-small": "GPT-2 small",
      "gpt2-medium": "GPT-2 medium",
      "gpt2-large": "GPT-2 large",
      "gpt2-xl": "GPT-2 XL",
      "bert-base": "BERT-base",
    };
    for (const [key, name] of Object.entries(names)) {
      const { total, wpe, position } = parameters[key];
      const [, table, all] = await modelRow(page, name);
      assert.deepEqual([table, all], [grouped(wpe ?? position), grouped(total)], name);
    }
    assert.equal((await modelRow(page, "GPT-2 small"))[0], "0.63 %");
    assert.equal((await modelRow(page, "BERT-base"))[0], "0.36 %");
    const { position, position_share_percent_of_175e9: share } = parameters["gpt3-175b"];
    assert.deepEqual((await modelRow(page, "GPT-3 175B")).slice(0, 2), [
      `${share} %`,
      grouped(position),
    ]);
  }));

test("OPT's table has two rows more, Whisper's decoder 448, ViT's a row for the class token", () =>
  onState("", async (page) => {
    assert.equal((await modelRow(page, "OPT-125M"))[3], "[2050, 768]");
    assert.equal((await modelRow(page, "Whisper tiny"))[3], "[448, 384]");
    assert.equal((await modelRow(page, "ViT-B/16"))[3], "[197, 768]");
    // The models' published files hold as many numbers.
    assert.equal((await modelRow(page, "OPT-125M"))[2], "125,239,296");
    assert.equal((await modelRow(page, "OPT-350M"))[2], "331,196,416");
    assert.equal((await modelRow(page, "Whisper tiny"))[2], "37,760,640");
    assert.equal((await modelRow(page, "ViT-B/16"))[2], "85,798,656");
  }));

test("GPT-2's total is the sum of its terms, each with its sizes", () =>
  onState("", async (page) => {
    const { wte, wpe, block, ln_f, total } = parameters["gpt2-small"];
    const rows = (await sumRows(page)).map((row) => row.slice(0, 3));
    assert.deepEqual(rows, [
      ["wte", "50257 × 768", grouped(wte)],
      ["wpe", "1024 × 768", grouped(wpe)],
      ["h", `12 × ${grouped(block)}`, grouped(12 * block)],
      ["ln_f", "768 + 768", grouped(ln_f)],
      ["合计", "", grouped(total)],
    ]);
    await page.getByText("一层 h 里有什么").first().click();
    const inside = await matrixRows(page, "details .lab-table.sum");
    assert.deepEqual(inside.at(-1).slice(0, 3), ["一层", "", grouped(block)]);
    assert.ok(inside.every((row) => row.at(-1) !== "undefined"));
  }));

test("layers move the total and not the table", () =>
  onState("model=own", async (page) => {
    const before = await modelRow(page, "自己配（GPT-2 的结构）");
    assert.deepEqual(before, await modelRow(page, "GPT-2 small"));
    await typeLayers(page, "24");
    await urlSays(page, "n_layer", "24");
    const after = await modelRow(page, "自己配（GPT-2 的结构）");
    const { total, block } = parameters["gpt2-small"];
    assert.equal(after[1], before[1]);
    assert.equal(after[2], grouped(total + 12 * block));
    assert.match(await seen(page), /再加一层，总数多 7,087,872 个/);
  }));

test("a model without layers still says what a layer would add", () =>
  onState("model=own&n_layer=0&n_embd=64&n_positions=64&vocab_size=1", async (page) => {
    const rows = (await sumRows(page)).map((row) => row[0]);
    assert.deepEqual(rows, ["wte", "wpe", "ln_f", "合计"]);
    // 12 n_embd² + 13 n_embd
    assert.match(await seen(page), new RegExp(`总数多 ${grouped(12 * 64 * 64 + 13 * 64)} 个`));
  }));

test("the bytes of the table are four, two and one a parameter", () =>
  onState("", async (page) => {
    const rows = (await matrixRows(page, ".lab-table")).filter(([name]) => / 字节/.test(name));
    assert.deepEqual(
      rows.map((row) => row.slice(1)),
      [
        ["3.15 MB", "498 MB"],
        ["1.57 MB", "249 MB"],
        ["786 kB", "124 MB"],
      ],
    );
  }));

test("sizes that no table has are refused, and nothing moves", () =>
  onState("model=own", async (page) => {
    const before = await modelRow(page, "自己配（GPT-2 的结构）");
    for (const text of ["-1", "1.5", "97", "x", ""]) {
      await typeLayers(page, text);
      assert.equal(
        await page.locator(".refusal").innerText(),
        `“${text}”不行，要 0 到 96 的整数。`,
      );
    }
    assert.deepEqual(await modelRow(page, "自己配（GPT-2 的结构）"), before);
  }));

test("the address names the model and its sizes, and is told when it is wrong", async () => {
  await onState("model=bert-base", async (page) => {
    assert.equal(await page.getByRole("radio", { name: "BERT-base" }).isChecked(), true);
    assert.match(await seen(page), /BERT-base .*393,216 .*109,482,240 .*0\.36/);
    await page.getByRole("radio", { name: "ViT-B/16" }).check();
    await urlSays(page, "model", "vit-b16");
    await page.getByRole("radio", { name: "GPT-2 small" }).check();
    await page.waitForFunction(() => !location.search.includes("model="));
    assert.equal(query(page).get("lab"), "parameters");
  });
  await onState("model=gpt5&n_layer=1e9", async (page) => {
    assert.equal(await page.locator(".refusal").count(), 2);
    assert.equal(await page.getByRole("radio", { name: "GPT-2 small" }).isChecked(), true);
  });
});

test("a table that is wider than the screen shows that it goes on, until its end is reached", () =>
  onLab(
    "parameters",
    "lang=zh",
    async (page) => {
      const scroller = page.locator(".models .scroller, .scroller:has(.models)").first();
      const more = () => scroller.evaluate((element) => element.hasAttribute("data-more"));
      assert.equal(await more(), true);
      await scroller.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
      await page.waitForTimeout(100);
      assert.equal(await more(), false);
    },
    { width: 360 },
  ));
