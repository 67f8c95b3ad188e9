/** The front page: the text, its terms, and the laboratories in it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { violations } from "./axe.mjs";
import { openPage } from "./browser.mjs";
import { browser, onPage, site } from "./reader.mjs";

/** Brings everything on the page near once, so that all of it is there. */
async function readThrough(page) {
  for (const lab of await page.locator("tiny-gpt-laboratory").all()) {
    await lab.scrollIntoViewIfNeeded();
    await lab.locator(".seen").waitFor();
  }
}

for (const lang of ["zh", "en"]) {
  test(`${lang}: the text is in one language, with four laboratories that run, and axe finds nothing`, () =>
    onPage(`?lang=${lang}`, async (page) => {
      assert.equal(await page.locator("tiny-gpt-laboratory").count(), 4);
      await readThrough(page);
      const text = await page.locator("main").innerText();
      if (lang === "en") assert.doesNotMatch(text, /[，。：；]/u);
      else assert.match(text, /词嵌入不知道顺序/);
      assert.deepEqual(await violations(page), []);
    }));
}

test("the language changes the whole page, text and laboratories", () =>
  onPage("?lang=zh", async (page) => {
    await readThrough(page);
    await page.getByRole("link", { name: "English" }).click();
    assert.equal(await page.getByRole("heading", { name: "Positions are counted" }).isVisible(), true);
    assert.equal(await page.getByText("位置是数出来的").isVisible(), false);
    assert.match(await page.locator("#positions .lab").innerText(), /Where position_ids come from/);
  }));

for (const [locale, query, shown, other] of [
  ["en-GB", "", "en", "zh"],
  ["zh-TW", "", "zh", "en"],
  ["zh-CN", "?lang=en", "en", "zh"],
]) {
  test(`${locale} ${query}: the text is in the reader's language before the page's script has come`, async () => {
    const { page, finish } = await openPage(browser, site, { locale });
    await page.route(/\/page-[^/]*\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await page.goto(site.url + query);
    assert.ok((await page.locator(`[data-language="${shown}"]:visible`).count()) > 0);
    assert.equal(await page.locator(`[data-language="${other}"]:visible`).count(), 0);
    await finish();
  });
}

test("a term opens its explanation by keyboard and closes again", () =>
  onPage("?lang=en", async (page) => {
    const term = page.getByRole("button", { name: "KV cache" });
    await term.focus();
    await page.keyboard.press("Enter");
    const explanation = page.locator("#term-en-kv-cache");
    assert.equal(await explanation.isVisible(), true);
    assert.match(await explanation.innerText(), /past_length/);
    await page.keyboard.press("Escape");
    assert.equal(await explanation.isVisible(), false);
  }));

for (const width of [320, 360, 768, 1280]) {
  test(`at ${width} px the chapter does not scroll sideways`, () =>
    onPage(
      "?lang=en",
      async (page) => {
        await readThrough(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide}`);
      },
      { width },
    ));
}

/** The page when its modules have not come yet. */
async function beforeScripts(query, body, options) {
  const opened = await openPage(browser, site, options);
  const { page } = opened;
  const held = [];
  await page.route(/\/(page|chunk)-[^/]*\.js$/, (route) => held.push(route));
  await page.goto(site.url + query, { waitUntil: "commit" });
  await body(page);
  await Promise.all(held.map((route) => route.continue()));
  await opened.finish();
}

test("the page says that it is starting before any module has come", () =>
  beforeScripts("?lang=en", (page) => page.getByText("Starting the computation").waitFor()));

test("a laboratory alone never shows the chapter first", () =>
  beforeScripts("?lang=en&lab=gradient", async (page) => {
    await page.locator("footer").waitFor({ state: "attached" });
    await page.waitForFunction(() => document.styleSheets.length > 0);
    assert.equal(await page.locator(":is(.lead, .prose):visible").count(), 0);
  }));

test("without script the text stands in both languages, and nothing says that it is starting", () =>
  beforeScripts(
    "?lang=en",
    async (page) => {
      await page.getByText("词嵌入不知道顺序").waitFor();
      assert.equal(await page.getByText("Word embeddings know no order").isVisible(), true);
      assert.equal(await page.locator("#status").isVisible(), false);
      assert.equal(await page.locator("tiny-gpt-stepper").isVisible(), false);
    },
    { javaScriptEnabled: false },
  ));
