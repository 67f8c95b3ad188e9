/** The package as npm makes it of this working copy, installed into a folder of its own. */

import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const packageFolder = here("../../build/package");

/** A program's output; one that fails tells what it has said. */
export async function output(program, args, options) {
  try {
    return (await run(program, args, options)).stdout;
  } catch (error) {
    throw new Error(`${program} ${args.join(" ")}\n${error.stdout}${error.stderr}`);
  }
}

export async function installPackage() {
  await output(process.execPath, [here("../../web/package/build.mjs")]);
  const folder = await mkdtemp(join(tmpdir(), "tiny-gpt-package-"));
  const packed = await output("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: packageFolder,
  });
  const [{ filename, files }] = Object.values(JSON.parse(packed));
  const tarball = join(folder, filename);
  await cp(here("app"), folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await output("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder });
  return {
    folder,
    tarball,
    files: files.map(({ path }) => path),
    remove: () => rm(folder, { recursive: true }),
  };
}
