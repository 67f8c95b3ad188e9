/** The one runtime that all laboratories of a page share, started when the first comes near. */

import {
  loadLaboratories,
  type LoadOptions,
  type TinyGptLaboratories,
} from "../runtime/tinygpt-laboratories.js";

let starting: Promise<TinyGptLaboratories> | undefined;
let source: LoadOptions | undefined;

/** Where the WebAssembly is, if not beside the face; before the first laboratory starts. */
export function useLaboratorySource(given: LoadOptions): void {
  source = given;
}

/** A start that failed is tried anew by the next who asks. */
export function sharedLaboratories(): Promise<TinyGptLaboratories> {
  starting ??= loadLaboratories(source).catch((error: unknown) => {
    starting = undefined;
    throw error;
  });
  return starting;
}
