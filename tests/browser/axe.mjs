/** What axe finds wrong with a page, as short sentences. */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function violations(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() =>
    globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      // Details of what passes, and files that none of these rules reads, take most of the time.
      resultTypes: ["violations"],
      preload: false,
    }),
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.flat()).join(" | ")}`);
}

/** The same on a phone and on a desk, in light and in dark; the page stays as it is otherwise. */
export async function violationsInEveryLook(page) {
  const found = [];
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(100);
      const own = await violations(page);
      found.push(...own.map((violation) => `${width} px, ${colorScheme}: ${violation}`));
    }
  }
  return found;
}
