/** How a laboratory looks; the colours and plain controls are the stepper's. */

import { css } from "lit";
import { baseStyles } from "../../stepper/styles/base.js";
import { colours } from "../../stepper/styles/colours.js";
import { controlsStyles } from "../../stepper/styles/controls.js";
import { printStyles } from "../../stepper/styles/print.js";
import { labControlStyles } from "./controls.js";
import { frameStyles } from "./frame.js";
import { labTableStyles } from "./tables.js";

const fonts = css`
  :host {
    --sans: system-ui, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif;
    --serif: Charter, "Iowan Old Style", Georgia, "Songti SC", "Noto Serif CJK SC",
      "Source Han Serif SC", serif;
  }

  /* Latin fonts first, because those for Chinese draw English quotation marks full width. */
  :host(:lang(en)) {
    --sans: system-ui, sans-serif, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei";
    --serif: Charter, "Iowan Old Style", Georgia, "Noto Serif", "Liberation Serif", serif,
      "Songti SC", "Noto Serif CJK SC", "Source Han Serif SC";
  }
`;

export const labStyles = [
  colours,
  baseStyles,
  controlsStyles,
  fonts,
  frameStyles,
  labControlStyles,
  labTableStyles,
  printStyles,
];
