/** Books of other generators: the frame and the element run, posters stand in for them, the book works on. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { launchChromium } from "../browser/browser.mjs";
import { altOf, builtFolder, loadedPoster, onBook, serveBook } from "./book.mjs";

const framed = altOf("sum", "zh");
const inElement = altOf("decode", "zh");

/** What each host's search leads to for a word that one page has. */
const hosts = [
  {
    name: "honkit",
    chapter: "chapter.html",
    async search(page) {
      await page.locator("#book-search-input input").fill("giraffe");
      await page.locator("#book-search-results .search-results-item a").first().click();
    },
  },
  {
    name: "vitepress",
    chapter: "chapter.html",
    async search(page) {
      await page.locator(".VPNavBarSearch button").first().click();
      await page.locator("input.search-input").fill("giraffe");
      await page.locator(".results .result").first().click();
    },
  },
  { name: "docusaurus", chapter: "chapter/", search: null },
];

let browser;
before(async () => (browser = await launchChromium()));
after(() => browser.close());

const elementIsReady = (page) => page.locator("tiny-gpt-lab[ready]").waitFor();
const pageNamed = (page, name) => page.getByRole("heading", { level: 1, name }).last().waitFor();

/** The text of the page as it would be printed. */
async function printed(page) {
  const pdf = await page.pdf({ format: "A4", printBackground: true });
  return execFileSync("pdftotext", ["-layout", "-", "-"], { input: pdf, encoding: "utf8" });
}

for (const { name, chapter, search } of hosts) {
  describe(`a ${name} book`, () => {
    let book;
    before(async () => (book = await serveBook(name)));
    after(() => book.close());
    const onChapter = (body, options) => onBook(browser, book, chapter, body, options);

    test("runs the frame, and the element in the place of its poster", () =>
      onChapter(async (page) => {
        await loadedPoster(page, framed);
        await page.locator("iframe").scrollIntoViewIfNeeded();
        const frame = page.frameLocator("iframe");
        await frame.locator("tiny-gpt-lab[ready]").waitFor();
        await frame.getByText("教学模型").first().waitFor();
        await page.locator("tiny-gpt-lab").scrollIntoViewIfNeeded();
        await elementIsReady(page);
        await page.getByRole("slider").first().waitFor();
        // HonKit's root font is 10 pixels high.
        const { height } = await page.locator("tiny-gpt-lab .seen .lead-in").boundingBox();
        assert.ok(height >= 14, `letters in a line ${height} px high`);
        assert.equal(await page.getByAltText(inElement, { exact: true }).isVisible(), false);
        assert.equal(await page.getByText("后面的正文").isVisible(), true);
      }));

    test("without script shows both posters, on screen and in print", () =>
      onChapter(
        async (page) => {
          for (const media of ["screen", "print"]) {
            await page.emulateMedia({ media });
            for (const alt of [framed, inElement]) {
              const image = page.getByAltText(alt, { exact: true });
              await image.scrollIntoViewIfNeeded();
              assert.ok((await image.boundingBox()).width > 300, `${alt} (${media})`);
            }
          }
          assert.equal(await page.locator("iframe").isVisible(), false);
        },
        { javaScriptEnabled: false },
      ));

    test("prints the poster for the frame, and the laboratory without its controls", () =>
      onChapter(async (page) => {
        await loadedPoster(page, framed);
        await page.locator("tiny-gpt-lab").scrollIntoViewIfNeeded();
        await elementIsReady(page);
        await page.emulateMedia({ media: "print" });
        assert.equal(await page.getByAltText(framed, { exact: true }).isVisible(), true);
        assert.equal(await page.locator("iframe").isVisible(), false);
        assert.equal(await page.locator("tiny-gpt-lab").getByRole("slider").count(), 0);
        const text = (await printed(page)).replace(/\s+/g, "");
        assert.match(text, /新词从位置3数起/);
        assert.match(text, /past_length/);
        assert.match(text, /后面的正文/);
        assert.doesNotMatch(text, /恢复初始设置|试一试/);
      }));

    test("goes to another page and back, where the element runs anew", () =>
      onChapter(async (page) => {
        await page.locator("tiny-gpt-lab").scrollIntoViewIfNeeded();
        await elementIsReady(page);
        await page.getByRole("link", { name: "后记" }).first().click();
        await pageNamed(page, "后记");
        assert.equal(await page.locator("tiny-gpt-lab").count(), 0);
        await page.getByRole("link", { name: "学习出来的位置" }).first().click();
        await page.locator("tiny-gpt-lab").scrollIntoViewIfNeeded();
        await elementIsReady(page);
      }));

    if (search) {
      test("finds a word of another page from the page of the element", () =>
        onChapter(async (page) => {
          await page.locator("tiny-gpt-lab").scrollIntoViewIfNeeded();
          await elementIsReady(page);
          await search(page);
          await pageNamed(page, "后记");
        }));
    }
  });
}

describe("a page made by pandoc", () => {
  let book;
  before(async () => (book = await serveBook("pandoc")));
  after(() => book.close());

  test("holds its poster, and runs the frame where the site is beside it", () =>
    onBook(browser, book, "chapter.html", async (page) => {
      const image = await loadedPoster(page, framed);
      assert.match(await image.getAttribute("src"), /^data:image\/svg\+xml/);
      await page.locator("iframe").scrollIntoViewIfNeeded();
      await page.frameLocator("iframe").locator("tiny-gpt-lab[ready]").waitFor();
    }));

  test("becomes a PDF with the poster, without the frame", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(`${builtFolder("pandoc")}/chapter.html`).href);
    await page.emulateMedia({ media: "print" });
    assert.ok((await page.getByAltText(framed, { exact: true }).boundingBox()).height > 100);
    assert.equal(await page.locator("iframe").isVisible(), false);
    assert.match((await printed(page)).replace(/\s+/g, ""), /后面的正文/);
    await context.close();
  });
});
