/** axe in every step, model, language, colour scheme and width; and a walk by keyboard alone. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { violationsInEveryLook } from "./axe.mjs";
import { openPage } from "./browser.mjs";
import { browser, site } from "./reader.mjs";

const states = [
  ...["ids", "position_ids", "wte", "wpe", "sum", "attention", "mlp", "next", "range"].map((step) => `step=${step}`),
  "step=range&try=wte:-1",
  "step=sum&bet=1",
  "step=sum&ids=",
  "step=sum&ids=0,1,2,3,4,0,1,2,3",
  "step=sum&ids=x",
  "step=next&ids=0,1,2,3,4,0,1,2&prompt=1&offset=1",
  ...["sum", "attention", "mlp", "next"].map((step) => `model=book-3.8&step=${step}`),
  "model=book-3.8&step=next&ids=0,11,12,13,14,1,15,16&prompt=6&offset=-1",
  "model=gpt2-small&step=sum",
  "model=gpt2-small&step=range&try=too-long",
];

for (const lang of ["zh", "en"]) {
  test(`axe finds nothing at 360 and 1280 px, light and dark: ${lang}`, async () => {
    const opened = await openPage(browser, site);
    for (const state of states) {
      await opened.open(`?lab=stepper&lang=${lang}&${state}`);
      assert.deepEqual(await violationsInEveryLook(opened.page), [], state);
    }
    await opened.finish();
  });
}

describe("by keyboard alone", () => {
  test("every control can be reached, shows its focus, and lets go of it", async () => {
    const opened = await openPage(browser, site);
    await opened.open("?step=range");
    const seen = [];
    for (let i = 0; i < 60; i++) {
      await opened.page.keyboard.press("Tab");
      const focused = await opened.page.evaluate(() => {
        const host = document.activeElement;
        const active = host.shadowRoot?.activeElement ?? host;
        const style = getComputedStyle(active);
        return {
          name: active.tagName + (active.className ? `.${active.className}` : ""),
          outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
        };
      });
      if (focused.name === "BODY") break;
      assert.ok(focused.outlined, `${focused.name} shows no focus`);
      seen.push(focused.name);
    }
    for (const control of ["INPUT", "BUTTON.step range", "BUTTON.word", "SELECT", "A"]) {
      assert.ok(seen.includes(control), `${control} in ${seen}`);
    }
    await opened.finish();
  });

  const focused = (page) =>
    page.evaluate(() => document.querySelector("tiny-gpt-stepper").shadowRoot.activeElement?.innerText);

  test("the steps are one press away from the start, and few from a long sentence's words", async () => {
    const opened = await openPage(browser, site);
    const { page } = opened;
    await opened.open("?ids=0,1,2,3,4,0,1,2");
    // Behind the links to the workbench and to the other language.
    for (let i = 0; i < 3; i++) await page.keyboard.press("Tab");
    assert.equal(await focused(page), "跳到步骤");
    await page.keyboard.press("Enter");
    assert.equal(await focused(page), "相加");
    await page.getByRole("button", { name: "添上“猫”" }).focus();
    let presses = 0;
    while ((await focused(page)) !== "上一步" && presses < 60) {
      await page.keyboard.press("Tab");
      presses += 1;
    }
    assert.ok(presses <= 22, `${presses} presses`);
    await opened.finish();
  });

  test("words to add are one stop, with arrow keys, Home and End from word to word", async () => {
    const opened = await openPage(browser, site);
    const { page } = opened;
    await opened.open("?ids=0");
    const toolbar = page.getByRole("toolbar", { name: "添词" });
    const stops = () => toolbar.locator('button[tabindex="0"]').allInnerTexts();
    await page.getByRole("button", { name: "添上“猫”" }).focus();
    for (const [key, word] of [["ArrowRight", "追"], ["End", "鱼"], ["ArrowRight", "鱼"], ["ArrowLeft", "吃"],
      ["Home", "猫"], ["ArrowLeft", "猫"], ["ArrowRight", "追"]]) {
      await page.keyboard.press(key);
      assert.equal(await focused(page), word, key);
      assert.deepEqual(await stops(), [word]);
    }
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("input.ids").inputValue(), "0, 1");
    assert.deepEqual(await stops(), ["追"]);
    await page.keyboard.press("Tab");
    assert.equal(await page.locator("input.ids").evaluate((field) => field.matches(":focus")), true);
    await opened.finish();
  });

  test("the buttons below the sentence stay reachable whatever is deleted", async () => {
    const opened = await openPage(browser, site);
    const { page } = opened;
    await opened.open("?ids=0,1,2");
    const stops = () =>
      page.locator('.editing button[tabindex="0"]').evaluateAll((list) =>
        list.map((button) => button.dataset.edit),
      );
    assert.deepEqual(await stops(), ["×0"]);
    await page.locator('[data-edit="×2"]').focus();
    assert.deepEqual(await stops(), ["×2"]);
    await page.keyboard.press("Enter");
    assert.deepEqual(await stops(), ["×1"]);
    await page.keyboard.press("ArrowLeft");
    assert.deepEqual(await stops(), ["‹1"]);
    await opened.finish();
  });

  test("targets are at least 24 px in both directions", async () => {
    for (const width of [360, 1280]) {
      const opened = await openPage(browser, site, { width });
      for (const state of ["step=sum&bet=1", "step=range", "step=next&ids=0,1&prompt=1", "model=book-3.8", "model=gpt2-small"]) {
        await opened.open(`?${state}`);
        const small = await opened.page.evaluate(() => {
          const root = document.querySelector("tiny-gpt-stepper").shadowRoot;
          return [...root.querySelectorAll("button, select, textarea, a, input, label.option")]
            .filter((control) => control.checkVisibility({ visibilityProperty: true }))
            // A radio or checkbox is pressed by its label.
            .map((control) => control.closest("label.option, label.toggle") ?? control)
            .map((control) => [control.className || control.tagName, control.getBoundingClientRect()])
            .filter(([, box]) => box.width < 23.5 || box.height < 23.5)
            .map(([name, box]) => `${name} ${box.width}x${box.height}`);
        });
        assert.deepEqual(small, [], `${state} at ${width}`);
      }
      await opened.finish();
    }
  });
});

test("nothing moves for readers who ask for less motion, nor for others", async () => {
  const opened = await openPage(browser, site, { reducedMotion: "reduce" });
  await opened.open("?step=ids");
  await opened.page.getByRole("button", { name: "下一步" }).click();
  const moving = await opened.page.evaluate(() => document.getAnimations().length);
  assert.equal(moving, 0);
  await opened.finish();
});

test("figures stay readable in forced colours: lit rows keep their mark", async () => {
  const opened = await openPage(browser, site, { forcedColors: "active" });
  await opened.open("?step=wte");
  const [lit, plain] = await opened.page.evaluate(() => {
    const root = document.querySelector("tiny-gpt-stepper").shadowRoot;
    const mark = (row) => getComputedStyle(root.querySelector(row)).borderLeftColor;
    return [mark(".wte-table tr.lit th"), mark(".wte-table tbody tr:not(.lit) th")];
  });
  assert.notEqual(lit, plain);
  await opened.finish();
});
