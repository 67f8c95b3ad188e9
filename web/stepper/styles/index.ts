/** How the stepper looks; later files refine earlier ones. */

import { baseStyles } from "./base.js";
import { colours } from "./colours.js";
import { controlsStyles } from "./controls.js";
import { flowStyles } from "./flow.js";
import { networkStyles } from "./network.js";
import { printStyles } from "./print.js";
import { rangeStyles } from "./range.js";
import { sentenceStyles } from "./sentence.js";
import { tablesStyles } from "./tables.js";
import { widthsStyles } from "./widths.js";

export const stepperStyles = [
  colours,
  baseStyles,
  controlsStyles,
  sentenceStyles,
  flowStyles,
  tablesStyles,
  networkStyles,
  rangeStyles,
  widthsStyles,
  printStyles,
];
