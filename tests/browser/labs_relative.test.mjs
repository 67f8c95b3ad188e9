/** The laboratory of relative positions, read off the page. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { onLab, seen } from "./labs.mjs";
import { matrixRows, query, teaching, urlSays, wpe, wte } from "./reader.mjs";

const onScheme = (state, body) => onLab("relative", `lang=zh&${state}`, body);
const number = (text) => Number(text.replace("−", "-"));
const shiftRows = (page) => matrixRows(page, ".lab-table.shifts");
const pairTables = (page) =>
  page.locator(".lab-table.pairs").evaluateAll((tables) =>
    tables.map((table) =>
      [...table.tBodies[0].rows].map((row) =>
        [...row.cells].slice(1).map((cell) => Number(cell.innerText.replace("−", "-"))),
      ),
    ),
  );
const typeK = async (page, text) => {
  await page.getByRole("textbox", { name: "整句后移 k" }).fill(text);
  await page.keyboard.press("Enter");
};

const attention = teaching.weights["h.0.attn.c_attn.weight"];
/** Row m of head 0's queries with row n of its keys, over the root of their size. */
function score(a, b) {
  const projected = (row, from) =>
    [0, 1].map((c) => row.reduce((sum, value, i) => sum + value * attention[i][from + c], 0));
  const [q, k] = [projected(a, 0), projected(b, 4)];
  return (q[0] * k[0] + q[1] * k[1]) / Math.SQRT2;
}

test("the four small tables are the four products, and add up to the score cell by cell", () =>
  onScheme("k=3", async (page) => {
    const [cc, cp, pc, pp, total] = await pairTables(page);
    for (const m of [0, 1, 2]) {
      for (const n of [0, 1, 2]) {
        const [x, y, p, q] = [wte[m], wte[n], wpe[m + 3], wpe[n + 3]];
        const expected = [score(x, y), score(x, q), score(p, y), score(p, q)];
        [cc, cp, pc, pp].forEach((table, t) => {
          assert.ok(Math.abs(table[m][n] - expected[t]) < 6e-4, `${t} ${m} ${n}`);
        });
        const sum = expected.reduce((a, b) => a + b);
        assert.ok(Math.abs(total[m][n] - sum) < 6e-4, `${m} ${n}`);
      }
    }
  }));

test("shifted, content with content stays and the other three terms move, until the table ends", () =>
  onScheme("", async (page) => {
    const rows = (await shiftRows(page)).map((row) => row.slice(1));
    const [content, ...others] = rows;
    assert.equal(new Set(content.slice(0, 6)).size, 1);
    for (const row of others) assert.ok(new Set(row.slice(0, 6)).size > 1, row.join(" "));
    for (const row of rows) assert.deepEqual(row.slice(6), ["越界", "越界"]);
    assert.match(await seen(page), /内容看内容每一位都没变/);
    await typeK(page, "6");
    assert.match(
      await page.locator(".body .refusal").innerText(),
      /IndexError：wpe 只有 8 行，从 0 到 7，没有第 8 行/,
    );
    assert.match(await seen(page), /越界/);
    await typeK(page, "5");
    assert.equal(await page.locator(".refusal").count(), 0);
  }));

test("a cell of the score chooses the pair whose sum is written out", () =>
  onScheme("k=1", async (page) => {
    await page.getByRole("button", { name: /^狗看追/ }).click();
    await urlSays(page, "pair", "2,1");
    const text = (await page.locator(".rule").last().innerText()).replaceAll("−", "-");
    const [, terms, total] = /^狗看追 = (.*) = (-?[\d.]+)$/.exec(text.replace(/\s+/g, " "));
    const sum = terms
      .split(" + ")
      .reduce((all, term) => all + Number(term.replace(/[()]/g, "")), 0);
    assert.ok(Math.abs(sum - Number(total)) < 0.0021, text);
    assert.ok(Math.abs(Number(total) - (await pairTables(page))[4][2][1]) < 1e-9);
  }));

