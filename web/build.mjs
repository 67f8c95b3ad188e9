/**
 * Builds dist/ from web/ and the WebAssembly module in build/wasm:
 *   tinygpt.js, tinygpt.wasm, types/   the face of the runtime
 *   tinygpt-laboratories.js, .wasm     the same with the functions of the laboratories
 *   tiny-gpt-lab.js                    <tiny-gpt-lab> for other pages
 *   tiny-gpt-lab.single.html           one laboratory in one file, for file:// and closed frames
 *   embed.html                         one laboratory as a page, for frames
 *   index.html, workbench.html         the chapter; everything without its text
 *   *-1A2B3C4D.*                       what these are made of, each named by its content
 *   service-worker.js, *.webmanifest   keep the page for use without a network
 */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { build } from "esbuild";

import { chapter } from "./chapter/assemble.mjs";
import { hashedName, renamedInPage, renamedInScript } from "./hashed.mjs";
import { licenceRule, licencesOf } from "./licences.mjs";
import { buildManifest, buildServiceWorker } from "./offline/build.mjs";
import { cardTags, oembed, siteUrl } from "./share.mjs";

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

/** What files are called in dist/, by their plain names. */
const names = new Map();

async function writeHashed(name, content) {
  names.set(name, hashedName(name, content));
  await writeFile(join(dist, names.get(name)), content);
}

/** The page imports the built face, so that it is loaded once and used as others use it. */
const useBuiltFace = {
  name: "use-built-face",
  setup(bundler) {
    bundler.onResolve({ filter: /runtime\/tinygpt(-laboratories)?\.js$/ }, ({ path }) => ({
      path: `./${names.get(basename(path))}`,
      external: true,
    }));
  },
};

/** One bundle with the module of that name in it, and the new names of the files that it loads. */
async function bundleFace(entry, file, moduleName, loads) {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(web, "runtime", entry)],
    write: false,
    alias: { "tinygpt-module": join(moduleFolder, `${moduleName}.mjs`) },
  });
  const own = new Map(loads.map((name) => [name, names.get(name)]));
  await writeHashed(file, renamedInScript(outputFiles[0].text, own));
}

/** The name that others import never changes; what it stands for does. */
function writeEntry(name) {
  return writeFile(join(dist, name), `export * from "./${names.get(name)}";\n`);
}

async function buildFace() {
  for (const name of ["tinygpt", "tinygpt-laboratories"]) {
    const wasm = await readFile(join(moduleFolder, `${name}-module.wasm`));
    await writeHashed(`${name}.wasm`, wasm);
    await writeFile(join(dist, `${name}.wasm`), wasm);
  }
  await bundleFace("worker.ts", "tinygpt-worker.js", "tinygpt-module", ["tinygpt.wasm"]);
  const loads = ["tinygpt.wasm", "tinygpt-worker.js"];
  await bundleFace("tinygpt.ts", "tinygpt.js", "tinygpt-module", loads);
  const laboratories = "tinygpt-laboratories";
  await bundleFace(`${laboratories}.ts`, `${laboratories}.js`, `${laboratories}-module`, [
    `${laboratories}.wasm`,
  ]);
  await writeEntry("tinygpt.js");
  await writeEntry(`${laboratories}.js`);
}

async function buildTypes() {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin/tsc",
  );
  for (const project of ["tsconfig.json", "offline/tsconfig.json", "tsconfig.types.json", "embed/tsconfig.json"]) {
    await promisify(execFile)(process.execPath, [compiler, "-p", join(web, project)]);
  }
  await copyFile(join(web, "../build/types/embed/element.d.ts"), join(dist, "tiny-gpt-lab.d.ts"));
  for (const name of ["tinygpt", "tinygpt-laboratories"]) {
    await writeFile(join(dist, `${name}.d.ts`), `export * from "./types/${name}.js";\n`);
  }
}

/** Gives back what it was bundled from. */
async function buildPage() {
  const { metafile } = await build({
    ...common,
    entryPoints: {
      page: join(web, "page/main.ts"),
      "tiny-gpt-lab": join(web, "embed/element.ts"),
      embed: join(web, "embed/embed.ts"),
    },
    outdir: dist,
    splitting: true,
    // Beside the face, which chunks import by the same relative address as the page.
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    plugins: [useBuiltFace],
    metafile: true,
  });
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]),
  );
  for (const name of ["page.js", "tiny-gpt-lab.js", "embed.js"]) {
    const { name: stem } = parse(name);
    const isIt = (file) => outputs.get(file).entryPoint && file.startsWith(`${stem}-`);
    names.set(name, [...outputs.keys()].find(isIt));
  }
  await rename(join(dist, names.get("tiny-gpt-lab.js")), join(dist, "tiny-gpt-lab.js"));
  for (const file of ["page/page.css", "embed/embed.css"]) {
    await writeHashed(basename(file), await readFile(join(web, file)));
  }
  await copyFile(join(web, "page/favicon.svg"), join(dist, "favicon.svg"));
  await buildEarly();
  await buildPages(outputs);
  return metafile.inputs;
}

