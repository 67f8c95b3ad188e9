/** Two joined sentences. */

import { css } from "lit";

export const orderStyles = css`
  .joined {
    display: block;
    max-width: 100%;
    height: auto;
  }

  .joined text {
    fill: var(--ink);
    text-anchor: middle;
  }

  .joined .above {
    fill: rgb(var(--strip-positive));
  }

  .joined .below {
    fill: rgb(var(--strip-negative));
  }

  .joined .edge {
    fill: none;
    stroke: var(--rule);
  }

  .joined line {
    stroke: var(--sum-ink);
    stroke-width: 2;
  }

  .joined line.other {
    stroke: var(--error-ink);
    stroke-dasharray: 6 4;
  }

  .joined text.same {
    fill: var(--sum-ink);
    font-weight: 700;
  }

  .joined text.other {
    fill: var(--error-ink);
    font-weight: 700;
  }

  .lab-table.pairs tr.first > * {
    border-top: 1px solid var(--rule);
  }
`;
