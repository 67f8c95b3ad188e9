/** What holds for every laboratory holds in all views of those that have several. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { violations } from "./axe.mjs";
import { onLab } from "./labs.mjs";

const views = {
  positions: ["prefill", "chunked", "packed", "padded&rule=opt", "batch"].map((way) => `way=${way}`),
  shapes: ["B=3&T=2"],
  parameters: ["bert", "gpt3", "vit", "own"].map((model) => `model=${model}`),
  gradient: ["mix=uniform", "mix=phases", "mix=own"],
  limit: ["truncate&keep=tail", "windows", "rows&target=24", "grid"].map((way) => `way=${way}`),
  models: ["bert", "roberta", "opt", "whisper", "vit", "nanogpt"].map((name) => `model=${name}`),
  sinusoidal: [
    "d=8&pos=40&i=3",
    ...["waves", "clock", "shift", "distance", "training", "compare"].map((view) => `show=${view}`),
  ],
  order: ["causal=1", "positions=1&ids=0,1,2,3,4&order=77"],
  relative: [
    "k=7",
    ...["rope", "alibi", "t5", "none", "compare"].map((view) => `scheme=${view}`),
  ],
};

/** Everything opened, at the width of a small phone. */
async function check(page, name) {
  await page.locator(`#${name} details`).evaluateAll((all) => all.forEach((each) => (each.open = true)));
  await page.waitForTimeout(150);
  assert.deepEqual(await violations(page), []);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  const text = await page.locator(`#${name} .lab`).innerText();
  assert.doesNotMatch(text, /undefined|NaN|\[object/);
  return text;
}

for (const [name, states] of Object.entries(views)) {
  for (const state of states) {
    test(`${name}, ${state}: axe, a width of 320 px, and both languages`, () =>
      onLab(
        name,
        `lang=en&${state}`,
        async (page) => {
          const english = await check(page, name);
          assert.doesNotMatch(english.replace(/[猫追狗吃鱼]/g, ""), /\p{Script=Han}|[，。：；（）]/u);
          await page.emulateMedia({ colorScheme: "dark" });
          await page.locator("#links a[hreflang]").click();
          await check(page, name);
        },
        { width: 320 },
      ));
  }
}
