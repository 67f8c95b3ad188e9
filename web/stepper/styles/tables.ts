/** Tables, fetched rows, sums, and the arithmetic of a cell. */

import { css } from "lit";

export const tablesStyles = css`
  /* ---- Tables and sums ---- */

  .figure {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 0.9rem 0.75rem;
    align-items: start;
    grid-template-areas:
      "wte-table wpe-table"
      "wte-rows wpe-rows"
      "x0-rows x0-rows"
      "below below";
  }

  .wte-table {
    grid-area: wte-table;
  }
  .wpe-table {
    grid-area: wpe-table;
  }
  .wte-rows {
    grid-area: wte-rows;
  }
  .wpe-rows {
    grid-area: wpe-rows;
  }
  .x0-rows {
    grid-area: x0-rows;
  }
  .below {
    grid-area: below;
    display: grid;
    gap: 0.75rem;
  }

  .arrow,
  .plus,
  .equals {
    display: none;
  }

  .matrix {
    --kind: var(--wte);
    --kind-ink: var(--wte-ink);
    --kind-tint: var(--wte-tint);
    width: 100%;
    table-layout: fixed;
    font-size: 0.8rem;
    line-height: 1.2;
  }

  .matrix th.corner {
    width: 3.9em;
    white-space: nowrap;
  }

  [data-size="small"] .matrix.wpe:not(.fetched) th.corner {
    width: 2.6em;
  }

  [data-size="wide"] .matrix {
    font-size: 0.8rem;
  }

  [data-size="wide"] .matrix th.corner {
    width: 5em;
  }

  [data-size="wide"] .matrix.fetched th.corner {
    width: 6em;
  }

  .matrix.wpe {
    --kind: var(--wpe);
    --kind-ink: var(--wpe-ink);
    --kind-tint: var(--wpe-tint);
  }

  .matrix.x0 {
    --kind: var(--sum);
    --kind-ink: var(--sum-ink);
    --kind-tint: var(--sum-tint);
  }

  .matrix caption {
    text-align: left;
    padding-bottom: 0.25rem;
    line-height: 1.35;
  }

  .matrix caption .name {
    color: var(--kind-ink);
    font-weight: 700;
    font-size: 0.95rem;
  }

  .shape {
    white-space: nowrap;
  }

  .matrix caption .shape {
    font-family: var(--mono);
    font-size: 0.75rem;
    color: var(--muted);
  }

  .matrix caption .title {
    display: block;
    color: var(--muted);
    font-size: 0.75rem;
  }

  .matrix thead th {
    font-weight: 400;
    color: var(--muted);
    font-size: 0.75rem;
    border-bottom: 1px solid var(--rule);
    padding: 0.1rem;
  }

  .matrix tbody th {
    text-align: left;
    font-weight: 400;
    color: var(--muted);
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
    padding: 0 0.3rem 0 0.25rem;
    border-left: 3px solid transparent;
  }

  [data-model="book-3.8"] .figure .matrix:not(.wpe:not(.fetched)) th.corner {
    width: 8.5em;
  }

  /* Some of its words are numbers, too. */
  [data-model="book-3.8"] .matrix tbody th .word::before {
    content: "· ";
    font-weight: 400;
  }

  .matrix thead th.corner {
    text-align: left;
    padding-left: 0.3rem;
  }

  .matrix td {
    height: 1.6rem;
    padding: 0 0.1rem;
    text-align: center;
    white-space: nowrap;
  }

  .matrix tr.lit {
    background: var(--kind-tint);
  }

  .matrix tr.lit th {
    border-left-color: var(--kind);
    color: var(--kind-ink);
    font-weight: 600;
  }

  .matrix tr.chosen th {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .matrix td.chosen {
    box-shadow: inset 0 0 0 2px var(--kind);
  }

  .matrix tr.gap td,
  .matrix tr.gap th {
    color: var(--muted);
    text-align: left;
    font-size: 0.75rem;
    height: 1.3rem;
  }

  .matrix tr.missing {
    outline: 2px dashed var(--error);
    outline-offset: -2px;
  }

  .matrix tr.missing th,
  .matrix tr.missing td {
    color: var(--error-ink);
    font-weight: 600;
  }

  .matrix tr.missing td {
    text-align: left;
    white-space: normal;
  }

  .matrix .strip {
    width: 20%;
    padding: 0 0 0 0.3rem;
  }

  canvas {
    display: block;
    width: 100%;
    height: 1.1rem;
    image-rendering: pixelated;
    cursor: pointer;
    background: var(--paper);
    border: 1px solid var(--rule);
  }

  .cell {
    width: 100%;
    min-height: 1.6rem;
    border: 0;
    border-radius: 0;
    background: none;
    padding: 0;
    font-weight: inherit;
    text-decoration: underline dotted;
    text-decoration-color: var(--kind);
    text-underline-offset: 0.25em;
  }

  .cell:focus-visible {
    outline-offset: -2px;
  }

  .columns label {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }

  .columns input[type="range"] {
    flex: 1 1 10rem;
    min-width: 8rem;
  }

  /* ---- The arithmetic of a cell ---- */

  .sum-line {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 0.3rem 0.8rem;
    font-size: 1.3rem;
  }

  .operand {
    display: inline-grid;
    justify-items: center;
    border-bottom: 3px solid var(--kind);
    line-height: 1.3;
  }

  .operand code {
    font-size: 0.75rem;
    color: var(--kind-ink);
  }

  .operand.wte {
    --kind: var(--wte);
    --kind-ink: var(--wte-ink);
  }

  .operand.wpe {
    --kind: var(--wpe);
    --kind-ink: var(--wpe-ink);
  }

  .operand.x0 {
    --kind: var(--sum);
    --kind-ink: var(--sum-ink);
  }

  .toggle {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-height: 1.75rem;
  }

  .bet form {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.6rem;
  }

  .bet form p {
    flex-basis: 100%;
    min-height: 1.55em;
  }

  .right {
    color: var(--sum-ink);
  }

  .wrong {
    color: var(--error-ink);
  }
`;
