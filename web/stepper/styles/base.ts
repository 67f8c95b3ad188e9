/** Colours, as custom properties that the host may set, and what every part shares. */

import { css } from "lit";

export const baseStyles = css`
  :host {
    --wte: #0072b2;
    --wte-ink: #00598c;
    --wte-tint: #dcebf5;
    --wpe: #e69f00;
    --wpe-ink: #805300;
    --wpe-tint: #fbeccb;
    --sum: #009e73;
    --sum-ink: #00664a;
    --sum-tint: #d5efe6;
    --error: #d55e00;
    --error-ink: #a33f00;
    --error-tint: #fbe6d9;
    --paper: #fbfaf7;
    --ink: #1c1b19;
    --muted: #5f5c56;
    --rule: #d8d4ca;
    --control: #8b877e;
    --strip-negative: 126 47 142;
    --strip-positive: 28 27 25;
    --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;

    display: block;
    container-type: inline-size;
    color: var(--ink);
    line-height: 1.55;
    font-variant-numeric: tabular-nums;
  }

  @media (prefers-color-scheme: dark) {
    :host {
      --wte: #56b4e9;
      --wte-ink: #7cc6ef;
      --wte-tint: #0d2b3d;
      --wpe: #e69f00;
      --wpe-ink: #f2b942;
      --wpe-tint: #38290a;
      --sum: #2fbf93;
      --sum-ink: #55d3ac;
      --sum-tint: #0b3227;
      --error: #f07a2c;
      --error-ink: #ff9a5c;
      --error-tint: #3d1d0a;
      --paper: #0f0f0e;
      --ink: #e9e7e2;
      --muted: #a7a399;
      --rule: #3a3834;
      --control: #85817a;
      --strip-negative: 205 130 222;
      --strip-positive: 233 231 226;
    }
  }

  * {
    box-sizing: border-box;
  }

  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  p,
  h2 {
    margin: 0;
  }

  .network h2,
  .layers h2,
  .elsewhere h2 {
    font-size: 1.1rem;
  }

  code {
    font-family: var(--mono);
    font-size: 0.92em;
  }

  .gloss {
    color: var(--muted);
    font-size: 0.75rem;
    font-weight: 400;
  }

  .sequence .gloss {
    display: block;
    line-height: 1.1;
  }

  .muted {
    color: var(--muted);
  }

  .note {
    color: var(--muted);
    font-size: 0.875rem;
  }

  .stepper {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
  }
`;
