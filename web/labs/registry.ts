/** The laboratories, each loaded when it comes into sight. */

import type { Lab } from "./lab.js";
import type { LabName } from "./names.js";

type Load = () => Promise<{ lab: Lab<any, any, any> }>;

export const labs: Partial<Readonly<Record<LabName, Load>>> = {
  positions: () => import("./positions/lab.js"),
  shapes: () => import("./shapes/lab.js"),
  parameters: () => import("./parameters/lab.js"),
  gradient: () => import("./gradient/lab.js"),
  limit: () => import("./limit/lab.js"),
  models: () => import("./models/lab.js"),
  order: () => import("./order/lab.js"),
  sinusoidal: () => import("./sinusoidal/lab.js"),
  relative: () => import("./relative/lab.js"),
};
