/** Headless Chromium, and pages that fail their test when anything goes wrong unnoticed. */

import assert from "node:assert/strict";

import { chromium } from "playwright-core";

export function launchChromium() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A fresh page. `finish()` closes it, and fails on console errors and on other hosts' addresses. */
export async function openPage(browser, site, options = {}) {
  const { width = 1280, height = 900, ...rest } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: "zh-CN",
    // What a visit keeps for later would answer instead of a test's own routes.
    serviceWorkers: "block",
    ...rest,
  });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(site.origin)) {
      complaints.push(`request to ${request.url()}`);
    }
  });
  return {
    page,
    complaints,
    async open(query = "") {
      await page.goto(site.url + query);
      await page.locator("tiny-gpt-stepper[ready]").waitFor({ state: "attached" });
    },
    async finish() {
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
}

/** The cells of one drawn matrix as rows of text, with the row header first. */
export function matrixRows(page, selector) {
  return page
    .locator(`${selector} tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.cells].map((cell) => cell.innerText.replace(/\s+/g, " ").trim()),
      ),
    );
}
