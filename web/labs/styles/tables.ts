/** Tables of numbers, charts. */

import { css } from "lit";

export const labTableStyles = css`
  .scroller {
    overflow-x: auto;
    max-width: 100%;
    width: fit-content;
    padding-bottom: 2px;
  }

  .scroller[data-more] {
    box-shadow: inset -0.9rem 0 0.7rem -0.7rem color-mix(in srgb, var(--ink) 30%, transparent);
  }

  .lab-table {
    --kind-ink: var(--ink);
    --kind-tint: color-mix(in srgb, var(--ink) 10%, var(--paper));
    border-collapse: collapse;
    font-size: 0.85rem;
    line-height: 1.3;
  }

  .lab-table.wte {
    --kind-ink: var(--wte-ink);
    --kind-tint: var(--wte-tint);
  }

  .lab-table.wpe {
    --kind-ink: var(--wpe-ink);
    --kind-tint: var(--wpe-tint);
  }

  .lab-table.x0 {
    --kind-ink: var(--sum-ink);
    --kind-tint: var(--sum-tint);
  }

  .lab-table caption {
    text-align: start;
    padding-bottom: 0.25rem;
    color: var(--kind-ink);
    font-weight: 600;
  }

  .lab-table caption .shape {
    font-family: var(--mono);
    font-size: 0.75rem;
    font-weight: 400;
    color: var(--muted);
    white-space: nowrap;
  }

  .lab-table th {
    font-weight: 400;
    color: var(--muted);
    text-align: start;
    padding: 0.15rem 0.5rem 0.15rem 0;
    white-space: nowrap;
  }

  /* Names may take two lines; a number may not. */
  .lab-table.plain tbody th {
    white-space: normal;
  }

  .lab-table thead th {
    text-align: end;
    padding: 0.15rem 0.4rem;
    border-bottom: 1px solid var(--rule);
  }

  .lab-table thead th.corner {
    text-align: start;
    padding-inline-start: 0;
  }

  .lab-table td {
    text-align: end;
    padding: 0.15rem 0.4rem;
    white-space: nowrap;
  }

  .lab-table :is(td, thead th) .gloss {
    display: block;
    line-height: 1.1;
  }

  /* Names of rows stay in sight when the numbers are scrolled. */
  .lab-table tbody th,
  .lab-table .corner {
    position: sticky;
    inset-inline-start: 0;
    background: var(--paper);
  }

  .lab-table.words :is(td, th) {
    text-align: start;
    white-space: normal;
    vertical-align: top;
  }

  .lab-table tr.lit > *,
  .lab-table td.lit {
    background: var(--kind-tint);
    color: var(--ink);
  }

  .lab-table tr.lit > th {
    box-shadow: inset 3px 0 0 var(--kind-ink);
    padding-inline-start: 0.5rem;
    font-weight: 600;
  }

  @media (forced-colors: active) {
    .lab-table tr.lit > th {
      border-inline-start: 3px solid Highlight;
    }
  }

  .lab-table tr.wrong > *,
  .lab-table td.wrong {
    color: var(--error-ink);
    outline: 1px dashed var(--error);
    outline-offset: -2px;
  }

  .lab-table tr.wrong > th {
    padding-inline-start: 0.4rem;
  }

  @media (max-width: 26rem) {
    .lab-table {
      font-size: 0.8rem;
    }

    .lab-table :is(td, thead th:not(.corner)) {
      padding-inline: 0.25rem;
    }
  }

  .lab-table td.empty {
    color: var(--muted);
  }

  /* Ink above 0, purple below; never so strong that the number on it is hard to read. */
  .lab-table td.heat {
    --to: var(--strip-positive);
    background: rgb(var(--to) / var(--strength));
  }

  .lab-table td.heat.below {
    --to: var(--strip-negative);
  }

  .heat-1 {
    --strength: 3%;
  }
  .heat-2 {
    --strength: 6%;
  }
  .heat-3 {
    --strength: 10%;
  }
  .heat-4 {
    --strength: 13%;
  }
  .heat-5 {
    --strength: 16%;
  }
  .heat-6 {
    --strength: 19%;
  }
  .heat-7 {
    --strength: 22%;
  }
  .heat-8 {
    --strength: 25%;
  }
  .heat-9 {
    --strength: 28%;
  }
  .heat-10 {
    --strength: 32%;
  }
  .heat-11 {
    --strength: 35%;
  }
  .heat-12 {
    --strength: 38%;
  }

  .chart {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.4rem;
  }

  lab-chart {
    display: block;
    min-height: 10rem;
    max-width: 46rem;
    color: var(--ink);
  }

  lab-chart[missing] {
    display: none;
  }

  lab-chart svg {
    display: block;
    max-width: 100%;
    height: auto;
  }

  lab-chart svg text {
    white-space: pre;
  }
`;
