/** Sentences, ids and positions, the address, the languages, and what is said about them. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage } from "./browser.mjs";
import {
  back,
  browser,
  matrixRows,
  numbers,
  onPage,
  query,
  step,
  typeInto,
  urlSays,
  x0Row,
} from "./reader.mjs";
import { startSite } from "./site.mjs";

describe("editing the sentence", () => {
  test("adding, removing, moving and clearing words", () =>
    onPage("", async (page) => {
      const ids = () => page.locator("input.ids").inputValue();
      await page.getByRole("button", { name: "添上“鱼”" }).click();
      assert.equal(await ids(), "0, 1, 2, 4");
      await page.getByRole("button", { name: "左移 第 4 个词元，索引 3" }).click();
      assert.equal(await ids(), "0, 1, 4, 2");
      await page.getByRole("button", { name: "删除 第 1 个词元，索引 0" }).click();
      assert.equal(await ids(), "1, 4, 2");
      assert.deepEqual(
        numbers(await matrixRows(page, ".x0-rows")),
        [x0Row(1, 0), x0Row(4, 1), x0Row(2, 2)],
      );
      await page.getByRole("button", { name: "清空" }).click();
      assert.equal(await ids(), "");
      assert.match(await page.locator(".x0-rows caption").innerText(), /\[0, 4\]/);
      assert.match(await page.locator(".explanation").innerText(), /句子还是空的/);
      await page.getByRole("button", { name: "还原" }).click();
      assert.equal(await ids(), "0, 1, 2");
    }));

  test("keeps the keyboard where it was after a deletion", () =>
    onPage("", async (page) => {
      const active = () =>
        page.evaluate(
          () => document.querySelector("tiny-gpt-stepper").shadowRoot.activeElement?.dataset.edit,
        );
      await page.locator('[data-edit="×2"]').focus();
      await page.keyboard.press("Enter");
      assert.equal(await active(), "×1");
      await page.locator('[data-edit="‹1"]').focus();
      await page.keyboard.press("Enter");
      assert.equal(await active(), "×0");
    }));

  test("typing ids in several notations", () =>
    onPage("", async (page) => {
      const field = page.locator("input.ids");
      for (const text of ["3 1", "[3, 1]", "3，1", "3、1"]) {
        await field.fill(text);
        await field.press("Enter");
        await urlSays(page, "ids", "3,1");
        assert.deepEqual(numbers(await matrixRows(page, ".x0-rows")), [x0Row(3, 0), x0Row(1, 1)]);
      }
    }));

  test("a slip of the keyboard is named and loses nothing", () =>
    onPage("", async (page) => {
      const field = page.locator("input.ids");
      for (const [text, named] of [["0, 1.5", "1.5"], ["abc", "abc"], ["1e3", "1e3"], ["0x1", "0x1"]]) {
        await field.fill(text);
        await field.press("Enter");
        assert.match(await page.locator(".problem").innerText(), new RegExp(`“${named}”不能用：这里要整数`));
        assert.equal(await field.inputValue(), text);
        assert.deepEqual(
          numbers(await matrixRows(page, ".x0-rows")),
          [0, 1, 2].map((t) => x0Row(t, t)),
        );
      }
      await field.fill("0");
      await field.press("Enter");
      assert.equal(await page.locator(".problem").count(), 0);
    }));

  test("editing a position changes the wpe row and nothing else", () =>
    onPage("", async (page) => {
      await typeInto(page, "第 2 个词元的 position_id", "5");
      assert.deepEqual(
        numbers(await matrixRows(page, ".x0-rows")),
        [x0Row(0, 0), x0Row(1, 5), x0Row(2, 2)],
      );
      await urlSays(page, "position_ids", "0,5,2");
      await page.getByRole("button", { name: "位置恢复为" }).click();
      assert.deepEqual(numbers(await matrixRows(page, ".x0-rows"))[1], x0Row(1, 1));
    }));

  test("a word at two positions: rows that differ only by wpe, and it says so", () =>
    onPage("?ids=0,1,0", async (page) => {
      const fetched = numbers(await matrixRows(page, ".wte-rows"));
      assert.deepEqual(fetched[0], fetched[2]);
      const sums = numbers(await matrixRows(page, ".x0-rows"));
      assert.notDeepEqual(sums[0], sums[2]);
      assert.match(await page.locator(".explanation").innerText(), /“猫”出现在索引 0、2/);
    }));
});

describe("the address", () => {
  test("says the state, and brings it back in a new page", () =>
    onPage("", async (page, opened) => {
      await page.getByRole("button", { name: "添上“吃”" }).click();
      await typeInto(page, "第 4 个词元的 position_id", "7");
      await page.locator('[data-cell="3,2"]').click();
      await urlSays(page, "cell", "3,2");
      const search = new URL(page.url()).search;
      assert.equal(
        search,
        "?model=teaching&ids=0,1,2,3&position_ids=0,1,2,7&step=sum&cell=3,2&lang=zh",
      );
      const before = await page.locator(".stepper").innerText();
      await opened.open(search);
      assert.equal(await page.locator(".stepper").innerText(), before);
    }));

  test("opens at a step, in a language", () =>
    onPage("?model=teaching&ids=4&step=wpe&lang=en", async (page) => {
      assert.equal(await step(page), "wpe");
      assert.equal(await page.locator("html").getAttribute("lang"), "en");
      assert.equal(await page.getByRole("button", { name: "Next", exact: true }).count(), 1);
    }));

  test("with parts that make no sense names them and uses the defaults", () =>
    onPage(
      "?model=gpt9&ids=0,x&step=jump&position_ids=1&cell=a&column=-2&try=wte:1.5&lang=zh",
      async (page) => {
        const status = await page.locator(".unread").innerText();
        for (const key of ["model", "ids", "step", "position_ids", "cell", "column", "try"]) {
          assert.match(status, new RegExp(key === "position_ids" ? "position_ids 有 1 个" : `${key}=`));
        }
        assert.equal(await step(page), "sum");
        assert.deepEqual(
          numbers(await matrixRows(page, ".x0-rows")),
          [0, 1, 2].map((t) => x0Row(t, t)),
        );
      },
    ));

  test("with a cell, a head or a language that is not there says so until the first change", () =>
    onPage("?cell=9,9&head=99&step=attention&lang=fr", async (page) => {
      assert.match(await page.locator("#status").innerText(), /lang=fr 读不懂/);
      assert.match(await page.locator(".unread").innerText(), /cell=9,9 超出了.*\n*head=99 超出了/);
      await page.getByRole("button", { name: "上一步", exact: true }).click();
      assert.equal(await page.locator(".unread").innerText(), "");
      assert.equal(await page.locator("#status").innerText(), "");
    }));

  test("a change of model is a step of the browser's history", () =>
    onPage("?ids=2,1", async (page) => {
      await page.getByText("GPT-2 small 的形状").click();
      await urlSays(page, "model", "gpt2-small");
      await page.goBack();
      assert.equal(await page.locator("input.ids").inputValue(), "2, 1");
      assert.equal(await page.locator(".stepper").getAttribute("data-model"), "teaching");
    }));

  test("an edit just before a change of model is found again by going back", () =>
    onPage("?ids=2,1", async (page) => {
      await page.evaluate(() => {
        const root = document.querySelector("tiny-gpt-stepper").shadowRoot;
        root.querySelector("button.word").click();
        root.querySelectorAll("input[name=model]")[1].click();
      });
      await page.goBack();
      assert.equal(await page.locator("input.ids").inputValue(), "2, 1, 0");
    }));

  test("works behind a sub-path", async (t) => {
    const below = await startSite("/books/position/");
    t.after(() => below.close());
    const opened = await openPage(browser, below);
    await opened.open("?ids=1");
    assert.deepEqual(numbers(await matrixRows(opened.page, ".x0-rows")), [x0Row(1, 0)]);
    await opened.finish();
  });
});

describe("languages", () => {
  test("Chinese for a Chinese browser, English for others, switched by one link", async () => {
    await onPage("", async (page) => {
      assert.equal(await page.locator("html").getAttribute("lang"), "zh-CN");
      await page.getByRole("link", { name: "English" }).click();
      assert.equal(await page.locator("html").getAttribute("lang"), "en");
      assert.equal(query(page).get("lang"), "en");
      assert.doesNotMatch(
        (await page.locator("body").innerText()).replace(/[猫追狗吃鱼]|中文/g, ""),
        /\p{Script=Han}/u,
      );
    });
    await onPage(
      "",
      async (page) => assert.equal(await page.locator("html").getAttribute("lang"), "en"),
      { locale: "de-DE" },
    );
  });
});

describe("what was said stays true", () => {
  test("text typed before the vocabulary is there does not overwrite what came later", () =>
    onPage("?model=gpt2-small", async (page) => {
      await page.route("**/r50k_base-*", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue();
      });
      await page.getByLabel("文字").fill("The cat");
      await page.locator("input.ids").fill("1,2,3");
      await page.locator("input.ids").press("Enter");
      await page.waitForTimeout(1200);
      assert.equal(await page.locator("input.ids").inputValue(), "1, 2, 3");
      await page.getByText("教学模型", { exact: true }).click();
      assert.equal(await page.locator("input.ids").inputValue(), "0, 1, 2");
    }));

  test("pointing at the hidden cell does not tell its answer", () =>
    onPage("?bet=1", async (page) => {
      await page.locator('[data-cell="2,1"]').hover();
      assert.doesNotMatch(await page.locator(".reading").innerText(), /0\.9/);
    }));

  test("another position is another question, and the old verdict goes", () =>
    onPage("?bet=1", async (page) => {
      await page.locator("#guess").fill("0.9");
      await page.getByRole("button", { name: "对答案" }).click();
      await typeInto(page, "第 3 个词元的 position_id", "4");
      assert.equal(await page.locator("#bet-feedback").innerText(), "");
      assert.equal(await page.locator('[data-cell="2,1"]').innerText(), "?");
    }));

  test("messages change their language with the page", () =>
    onPage("?bet=1", async (page) => {
      await page.locator("#guess").fill("0.9");
      await page.getByRole("button", { name: "对答案" }).click();
      await page.locator("input.ids").fill("abc");
      await page.locator("input.ids").press("Enter");
      await page.getByRole("link", { name: "English" }).click();
      assert.match(await page.locator("#bet-feedback").innerText(), /^Right: /);
      assert.match(await page.locator(".problem").innerText(), /“abc” cannot be used/);
      assert.equal(await page.locator("input.ids").inputValue(), "abc");
    }));

  test("a number field that gets nonsense says so and keeps its number", () =>
    onPage("?step=range", async (page) => {
      const index = page.getByLabel("索引", { exact: true });
      for (const text of ["1.5", "99999999999999999999"]) {
        await index.fill(text);
        await index.press("Enter");
        assert.match(await page.locator(".attempts .problem").innerText(), /索引要整数/);
        assert.equal(await index.inputValue(), "8");
      }
      await back(page);
      await typeInto(page, "第 1 个词元的 id", "1.5");
      assert.match(await page.locator(".problem").innerText(), /“1.5”不能用/);
      await typeInto(page, "第 1 个词元的 id", "");
      assert.equal(await page.locator(".problem").count(), 0);
      assert.equal(await page.getByLabel("第 1 个词元的 id").inputValue(), "0");
      await typeInto(page, "ids", "0, x");
      await typeInto(page, "第 1 个词元的 id", "");
      assert.match(await page.locator(".problem").innerText(), /“x”/);
    }));

  test("the sentence's own error comes before any trial", () =>
    onPage("?ids=5&step=range&try=wpe:3", async (page) => {
      assert.match(await page.locator(".error").innerText(), /wte 的第 5 行/);
      assert.match(await page.locator(".elsewhere h2").innerText(), /wte\[5\]/);
    }));

  test("the last valid sentence is one of the same model", () =>
    onPage("?model=gpt2-small&ids=99999", async (page) => {
      await page.getByText("教学模型", { exact: true }).click();
      await page.goBack();
      assert.equal(await page.locator('[data-action="undo"]').count(), 0);
    }));

  test("what was dropped is said, also at the last step", () =>
    onPage("?ids=0,1,2,3,4,0,1,2,3&step=range", async (page) => {
      await page.getByRole("button", { name: "只留后 8 个" }).click();
      assert.match(await page.locator(".stepper").innerText(), /丢掉了前面 1 个词元/);
    }));

  test("a guess walks through every printed cell", () =>
    onPage("?bet=1&ids=0,1,2,3", async (page) => {
      const seen = new Set();
      for (let i = 0; i < 16; i++) {
        seen.add(await page.locator('.cell[aria-pressed="true"]').getAttribute("data-cell"));
        await page.getByRole("button", { name: "换一格" }).click();
      }
      assert.equal(seen.size, 16);
    }));
});
