/** The book's worked example on the page: its printed figures, its labels, and its three rounds. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { matrixRows, onPage, query, shown, urlSays } from "./reader.mjs";

const book = JSON.parse(
  await readFile(new URL("../data/book-3.8.json", import.meta.url), "utf8"),
);
const printed = book.printed_three_decimals;
const preset = JSON.parse(
  await readFile(new URL("../../cpp/presets/book-3.8.json", import.meta.url), "utf8"),
);
const [prompt, ...later] = book.rounds.map(({ ids }) => ids.join());
const answered = `ids=${[prompt, ...later]}&prompt=6`;
const three = (values) => values.map((value) => shown(value, 3));
/** What all rounds together have of one head or of the block, row by row. */
const allRows = (of) => book.rounds.flatMap(of);

/** The rows of each table of a step, row header first. */
const tables = (page) =>
  page.locator(".network .matrix").evaluateAll((list) =>
    list.map((table) =>
      [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim())),
    ),
  );

/** Numbers as printed, against golden ones of more decimals. */
function near(rows, golden) {
  assert.equal(rows.length, golden.length);
  rows.forEach(([, ...row], t) =>
    golden[t].forEach((value, c) => {
      const text = row[c];
      assert.ok(Math.abs(Number(text.replace("−", "-")) - value) < 5.1e-4, `${text}, not ${value}`);
    }),
  );
}

const candidates = (page) =>
  page.locator(".candidates tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].slice(0, 3).map((cell) => cell.innerText.trim())),
  );

describe("the book's worked example", () => {
  test("three rounds, each appended by a press: the printed logits, probabilities and answer", () =>
    onPage("?model=book-3.8&step=next", async (page) => {
      assert.equal(query(page).get("ids"), null);
      for (const [round, position] of [6, 7, 8].entries()) {
        const rows = await candidates(page);
        assert.deepEqual(rows.map((row) => row[1]), three(printed[`z${position}`]));
        assert.deepEqual(rows.map((row) => row[2]), three(printed[`probs${position}`]));
        assert.deepEqual(
          rows.map((row) => row[0]),
          ["15 5", "16 。", "2 EOS", "17 6", "其他"],
        );
        assert.match(await page.locator(".candidates thead").innerText(), new RegExp(`z${position}`));
        const best = await page.locator(".candidates tr.lit th").innerText();
        assert.ok(best.endsWith(book.answer[round]), `${best}, not ${book.answer[round]}`);
        if (round < 2) {
          await page.getByRole("button", { name: `把“${book.answer[round]}”接到句尾` }).click();
        }
      }
      await urlSays(page, "ids", [prompt, ...later].join());
      assert.equal(query(page).get("prompt"), "6");
      assert.equal(await page.locator('[data-action="append"]').count(), 0);
      assert.match(await page.locator(".ended").innerText(), /EOS.*到此结束/);
    }));

  test("what the block hands on at positions 6, 7 and 8 is printed as x6, x7 and x8", () =>
    onPage(`?model=book-3.8&step=mlp&${answered}`, async (page) => {
      const [x0, attention, residual, mlp, x1] = await tables(page);
      for (const position of [6, 7, 8]) {
        const [label, ...numbers] = x1[position - 1];
        assert.match(label, new RegExp(`^x${position} `));
        assert.deepEqual(numbers, three(printed[`x${position}`]));
      }
      near(x0, allRows((round) => round.x0));
      near(attention, allRows((round) => round.attention_out));
      near(residual, allRows((round) => round.residual));
      near(mlp, allRows((round) => round.mlp));
      near(x1, allRows((round) => round.x1));
    }));

  for (const head of [0, 1]) {
    test(`head ${head + 1}: queries, keys, values, weights and contexts of all rounds`, () =>
      onPage(`?model=book-3.8&step=attention&${answered}`, async (page) => {
        await page.getByRole("button", { name: `头 ${head + 1}`, exact: true }).click();
        const [q, k, weights, v, context] = await tables(page);
        const of = (name) => allRows((round) => round.heads[head][name]);
        near(q, of("q"));
        near(k, of("k"));
        near(v, of("v"));
        near(context, of("context"));
        // Above the diagonal the page prints words where the golden rows hold zeros.
        near(weights, of("weights").map((row, t) => row.slice(0, t + 1)));
        if (head === 0) assert.deepEqual(context[5].slice(1), three(printed.position6_head1_context));
        if (head === 1) {
          assert.deepEqual(context[5].slice(1), three(printed.position6_head2_context));
          assert.deepEqual(weights[5].slice(1, 7), three(printed.position6_head2_weights));
        }
      }));
  }

  test("positions and heads are counted from 1 as in the book, and the page says so", async () => {
    await onPage("?model=book-3.8&step=attention&lang=zh", async (page) => {
      assert.match(
        await page.locator(".counting").innerText(),
        /书中从 1 数，代码从 0 数：.*位置 6 就是代码里的位置 5，头 1 就是代码里的头 0/,
      );
      const rows = await matrixRows(page, ".square");
      assert.equal(rows[5][0], "6 <assistant>");
      assert.match(
        await page.locator('[data-cell="pair 5,3"]').getAttribute("aria-label"),
        /位置 6 看位置 4/,
      );
    });
    await onPage("?model=book-3.8&step=next&lang=en", async (page) =>
      assert.match(
        await page.locator(".counting").innerText(),
        /book counts from 1 and code from 0: position 6 below is the code’s position 5/,
      ));
    await onPage("?model=teaching&step=attention", async (page) =>
      assert.equal(await page.locator(".counting").count(), 0));
  });

  test("the editor and wte's table offer the ten words that the book names", () =>
    onPage("?model=book-3.8", async (page) => {
      const named = preset.vocabulary.filter(Boolean);
      assert.equal(named.length, 10);
      assert.deepEqual(await page.locator(".adders .word").allInnerTexts(), named);
      const rows = await matrixRows(page, ".wte-table");
      const drawn = rows.map((row) => row[0]).filter((header) => header !== "⋮");
      assert.deepEqual(
        drawn.map((header) => Number.parseInt(header, 10)),
        preset.vocabulary.flatMap((word, id) => (word ? [id] : [])),
      );
      await page.getByRole("button", { name: "添上“。”" }).click();
      await urlSays(page, "ids", `${prompt},16`);
    }));

  test("its rows of X0 are the book's sums", () =>
    onPage("?model=book-3.8", async (page) => {
      const rows = (await matrixRows(page, ".x0-rows")).map((row) => row.slice(1));
      assert.deepEqual(rows, book.rounds[0].x0.map((row) => row.map((value) => shown(value))));
      assert.equal((await page.locator(".sum-line").innerText()).match(/\d\.\d/g).join(), "0.9,0.1,1.0");
    }));

  test("an id without a word is shown by its number, and its row is there", () =>
    onPage("?model=book-3.8&step=next&ids=0,5", async (page) => {
      assert.match(await page.locator(".candidates caption").innerText(), /“5”之后/);
      assert.equal(await page.locator(".error").count(), 0);
    }));
});
