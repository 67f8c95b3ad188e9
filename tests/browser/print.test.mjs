/** On paper: the figure with what was chosen, light, without what only a screen can use. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { promisify } from "node:util";

import { openPage } from "./browser.mjs";
import { browser, site } from "./reader.mjs";

async function onPaper(query, body) {
  const opened = await openPage(browser, site, { colorScheme: "dark" });
  const { page } = opened;
  await page.goto(`${site.url}embed.html?${query}`);
  await page.locator("tiny-gpt-lab[ready]").waitFor();
  await page.emulateMedia({ media: "print" });
  await body(page);
  await opened.finish();
}

const shownControls = (page) =>
  page.locator(':is(input[type="range"], input[type="radio"], select, .step, .quiet):visible').count();

/** The words of a PDF, each with the place of its box, sheet by sheet. */
async function printedWords(page) {
  const folder = await mkdtemp(join(tmpdir(), "tiny-gpt-print-"));
  try {
    const path = join(folder, "page.pdf");
    await page.pdf({ path, format: "A4" });
    const { stdout } = await promisify(execFile)("pdftotext", ["-bbox", path, "-"]);
    const number = '"(-?[\\d.]+)"';
    const box = RegExp(`<word xMin=${number} yMin=${number} xMax=${number} yMax=${number}>([^<]*)`, "g");
    return stdout.split("<page ").slice(1).map((sheet) =>
      [...sheet.matchAll(box)].map(([, left, top, right, bottom, word]) => ({
        word,
        x: [Number(left), Number(right)],
        y: [Number(top), Number(bottom)],
      })),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const common = ([start, end], [otherStart, otherEnd]) =>
  Math.max(0, Math.min(end, otherEnd) - Math.max(start, otherStart));
const area = ({ x, y }) => (x[1] - x[0]) * (y[1] - y[0]);

/** Pairs of words that share most of their places; boxes of Chinese glyphs reach into other lines. */
function onEachOther(words) {
  const share = (one, other) =>
    (common(one.x, other.x) * common(one.y, other.y)) / Math.min(area(one), area(other));
  return words.flatMap((one, i) =>
    words.slice(i + 1).filter((other) => share(one, other) > 0.7).map(({ word }) => [one.word, word]),
  );
}

for (const [path, lang] of [["", "zh"], ["", "en"], ["workbench.html", "zh"], ["workbench.html", "en"]]) {
  test(`on the sheets of ${path || "the chapter"} no word lies on another: ${lang}`, async () => {
    const opened = await openPage(browser, site);
    const { page } = opened;
    await opened.open(`${path}?lang=${lang}`);
    for (const laboratory of await page.locator("tiny-gpt-laboratory").all()) {
      await laboratory.scrollIntoViewIfNeeded();
      await laboratory.locator(".seen").waitFor();
    }
    const sheets = await printedWords(page);
    assert.ok(sheets.flat().length > 500, "words on paper");
    assert.deepEqual(sheets.map(onEachOther), sheets.map(() => []));
    await opened.finish();
  });
}

test("the chapter's own text is dark on paper, also where the reader's system is dark", async () => {
  const opened = await openPage(browser, site, { colorScheme: "dark" });
  await opened.open("?lang=zh");
  await opened.page.emulateMedia({ media: "print" });
  for (const selector of ["h1", ".lead", '.prose:lang(zh) p']) {
    const ink = await opened.page.locator(selector).first().evaluate((text) => getComputedStyle(text).color);
    assert.equal(ink, "rgb(28, 27, 25)", selector);
  }
  await opened.finish();
});

test("laboratories that were never seen take no room on paper, and are started for the next time", async () => {
  const opened = await openPage(browser, site);
  const { page } = opened;
  await opened.open("?lang=en");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.getByText("Loading the experiment").first().isVisible(), false);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.locator("#limit[ready]").waitFor();
  await opened.finish();
});

describe("in print", () => {
  test("the stepper keeps its numbers and the chosen cell's sum", () =>
    onPaper("lab=stepper&ids=0,1,2&step=sum&lang=zh", async (page) => {
      assert.equal(await shownControls(page), 0);
      assert.equal(await page.locator(".x0-rows .cell:visible").count(), 12);
      assert.equal(await page.locator(".sum-line").isVisible(), true);
      assert.equal(await page.locator(".sequence input.index:visible").count(), 6);
    }));

  test("a laboratory says what was chosen, and not what else could be", () =>
    onPaper("lab=positions&past=5&lang=en", async (page) => {
      assert.equal(await shownControls(page), 0);
      assert.deepEqual(await page.locator(".option:visible").allInnerTexts(), ["decoding"]);
      assert.equal(await page.locator("input.exact").first().inputValue(), "5");
      assert.equal(await page.locator(".seen").isVisible(), true);
      for (const left of [".try", ".idea", ".ends"]) {
        assert.equal(await page.locator(left).isVisible(), false, left);
      }
    }));

  test("colours are light, also where the reader or the page asked for dark ones", async () => {
    for (const theme of ["auto", "dark"]) {
      await onPaper(`lab=shapes&theme=${theme}`, async (page) => {
        const ink = await page.locator(".seen").evaluate((seen) => getComputedStyle(seen).color);
        assert.equal(ink, "rgb(28, 27, 25)", theme);
      });
    }
  });
});
