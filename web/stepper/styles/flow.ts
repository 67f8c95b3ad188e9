/** The formula and the steps. */

import { css } from "lit";

export const flowStyles = css`
  /* ---- Formula and steps ---- */

  .top,
  .flow {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
    align-content: start;
  }

  sup {
    font-size: 0.7em;
    line-height: 0;
  }

  .formula math {
    font-size: 1.25rem;
  }

  .formula mo {
    padding-inline: 0.05em;
  }

  /* Raised signs of some fonts are higher than the line they stand in. */
  .formula munder {
    padding-top: 0.15em;
  }

  .formula .shape,
  .shapes {
    font-family: var(--mono);
    font-size: 0.75rem;
    color: var(--muted);
  }

  .shapes {
    font-size: 0.85rem;
    margin-right: 0.5em;
  }

  .term.wte {
    color: var(--wte-ink);
  }

  .term.wpe {
    color: var(--wpe-ink);
  }

  .term.sum {
    color: var(--sum-ink);
  }

  .term.lit {
    background: color-mix(in srgb, currentcolor 14%, transparent);
    border-bottom: 3px solid currentcolor;
  }

  .term.failing {
    color: var(--error-ink);
    border-bottom: 3px dashed var(--error);
  }

  .steps {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: start;
    gap: 0.5rem 0.75rem;
  }

  .of-6 {
    --steps: 6;
  }

  .of-9 {
    --steps: 9;
  }

  .track ol {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    list-style: none;
    margin: 0;
    padding: 0;
  }

  .track li {
    display: grid;
  }

  .step {
    border: 0;
    border-bottom: 3px solid transparent;
    border-radius: 0;
    background: none;
    padding: 0;
    font-size: 0.9rem;
    white-space: nowrap;
  }

  .step[aria-current="step"] {
    font-weight: 700;
    border-bottom-color: currentcolor;
  }

  .step.wte {
    color: var(--wte-ink);
  }

  .step.wpe {
    color: var(--wpe-ink);
  }

  .step.sum {
    color: var(--sum-ink);
  }

  .step.range {
    color: var(--error-ink);
  }

  .track input {
    display: block;
    /* The thumb's middle stands under the middle of each name. */
    width: calc(100% * (1 - 1 / var(--steps)) + 1rem);
    margin: 0 0 0 calc(50% / var(--steps) - 0.5rem);
    min-height: 1.5rem;
    background: none;
    border: 0;
  }

  .explanation {
    max-width: 44rem;
    min-height: 1.55em;
  }
`;
