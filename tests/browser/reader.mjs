/**
 * The page as a reader uses it: what the reader's tests share. Importing it starts a browser and a
 * site, which end with the test file. Expected numbers are those of presets/teaching.json.
 */

import { readFile } from "node:fs/promises";
import { after, before } from "node:test";

import { launchChromium, openPage } from "./browser.mjs";

export { matrixRows } from "./browser.mjs";
import { startSite } from "./site.mjs";

export const teaching = JSON.parse(
  await readFile(new URL("../../cpp/presets/teaching.json", import.meta.url), "utf8"),
);
export const golden = JSON.parse(
  await readFile(new URL("../data/gpt2-small-synthetic.json", import.meta.url), "utf8"),
);
export const wte = teaching.weights["wte.weight"];
export const wpe = teaching.weights["wpe.weight"];

export const shown = (value, decimals = 1) => {
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
};
export const x0Row = (id, position) => wte[id].map((value, c) => shown(value + wpe[position][c]));
/** The numbers of a drawn row without its header. */
export const numbers = (rows) => rows.map((row) => row.slice(1, 5));

export let site;
export let browser;
before(async () => {
  site = await startSite();
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  await site.close();
});

/** Opens a page, runs the body, and fails on console errors and foreign requests. */
export async function onPage(query, body, options) {
  const opened = await openPage(browser, site, options);
  await opened.open(query);
  await body(opened.page, opened);
  await opened.finish();
}

export const step = (page) => page.locator(".stepper").getAttribute("data-step");
export const next = (page) => page.getByRole("button", { name: "下一步" }).click();
export const back = (page) => page.getByRole("button", { name: "上一步" }).click();
export const query = (page) => new URLSearchParams(new URL(page.url()).search);
export const typeInto = async (page, label, text) => {
  await page.getByLabel(label, { exact: true }).fill(text);
  await page.keyboard.press("Enter");
};
export const urlSays = (page, key, value) =>
  page.waitForFunction(
    ([k, v]) => new URLSearchParams(location.search).get(k) === v,
    [key, value],
  );
