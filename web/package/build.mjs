/** Puts what npm publishes into build/package/: files of dist/ that belong to it, and its papers. */

import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = join(root, "dist");
const target = join(root, "build/package");
const entries = ["tinygpt.js", "tinygpt-laboratories.js", "tiny-gpt-lab.js"];

/** The entries and all that they load, by the names that stand in their text. */
async function filesBehind(names) {
  const all = (await readdir(dist)).filter((name) => /\.(js|wasm)$/.test(name));
  const found = new Set(names);
  // A set goes on to those that are added meanwhile.
  for (const name of found) {
    if (!name.endsWith(".js")) continue;
    const text = await readFile(join(dist, name), "utf8");
    for (const other of all) if (text.includes(`${other}"`)) found.add(other);
  }
  return [...found];
}

const files = await filesBehind(entries);
const only = (pattern) => files.find((name) => pattern.test(name));
const template = JSON.parse(
  await readFile(new URL("package.template.json", import.meta.url), "utf8"),
);
template.exports["./tinygpt.wasm"] = `./${only(/^tinygpt-[^-]+\.wasm$/)}`;
template.exports["./tinygpt-laboratories.wasm"] = `./${only(/^tinygpt-laboratories-.*\.wasm$/)}`;
// Everything but the faces defines elements. The faces' entries, which only export again, are kept for
// esbuild: a face that the element imports, too, starts with its first import, and with an entry left out
// the app's import would be left out, too. What of a face is not used still goes.
template.sideEffects = files
  .filter((name) => name.endsWith(".js") && (!name.startsWith("tinygpt") || entries.includes(name)))
  .map((name) => `./${name}`);

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const declarations = entries.map((name) => name.replace(/js$/, "d.ts"));
const rest = ["tiny-gpt-lab.single.html", "third-party-licences.txt"];
for (const name of [...files, ...declarations, ...rest]) {
  await copyFile(join(dist, name), join(target, name));
}
await cp(join(dist, "types"), join(target, "types"), { recursive: true });
await copyFile(join(root, "LICENSE"), join(target, "LICENSE"));
await copyFile(new URL("README.md", import.meta.url), join(target, "README.md"));
await writeFile(join(target, "package.json"), `${JSON.stringify(template, null, 2)}\n`);
