/** Takes the README's picture from the real page: node tests/browser/screenshot.mjs */

import { fileURLToPath } from "node:url";

import { launchChromium, openPage } from "./browser.mjs";
import { startSite } from "./site.mjs";

const site = await startSite();
const browser = await launchChromium();
const opened = await openPage(browser, site, { height: 720 });
await opened.open("?lang=zh");
await opened.page.screenshot({
  path: fileURLToPath(new URL("../../web/page/screenshot.png", import.meta.url)),
});
await opened.finish();
await browser.close();
await site.close();
