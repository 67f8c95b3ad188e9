/** Narrow and wide, and a start that fails. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { openPage } from "./browser.mjs";
import { browser, onPage, site } from "./reader.mjs";

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
          for (const name of ["wte", "sum", "attention", "mlp", "next", "range"]) {
            states.push(`model=book-3.8&step=${name}`);
          }
          states.push("step=next&ids=0,1,2,3,4,0,1,2&prompt=1&offset=1");
          for (const name of ["wte", "sum", "range"]) {
            states.push(`model=gpt2-small&step=${name}`, `model=gpt2-small&step=${name}&${long}`);
          }
          for (const state of states) {
            await opened.open(`?lang=en&${state}`);
            const [scroll, cut] = await page.evaluate(() => {
              const root = document.querySelector("tiny-gpt-stepper").shadowRoot;
              const numbers = [...root.querySelectorAll(".matrix td:not(.strip), .cell, .rounds td")];
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
    await opened.page.route("**/tinygpt-*.wasm", (route) => route.fulfill({ status: 404 }));
    await opened.page.goto(site.url);
    await opened.page.getByRole("button", { name: "重新加载" }).waitFor();
    assert.match(await opened.page.locator("#status").innerText(), /计算模块没能启动.*404/);
    await opened.page.getByRole("link", { name: "English" }).click();
    assert.match(await opened.page.locator("#status").innerText(), /could not be started/);
    // The laboratories have a module of their own.
    assert.equal(await opened.page.locator(".lab-place:empty").count(), 0);
    await opened.page.context().close();
  });
});
