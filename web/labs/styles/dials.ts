/** Dials in a row, each over its caption. */

import { css } from "lit";

export const dialStyles = css`
  .dials {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
    gap: 0.75rem 1rem;
    max-width: 46rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .dials > li {
    font-size: 0.85rem;
    line-height: 1.4;
    text-align: center;
  }

  .dial {
    display: block;
    width: min(100%, 8.5rem);
    margin-inline: auto;
  }

  .dial .rim {
    fill: none;
    stroke: var(--control);
    stroke-width: 1;
  }

  .dial .twelve {
    stroke: var(--muted);
    stroke-width: 1.5;
  }

  .dial .hand {
    stroke: var(--wpe-ink);
    stroke-width: 2.5;
  }

  .dial .tip {
    fill: var(--wpe-ink);
  }

  .dial .trace {
    fill: var(--wpe);
  }

  .dial .hand.other {
    stroke: var(--ink);
    stroke-dasharray: 5 3;
  }

  .dial .tip.other {
    fill: var(--ink);
  }

  .dial .mark {
    fill: var(--wpe-ink);
    font-size: 12px;
    text-anchor: middle;
  }

  .dial .mark.other {
    fill: var(--ink);
  }
`;
