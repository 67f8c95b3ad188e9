/** The one runtime that all steppers of a page share, started when the first comes near. */

import { loadTinyGpt, type LoadOptions, type TinyGpt } from "../runtime/tinygpt.js";

let starting: Promise<TinyGpt> | undefined;
let source: LoadOptions | undefined;

/** Where the WebAssembly is, if not beside the face; before the first stepper starts. */
export function useSource(given: LoadOptions): void {
  source = given;
}

/** A start that failed is tried anew by the next who asks. */
export function sharedRuntime(): Promise<TinyGpt> {
  starting ??= loadTinyGpt(source).catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}
