/** Finds, compiles and starts the WebAssembly module in browsers, workers and Node. */

import createTinyGptModule from "tinygpt-module";
import { fail } from "./arguments.js";
import type { BoundModule } from "./bound.js";
import { importFromNode } from "./node.js";

export interface WasmSource {
  wasmUrl?: string | URL;
  wasmBinary?: BufferSource;
}

interface FileSystem {
  readFile(url: URL): Promise<Uint8Array<ArrayBuffer>>;
}

async function compileFile(url: URL): Promise<WebAssembly.Module> {
  const { readFile } = (await importFromNode("fs/promises")) as FileSystem;
  return WebAssembly.compile(await readFile(url));
}

async function compileUrl(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`wasmUrl: ${url} answered HTTP ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function compile({ wasmUrl, wasmBinary }: WasmSource, beside: () => URL): Promise<WebAssembly.Module> {
  if (wasmBinary !== undefined) {
    if (!isBytes(wasmBinary)) fail("wasmBinary", "must be an ArrayBuffer or a view of one");
    return WebAssembly.compile(wasmBinary);
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
  const compiled = await compile(source, beside);
  return new Promise((resolve, reject) => {
    createTinyGptModule({
      instantiateWasm(imports, started) {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => started(instance, compiled))
          .catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
}
