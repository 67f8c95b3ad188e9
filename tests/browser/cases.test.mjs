/** The shared cases on the built module in Chromium. */

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";

import { openPage } from "./browser.mjs";
import { browser, site } from "./reader.mjs";

test("every shared case holds in the browser", async (t) => {
  const files = (await readdir(new URL("../cases/", import.meta.url))).filter((name) =>
    name.endsWith(".json"),
  );
  const opened = await openPage(browser, site);
  await opened.open();
  const results = await opened.page.evaluate(async (names) => {
    const [{ loadTinyGpt }, { runCases }] = await Promise.all([
      import("/tinygpt.js"),
      import("/tests/cases/run.mjs"),
    ]);
    const json = async (path) => (await fetch(path)).json();
    const cases = await Promise.all(names.map((name) => json(`/tests/cases/${name}`)));
    return runCases(
      await loadTinyGpt(),
      cases,
      await json("/tests/data/gpt2-small-synthetic.json"),
    );
  }, files);
  await opened.finish();

  assert.ok(results.length > 50, `only ${results.length} cases were found`);
  for (const { name, problem } of results) {
    await t.test(name, () => assert.equal(problem, undefined));
  }
});

test("the runtime works in a worker of the browser", async () => {
  const opened = await openPage(browser, site);
  await opened.open();
  const x0 = await opened.page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker("/tests/browser/worker.mjs", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
      }),
  );
  await opened.finish();
  assert.deepEqual(x0, [0.2, 0.2, 1.5, -0.5]);
});
