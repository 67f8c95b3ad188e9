/**
 * Reading under other conditions: zoomed to 200 %, narrow, in forced colours, by keyboard from one
 * end to the other. One page for each laboratory, and everything that can change on it changes there.
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { importPageModule } from "../page/bundle.mjs";
import { violations } from "./axe.mjs";
import { onLab } from "./labs.mjs";
import { onPage, step } from "./reader.mjs";

const { labNames } = await importPageModule("labs/names.ts");

/** 1280 px at 200 %. */
const zoomed = { width: 640, height: 450, deviceScaleFactor: 2 };
/** Width, colours, and whether the language is changed before; 360 and 1280 px are tested elsewhere. */
const conditions = [
  [640, "light", false],
  [320, "dark", false],
  [768, "light", true],
  [320, "light", false],
  [768, "dark", true],
];

async function holdsUnderAll(page) {
  for (const [width, colorScheme, otherLanguage] of conditions) {
    await page.setViewportSize({ width, height: 450 });
    await page.emulateMedia({ colorScheme });
    if (otherLanguage) await page.locator("#links a[hreflang]").click();
    await page.waitForTimeout(100);
    const where = `${width} px, ${colorScheme}`;
    assert.deepEqual(await violations(page), [], where);
    const scroll = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(scroll <= width, `${scroll} at ${where}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** The focused element, in whatever shadow tree, and whether it can be seen to be focused. */
const focused = (page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    if (active === document.body) return null;
    globalThis.stops ??= new Map();
    if (!globalThis.stops.has(active)) globalThis.stops.set(active, globalThis.stops.size);
    const style = getComputedStyle(active);
    const box = active.getBoundingClientRect();
    return {
      number: globalThis.stops.get(active),
      name: `${active.tagName}.${active.className} ${(active.innerText ?? "").slice(0, 20)}`,
      outlined: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
      inSight: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    };
  });

/** Presses Tab until the page is left, and the same way back; gives the stops. */
async function walk(page) {
  const ways = {};
  for (const key of ["Tab", "Shift+Tab"]) {
    const stops = [];
    for (let presses = 0; ; presses++) {
      assert.ok(presses < 200, `${key} does not come to an end: ${stops.at(-1)?.name}`);
      await page.keyboard.press(key);
      const stop = await focused(page);
      if (!stop) break;
      assert.ok(stop.outlined, `${stop.name} shows no focus`);
      assert.ok(stop.inSight, `${stop.name} has focus out of sight`);
      stops.push(stop);
    }
    ways[key] = stops;
  }
  const numbers = (key) => [...new Set(ways[key].map(({ number }) => number))].sort((a, b) => a - b);
  assert.deepEqual(numbers("Shift+Tab"), numbers("Tab"), "some stops are on one way only");
  return ways.Tab;
}

/** What is chosen and what is not, told apart by something that forced colours keep. */
async function staysClearInForcedColours(page) {
  await page.emulateMedia({ forcedColors: "active" });
  const unclear = await page.evaluate(() => {
    const roots = [...document.querySelectorAll("tiny-gpt-stepper, tiny-gpt-laboratory")].map(
      (host) => host.shadowRoot,
    );
    const all = (selector) =>
      roots.flatMap((root) => [...root.querySelectorAll(selector)]).filter((one) => one.checkVisibility());
    const marks = (element) => {
      const style = getComputedStyle(element);
      return JSON.stringify([
        style.backgroundColor, style.borderColor, style.borderLeftColor, style.borderLeftWidth,
        style.borderBottomColor, style.fontWeight, style.textDecorationLine, style.outlineStyle,
      ]);
    };
    const found = [];
    for (const [chosen, other] of [
      ['button[aria-pressed="true"]:not(.cell)', 'button[aria-pressed="false"]:not(.cell)'],
      ['.step[aria-current="step"]', '.step:not([aria-current="step"])'],
      [".matrix tbody tr.lit th", ".matrix tbody tr:not(.lit, .gap, .missing) th"],
      ['.sequence tr.lit th[scope="row"]', '.sequence tbody tr:not(.lit) th[scope="row"]'],
      [".lab-table tr.lit > th", ".lab-table tbody tr:not(.lit, .wrong) > th"],
      [".rule .term.lit", ".rule .term:not(.lit)"],
    ]) {
      const others = new Set(all(other).map(marks));
      if (all(chosen).some((one) => others.has(marks(one)))) found.push(chosen);
    }
    for (const control of all("button:not(.cell, .step), select, input:not([type=range]), textarea")) {
      const { borderStyle, borderWidth, appearance } = getComputedStyle(control);
      const bordered = borderStyle !== "none" && parseFloat(borderWidth) > 0;
      const native = /radio|checkbox/.test(control.type) || appearance === "auto";
      if (!bordered && !native && !control.matches(".term")) found.push(control.outerHTML.slice(0, 60));
    }
    return found;
  });
  assert.deepEqual(unclear, []);
  await page.keyboard.press("Tab");
  assert.equal((await focused(page)).outlined, true);
  await page.emulateMedia({ forcedColors: "none" });
}

for (const name of labNames) {
  test(`${name}: axe and widths at 200 % and down to 320 px, forced colours, and a walk by keyboard`, (t) =>
    onLab(
      name,
      "lang=zh",
      async (page) => {
        await t.test("every width, colour scheme and language", () => holdsUnderAll(page));
        await t.test("forced colours", () => staysClearInForcedColours(page));
        await t.test("every control by keyboard, there and back", async () => {
          await page.evaluate(() => document.activeElement.blur());
          await page.reload();
          await page.locator(`#${name}[ready]`).waitFor();
          const stops = await walk(page);
          const controls = await page.locator(`#${name} .lab`).evaluate((lab) => {
            const visible = [...lab.querySelectorAll("button, select, textarea, summary, input, a")]
              .filter((control) => control.checkVisibility() && !control.disabled);
            const groups = new Set(visible.filter(({ type }) => type === "radio").map((radio) => radio.name));
            return visible.filter(({ type, tabIndex }) => type !== "radio" && tabIndex >= 0).length + groups.size;
          });
          assert.ok(stops.length >= controls, `${stops.length} stops, ${controls} controls`);
        });
      },
      zoomed,
    ));
}

