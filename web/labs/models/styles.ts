/** Stages side by side, the ladder of rows, the patches of an image. */

import { css } from "lit";

export const styles = css`
  .closer {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    border-top: 1px solid var(--rule);
    padding-top: 1rem;
  }

  .closer > .toggle {
    justify-self: start;
  }

  .overview td,
  .overview thead th {
    text-align: center;
  }

  /* The words that take a row stand beside its number, before what the row holds. */
  .ladder :is(td, thead th):nth-child(2),
  .ladder.two :is(td, thead th):nth-child(3) {
    text-align: start;
    padding-inline: 0.5rem 0.8rem;
  }

  .lab-table.words td code {
    white-space: nowrap;
  }

  .lab-table.words th code {
    overflow-wrap: anywhere;
  }

  tr.cut > *,
  tr.pad > * {
    color: var(--muted);
  }

  td.off {
    color: var(--muted);
    outline: 1px dashed var(--control);
    outline-offset: -2px;
  }

  .stages,
  .grids {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 2rem;
    align-items: flex-start;
  }

  .stages > *,
  .grids > * {
    min-width: 0;
  }

  .code figcaption {
    color: var(--ink);
    font-weight: 600;
    font-size: 0.85rem;
  }

  pre {
    margin: 0.25rem 0 0;
    font-size: 0.9rem;
  }

  .closer .note a {
    display: inline-block;
    min-height: 1.5rem;
    margin-inline-end: 1.25rem;
  }

  .patches {
    display: grid;
    gap: 0.3rem;
    max-width: 30rem;
  }

  .patches svg {
    display: block;
    width: 100%;
    height: auto;
  }

  .patches .class-token {
    color: var(--wpe-ink);
    font-size: 0.875rem;
    font-weight: 600;
  }

  .patch {
    fill: var(--wpe-tint);
    stroke: var(--paper);
    stroke-width: 0.06;
  }

  .patch.missing {
    fill: url(#no-row);
    stroke: var(--error);
    stroke-width: 0.03;
  }

  .patches .hatch {
    stroke: var(--error);
    stroke-width: 0.04;
  }

  .patches text {
    fill: var(--ink);
    font-size: 0.42px;
    text-anchor: middle;
    font-family: var(--sans);
  }
`;
