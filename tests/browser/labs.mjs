/** A laboratory alone on a page, as the tests of laboratories open it. */

import { openPage } from "./browser.mjs";
import { browser, site } from "./reader.mjs";

/** Opens one laboratory, runs the body, and fails on console errors and foreign requests. */
export async function onLab(name, query, body, options) {
  const opened = await openPage(browser, site, options);
  const open = async (text) => {
    await opened.page.goto(`${site.url}?lab=${name}&${text}`);
    await opened.page.locator(`tiny-gpt-laboratory#${name}[ready]`).waitFor();
  };
  await open(query);
  await body(opened.page, { open });
  await opened.finish();
}

export const seen = (page) => page.locator(".seen").innerText();
