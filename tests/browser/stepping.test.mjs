/** The first screen, the steps, a cell's arithmetic, and the guess before it. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import {
  back,
  matrixRows,
  next,
  numbers,
  onPage,
  shown,
  step,
  wpe,
  wte,
  x0Row,
} from "./reader.mjs";

/**
 * Draws a stepper with the query `before`, gives it the query `after` when `part` is there but not all,
 * and tells what could be seen then, and what stands there in the end.
 */
function changedWhileDrawn(page, before, part, after) {
  return page.evaluate(
    async ([before, part, after]) => {
      const stepper = document.createElement("tiny-gpt-stepper");
      const { runtime } = document.querySelector("tiny-gpt-stepper");
      const count = (selector) => stepper.shadowRoot.querySelectorAll(selector).length;
      const pairs = (text) => [...new URLSearchParams(text)];
      document.body.append(stepper);
      Object.assign(stepper, { runtime, query: pairs(before) });
      while (count(part) === 0) {
        await scheduler.postTask(() => {}, { priority: "user-blocking" });
      }
      const isSeen = stepper.shadowRoot.querySelector(".stepper").checkVisibility();
      const between = { sums: count(".x0-rows .matrix"), isSeen };
      stepper.query = pairs(after);
      await stepper.updateComplete;
      const drawn = {
        tokens: count(".sequence thead th[scope=col]"),
        wte: count(".wte-rows tbody tr"),
        wpe: count(".wpe-rows tbody tr"),
        x0: count(".x0-rows tbody tr"),
        network: count(".network"),
        ready: stepper.hasAttribute("ready"),
      };
      stepper.remove();
      return { between, drawn };
    },
    [before, part, after],
  );
}

describe("the first drawing", () => {
  test("is seen when all of it is there, and shows a change that came between its parts", () =>
    onPage("", async (page) => {
      const { between, drawn } = await changedWhileDrawn(page, "ids=0,1,2", ".wte-table .matrix", "ids=4,3");
      assert.deepEqual(between, { sums: 0, isSeen: false });
      assert.deepEqual(drawn, { tokens: 2, wte: 2, wpe: 2, x0: 2, network: 0, ready: true });
    }));

  test("shows the other figure when the step changed between its parts", () =>
    onPage("", async (page) => {
      const { drawn } = await changedWhileDrawn(page, "step=attention", ".steps", "step=sum&ids=4,3");
      assert.deepEqual(drawn, { tokens: 2, wte: 2, wpe: 2, x0: 2, network: 0, ready: true });
    }));

  test("comes where the browser knows no priorities, or the page has a scheduler of its own", () =>
    onPage("", async (page) => {
      await page.addInitScript(() => Object.assign(window, { scheduler: {} }));
      await page.reload();
      await page.locator("tiny-gpt-stepper[ready] .x0-rows .matrix").waitFor();
    }));
});

describe("the first screen", () => {
  test("stands at the sum of 猫 追 狗, with wte rows, wpe rows and X0", () =>
    onPage("", async (page) => {
      assert.equal(await step(page), "sum");
      const heads = await page.locator(".sequence thead th[scope=col]").allInnerTexts();
      assert.deepEqual(
        heads.map((text) => text.replace(/\s+/g, " ")),
        ["第 1 个词元，索引 0 猫", "第 2 个词元，索引 1 追", "第 3 个词元，索引 2 狗"],
      );
      assert.deepEqual(
        numbers(await matrixRows(page, ".wte-rows")),
        [0, 1, 2].map((id) => wte[id].map((v) => shown(v))),
      );
      assert.deepEqual(
        numbers(await matrixRows(page, ".wpe-rows")),
        [0, 1, 2].map((p) => wpe[p].map((v) => shown(v))),
      );
      assert.deepEqual(
        numbers(await matrixRows(page, ".x0-rows")),
        [0, 1, 2].map((t) => x0Row(t, t)),
      );
    }));

  test("prints both tables whole, one decimal each", () =>
    onPage("", async (page) => {
      assert.deepEqual(
        numbers(await matrixRows(page, ".wte-table")),
        wte.map((row) => row.map((v) => shown(v))),
      );
      assert.deepEqual(
        numbers(await matrixRows(page, ".wpe-table")),
        wpe.map((row) => row.map((v) => shown(v))),
      );
    }));

  test("holds sentence, both tables and the sum at 1280 by 720 without scrolling", () =>
    onPage(
      "",
      async (page) => {
        for (const part of [".sequence", ".wte-table", ".wpe-rows", ".x0-rows"]) {
          const box = await page.locator(part).boundingBox();
          assert.ok(box.y + box.height <= 720, `${part} ends at ${box.y + box.height}`);
        }
      },
      { height: 720 },
    ));
});

