/** What the address asks for alone: "lab=positions", or "lab=stepper". */

import { type LabName, labNames } from "../labs/names.js";

export type Alone = LabName | "stepper";

/** What stands alone on the page; null: everything is there. */
export function aloneIn(query: URLSearchParams): Alone | null {
  const asked = query.get("lab");
  return asked === "stepper" ? asked : (labNames.find((name) => name === asked) ?? null);
}
