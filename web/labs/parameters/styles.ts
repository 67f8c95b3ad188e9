import { css } from "lit";

export const parametersStyles = css`
  .models label {
    display: inline-flex;
    flex-wrap: nowrap;
    align-items: center;
    gap: 0.4rem;
    min-height: 1.5rem;
    cursor: pointer;
  }

  .models input {
    flex: none;
  }

  .models th[scope="row"] {
    min-width: 8.5rem;
  }

  .models .note {
    padding-top: 0.4rem;
  }

  .models td {
    vertical-align: middle;
  }

  .parameter-bar {
    display: block;
    max-width: 46rem;
    overflow: visible;
    font-size: 0.8rem;
  }

  .parameter-bar text {
    fill: var(--ink);
  }

  .parameter-bar .words {
    fill: var(--wte-tint);
    stroke: var(--wte);
  }

  .parameter-bar .layers {
    fill: color-mix(in srgb, var(--ink) 12%, var(--paper));
    stroke: var(--control);
  }

  .parameter-bar .rest {
    fill: var(--paper);
    stroke: var(--control);
  }

  .parameter-bar .positions {
    fill: var(--wpe);
    stroke: var(--wpe);
  }

  .parameter-bar line {
    stroke: var(--wpe-ink);
  }

  .parameter-bar .pointer {
    fill: var(--wpe-ink);
    font-weight: 600;
  }

  .lab-table.sum tr.positions > * {
    background: var(--wpe-tint);
    color: var(--ink);
  }

  .lab-table.sum tr.positions > th {
    box-shadow: inset 3px 0 0 var(--wpe);
    padding-inline-start: 0.5rem;
  }

  .lab-table.sum td.said,
  .lab-table.sum thead th:last-child {
    text-align: start;
  }

  .lab-table.sum td.said {
    white-space: normal;
    min-width: 11rem;
    max-width: 24rem;
  }

  .lab-table.sum td,
  .lab-table.sum th {
    vertical-align: top;
  }

  .lab-table.sum tr.total > * {
    border-top: 1px solid var(--rule);
    color: var(--ink);
    font-weight: 600;
  }
`;
