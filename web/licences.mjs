/** The licences of the packages whose code a build has taken in: they ask to go with it. */

import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** Between one licence and the next. */
export const licenceRule = `\n${"-".repeat(72)}\n\n`;

/** `inputs`: of the bundler's metafile. The text names every package with its licence below. */
export async function licencesOf(inputs) {
  const folders = new Set();
  for (const path of Object.keys(inputs)) {
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? [];
    if (folder) folders.add(resolve(folder));
  }
  const parts = await Promise.all(
    [...folders].sort().map(async (folder) => {
      const { name, version, license } = JSON.parse(
        await readFile(join(folder, "package.json"), "utf8"),
      );
      const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? await readFile(join(folder, file), "utf8") : "";
      return `${name} ${version}: ${license}\n\n${text.trim()}\n`;
    }),
  );
  return parts.join(licenceRule);
}
