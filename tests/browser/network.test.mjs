/** What follows X0: at teaching scale, and all layers at GPT-2 small's. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import {
  golden,
  matrixRows,
  onPage,
  shown,
  step,
  teaching,
  typeInto,
  urlSays,
} from "./reader.mjs";

describe("attention, MLP and the next word", () => {
  const sum = (row) => row.slice(1).reduce((total, text) => total + (Number(text) || 0), 0);

  test("weights are a lower triangle whose rows add up to 1, in both heads", () =>
    onPage("?step=attention&ids=0,1,2,3", async (page) => {
      for (const head of ["头 0", "头 1"]) {
        await page.getByRole("button", { name: head, exact: true }).click();
        const rows = await matrixRows(page, ".square");
        rows.forEach((row, query) => {
          assert.ok(Math.abs(sum(row) - 1) < 0.003, row.join(" "));
          assert.equal(row.filter((text) => text.includes("看不到")).length, 3 - query);
        });
      }
    }));

  test("a cell shows the dot product and the softmax that made it", () =>
    onPage("?step=attention&ids=0,3&pair=1,0", async (page) => {
      const text = (await page.locator(".arithmetic").innerText()).replaceAll("−", "-");
      const score = /\((.*)\) \/ √2 = (-?[\d.]+)/.exec(text);
      const dot = score[1]
        .split(" + ")
        .map((product) => product.split("×").map((part) => Number(part.replace(/[()]/g, ""))))
        .reduce((total, [q, k]) => total + q * k, 0);
      assert.ok(Math.abs(dot / Math.SQRT2 - Number(score[2])) < 0.003, text);
      const weight = Number(text.match(/= (-?[\d.]+)\s*$/)[1]);
      const [own, ...all] = [...text.matchAll(/exp\((-?[\d.]+)\)/g)].map((match) =>
        Math.exp(Number(match[1])),
      );
      const total = all.reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(own / total - weight) < 0.003, text);
    }));

  test("the stream adds up: X0 + attention + MLP is what the block hands on", () =>
    onPage("?step=mlp", async (page) => {
      const tables = await page.locator(".network .matrix").evaluateAll((list) =>
        list.map((table) =>
          [...table.tBodies[0].rows].map((row) =>
            [...row.cells].slice(1).map((cell) => Number(cell.innerText.replace("−", "-"))),
          ),
        ),
      );
      const [x0, attention, residual, mlp, output] = tables;
      x0.forEach((row, t) =>
        row.forEach((value, c) => {
          assert.ok(Math.abs(value + attention[t][c] - residual[t][c]) < 0.002);
          assert.ok(Math.abs(residual[t][c] + mlp[t][c] - output[t][c]) < 0.002);
        }),
      );
    }));

  for (const { ids, next: expected, probabilities } of teaching.checks.completions) {
    test(`completes ${ids} with ${expected} as teaching.json has it`, () =>
      onPage(`?step=next&ids=${ids}`, async (page) => {
        const rows = await page.locator(".candidates tbody tr").evaluateAll((list) =>
          list.map((row) => [row.classList.contains("lit"), Number(row.cells[2].innerText)]),
        );
        rows.forEach(([lit, probability], id) => {
          assert.equal(lit, id === expected);
          assert.ok(Math.abs(probability - probabilities[id]) <= 1.6e-5, `${id}: ${probability}`);
        });
      }));
  }

  test("appending goes on with the longer sentence until the table is full", () =>
    onPage("?step=next&ids=0,1", async (page) => {
      await page.getByRole("button", { name: "把“狗”接到句尾" }).click();
      await urlSays(page, "ids", "0,1,2");
      assert.equal(await step(page), "next");
      for (let i = 0; i < 5; i++) await page.locator('[data-action="append"]').click();
      assert.equal(await page.locator('[data-action="append"]').count(), 0);
      assert.match(await page.locator(".next-word").innerText(), /再接一个就越界/);
    }));

  test("with an error or without words there is nothing to run, and the page says why", () =>
    onPage("?step=next&ids=0,9", async (page, opened) => {
      assert.equal(await page.locator(".error").count(), 1);
      assert.equal(await page.locator(".candidates").count(), 0);
      await opened.open("?step=attention&ids=");
      assert.match(await page.locator(".explanation").innerText(), /句子还是空的/);
    }));
});

describe("GPT-2 small's shape", () => {
  test("prints the golden rows and their sums, any column within reach", () =>
    onPage("?model=gpt2-small", async (page) => {
      const { x0_first8: x0, wte_first8: first } = golden.cases[0];
      const rows = (list, from) =>
        list.map((row) => row.slice(from, from + 3).map((v) => shown(v, 4)));
      const printed = async (part) => (await matrixRows(page, part)).map((row) => row.slice(1, 4));
      assert.deepEqual(await printed(".x0-rows"), rows(x0, 0));
      assert.deepEqual(await printed(".wte-rows"), rows(first, 0));
      const column = page.locator(".columns input[type=number]");
      await column.fill("5");
      await column.press("Enter");
      assert.deepEqual(await printed(".x0-rows"), rows(x0, 5));
      await column.fill("9999");
      await column.press("Enter");
      assert.match(await page.locator(".columns").innerText(), /第 765 到 767 列/);
    }));

  test("says that the weights are synthetic, in both languages", async () => {
    await onPage("?model=gpt2-small&lang=zh", async (page) =>
      assert.match(await page.locator(".models").innerText(), /权重是合成的/));
    await onPage("?model=gpt2-small&lang=en", async (page) =>
      assert.match(await page.locator(".models").innerText(), /weights are synthetic/));
  });

  test("draws every fetched row as a strip of 768 columns that are not all alike", () =>
    onPage("?model=gpt2-small", async (page) => {
      const strips = await page.locator(".x0-rows canvas").evaluateAll((list) =>
        list.map((canvas) => {
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, 1);
          return [canvas.width, new Set(data).size];
        }),
      );
      assert.equal(strips.length, 2);
      for (const [width, shades] of strips) {
        assert.equal(width, 768);
        assert.ok(shades > 50, `${shades} shades`);
      }
    }));

  test("a press on a strip prints the columns from there on", () =>
    onPage("?model=gpt2-small", async (page) => {
      const box = await page.locator(".x0-rows canvas").first().boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      const first = Number(await page.locator(".columns input[type=number]").inputValue());
      assert.ok(Math.abs(first - 384) < 12, `column ${first}`);
      await urlSays(page, "column", String(first));
    }));

  test("position 1024 and id 50257 are out of range; 1023 and 50256 are not", () =>
    onPage("?model=gpt2-small&ids=50256,0&position_ids=0,1023", async (page) => {
      assert.equal(await page.locator(".error").count(), 0);
      await typeInto(page, "第 2 个词元的 position_id", "1024");
      assert.match(await page.locator(".error").innerText(), /有效范围是 0 到 1023/);
      await typeInto(page, "第 2 个词元的 position_id", "1023");
      assert.equal(await page.locator(".error").count(), 0);
      await typeInto(page, "第 1 个词元的 id", "50257");
      assert.match(await page.locator(".error").innerText(), /有效范围是 0 到 50256/);
    }));

  test("text is split by GPT-2's vocabulary, also text typed before it is loaded", () =>
    onPage("?model=gpt2-small", async (page) => {
      const { ids } = golden.cases[1];
      await page
        .getByLabel("文字")
        .fill("Alan Turing theorized that computers would one day become");
      await urlSays(page, "ids", ids.join(","));
      assert.equal(
        await page.getByLabel("文字").inputValue(),
        "Alan Turing theorized that computers would one day become",
      );
    }));

  test("all twelve layers run in the background: the oracle's best tokens, and their attention", () =>
    onPage("?model=gpt2-small", async (page) => {
      const { logits_last_top10: best } = golden.cases[0];
      await page.getByRole("button", { name: "跑完 12 层" }).click();
      await page.locator(".layers .candidates").waitFor();
      const rows = await page.locator(".layers .candidates tbody tr").evaluateAll((list) =>
        list.map((row) => [Number(row.cells[0].innerText), row.cells[2].innerText]),
      );
      assert.deepEqual(rows, best.map(([id, logit]) => [id, shown(logit, 3)]));
      assert.match(await page.locator(".layers").innerText(), /约 475 MiB/);
      await page.getByLabel("层", { exact: true }).selectOption("11");
      await page.locator(".layers .square").waitFor();
      const [, last] = await matrixRows(page, ".layers .square");
      const sum = last.slice(1).reduce((total, text) => total + Number(text), 0);
      assert.ok(Math.abs(sum - 1) < 0.002, last.join(" "));
    }));

  test("a run can be cancelled, and started again", () =>
    onPage("?model=gpt2-small", async (page) => {
      await page.getByRole("button", { name: "跑完 12 层" }).click();
      await page.getByRole("button", { name: "取消" }).click();
      await page.getByText("已取消。").waitFor();
      await page.getByRole("button", { name: "跑完 12 层" }).click();
      await page.locator(".layers .candidates").waitFor();
    }));

  test("the sample's words are what the vocabulary says", () =>
    onPage("?model=gpt2-small", async (page) => {
      const head = () =>
        page.locator(".sequence thead th[scope=col]").evaluateAll((cells) =>
          cells.map((cell) => cell.lastChild.textContent.trim() || cell.innerText),
        );
      const beforeLoading = await head();
      await page.getByLabel("文字").focus();
      await page.locator(".sentence .field .note").waitFor({ state: "detached" });
      assert.deepEqual(await head(), beforeLoading);
    }));
});
