/**
 * Writes dist/reference/ from the types and comments of web/runtime: node web/reference/build.mjs
 * Each page gets a policy that lets nothing but the reference's own files run, and the landmarks and
 * the order of headings that a screen reader goes by.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = join(here, "../../dist/reference");

try {
  execFileSync(process.execPath, [join(here, "node_modules/typedoc/bin/typedoc"), "--out", out], {
    cwd: here,
    stdio: "inherit",
  });
} catch {
  process.exit(1);
}

const inlineScript = /<script>(.*?)<\/script>/gs;
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

for (const name of await readdir(out, { recursive: true })) {
  if (!name.endsWith(".html")) continue;
  const path = join(out, name);
  const page = await readFile(path, "utf8");
  const hashes = [...page.matchAll(inlineScript)].map(([, script]) => hash(script)).join(" ");
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${hashes}`,
    // The generator's script sets styles as it goes.
    "style-src 'self' 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const readable = page
    .replace('<div class="col-content">', '<div class="col-content" role="main">')
    .replace('<div class="col-sidebar">', '<div class="col-sidebar" role="complementary" aria-label="Contents">')
    .replace(/<h5 (class="tsd-index-heading[^>]*>[^<]*)<\/h5>/g, "<h2 $1</h2>");
  await writeFile(path, readable.replace("<head>", () => `<head>${meta}`));
}
