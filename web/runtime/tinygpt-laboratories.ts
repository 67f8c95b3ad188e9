/**
 * The runtime with the functions behind the chapter's laboratories: position tables, parameter
 * counts, gradients, attention's parts. A larger module than tinygpt.ts starts, and otherwise the
 * same in everything.
 */

import { oneOf, optionsObject } from "./arguments.js";
import type { BoundLaboratoryModule } from "./bound.js";
import { laboratories } from "./laboratories.js";
import type { Laboratories } from "./laboratory_types.js";
import { BoundModelFace } from "./model.js";
import { startModule } from "./module.js";
import { localRuntime } from "./tinygpt.js";
import { createSynthetic, training } from "./training.js";
import type { SyntheticOptions, Training } from "./training_types.js";
import type { LoadOptions, Model, ModelOptions, TinyGpt } from "./types.js";

export { IndexError, type TableName } from "./errors.js";
export type * from "./laboratory_types.js";
export type * from "./types.js";
export type * from "./training_types.js";

/** What createModel takes. */
export type ModelChoice =
  | [preset: "teaching" | "book-3.8" | "gpt2-small", options?: ModelOptions]
  /** A GPT of any small shape with synthetic weights. */
  | [preset: "synthetic", options: SyntheticOptions];

/** The started runtime, with the functions of the laboratories. */
export interface TinyGptLaboratories extends Omit<TinyGpt, "createModel">, Laboratories, Training {
  /** As TinyGpt.createModel, and "synthetic" as well. */
  createModel(...choice: ModelChoice): Model;
}

/** Starts it, with memory of its own. wasmUrl is that of tinygpt-laboratories.wasm. */
export async function loadLaboratories(options?: LoadOptions): Promise<TinyGptLaboratories> {
  const source = optionsObject("options", options, ["wasmUrl", "wasmBinary"]);
  const beside = () => new URL("tinygpt-laboratories.wasm", import.meta.url);
  const module = (await startModule(source, beside)) as BoundLaboratoryModule;
  const runtime = localRuntime(module);
  return {
    ...runtime,
    createModel(...[preset, modelOptions]) {
      const names = ["teaching", "book-3.8", "gpt2-small", "synthetic"] as const;
      const name = oneOf("preset", preset, names);
      return name === "synthetic"
        ? new BoundModelFace(module, createSynthetic(module, modelOptions as SyntheticOptions))
        : runtime.createModel(name, modelOptions as ModelOptions | undefined);
    },
    ...laboratories(module),
    ...training(module),
  };
}
