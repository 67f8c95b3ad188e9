/** The loop with a growing KV cache, and a cache length that is off by one. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { matrixRows, onPage, query, shown, teaching, urlSays } from "./reader.mjs";

const book = JSON.parse(
  await readFile(new URL("../data/book-3.8.json", import.meta.url), "utf8"),
);
const answered = `?model=book-3.8&step=next&ids=${book.rounds.flatMap(({ ids }) => ids)}&prompt=6`;

/** The cells of the rounds' table: body by cache row, foot by what is said of each round. */
const loop = (page) =>
  page.locator(".rounds").evaluate((table) => {
    const texts = (row) => [...row.cells].map((cell) => cell.innerText.trim());
    return {
      rounds: texts(table.tHead.rows[0]).filter((text) => /轮/.test(text)),
      body: [...table.tBodies[0].rows].map(texts),
      foot: [...table.tFoot.rows].map(texts),
    };
  });

describe("the loop with a cache", () => {
  test("round 1 writes the prompt's rows, each later round one; the others are read", () =>
    onPage(answered, async (page) => {
      const { rounds, body, foot } = await loop(page);
      assert.deepEqual(rounds.map((text) => text.replace(/\s+/g, " ")), [
        "第 1 轮 预填充",
        "第 2 轮 解码",
        "第 3 轮 解码",
      ]);
      assert.deepEqual(
        body.map((row) => row.slice(1, 4)),
        [
          ...Array(6).fill(["算", "读", "读"]),
          ["", "算", "读"],
          ["", "", "算"],
        ],
      );
      assert.equal(body[7][0], "8 。");
      const [read, computed, chosen, difference] = foot.map((row) => row.slice(1, 4));
      assert.deepEqual(read, ["0", "6", "7"]);
      assert.deepEqual(computed, ["6", "1", "1"]);
      assert.deepEqual(chosen, book.answer);
      assert.deepEqual(difference, Array(3).fill("逐位相同"));
      assert.match(
        await page.locator(".loop .note").innerText(),
        /写下 6 行 k 和 v.*后面 2 轮是解码，每轮只算新词元的 1 行/,
      );
    }));

  for (const head of [0, 1]) {
    test(`the rows kept are the k and v of head ${head} as the golden rounds have them`, () =>
      onPage(`${answered}&head=${head}`, async (page) => {
        const { body } = await loop(page);
        const golden = book.rounds.flatMap(({ heads }) =>
          heads[head].k.map((k, t) => [...k, ...heads[head].v[t]].map((value) => shown(value, 3))),
        );
        assert.deepEqual(body.map((row) => row.slice(4)), golden);
      }));
  }

  test("grows by one round at each append, and goes back to the prompt", () =>
    onPage("?step=next&ids=0", async (page) => {
      for (let round = 1; round <= 8; round++) {
        const { rounds, body, foot } = await loop(page);
        assert.equal(rounds.length, round);
        assert.equal(body.length, round);
        assert.deepEqual(foot[1].slice(1, round + 1), Array(round).fill("1"));
        assert.deepEqual(foot[3].slice(1, round + 1), Array(round).fill("逐位相同"));
        if (round < 8) await page.locator('[data-action="append"]').click();
      }
      await urlSays(page, "prompt", "1");
      await page.getByRole("button", { name: "回到最初的句子" }).click();
      assert.equal((await loop(page)).rounds.length, 1);
      await urlSays(page, "ids", "0");
      assert.equal(query(page).get("prompt"), null);
    }));

  test("deleting what was chosen last takes its round away; any other edit reads anew", () =>
    onPage("?step=next&ids=0,1,2,1&prompt=2", async (page) => {
      assert.equal((await loop(page)).rounds.length, 3);
      await page.getByRole("button", { name: "删除 第 4 个词元，索引 3" }).click();
      assert.deepEqual((await loop(page)).foot[1].slice(1, 3), ["2", "1"]);
      await page.getByRole("button", { name: "添上“猫”" }).click();
      const { rounds, foot } = await loop(page);
      assert.equal(rounds.length, 1);
      assert.equal(foot[1][1], "4");
    }));

  test("a prompt longer than the sentence is named and left out", () =>
    onPage("?step=next&ids=0,1&prompt=3", async (page) => {
      assert.match(await page.locator(".unread").innerText(), /prompt=3/);
      assert.equal((await loop(page)).rounds.length, 1);
    }));
});

describe("a cache length off by one", () => {
  const right = (page) => page.locator(".offsets td:nth-child(2)").allInnerTexts();
  const here = (page) => page.locator(".offsets td:nth-child(3)").allInnerTexts();

  test("the slider moves by keyboard: 猫吃 gets 狗 at +1, nothing is raised, and the address says it", () =>
    onPage("?step=next&ids=0,3", async (page) => {
      const slider = page.getByRole("slider", { name: "偏移" });
      assert.match(await page.locator(".offset .outcome").innerText(), /第 1 行，选出“鱼”/);
      assert.deepEqual(await here(page), await right(page));
      await slider.focus();
      await page.keyboard.press("ArrowRight");
      assert.equal(await slider.getAttribute("aria-valuetext"), "偏移 +1，位置 2");
      assert.match(await page.locator(".offset output").innerText(), /past_length = 1 \+ 1 = 2/);
      assert.match(
        await page.locator(".offset .outcome").innerText(),
        /第 2 行，选出“狗”.*长度没错时选的是“鱼”.*没有什么报错/,
      );
      assert.notDeepEqual(await here(page), await right(page));
      assert.equal(await page.locator(".error").count(), 0);
      await urlSays(page, "offset", "1");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      assert.match(await page.locator(".offset output").innerText(), /past_length = 1 \+ \(−1\) = 0/);
      await urlSays(page, "offset", "-1");
    }));

  for (const [offset, checks] of [
    ["1", teaching.checks.second_word_at_position_2_instead_of_1],
    ["-1", teaching.checks.second_word_at_position_0_instead_of_1],
  ]) {
    for (const { ids, chosen } of checks) {
      test(`${ids} with offset ${offset} gets ${chosen}, as teaching.json has it`, () =>
        onPage(`?step=next&ids=${ids}&offset=${offset}`, async (page) => {
          const best = page.locator(".offsets tr:has(td:nth-child(3).best) th");
          assert.equal(await best.innerText(), teaching.vocabulary[chosen]);
        }));
    }
  }

  for (const [name, search, sentence] of [
    ["before the first row", "ids=0&offset=-1", /第 1 个词元（索引 0）要取 wpe 的第 −1 行.*还是 0 行/],
    ["past the last row", "ids=0,1,2,3,4,0,1,2&offset=1", /第 8 个词元（索引 7）要取 wpe 的第 8 行.*还是 7 行/],
  ]) {
    test(`${name}: the error in a sentence, and the page goes on`, () =>
      onPage(`?step=next&${search}`, async (page) => {
        assert.match(await page.locator(".offset .error").innerText(), sentence);
        assert.ok((await here(page)).every((text) => text === "算不出"));
        await page.getByRole("slider", { name: "偏移" }).fill("0");
        assert.equal(await page.locator(".error").count(), 0);
        assert.deepEqual(await here(page), await right(page));
      }));
  }

  test("positions set by hand are what the offset is added to", () =>
    onPage("?step=next&ids=0,3&position_ids=0,4&offset=1", async (page) => {
      assert.match(await page.locator(".offset output").innerText(), /position_id = 4 \+ 1 = 5/);
      const rows = await matrixRows(page, ".offsets");
      assert.equal(rows.length, 5);
    }));
});