test("under RoPE no shift changes a score, in either layout, far beyond any table", () =>
  onScheme("scheme=rope", async (page) => {
    const scores = [];
    for (const layout of ["交错", "对半"]) {
      await page.getByRole("radio", { name: layout }).check();
      await typeK(page, "0");
      const [start] = await pairTables(page);
      for (const k of ["1", "7", "2000"]) {
        await typeK(page, k);
        const [moved] = await pairTables(page);
        moved.flat().forEach((value, n) => assert.ok(Math.abs(value - start.flat()[n]) < 0.0011));
      }
      const [[, ...listed]] = await shiftRows(page);
      const values = listed.map(number);
      assert.equal(values.length, 8);
      assert.ok(Math.max(...values) - Math.min(...values) < 0.0011);
      scores.push(start);
    }
    assert.notDeepEqual(scores[0], scores[1]);
    // A word looks at itself as if nothing had been turned.
    assert.equal(scores[0][0][0], scores[1][0][0]);
    assert.match(await seen(page), /只是舍入/);
  }));

test("ALiBi's slopes for 8 heads are 1/2, 1/4, ..., 1/256, and bias is the slope times the way", () =>
  onScheme("scheme=alibi", async (page) => {
    await page.locator("summary").click();
    const rows = await matrixRows(page, "details .lab-table");
    assert.equal(rows.length, 8);
    rows.forEach(([, slope, none, one], head) => {
      assert.ok(Math.abs(number(slope) / 2 ** -(head + 1) - 1) < 1e-3);
      assert.equal(number(none), 0);
      assert.equal(number(one), -number(slope));
    });
    const [content, added, total] = await pairTables(page);
    assert.ok(Math.abs(content[2][0] + added[2][0] - total[2][0]) < 0.0011);
    assert.ok(Math.abs(added[2][0] - -2 * 0.0625) < 1e-9);
  }));

test("T5 gives near distances a bucket each and shares the last among all far ones", () =>
  onScheme("scheme=t5", async (page) => {
    await page.locator("summary").click();
    const rows = await matrixRows(page, "details .lab-table");
    // Bucket 16 would be distance 0 of the second half, which is in bucket 0.
    const buckets = rows.map(([bucket]) => Number(bucket)).sort((a, b) => a - b);
    assert.deepEqual(buckets, [...Array(32).keys()].filter((bucket) => bucket !== 16));
    assert.deepEqual(rows.find(([bucket]) => bucket === "0").slice(1), ["0", "0"]);
    assert.deepEqual(rows.find(([bucket]) => bucket === "17").slice(1), ["1", "1"]);
    assert.deepEqual([rows[0][0], rows[0][1]], ["15", "−∞"]);
    assert.deepEqual([rows.at(-1)[0], rows.at(-1)[2]], ["31", "∞"]);
    await page.getByRole("checkbox", { name: "双向" }).uncheck();
    const causal = await matrixRows(page, "details .lab-table");
    assert.deepEqual(causal.at(-1), ["0", "0", "∞"]);
  }));

test("the comparison counts the parameters of each way", () =>
  onScheme("scheme=compare", async (page) => {
    const rows = await matrixRows(page, ".lab-table.words");
    assert.deepEqual(
      rows.map(([way, , parameters]) => [way, parameters]),
      [
        ["学来的 wpe", "GPT-2 small：786,432"],
        ["正弦", "0"],
        ["RoPE", "0"],
        ["ALiBi", "0"],
        ["T5", "12 个头：32 × 12 = 384"],
        ["NoPE", "0"],
      ],
    );
    assert.match(rows[0][4], /IndexError/);
  }));

test("what is typed wrongly is refused with a sentence, and the score stays", () =>
  onScheme("k=2", async (page) => {
    const before = await pairTables(page);
    for (const wrong of ["-1", "2001", "1.5", "k"]) {
      await typeK(page, wrong);
      assert.match(await page.locator(".refusal").innerText(), /要 0 到 2000 的整数/);
      assert.deepEqual(await pairTables(page), before);
    }
  }));

test("the address says what is shown, and shows it again", () =>
  onScheme("", async (page, { open }) => {
    await page.getByRole("radio", { name: "RoPE" }).check();
    await page.getByRole("radio", { name: "对半" }).check();
    await typeK(page, "9");
    await urlSays(page, "k", "9");
    const address = query(page);
    assert.deepEqual([address.get("scheme"), address.get("layout")], ["rope", "half"]);
    const tables = await pairTables(page);
    await open("lang=zh&scheme=rope&layout=half&k=9");
    assert.deepEqual(await pairTables(page), tables);
  }));
