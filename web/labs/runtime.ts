/** The one runtime that all laboratories of a page share, started when the first comes near. */

import type { LoadOptions, TinyGptLaboratories } from "../runtime/tinygpt-laboratories.js";

let starting: Promise<TinyGptLaboratories> | undefined;
let source: LoadOptions | undefined;

/** Where the WebAssembly is, if not beside the face; before the first laboratory starts. */
export function useLaboratorySource(given: LoadOptions): void {
  source = given;
}

/** Its code, too, is loaded no sooner. */
async function start(): Promise<TinyGptLaboratories> {
  const { loadLaboratories } = await import("../runtime/tinygpt-laboratories.js");
  return loadLaboratories(source);
}

/** A start that failed is tried anew by the next who asks. */
export function sharedLaboratories(): Promise<TinyGptLaboratories> {
  starting ??= start().catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}
