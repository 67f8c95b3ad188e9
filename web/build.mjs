/**
 * Builds dist/ from web/ and the WebAssembly module in build/wasm:
 *   tinygpt.js, tinygpt.wasm, types/   the face of the runtime
 *   tinygpt-worker.js                  the same behind a worker, loaded when asked for
 *   index.html, page.js, *-*.js         the page, a user of the face like any other
 */

import { execFile } from "node:child_process";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { build } from "esbuild";

const web = dirname(fileURLToPath(import.meta.url));
const moduleFolder = join(web, "../build/wasm/cpp/bindings");
const dist = join(web, "../dist");

const common = {
  bundle: true,
  format: "esm",
  target: "es2023",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};

/** The page imports the built face, so that it is loaded once and used as others use it. */
const useBuiltFace = {
  name: "use-built-face",
  setup(bundler) {
    bundler.onResolve({ filter: /runtime\/tinygpt\.js$/ }, () => ({
      path: "./tinygpt.js",
      external: true,
    }));
  },
};

async function buildFace() {
  await build({
    ...common,
    entryPoints: [join(web, "runtime/tinygpt.ts")],
    outfile: join(dist, "tinygpt.js"),
    alias: { "tinygpt-module": join(moduleFolder, "tinygpt-module.mjs") },
  });
  await build({
    ...common,
    entryPoints: [join(web, "runtime/worker.ts")],
    outfile: join(dist, "tinygpt-worker.js"),
    alias: { "tinygpt-module": join(moduleFolder, "tinygpt-module.mjs") },
  });
  await copyFile(join(moduleFolder, "tinygpt-module.wasm"), join(dist, "tinygpt.wasm"));
}

async function buildTypes() {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  await promisify(execFile)(process.execPath, [compiler, "-p", web]);
  await promisify(execFile)(process.execPath, [compiler, "-p", join(web, "tsconfig.types.json")]);
  await writeFile(join(dist, "tinygpt.d.ts"), 'export * from "./types/tinygpt.js";\n');
}

async function buildPage() {
  await build({
    ...common,
    entryPoints: { page: join(web, "page/main.ts") },
    outdir: dist,
    splitting: true,
    // Beside the face, which chunks import by the same relative address as the page.
    chunkNames: "[name]-[hash]",
    plugins: [useBuiltFace],
  });
  for (const file of ["index.html", "page.css", "favicon.svg"]) {
    await copyFile(join(web, "page", file), join(dist, file));
  }
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
try {
  await Promise.all([buildFace(), buildTypes(), buildPage()]);
} catch (error) {
  console.error(error.stdout ?? error.message);
  process.exit(1);
}
