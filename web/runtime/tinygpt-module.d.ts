/** Emscripten's own JavaScript, built into build/wasm and bundled into dist/tinygpt.js. */
import type { BoundModule } from "./bound.js";

export default function createTinyGptModule(options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    started: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}): Promise<BoundModule>;
