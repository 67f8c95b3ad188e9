/** Finds, compiles and starts the WebAssembly module in browsers, workers and Node. */

import createTinyGptModule from "tinygpt-module";
import { fail } from "./arguments.js";
import type { BoundModule } from "./bound.js";
import { importFromNode } from "./node.js";
import { nextTurn } from "./turns.js";

export interface WasmSource {
  wasmUrl?: string | URL;
  wasmBinary?: BufferSource;
}

interface FileSystem {
  readFile(url: URL): Promise<Uint8Array<ArrayBuffer>>;
}

/** Where the bytes come from, for sentences, and the module in them. */
interface Compiled {
  origin: string;
  compiled: WebAssembly.Module;
}

/** The engine's own sentence names neither the place nor what it wanted to see there. */
async function compiledFrom(
  origin: string,
  compiling: Promise<WebAssembly.Module>,
): Promise<Compiled> {
  try {
    return { origin, compiled: await compiling };
  } catch (error) {
    const { message } = error as Error;
    const problem =
      error instanceof WebAssembly.CompileError ? "is not WebAssembly, or not all of it" : "cannot be read";
    throw new Error(`${origin} ${problem}: ${message}`, { cause: error });
  }
}

async function compileFile(url: URL): Promise<Compiled> {
  const { readFile } = (await importFromNode("fs/promises")) as FileSystem;
  return compiledFrom(`wasmUrl: ${url}`, readFile(url).then(WebAssembly.compile));
}

async function compileUrl(url: URL): Promise<Compiled> {
  let response;
  try {
    response = await fetch(url);
  } catch (error) {
    throw new Error(`wasmUrl: ${url} cannot be reached: ${(error as Error).message}`, { cause: error });
  }
  if (!response.ok) throw new Error(`wasmUrl: ${url} answered HTTP ${response.status}`);
  const type = response.headers.get("content-type") ?? "no type";
  return compiledFrom(
    `wasmUrl: what ${url} answered (${type})`,
    type.startsWith("application/wasm")
      ? WebAssembly.compileStreaming(response)
      : response.arrayBuffer().then(WebAssembly.compile),
  );
}

async function compile({ wasmUrl, wasmBinary }: WasmSource, beside: () => URL): Promise<Compiled> {
  if (wasmBinary !== undefined) {
    if (!isBytes(wasmBinary)) fail("wasmBinary", "must be an ArrayBuffer or a view of one");
    return compiledFrom("wasmBinary: this", WebAssembly.compile(wasmBinary));
  }
  const url = wasmUrl === undefined ? beside() : absoluteUrl(wasmUrl);
  return url.protocol === "file:" && "process" in globalThis ? compileFile(url) : compileUrl(url);
}

function isBytes(value: unknown): boolean {
  const kind = Object.prototype.toString.call(value);
  return ArrayBuffer.isView(value) || /^\[object (Shared)?ArrayBuffer\]$/.test(kind);
}

/** In a page, relative to the page; elsewhere there is nothing that it could be relative to. */
export function absoluteUrl(url: unknown): URL {
  if (typeof url !== "string" && !(url instanceof URL)) fail("wasmUrl", "must be a string or a URL");
  try {
    return new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch {
    fail("wasmUrl", `"${url}" is not a complete address`);
  }
}

/** `beside`: where the file is if the source does not say. */
export async function startModule(
  source: WasmSource,
  beside: () => URL,
): Promise<BoundModule> {
  const { origin, compiled } = await compile(source, beside);
  await nextTurn();
  return new Promise((resolve, reject) => {
    // What a sound module causes that has not this one's imports and exports.
    const refuse = (error: unknown) => {
      const isAnother = error instanceof WebAssembly.LinkError || error instanceof TypeError;
      if (!isAnother) return reject(error);
      const problem = `is WebAssembly, but not this runtime's: ${error.message}`;
      reject(new Error(`${origin} ${problem}`, { cause: error }));
    };
    createTinyGptModule({
      instantiateWasm(imports, started) {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => started(instance, compiled))
          .catch(refuse);
        return {};
      },
    }).then(resolve, refuse);
  });
}
