/** What is kept of a prompt that may be too long. */

import { type BoundModule, unwrap } from "./bound.js";

/** The part of `ids` that the core keeps. */
export function croppedPrompt(
  module: BoundModule,
  ids: Float64Array,
  room: number,
  policy: "error" | "keep-head" | "keep-tail",
): Float64Array {
  const [first, last] = unwrap(module.cropPrompt(ids, room, policy));
  return ids.slice(first!, ids.length - last!);
}
