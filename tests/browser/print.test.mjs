/** On paper: the figure with what was chosen, light, without what only a screen can use. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

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
