/** What holds for every laboratory: reading it, its address, its width, and both languages. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { importPageModule } from "../page/bundle.mjs";
import { violationsInEveryLook } from "./axe.mjs";
import { onLab, seen } from "./labs.mjs";
import { onPage } from "./reader.mjs";

const { labNames } = await importPageModule("labs/names.ts");

/** What the figure says apart from its charts, which are drawn when their library is there. */
const figureText = (page, name) =>
  page.locator(`#${name} .body`).evaluate((body) => {
    const copy = body.cloneNode(true);
    copy.querySelectorAll("lab-chart").forEach((chart) => chart.remove());
    return copy.textContent.replace(/\s+/g, " ");
  });

for (const name of labNames) {
  describe(name, () => {
    test("axe finds nothing: 360 and 1280 px, light and dark, in either language", () =>
      onLab(name, "lang=zh", async (page) => {
        assert.deepEqual(await violationsInEveryLook(page), []);
        await page.locator("#links a[hreflang]").click();
        assert.deepEqual(await violationsInEveryLook(page), []);
      }));

    test("nothing scrolls sideways from 320 px on, and targets are 24 px", () =>
      onLab(name, "lang=en", async (page) => {
        for (const width of [320, 360, 768, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          await page.waitForTimeout(100);
          const { scroll, small } = await page.evaluate((lab) => {
            const root = document.querySelector(`#${lab}`).shadowRoot;
            const controls = root.querySelectorAll("button, select, textarea, summary, input, .ends a");
            return {
              scroll: document.documentElement.scrollWidth,
              small: [...controls]
                .filter((control) => control.checkVisibility({ visibilityProperty: true }))
                .map((control) => control.closest("label.option, label.toggle") ?? control)
                .map((control) => [control.className || control.tagName, control.getBoundingClientRect()])
                .filter(([, box]) => box.width < 23.5 || box.height < 23.5)
                .map(([what, box]) => `${what} ${box.width}x${box.height}`),
            };
          }, name);
          assert.ok(scroll <= width, `${scroll} at ${width}`);
          assert.deepEqual(small, [], `at ${width}`);
        }
      }));

    test("English has no Chinese in it beyond the words of the model; Chinese says all of it, too", () =>
      onLab(name, "lang=en", async (page, { open }) => {
        const english = await page.locator(`#${name} .lab`).innerText();
        assert.match(english, /Try this/);
        assert.doesNotMatch(english.replace(/[猫追狗吃鱼]/g, ""), /\p{Script=Han}|[，。：；（）]/u);
        assert.doesNotMatch(english, /undefined|NaN|\[object/);
        await open("lang=zh");
        const chinese = await page.locator(`#${name} .lab`).innerText();
        assert.match(chinese, /试一试/);
        assert.doesNotMatch(chinese, /undefined|NaN|\[object/);
        assert.match(await seen(page), /\p{Script=Han}/u);
      }));

    test("resets, and an address of nonsense gives the start and says so", () =>
      onLab(name, "lang=zh", async (page, { open }) => {
        const start = await figureText(page, name);
        const controls = page.locator(`#${name} .body input[type="range"]`);
        if (await controls.count()) {
          await controls.first().focus();
          await page.keyboard.press("End");
          await page.keyboard.press("ArrowLeft");
        }
        await page.getByRole("button", { name: "恢复开头的样子" }).click();
        assert.equal(await figureText(page, name), start);
        const keys = await page.evaluate(
          (lab) => Object.keys(document.querySelector(`#${lab}`).lab.fields),
          name,
        );
        await open(`lang=zh&${keys.map((key) => `${key}=%00`).join("&")}`);
        assert.equal(await figureText(page, name), start);
        assert.ok((await page.getByText("没有采用").count()) >= 1);
      }));
  });
}

describe("on the workbench", () => {
  test("every laboratory stands under its title, loads when it comes into sight, and not before", () =>
    onPage("workbench.html?lang=zh", async (page) => {
      const links = page.locator("#contents a");
      assert.equal(await links.count(), labNames.length);
      assert.equal(await page.locator("tiny-gpt-laboratory").count(), labNames.length);
      const last = labNames.at(-1);
      assert.equal(await page.locator(`#${last}[ready]`).count(), 0);
      await links.last().click();
      await page.locator(`#${last}[ready]`).waitFor();
      assert.ok(await page.locator(`#${last} h2`).isVisible());
    }));

  test("a laboratory's state is in the page's address under its name, and alone without it", () =>
    onPage("workbench.html?lang=zh&positions.past=5#positions", async (page) => {
      const lab = page.locator("#positions");
      await lab.locator("h2").scrollIntoViewIfNeeded();
      await page.locator("#positions[ready]").waitFor();
      assert.equal(await lab.getByLabel("past_length（缓存里的词）").first().inputValue(), "5");
      await lab.locator('input[type="range"]').first().focus();
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction(() => location.search.includes("positions.past=4"));
      const alone = await lab.getByRole("link", { name: "单独打开" }).getAttribute("href");
      assert.equal(alone, "?lab=positions&past=4&lang=zh");
    }));

  test("alone there is the laboratory and nothing else, and a way to the workbench", () =>
    onLab("shapes", "batch=4&lang=en", async (page) => {
      assert.equal(await page.locator("tiny-gpt-laboratory").count(), 1);
      assert.equal(await page.locator("tiny-gpt-stepper").isVisible(), false);
      assert.equal(await page.title(), "Say it in shapes");
      assert.equal(await page.locator("[data-language]:visible").count(), 0);
      assert.match(await seen(page), /4 sentences/);
      await page.getByRole("link", { name: "Workbench" }).click();
      await page.locator("#contents").waitFor();
      assert.equal(new URL(page.url()).hash, "#shapes");
    }));

  test("a name that no laboratory has is named, and the page is there as usual", () =>
    onPage("?lang=en&lab=nonsense", async (page) => {
      assert.match(await page.locator("#status").innerText(), /lab.*nonsense/);
      assert.equal(await page.locator("tiny-gpt-stepper").isVisible(), true);
    }));
});
