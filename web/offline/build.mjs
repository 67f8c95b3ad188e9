/** What makes the site an app that can be installed: service-worker.js, its manifest, its icons. */

import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Resvg } from "@resvg/resvg-js";
import { build } from "esbuild";

import { hashedPattern } from "../hashed.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const paper = "#fbfaf7";

/** On paper, with room at the edges where a system cuts its icons to a shape of its own. */
function icon(drawing, size) {
  const shape = drawing.replace("<svg ", '<svg x="3" y="3" width="10" height="10" ');
  const framed = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" fill="${paper}"/>${shape}</svg>`;
  return new Resvg(framed, { fitTo: { mode: "width", value: size } }).render().asPng();
}

/** manifest.webmanifest and the pictures that it and the page name. */
export async function buildManifest(dist, { zh, en }) {
  const drawing = await readFile(here("../page/favicon.svg"), "utf8");
  for (const size of [180, 192, 512]) {
    await writeFile(join(dist, `icon-${size}.png`), icon(drawing, size));
  }
  const pictures = [192, 512].flatMap((size) =>
    ["any", "maskable"].map((purpose) => ({
      src: `icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose,
    })),
  );
  const manifest = {
    name: zh.page.title,
    short_name: zh.page.heading,
    description: zh.page.lead,
    lang: "zh-CN",
    name_localized: { en: en.page.title },
    short_name_localized: { en: en.page.heading },
    description_localized: { en: en.page.lead },
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: paper,
    theme_color: paper,
    icons: [{ src: "favicon.svg", sizes: "any", type: "image/svg+xml" }, ...pictures],
  };
  await writeFile(join(dist, "manifest.webmanifest"), JSON.stringify(manifest, null, 2));
}

/**
 * The files of the page: all that bear a hash, the pages themselves and what they name. The files
 * for other people's pages stay out.
 */
async function filesOfThePage(dist) {
  const others = new Set(["tiny-gpt-lab.single.html"]);
  const names = (await readdir(dist)).filter(
    (name) =>
      !others.has(name) &&
      (hashedPattern.test(name) || /\.(html|svg|webmanifest)$|^icon-/.test(name)),
  );
  return Promise.all(
    names.sort().map(async (name) => {
      const hash = createHash("sha256").update(await readFile(join(dist, name))).digest("base64");
      return {
        url: name,
        revision: hashedPattern.test(name) ? null : hash,
        integrity: `sha256-${hash}`,
      };
    }),
  );
}

/** service-worker.js, last of all: it knows every other file. Gives back what it was bundled from. */
export async function buildServiceWorker(dist, options) {
  const files = JSON.stringify(await filesOfThePage(dist));
  const version = createHash("sha256").update(files).digest("hex").slice(0, 16);
  const { metafile } = await build({
    ...options,
    entryPoints: [here("service_worker.ts")],
    format: "iife",
    outfile: join(dist, "service-worker.js"),
    define: {
      buildFiles: files,
      buildVersion: JSON.stringify(version),
      "process.env.NODE_ENV": '"production"',
    },
    metafile: true,
  });
  return metafile.inputs;
}
