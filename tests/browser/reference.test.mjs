/** The reference in a browser: its own policy stops nothing of it, search finds, axe finds nothing that is ours to mend. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { violations } from "./axe.mjs";
import { openPage } from "./browser.mjs";
import { browser, site } from "./reader.mjs";

test("a page of the reference is drawn under its policy, and search leads to a name", async () => {
  const opened = await openPage(browser, site);
  const { page } = opened;
  await page.goto(`${site.url}reference/interfaces/tinygpt.Model.html`);
  await page.getByRole("heading", { name: "Interface Model" }).waitFor();
  // The generator puts links into what opens and closes a section; both work by keyboard.
  const found = (await violations(page)).filter((sentence) => !sentence.startsWith("nested-interactive"));
  assert.deepEqual(found, []);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("combobox").fill("positionids");
  await page.getByRole("option", { name: /PositionIds/ }).first().click();
  await page.waitForURL(/PositionIds/i);
  await opened.finish();
});
