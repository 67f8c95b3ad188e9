/** Out of range. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import {
  matrixRows,
  next,
  numbers,
  onPage,
  shown,
  teaching,
  typeInto,
  wpe,
  x0Row,
} from "./reader.mjs";

describe("out of range", () => {
  test("the last step tries a bad index and leaves the sentence alone", () =>
    onPage("?ids=0,1,2&step=range", async (page) => {
      assert.match(await page.locator(".error").innerText(),
        /第 3 个词元（索引 2）要取 wpe 的第 8 行，可是 wpe 只有 8 行，有效范围是 0 到 7/);
      const rows = await matrixRows(page, ".wpe-table");
      assert.deepEqual(numbers(rows.slice(0, 8)), wpe.map((row) => row.map((v) => shown(v))));
      assert.match(rows[8].join(" "), /没有这一行/);
      assert.equal(await page.locator(".wpe-table tr.missing").count(), 1);
      await page.getByRole("button", { name: "相加", exact: true }).click();
      assert.deepEqual(
        numbers(await matrixRows(page, ".x0-rows")),
        [0, 1, 2].map((t) => x0Row(t, t)),
      );
    }));

  for (const [button, table, index, at] of [
    ["第 9 个词元", "wpe", 8, 8],
    ["id 5", "wte", 5, 2],
    ["id −1", "wte", -1, 2],
  ]) {
    test(`tries ${button}: the core's error names ${table}, ${index} and place ${at}`, () =>
      onPage("?step=range", async (page) => {
        await page.getByRole("button", { name: button, exact: true }).click();
        assert.match(
          await page.locator(".error .message").innerText(),
          new RegExp(`IndexError: ${table}: index ${index} at place ${at} `),
        );
      }));
  }

  test("a ninth word is an error at its step, and taking it away brings back what was there", () =>
    onPage("?ids=0,1,2,3,4,0,1,2", async (page) => {
      const before = await page.locator(".stepper").innerText();
      await page.getByRole("button", { name: "添上“狗”" }).click();
      assert.match(await page.locator(".error").innerText(), /第 9 个词元（索引 8）/);
      assert.ok((await matrixRows(page, ".x0-rows")).flat().includes("·"));
      await page.getByRole("button", { name: "删除 第 9 个词元，索引 8" }).click();
      assert.equal(await page.locator(".stepper").innerText(), before);
    }));

  test("the error waits for the step that looks the table up", () =>
    onPage("?ids=0,7&step=ids", async (page) => {
      assert.equal(await page.locator(".error").count(), 0);
      await next(page);
      assert.equal(await page.locator(".error").count(), 0);
      await next(page);
      assert.match(await page.locator(".error").innerText(), /要取 wte 的第 7 行/);
    }));

  test("going back to the last valid sentence, and keeping head or tail", () =>
    onPage("?ids=0,1,2", async (page) => {
      await page.locator("input.ids").fill("0 1 2 3 4 0 1 2 3 4");
      await page.locator("input.ids").press("Enter");
      await page.getByRole("button", { name: "只留后 8 个" }).click();
      assert.equal(await page.locator("input.ids").inputValue(), "2, 3, 4, 0, 1, 2, 3, 4");
      assert.match(await page.locator(".stepper").innerText(), /丢掉了前面 2 个词元/);
      await typeInto(page, "第 1 个词元的 id", "9");
      await page.getByRole("button", { name: "回到上一个有效的句子" }).click();
      assert.equal(await page.locator("input.ids").inputValue(), "2, 3, 4, 0, 1, 2, 3, 4");
    }));

  test("the panel computes what nine systems answer to wpe[8]", () =>
    onPage("?step=range&try=wpe:8", async (page) => {
      const answers = await page
        .locator(".elsewhere tr[data-system]")
        .evaluateAll((rows) =>
          Object.fromEntries(
            rows.map((row) => [
              row.dataset.system,
              [row.dataset.outcome, row.querySelector(".values")?.innerText ?? ""],
            ]),
          ),
        );
      const last = `[${wpe[7].map((v) => shown(v)).join(", ")}]`;
      const norm = teaching.weights["h.0.ln_1.weight"];
      assert.deepEqual(answers, {
        "pytorch-cpu": ["raises", ""],
        "pytorch-cuda": ["raises", ""],
        "tensorflow-cpu": ["raises", ""],
        "tensorflow-gpu": ["zeros", "[0.0, 0.0, 0.0, 0.0]"],
        "jax-index": ["row", last],
        "jax-take": ["nan", "[NaN, NaN, NaN, NaN]"],
        numpy: ["raises", ""],
        "typed-array": ["nan", "[NaN, NaN, NaN, NaN]"],
        "c-array": ["memory", `[${norm.map((v) => shown(v, 4)).join(", ")}]`],
      });
      assert.equal(await page.locator(".elsewhere a[href^='https://']").count(), 9);
    }));

  test("a valid index in the panel is called valid", () =>
    onPage("?step=range&try=wte:3", async (page) => {
      assert.equal(await page.locator(".error").count(), 0);
      assert.match(await page.locator(".stepper").innerText(), /wte 有第 3 行，不越界/);
    }));
});