describe("stepping", () => {
  test("forward and back by buttons fills one term at a time", () =>
    onPage("?step=ids", async (page) => {
      const filled = async (part) =>
        (await matrixRows(page, part)).every((row) => !row.slice(1).includes("·"));
      assert.equal(await page.locator("tr.wpe input").count(), 0);
      await next(page);
      assert.equal(await step(page), "position_ids");
      assert.equal(await page.locator("tr.wpe input").count(), 3);
      assert.equal(await filled(".wte-rows"), false);
      await next(page);
      assert.equal(await filled(".wte-rows"), true);
      assert.equal(await filled(".wpe-rows"), false);
      await next(page);
      assert.equal(await filled(".wpe-rows"), true);
      assert.equal(await filled(".x0-rows"), false);
      await next(page);
      assert.equal(await step(page), "sum");
      assert.equal(await filled(".x0-rows"), true);
      await back(page);
      assert.equal(await filled(".x0-rows"), false);
    }));

  test("by arrow keys on the steps and on the scrubber", () =>
    onPage("?step=ids", async (page) => {
      await page.getByRole("button", { name: "下一步" }).focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      assert.equal(await step(page), "wte");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await step(page), "position_ids");
      await page.getByRole("slider", { name: "当前步骤" }).focus();
      await page.keyboard.press("End");
      assert.equal(await step(page), "range");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await step(page), "next");
    }));

  test("arrow keys anywhere else do not move the step", () =>
    onPage("?step=wte", async (page) => {
      await page.locator("input.ids").focus();
      await page.keyboard.press("ArrowLeft");
      assert.equal(await step(page), "wte");
    }));

  test("lights the current term of the formula and the rows that are looked up", () =>
    onPage("?step=wte&ids=2,0", async (page) => {
      assert.equal(await page.locator("math .term.wte.lit").count(), 1);
      assert.equal(await page.locator("math .lit").count(), 1);
      const lit = await page.locator(".wte-table tr.lit th").allInnerTexts();
      assert.deepEqual(lit.map((text) => text[0]), ["0", "2"]);
      assert.match(lit[0], /第 2 个词元取这一行/);
      assert.equal(await page.locator(".wpe-table tr.lit").count(), 0);
      assert.match(await page.locator(".shapes").innerText(), /\[2\] → \[2, 4\]/);
    }));
});

describe("a cell of X0", () => {
  test("shows row, column and arithmetic on click, hover and keyboard", () =>
    onPage("", async (page) => {
      const line = () => page.locator(".sum-line").innerText();
      const has = async (...texts) => {
        const text = (await line()).replace(/\s+/g, " ");
        for (const part of texts) assert.ok(text.includes(part), `${part} in ${text}`);
      };
      await has("wte[2][1]", "1.4", "wpe[2][1]", "(−0.5)", "0.9");
      await page.locator('[data-cell="1,0"]').click();
      await has("wte[1][0]", "1.3", "(−0.4)", "0.9");
      await page.locator('[data-cell="0,2"]').hover();
      await has("wte[0][2]", "1.2", "0.3", "1.5");
      await page.mouse.move(5, 5);
      await has("wte[1][0]");
      await page.locator('[data-cell="1,0"]').focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      await has("wte[2][1]");
      assert.equal(
        await page.evaluate(
          () => document.querySelector("tiny-gpt-stepper").shadowRoot.activeElement.dataset.cell,
        ),
        "2,1",
      );
      assert.match(await page.locator('[data-cell="2,1"]').getAttribute("aria-label"),
        /X⁽⁰⁾\[2\]\[1\] = 1\.4 \+ \(−0\.5\) = 0\.9, 第 3 个词元，索引 2/);
    }));

  test("is one stop of the Tab key, however many cells there are", () =>
    onPage("", async (page) => {
      assert.equal(await page.locator('.cell[tabindex="0"]').count(), 1);
    }));
});

describe("guessing first", () => {
  test("is off by default; on, it hides the cell and answers by operand", () =>
    onPage("", async (page) => {
      assert.equal(await page.locator(".bet form").count(), 0);
      await page.getByLabel("先猜再看").check();
      assert.equal(await page.locator('[data-cell="2,1"]').innerText(), "?");
      assert.doesNotMatch(await page.locator(".reading").innerText(), /0\.9/);
      assert.doesNotMatch(
        await page.locator('[data-cell="2,1"]').getAttribute("aria-label"), /0\.9/);
      const guess = async (text) => {
        await page.locator("#guess").fill(text);
        await page.getByRole("button", { name: "对答案" }).click();
        return page.locator("#bet-feedback").innerText();
      };
      assert.match(await guess("1.4"), /忘了加 wpe/);
      assert.match(await guess("-0.5"), /忘了加 wte/);
      assert.match(await guess("1.9"), /相减/);
      assert.match(await guess("1.8"), /wpe 的第 1 行/);
      assert.match(await guess("0"), /wte 的第 0 行/);
      assert.match(await guess("x"), /请输入一个数/);
      assert.match(await guess("77"), /把 wte\[2\]\[1\] 和 wpe\[2\]\[1\] 加起来/);
      assert.equal(await page.locator('[data-cell="2,1"]').innerText(), "?");
      assert.match(await guess("0.9"), /对：1\.4 \+ \(−0\.5\) = 0\.9/);
      assert.equal(await page.locator('[data-cell="2,1"]').innerText(), "0.9");
      await page.getByRole("button", { name: "换一格" }).click();
      assert.equal(await page.locator(".cell", { hasText: "?" }).count(), 1);
    }));
});
