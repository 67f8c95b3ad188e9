/** Imports a TypeScript module of the page into Node. */

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const web = new URL("../../web/", import.meta.url);
const { build } = createRequire(new URL("package.json", web))("esbuild");

export async function importPageModule(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(path, web))],
    bundle: true,
    format: "esm",
    target: "es2023",
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
