/** The laboratory on order, read off the page. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { onLab, seen } from "./labs.mjs";
import { matrixRows, query, shown, urlSays, wte } from "./reader.mjs";

const onOrder = (state, body) => onLab("order", `lang=zh&${state}`, body);

/** For each word what is read out in the first sentence and in the second. */
async function readOuts(page) {
  const rows = await matrixRows(page, ".body > .scroller .lab-table");
  return rows
    .filter((_, n) => n % 2 === 0)
    .map((first, n) => ({
      first: first.slice(1, 5),
      second: rows[2 * n + 1].slice(1, 5),
      difference: Number(rows[2 * n + 1][5]),
      sees: [first[6], rows[2 * n + 1][6]],
    }));
}
const signs = (page) => page.locator(".joined text.same, .joined text.other").allTextContents();
const trimmed = (texts) => texts.map((text) => text.trim());

test("without positions every word of 猫追狗 reads out in 狗追猫 what it did before", () =>
  onOrder("", async (page) => {
    const pairs = await readOuts(page);
    assert.equal(pairs.length, 3);
    for (const { first, second, difference } of pairs) {
      assert.deepEqual(second, first);
      assert.equal(difference, 0);
    }
    assert.deepEqual(trimmed(await signs(page)), ["=", "=", "="]);
    assert.match(await seen(page), /一袋词/);
  }));

test("the rows fed in are those of wte, in another order", () =>
  onOrder("", async (page) => {
    await page.locator("summary").click();
    const rows = await matrixRows(page, "details .lab-table");
    const fed = rows.map((row) => row.slice(1, 5));
    [0, 1, 2].forEach((id) => {
      const row = wte[id].map((value) => shown(value));
      assert.deepEqual([fed[2 * id], fed[2 * id + 1]], [row, row]);
    });
  }));

test("with positions the same word reads out something else at another place", () =>
  onOrder("", async (page) => {
    await page.getByRole("checkbox", { name: "加位置" }).check();
    const pairs = await readOuts(page);
    assert.ok(pairs.every(({ difference }) => difference > 0.001), JSON.stringify(pairs));
    assert.deepEqual(trimmed(await signs(page)), ["≠", "≠", "≠"]);
    assert.match(await seen(page), /顺序进到数里了/);
  }));

test("the causal mask alone already tells the orders apart, by what each word sees", () =>
  onOrder("", async (page) => {
    await page.getByRole("checkbox", { name: "因果掩码" }).check();
    const [cat, , dog] = await readOuts(page);
    assert.deepEqual(cat.sees, ["猫", "狗追猫"]);
    assert.deepEqual(dog.sees, ["猫追狗", "狗"]);
    assert.ok(cat.difference > 0.001 && dog.difference > 0.001);
    assert.match(await seen(page), /没有加位置.*NoPE/);
  }));

test("a word that keeps what it sees keeps its read-out under the mask", () =>
  onOrder("causal=1&order=1", async (page) => {
    assert.deepEqual(trimmed(await signs(page)), ["=", "≠", "≠"]);
    assert.match(await seen(page), /只有“猫”还一样/);
  }));

test("any sentence in any order is the same bag of words", () =>
  onOrder("ids=4,0,3,2,1", async (page) => {
    for (const order of ["1", "42", "119"]) {
      await page.getByRole("textbox", { name: "第二句：第几种排法" }).fill(order);
      await page.keyboard.press("Enter");
      await urlSays(page, "order", order);
      assert.deepEqual(trimmed(await signs(page)), ["=", "=", "=", "=", "="]);
    }
  }));

test("a word that is not there is refused with a sentence, and the sentence stays", () =>
  onOrder("", async (page) => {
    const ids = page.getByRole("textbox", { name: "第一句（id）" });
    for (const [text, sentence] of [
      ["0,5", /每一项要是 0 到 4 的整数/],
      ["0,x", /每一项要是 0 到 4 的整数/],
      ["0", /要 2 到 5 项/],
      ["0,1,2,3,4,0", /要 2 到 5 项/],
    ]) {
      await ids.fill(text);
      await page.keyboard.press("Enter");
      assert.match(await page.locator(".refusal").innerText(), sentence);
      assert.equal((await readOuts(page)).length, 3);
    }
  }));

test("the address says what is shown, and shows it again", () =>
  onOrder("", async (page, { open }) => {
    await page.getByRole("checkbox", { name: "因果掩码" }).check();
    await page.getByRole("textbox", { name: "第一句（id）" }).fill("0 3 4");
    await page.keyboard.press("Enter");
    await urlSays(page, "ids", "0,3,4");
    assert.equal(query(page).get("causal"), "1");
    const pairs = await readOuts(page);
    await open(`lang=zh&ids=0,3,4&causal=1`);
    assert.deepEqual(await readOuts(page), pairs);
  }));
