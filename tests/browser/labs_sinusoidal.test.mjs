/** The laboratory of sinusoidal positions, read off the page. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { onLab, seen } from "./labs.mjs";
import { matrixRows, query, shown, urlSays, wpe } from "./reader.mjs";

const golden = JSON.parse(
  await readFile(new URL("../data/positions.json", import.meta.url), "utf8"),
);

const onView = (state, body) => onLab("sinusoidal", `lang=zh&${state}`, body);
/** The rows of the n-th table, without their headers. */
const tableRows = async (page, n) =>
  (await matrixRows(page, `.body .scroller:nth-child(${n + 1}) .lab-table`)).map((row) => row.slice(1));
const choose = (page, name) => page.getByRole("radio", { name, exact: true }).check();
const type = async (page, name, text) => {
  await page.getByRole("textbox", { name, exact: true }).fill(text);
  await page.keyboard.press("Enter");
};

test("PE(4, 4) and PE(4, 8) are the golden tables, interleaved and half and half", () =>
  onView("", async (page) => {
    for (const [d, table] of [
      [4, golden.sinusoidal_4x4],
      [8, golden.sinusoidal_4x8],
    ]) {
      await choose(page, `d = ${d}`);
      const printed = (row) => row.map((value) => shown(value, 3));
      assert.deepEqual(await tableRows(page, 0), table.map(printed));
      const halves = (row) => [0, 1].flatMap((odd) => row.filter((_, c) => c % 2 === odd));
      assert.deepEqual(await tableRows(page, 1), table.map((row) => printed(halves(row))));
    }
  }));

test("the formula has the numbers of the chosen cell in it, and i ends where d does", () =>
  onView("d=8&pos=3&i=9", async (page) => {
    const rules = (await page.locator(".rule").allInnerTexts()).join("\n").replace(/ +/g, " ");
    for (const [name, column] of [
      ["sin", 6],
      ["cos", 7],
    ]) {
      const line = new RegExp(`PE\\[3, ${column}\\] = ${name}\\(3 × 0\\.001\\) = ${name} 0\\.003 = ([\\d.]+)`);
      const value = Number(line.exec(rules)[1]);
      assert.ok(Math.abs(value - golden.sinusoidal_4x8[3][column]) < 1e-7, rules);
    }
    assert.equal(await page.getByRole("textbox", { name: "第 i 对" }).inputValue(), "3");
  }));

test("dot products at d = 512 are the golden ones from 0 and from any start", () =>
  onView("show=distance&pos=137", async (page) => {
    const rows = await matrixRows(page, ".side-by-side > .scroller .lab-table");
    assert.deepEqual(
      rows,
      Object.entries(golden.sinusoidal_dot_d512).map(([k, product]) => [
        k,
        shown(product, 2),
        shown(product, 2),
      ]),
    );
    assert.match(await seen(page), /从 0 换到 137/);
  }));

test("a row turned by M is the row k further on, whatever the position", () =>
  onView("show=shift&pos=40&k=3", async (page) => {
    for (const pos of ["40", "511", "0"]) {
      await type(page, "位置 pos", pos);
      const [before, turned, table, difference] = await matrixRows(
        page,
        ".body > .scroller .lab-table",
      );
      assert.notDeepEqual(before.slice(1), turned.slice(1));
      assert.deepEqual(turned.slice(1), table.slice(1));
      assert.ok(difference.slice(1).every((text) => text === "0.0000"));
      const last = Number(table[8]);
      assert.ok(Math.abs(last - Math.cos((Number(pos) + 3) / 1000)) < 1e-4);
    }
    assert.match(await seen(page), /0 到 511 的每个位置.*只是舍入/);
  }));

test("a clock's hands stand where sin and cos of its pair are, the last ones slow", () =>
  onView("show=clock&pos=10", async (page) => {
    const dials = page.locator(".dial");
    assert.equal(await dials.count(), 8);
    const hand = await dials
      .first()
      .locator(".hand")
      .evaluate((line) => ["x2", "y2"].map((name) => Number(line.getAttribute(name)) / 40));
    assert.ok(Math.abs(hand[0] - Math.sin(10)) < 1e-4 && Math.abs(hand[1] + Math.cos(10)) < 1e-4);
    assert.match(await page.locator(".dials").innerText(), /6\.283 个位置一圈/);
    assert.match(await seen(page), /最快的指针转了 1\.6 圈/);
  }));

test("training moves the fetched rows of a learned table, and no bit of the sinusoidal one", () =>
  onView("show=training", async (page) => {
    const read = async () => [
      await matrixRows(page, ".side-by-side > :nth-child(1) .lab-table"),
      await matrixRows(page, ".side-by-side > :nth-child(2) .lab-table"),
    ];
    const [learned, sinusoidal] = await read();
    assert.deepEqual(learned.map((row) => row[5] === "没动"), wpe.map((_, row) => row > 1));
    wpe.forEach((row, r) => {
      if (r > 1) assert.deepEqual(learned[r].slice(1, 5), row.map((value) => shown(value, 3)));
    });
    assert.notDeepEqual(learned[1].slice(1, 5), wpe[1].map((value) => shown(value, 3)));
    golden.sinusoidal_4x4.forEach((row, r) => {
      assert.deepEqual(sinusoidal[r].slice(1), [...row.map((value) => shown(value, 3)), "没动"]);
    });
    assert.match(await seen(page), /动了第 0、1 行.*每一位都和原来一样/);
    await type(page, "训练几步", "10");
    const [later, same] = await read();
    assert.notDeepEqual(later[0], learned[0]);
    assert.deepEqual(same, sinusoidal);
  }));

test("the comparison quotes GPT-2's table and the error behind its last row", () =>
  onView("show=compare", async (page) => {
    const text = await page.locator(".lab-table.words").innerText();
    assert.match(text, /GPT-2 small：786,432/);
    assert.match(text, /查第 1024 行是 IndexError/);
    assert.match(await seen(page), /0\.63%/);
  }));

test("a position outside its field is refused with a sentence, and nothing changes", () =>
  onView("pos=2", async (page) => {
    const before = await page.locator(".lab-table").first().innerText();
    for (const wrong of ["512", "-1", "1.5", "x"]) {
      await type(page, "位置 pos", wrong);
      assert.match(await page.locator(".refusal").innerText(), /要 0 到 511 的整数/);
      assert.equal(await page.locator(".lab-table").first().innerText(), before);
    }
    await type(page, "位置 pos", "3");
    assert.equal(await page.locator(".refusal").count(), 0);
  }));

test("the address says what is shown, and shows it again", () =>
  onView("", async (page, { open }) => {
    await choose(page, "波");
    await type(page, "第 i 对", "5");
    await urlSays(page, "i", "5");
    const address = query(page);
    assert.equal(address.get("show"), "waves");
    const picture = await page.locator(".field figcaption").innerText();
    assert.match(picture, /第 10、11 列/);
    await open(`lang=zh&show=${address.get("show")}&i=${address.get("i")}`);
    assert.equal(await page.locator(".field figcaption").innerText(), picture);
  }));