/** The script that the page waits for. */
async function buildEarly() {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(web, "page/early.ts")],
    format: "iife",
    write: false,
  });
  await writeHashed("early.js", outputFiles[0].contents);
}

/** What a script imports before it starts, and what those import. */
function staticImports(outputs, file, found = new Set()) {
  for (const { path, kind } of outputs.get(file)?.imports ?? []) {
    const name = basename(path);
    if (kind !== "import-statement" || found.has(name)) continue;
    found.add(name);
    staticImports(outputs, name, found);
  }
  return found;
}

/** A page with the true names of its files, which its scripts' imports are told of at once. */
async function writePage(file, page, script, outputs, more = []) {
  const preloads = [...staticImports(outputs, names.get(script))].map(
    (name) => `<link rel="modulepreload" href="${name}">`,
  );
  const lines = [...more, ...preloads].map((line) => `${line}\n    `).join("");
  const place = '<script type="module"';
  await writeFile(join(dist, file), renamedInPage(page, names).replace(place, () => lines + place));
}

/** What stands on the page before any script runs, in both languages; style shows one of them. */
function withWords(page, catalogues, languageTags, links) {
  const versions = (inner) =>
    Object.keys(catalogues)
      .map((language) => {
        const tag = languageTags[language];
        return `<span data-language="${language}" lang="${tag}">${inner(language)}</span>`;
      })
      .join("");
  return page
    .replace("<!-- links -->", () => versions(links))
    .replace(/<!-- words (\w+) -->/g, (_, name) =>
      versions((language) => catalogues[language].page[name]),
    );
}

/** To the other page, and to this one in the other languages; the script puts its own in their place. */
function linksOf(catalogues, languageTags, otherPage, otherName) {
  return (language) => {
    const others = Object.keys(catalogues).filter((other) => other !== language);
    const inOthers = others.map((other) => {
      const tag = languageTags[other];
      return `<a href="?lang=${other}" hreflang="${tag}" lang="${tag}">${catalogues[other].languageName}</a>`;
    });
    const link = `<a href="${otherPage}?lang=${language}">${catalogues[language].page[otherName]}</a>`;
    return [link, ...inOthers].join("");
  };
}

/** The chapter, which is the front page, and the workbench: one page with and without the text. */
async function buildPages(outputs) {
  const { catalogues, languageTags } = await importBundled("words/index.ts");
  const site = siteUrl();
  const card = (file) => cardTags(catalogues, site, file, "screenshot.png");
  const page = await readFile(join(web, "page/index.html"), "utf8");
  const filled = (...other) =>
    withWords(page, catalogues, languageTags, linksOf(catalogues, languageTags, ...other));
  const text = await chapter();
  const withText = filled("workbench.html", "workbench").replace("<!-- chapter -->", () => text);
  await writePage("index.html", withText, "page.js", outputs, card(""));
  const workbench = filled("./", "chapter")
    .replace("<!-- chapter -->", "")
    .replace('<html lang="zh-CN">', '<html lang="zh-CN" data-page="workbench">');
  await writePage("workbench.html", workbench, "page.js", outputs, card("workbench.html"));
  await writePage("embed.html", await readFile(join(web, "embed/embed.html"), "utf8"), "embed.js", outputs);
  await buildManifest(dist, catalogues);
  if (site) {
    await writeFile(join(dist, "oembed.json"), JSON.stringify(oembed(catalogues, site), null, 2));
    await copyFile(join(web, "page/screenshot.png"), join(dist, "screenshot.png"));
  }
}

/** What a TypeScript file exports, at build time. */
async function importBundled(entry) {
  const { outputFiles } = await build({ ...common, entryPoints: [join(web, entry)], write: false });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
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

async function writeLicences(inputs) {
  const compiledIn = await readFile(join(web, "../cpp/bindings/third_party_licences.txt"), "utf8");
  const texts = [await licencesOf(inputs), compiledIn].join(licenceRule);
  await writeFile(join(dist, "third-party-licences.txt"), texts);
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
try {
  const page = buildFace().then(buildPage);
  await Promise.all([page, buildTypes(), buildSingle()]);
  const serviceWorker = await buildServiceWorker(dist, common);
  await writeLicences({ ...(await page), ...serviceWorker });
} catch (error) {
  console.error(error.stdout ?? error.message);
  process.exit(1);
}
