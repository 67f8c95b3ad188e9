/** The laboratories in the order of the chapter. */
export const labNames = [
  "positions",
  "shapes",
  "parameters",
  "gradient",
  "limit",
  "models",
  "sinusoidal",
  "order",
  "relative",
] as const;
export type LabName = (typeof labNames)[number];
