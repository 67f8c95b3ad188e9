/** The package by its checkers, and as bundlers, a page without one, Node and TypeScript use it. */

import assert from "node:assert/strict";
import { copyFile, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, test } from "node:test";

import * as esbuild from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import * as vite from "vite";

import { launchChromium, matrixRows, openPage } from "../browser/browser.mjs";
import { startSite } from "../browser/site.mjs";
import { installPackage, output, packageFolder } from "./installed.mjs";

const { weights } = JSON.parse(
  await readFile(new URL("../../cpp/presets/teaching.json", import.meta.url), "utf8"),
);
const sums = [0, 1, 2].map((t) =>
  weights["wte.weight"][t].map((value, c) => Math.fround(value) + Math.fround(weights["wpe.weight"][t][c])),
);

let installed;
let browser;
before(async () => {
  installed = await installPackage();
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await installed?.remove();
});

function assertSums(x0) {
  const expected = sums.flat();
  assert.equal(x0.length, expected.length);
  x0.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-6, `${value} at ${i}`));
}

describe("checkers", () => {
  test("publint has nothing to say", async () => {
    const { messages, pkg } = await publint({ pkgDir: packageFolder, pack: false, strict: true });
    assert.deepEqual(messages.map((message) => formatMessage(message, pkg)), []);
  });

  test("are the types wrong? finds them right for ES modules", async () => {
    const attw = join(
      dirname(createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json")),
      "dist/index.js",
    );
    const rest = ["./tinygpt.wasm", "./tinygpt-laboratories.wasm", "./single.html"];
    // Its tables change shape with the width of the terminal, its JSON does not.
    const options = ["--format", "json", "--no-definitely-typed", "--profile", "esm-only"];
    const { analysis } = JSON.parse(
      await output(process.execPath, [attw, installed.tarball, ...options, "--exclude-entrypoints", ...rest]),
    );
    for (const entry of [".", "./laboratories", "./element"]) {
      for (const way of ["node16-esm", "bundler"]) {
        const { resolution, visibleProblems } = analysis.entrypoints[entry].resolutions[way];
        assert.equal(resolution?.isTypeScript, true, `${entry}, ${way}`);
        assert.deepEqual(visibleProblems, [], `${entry}, ${way}`);
      }
    }
  });

  test("the licences of what is bundled and of what is compiled in go with it", async () => {
    const text = await readFile(join(packageFolder, "third-party-licences.txt"), "utf8");
    for (const name of ["lit 3", "workbox-precaching 7", "gpt-tokenizer 4", "@observablehq/plot 0", "xtensor and xtl", "Emscripten,", "musl,"]) {
      assert.match(text, new RegExp(`^${name}`, "m"));
    }
  });

  test("every file of the exports is in it, and no file is there that nothing names", async () => {
    const { exports } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
    const paths = Object.values(exports).flatMap((to) => (typeof to === "string" ? to : Object.values(to)));
    for (const path of paths) assert.ok(installed.files.includes(path.slice(2)), path);
    const scripts = installed.files.filter((path) => /^[^/]+\.(js|wasm)$/.test(path));
    const texts = await Promise.all(
      installed.files
        .filter((path) => /^[^/]+\.(js|json)$/.test(path))
        .map((path) => readFile(join(packageFolder, path), "utf8")),
    );
    for (const script of scripts) assert.ok(texts.some((text) => text.includes(script)), script);
  });
});

describe("in Node", () => {
  test("both entries compute, here and in a thread", async () => {
    const file = join(installed.folder, "node.mjs");
    const app = await readFile(join(installed.folder, "main.js"), "utf8");
    const withoutElement = app.replace('import "tiny-gpt-lab/element";\n', "");
    await writeFile(file, `${withoutElement}console.log(JSON.stringify(computed));\n`);
    const computed = JSON.parse(await output(process.execPath, [file]));
    for (const name of ["local", "worker", "laboratories"]) assertSums(computed[name]);
  });
});

describe("in TypeScript", () => {
  for (const resolution of ["bundler", "nodenext"]) {
    test(`the types say what holds, resolved as ${resolution} does`, async () => {
      const tsc = fileURLToPath(new URL("../../web/node_modules/typescript/bin/tsc", import.meta.url));
      const options = {
        target: "es2023",
        lib: "es2023,dom,dom.iterable,esnext.disposable",
        module: resolution === "bundler" ? "esnext" : "nodenext",
        moduleResolution: resolution,
        types: "",
      };
      const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
      await output(process.execPath, [tsc, "--noEmit", "--strict", ...args, "types.ts"], {
        cwd: installed.folder,
      });
    });
  }
});

/** Serves the folder below a path, opens its page, and looks at what was computed. */
async function opensAndComputes(folder, { file = "index.html", ...expected } = {}) {
  const site = await startSite("/", { "/some/where/": folder });
  try {
    await pageComputes(site.origin, `${site.origin}/some/where/${file}`, expected);
  } finally {
    await site.close();
  }
}

async function pageComputes(
  origin,
  url,
  { names = ["local", "worker", "laboratories"], elements = true } = {},
) {
  const { page, finish } = await openPage(browser, { origin });
  await page.goto(url);
  await page.waitForFunction(() => globalThis.computed);
  const computed = await page.evaluate(() => globalThis.computed);
  assert.deepEqual(Object.keys(computed), names);
  for (const x0 of Object.values(computed)) assertSums(x0);
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  if (elements) {
    await page.locator("tiny-gpt-lab[lab=stepper][ready]").waitFor();
    const rows = await matrixRows(page, ".x0-rows");
    const shown = rows.map((row) => row.slice(1, 5).map((text) => Number(text.replace("−", "-"))));
    assert.deepEqual(shown, sums.map((row) => row.map((value) => Number(value.toFixed(1)))));
    await page.locator("tiny-gpt-lab[lab=shapes]").scrollIntoViewIfNeeded();
    await page.locator("tiny-gpt-lab[lab=shapes][ready]").waitFor();
  }
  await finish();
}

describe("in a page", () => {
  test("without a bundler", async () => {
    const folder = join(installed.folder, "bare");
    await cp(packageFolder, join(folder, "tiny-gpt-lab"), { recursive: true });
    await copyFile(join(installed.folder, "main.js"), join(folder, "main.js"));
    const imports = {
      "tiny-gpt-lab": "./tiny-gpt-lab/tinygpt.js",
      "tiny-gpt-lab/laboratories": "./tiny-gpt-lab/tinygpt-laboratories.js",
      "tiny-gpt-lab/element": "./tiny-gpt-lab/tiny-gpt-lab.js",
    };
    const page = await readFile(join(installed.folder, "index.html"), "utf8");
    const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
    await writeFile(join(folder, "index.html"), page.replace("<script", `${map}<script`));
    await opensAndComputes(folder);
  });

  test("built by Vite, as it comes", async () => {
    const outDir = join(installed.folder, "vite");
    await vite.build({
      root: installed.folder,
      configFile: false,
      base: "./",
      logLevel: "error",
      build: { outDir, target: "es2023" },
    });
    const built = await readdir(join(outDir, "assets"));
    assert.equal(built.filter((name) => name.endsWith(".wasm")).length, 2, built.join());
    await opensAndComputes(outDir);
  });

  test("served by Vite while it is developed, the package left as it is", async () => {
    const server = await vite.createServer({
      root: installed.folder,
      configFile: false,
      logLevel: "error",
      optimizeDeps: { exclude: ["tiny-gpt-lab"] },
      server: { host: "127.0.0.1", port: 0 },
    });
    try {
      await server.listen();
      const { origin } = new URL(server.resolvedUrls.local[0]);
      await pageComputes(origin, `${origin}/`);
    } finally {
      await server.close();
    }
  });

  /** What both ways of esbuild share. */
  async function esbuildInto(name, options) {
    const outdir = join(installed.folder, name);
    await mkdir(outdir);
    await esbuild.build({
      absWorkingDir: installed.folder,
      bundle: true,
      format: "esm",
      target: "es2023",
      logLevel: "error",
      outdir,
      ...options,
    });
    await copyFile(join(installed.folder, "index.html"), join(outdir, "index.html"));
    return outdir;
  }

  /** As the package's manual has it: cp node_modules/tiny-gpt-lab/tinygpt* out/ */
  async function copyFaces(folder) {
    for (const name of await readdir(packageFolder)) {
      if (name.startsWith("tinygpt")) await copyFile(join(packageFolder, name), join(folder, name));
    }
  }

  test("built by esbuild, with the files copied beside its output", async () => {
    const folder = await esbuildInto("esbuild", { entryPoints: ["main.js"] });
    await copyFaces(folder);
    await opensAndComputes(folder);
  });

  test("built by esbuild, with the module's address from its loader for files", async () => {
    const folder = await esbuildInto("esbuild-file", {
      entryPoints: { main: "file_loader.js" },
      loader: { ".wasm": "file" },
    });
    await opensAndComputes(folder, { names: ["local"], elements: false });
  });

  /** Apps that load a face before any element does, and what each computes. */
  const together = {
    "laboratories_after_element.js": ["laboratories"],
    "laboratories_before_element.js": ["laboratories"],
    "element_imported_later.js": ["local", "laboratories"],
  };

  for (const [app, names] of Object.entries(together)) {
    const name = app.replace(".js", "");
    for (const options of [{}, { minify: true }, { splitting: true }]) {
      const how = ["esbuild", ...Object.keys(options)];
      test(`${app}: a face that the element loads, too, starts for the app, built by ${how.join(", ")}`, async () => {
        const folder = await esbuildInto([name, ...how].join("-"), { entryPoints: { main: app }, ...options });
        await copyFile(join(installed.folder, "elements_later.html"), join(folder, "index.html"));
        await copyFaces(folder);
        await opensAndComputes(folder, { names });
      });
    }

    test(`${app}: a face that the element loads, too, starts for the app, built by Vite`, async () => {
      const outDir = join(installed.folder, `${name}-vite`);
      const page = await readFile(join(installed.folder, "elements_later.html"), "utf8");
      const input = join(installed.folder, `${name}.html`);
      await writeFile(input, page.replace("./main.js", `./${app}`));
      await vite.build({
        root: installed.folder,
        configFile: false,
        base: "./",
        logLevel: "error",
        build: { outDir, target: "es2023", rollupOptions: { input } },
      });
      await opensAndComputes(outDir, { file: `${name}.html`, names });
    });
  }
});

describe("what an app does not use", () => {
  /** The bytes of what both bundlers make of an app that consists of these lines. */
  async function bundledSizes(lines) {
    const entry = join(installed.folder, "lines.js");
    await writeFile(entry, lines);
    const { outputFiles } = await esbuild.build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2023",
      write: false,
    });
    const { output: chunks } = await vite.build({
      root: installed.folder,
      configFile: false,
      logLevel: "error",
      build: { write: false, target: "es2023", rollupOptions: { input: entry } },
    });
    const code = chunks.filter(({ type }) => type === "chunk").map((chunk) => chunk.code);
    return { esbuild: outputFiles[0].text.length, vite: code.join("").length };
  }

  const runtime = 'import { loadTinyGpt } from "tiny-gpt-lab";\n';
  const laboratories = 'import { loadLaboratories } from "tiny-gpt-lab/laboratories";\n';

  test("is left out: a face that is imported and not called weighs nothing", async () => {
    const call = "loadTinyGpt().then(console.log);\n";
    const one = await bundledSizes(runtime + call);
    assert.ok(one.esbuild > 30_000 && one.vite > 30_000, JSON.stringify(one));
    assert.deepEqual(await bundledSizes(runtime + laboratories + call), one);
    const neither = await bundledSizes(`${runtime}${laboratories}console.log(1);\n`);
    assert.ok(neither.esbuild < 100, JSON.stringify(neither));
    // Vite's own lines that preload modules.
    assert.ok(neither.vite < 1000, JSON.stringify(neither));
  });
});
