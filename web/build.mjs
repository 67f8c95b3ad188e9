/**
 * Builds dist/ from web/ and the WebAssembly module in build/wasm:
 *   tinygpt.js, tinygpt.wasm, types/   the face of the runtime
 *   tinygpt-laboratories.js, .wasm     the same with the functions of the laboratories
 *   tinygpt-worker.js                  the same behind a worker, loaded when asked for
 *   index.html, workbench.html          the chapter; everything without its text
 *   page.js, *-*.js                     their script, a user of the face like any other
 *   tiny-gpt-lab.js                    <tiny-gpt-lab> for other pages
 *   embed.html, embed.js               one laboratory as a page, for frames
 *   tiny-gpt-lab.single.html           the same in one file, for file:// and closed frames
 */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { build } from "esbuild";

import { chapter } from "./chapter/assemble.mjs";

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
    bundler.onResolve({ filter: /runtime\/tinygpt(-laboratories)?\.js$/ }, ({ path }) => ({
      path: `./${basename(path)}`,
      external: true,
    }));
  },
};

/** One bundle with the module of that name in it. */
function bundleFace(entry, file, moduleName) {
  return build({
    ...common,
    entryPoints: [join(web, "runtime", entry)],
    outfile: join(dist, file),
    alias: { "tinygpt-module": join(moduleFolder, `${moduleName}.mjs`) },
  });
}

async function buildFace() {
  await bundleFace("tinygpt.ts", "tinygpt.js", "tinygpt-module");
  await bundleFace("worker.ts", "tinygpt-worker.js", "tinygpt-module");
  await bundleFace("tinygpt-laboratories.ts", "tinygpt-laboratories.js", "tinygpt-laboratories-module");
  for (const name of ["tinygpt", "tinygpt-laboratories"]) {
    await copyFile(join(moduleFolder, `${name}-module.wasm`), join(dist, `${name}.wasm`));
  }
}

async function buildTypes() {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  await promisify(execFile)(process.execPath, [compiler, "-p", web]);
  await promisify(execFile)(process.execPath, [compiler, "-p", join(web, "tsconfig.types.json")]);
  for (const name of ["tinygpt", "tinygpt-laboratories"]) {
    await writeFile(join(dist, `${name}.d.ts`), `export * from "./types/${name}.js";\n`);
  }
}

async function buildPage() {
  await build({
    ...common,
    entryPoints: {
      page: join(web, "page/main.ts"),
      "tiny-gpt-lab": join(web, "embed/element.ts"),
      embed: join(web, "embed/embed.ts"),
    },
    outdir: dist,
    splitting: true,
    // Beside the face, which chunks import by the same relative address as the page.
    chunkNames: "[name]-[hash]",
    plugins: [useBuiltFace],
  });
  await buildPages();
  for (const file of ["page/page.css", "page/favicon.svg", "embed/embed.html", "embed/embed.css"]) {
    await copyFile(join(web, file), join(dist, basename(file)));
  }
}

/** The chapter, which is the front page, and the workbench: one page with and without the text. */
async function buildPages() {
  const page = await readFile(join(web, "page/index.html"), "utf8");
  const text = await chapter();
  const withText = page.replace("<!-- chapter -->", () => text);
  await writeFile(join(dist, "index.html"), withText);
  const workbench = page
    .replace("<!-- chapter -->", "")
    .replace('<html lang="zh-CN">', '<html lang="zh-CN" data-page="workbench">');
  await writeFile(join(dist, "workbench.html"), workbench);
}

/** One classic script with the module in it, in one page whose policy lets only that script run. */
async function buildSingle() {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(web, "embed/single.ts")],
    format: "iife",
    write: false,
    loader: { ".wasm": "binary" },
    alias: {
      // The larger module does for both faces.
      "tinygpt-module": join(moduleFolder, "tinygpt-laboratories-module.mjs"),
      "tinygpt-wasm": join(moduleFolder, "tinygpt-laboratories-module.wasm"),
    },
    // There is no file beside it to find: the module's bytes are in the script.
    define: { "import.meta.url": JSON.stringify("data:text/javascript,") },
  });
  // The closing tag would end the script early, wherever it stands.
  const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
  const style = await readFile(join(web, "embed/embed.css"), "utf8");
  const page = await readFile(join(web, "embed/single.html"), "utf8");
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const filled = page
    .replace("SCRIPT_HASH", () => hash(script))
    .replace("STYLE_HASH", () => hash(style))
    .replace("<style></style>", () => `<style>${style}</style>`)
    .replace("<script></script>", () => `<script>${script}</script>`);
  await writeFile(join(dist, "tiny-gpt-lab.single.html"), filled);
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
try {
  await Promise.all([buildFace(), buildTypes(), buildPage(), buildSingle()]);
} catch (error) {
  console.error(error.stdout ?? error.message);
  process.exit(1);
}
