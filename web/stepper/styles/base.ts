/** What every part shares. */

import { css } from "lit";

export const baseStyles = css`
  :host {
    --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;

    display: block;
    container-type: inline-size;
    color: var(--ink);
    line-height: 1.55;
    font-variant-numeric: tabular-nums;
  }

  /* In a page whose colours are not known. */
  :host([embedded]) {
    padding: 0.75rem;
    background: var(--paper);
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

  /* The parts are drawn one after the other and seen together, so that nothing moves. */
  :host(:not([ready])) .stepper {
    display: none;
  }

  /* Nothing to say takes no room; the region stays, so that what it says later is read out. */
  .unread:not(:has(p)) {
    margin-bottom: -1rem;
  }
`;
