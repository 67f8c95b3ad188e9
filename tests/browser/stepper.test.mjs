/** The page as a reader uses it. Expected numbers are those of presets/teaching.json. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";

import { launchChromium, matrixRows, openPage } from "./browser.mjs";
import { startSite } from "./site.mjs";

const teaching = JSON.parse(
  await readFile(new URL("../../cpp/presets/teaching.json", import.meta.url), "utf8"),
);
const golden = JSON.parse(
  await readFile(new URL("../data/gpt2-small-synthetic.json", import.meta.url), "utf8"),
);
const wte = teaching.weights["wte.weight"];
const wpe = teaching.weights["wpe.weight"];

const shown = (value, decimals = 1) => {
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
};
const x0Row = (id, position) => wte[id].map((value, c) => shown(value + wpe[position][c]));
/** The numbers of a drawn row without its header. */
const numbers = (rows) => rows.map((row) => row.slice(1, 5));

let site;
let browser;
before(async () => {
  site = await startSite();
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  await site.close();
});

/** Opens a page, runs the body, and fails on console errors and foreign requests. */
async function onPage(query, body, options) {
  const opened = await openPage(browser, site, options);
  await opened.open(query);
  await body(opened.page, opened);
  await opened.finish();
}

const step = (page) => page.locator(".stepper").getAttribute("data-step");
const next = (page) => page.getByRole("button", { name: "下一步" }).click();
const back = (page) => page.getByRole("button", { name: "上一步" }).click();
const query = (page) => new URLSearchParams(new URL(page.url()).search);
const typeInto = async (page, label, text) => {
  await page.getByLabel(label, { exact: true }).fill(text);
  await page.keyboard.press("Enter");
};
const urlSays = (page, key, value) =>
  page.waitForFunction(
    ([k, v]) => new URLSearchParams(location.search).get(k) === v,
    [key, value],
  );

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
      await page.locator(".track input[type=range]").focus();
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

describe("editing the sentence", () => {
  test("adding, removing, moving and clearing words", () =>
    onPage("", async (page) => {
      const ids = () => page.locator("input.ids").inputValue();
      await page.getByRole("button", { name: "添上「鱼」" }).click();
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
      assert.match(await page.locator(".explanation").innerText(), /「猫」出现在索引 0、2/);
    }));
});

describe("the address", () => {
  test("says the state, and brings it back in a new page", () =>
    onPage("", async (page, opened) => {
      await page.getByRole("button", { name: "添上「吃」" }).click();
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
        const status = await page.locator("#status").innerText();
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

  test("a change of model is a step of the browser's history", () =>
    onPage("?ids=2,1", async (page) => {
      await page.getByText("GPT-2 small 的形状").click();
      await urlSays(page, "model", "gpt2-small");
      await page.goBack();
      assert.equal(await page.locator("input.ids").inputValue(), "2, 1");
      assert.equal(await page.locator(".stepper").getAttribute("data-model"), "teaching");
    }));

  test("works behind a sub-path", async () => {
    const below = await startSite("/books/position/");
    const opened = await openPage(browser, below);
    await opened.open("?ids=1");
    assert.deepEqual(numbers(await matrixRows(opened.page, ".x0-rows")), [x0Row(1, 0)]);
    await opened.finish();
    await below.close();
  });
});

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
      await page.getByRole("button", { name: "添上「狗」" }).click();
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
        const { chosen } = teaching.checks.second_word_at_position_2_instead_of_1.find(
          (check) => String(check.ids) === String(ids),
        );
        const late = await page.locator(".offsets tbody tr").nth(2).locator("td").nth(1).innerText();
        assert.equal(late, teaching.vocabulary[chosen]);
      }));
  }

  test("appending goes on with the longer sentence until the table is full", () =>
    onPage("?step=next&ids=0,1", async (page) => {
      await page.getByRole("button", { name: "把「狗」接到句尾" }).click();
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

describe("what was said stays true", () => {
  test("text typed before the vocabulary is there does not overwrite what came later", () =>
    onPage("?model=gpt2-small", async (page) => {
      await page.route("**/chunks/**", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue();
      });
      await page.getByLabel("文字").fill("The cat");
      await page.locator("input.ids").fill("1,2,3");
      await page.locator("input.ids").press("Enter");
      await page.waitForTimeout(1200);
      assert.equal(await page.locator("input.ids").inputValue(), "1, 2, 3");
      await page.getByText("教学模型").click();
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
      assert.equal(await page.getByLabel("第 1 个词元的 id").inputValue(), "0");
    }));

  test("the sentence's own error comes before any trial", () =>
    onPage("?ids=5&step=range&try=wpe:3", async (page) => {
      assert.match(await page.locator(".error").innerText(), /wte 的第 5 行/);
      assert.match(await page.locator(".elsewhere h2").innerText(), /wte\[5\]/);
    }));

  test("the last valid sentence is one of the same model", () =>
    onPage("?model=gpt2-small&ids=99999", async (page) => {
      await page.getByText("教学模型").click();
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

describe("widths", () => {
  for (const width of [320, 360, 768, 1280]) {
    test(`at ${width} px nothing scrolls sideways and no number leaves its cell, in any step`, () =>
      onPage(
        "?lang=en",
        async (page, opened) => {
          const long = `ids=${"0,1,2,3,4,0,1,2,".repeat(128)}0`;
          const states = ["ids", "wte", "sum", "attention", "mlp", "next", "range"].flatMap((name) => [
            `step=${name}`,
            `step=${name}&ids=0,1,2,3,4,0,1,2`,
          ]);
          for (const name of ["wte", "sum", "range"]) {
            states.push(`model=gpt2-small&step=${name}`, `model=gpt2-small&step=${name}&${long}`);
          }
          for (const state of states) {
            await opened.open(`?lang=en&${state}`);
            const [scroll, cut] = await page.evaluate(() => {
              const root = document.querySelector("tiny-gpt-stepper").shadowRoot;
              const numbers = [...root.querySelectorAll(".matrix td:not(.strip), .cell")];
              return [
                document.documentElement.scrollWidth,
                numbers
                  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
                  .map((cell) => `${cell.innerText} ${cell.scrollWidth}>${cell.clientWidth}`),
              ];
            });
            assert.ok(scroll <= width, `${state.slice(0, 60)}: ${scroll}`);
            assert.deepEqual(cut, [], state.slice(0, 60));
          }
        },
        { width },
      ));
  }
});

describe("failure to start", () => {
  test("says so and offers to reload", async () => {
    const opened = await openPage(browser, site);
    await opened.page.route("**/tinygpt.wasm", (route) => route.fulfill({ status: 404 }));
    await opened.page.goto(site.url);
    await opened.page.getByRole("button", { name: "重新加载" }).waitFor();
    assert.match(await opened.page.locator("#status").innerText(), /计算模块没能启动.*404/);
    await opened.page.context().close();
  });
});