test("the front page: axe and widths at 200 % and down to 320 px, and forced colours at every step", (t) =>
  onPage(
    "?lang=zh",
    async (page, { open }) => {
      await t.test("every width, colour scheme and language", () => holdsUnderAll(page));
      for (const state of ["step=wte", "step=sum", "step=attention&head=1", "step=range&try=wpe:8"]) {
        await t.test(`forced colours: ${state}`, async () => {
          await open(`?lang=zh&${state}`);
          await staysClearInForcedColours(page);
        });
      }
    },
    zoomed,
  ));

test("the names of the steps do not run into each other, in either language", () =>
  onPage("?lang=en&step=wte", async (page) => {
    for (const lang of ["en", "zh"]) {
      if (lang === "zh") await page.locator("#links a[hreflang]").click();
      for (const width of [320, 500, 640, 768, 840, 900, 1000, 1280]) {
        await page.setViewportSize({ width, height: 700 });
        await page.waitForTimeout(100);
        const gaps = await page.locator(".track .step").evaluateAll((steps) => {
          const boxes = steps
            .filter((step) => step.checkVisibility())
            .map((step) => {
              const text = document.createRange();
              text.selectNodeContents(step);
              return text.getBoundingClientRect();
            });
          return boxes.slice(1).map((box, i) => Math.round(box.left - boxes[i].right));
        });
        assert.ok(gaps.every((gap) => gap >= 4), `${lang} at ${width}: ${gaps}`);
      }
    }
  }));

test("by keyboard from the address bar to the next word and back to the first step", () =>
  onPage("?lang=en&step=ids", async (page) => {
    let stop;
    do {
      await page.keyboard.press("Tab");
      stop = await focused(page);
    } while (!stop.name.includes("Skip"));
    await page.keyboard.press("Enter");
    for (const expected of ["position_ids", "wte", "wpe", "sum", "attention", "mlp", "next"]) {
      await page.keyboard.press("ArrowRight");
      assert.equal(await step(page), expected);
    }
    assert.match(await page.locator(".candidates").innerText(), /probability/);
    for (let presses = 0; presses < 7; presses++) await page.keyboard.press("ArrowLeft");
    assert.equal(await step(page), "ids");
    assert.equal((await focused(page)).outlined, true);
  }));

test("a term opens by touch, closes by a touch elsewhere, and tells a screen reader so", () =>
  onPage(
    "?lang=en",
    async (page) => {
      const term = page.getByRole("button", { name: "Prefill" });
      const explanation = page.locator("#term-en-prefill");
      const session = await page.context().newCDPSession(page);
      const said = async () => {
        const { result } = await session.send("Runtime.evaluate", {
          expression: `document.querySelector('[popovertarget="term-en-prefill"]')`,
        });
        const { nodes } = await session.send("Accessibility.getPartialAXTree", {
          objectId: result.objectId,
          fetchRelatives: false,
        });
        return nodes[0].properties.find((property) => property.name === "expanded")?.value.value;
      };
      assert.equal(await said(), false);
      await term.tap();
      assert.equal(await explanation.isVisible(), true);
      assert.equal(await said(), true);
      // Read on from the term, the explanation comes next.
      assert.equal(
        await term.evaluate((button) => button.closest("dfn").nextElementSibling.id),
        "term-en-prefill",
      );
      await page.touchscreen.tap(5, 5);
      assert.equal(await explanation.isVisible(), false);
      assert.equal(await said(), false);
    },
    { hasTouch: true, width: 360 },
  ));
