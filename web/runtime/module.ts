/** Finds, compiles and starts the WebAssembly module in browsers, workers and Node. */

import createTinyGptModule from "tinygpt-module";
import { fail } from "./arguments.js";
import type { BoundModule } from "./bound.js";

export interface WasmSource {
  wasmUrl?: string | URL;
  wasmBinary?: ArrayBuffer;
}

async function compileFile(url: URL): Promise<WebAssembly.Module> {
  // Held in a variable so that bundlers for the browser leave the import alone.
  const fileSystem = "node:fs/promises";
  const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ fileSystem);
  return WebAssembly.compile(await readFile(url));
}

async function compileUrl(url: URL | string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`wasmUrl: ${url} answered HTTP ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function compile({ wasmUrl, wasmBinary }: WasmSource): Promise<WebAssembly.Module> {
  if (wasmBinary !== undefined) return WebAssembly.compile(wasmBinary);
  const url = wasmUrl === undefined ? new URL("tinygpt.wasm", import.meta.url) : wasmUrl;
  if (typeof url !== "string" && !(url instanceof URL)) fail("wasmUrl", "must be a string or a URL");
  const isFile = url instanceof URL ? url.protocol === "file:" : url.startsWith("file:");
  return isFile && "process" in globalThis ? compileFile(new URL(url)) : compileUrl(url);
}

export async function startModule(source: WasmSource): Promise<BoundModule> {
  const compiled = await compile(source);
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
