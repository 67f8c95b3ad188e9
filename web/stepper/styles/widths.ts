/** What changes with the width of the stepper, narrow to wide, and in forced colours. */

import { css } from "lit";

/** Of .figure: the tables, below them fetched rows + fetched rows = sum. */
const sumInOneLine = css`
  grid-template-columns: minmax(0, 1fr) 1.5rem minmax(0, 1fr) 1.5rem minmax(0, 1fr);
  gap: 1.2rem 0.6rem;
  grid-template-areas:
    "wte-table . wpe-table . below"
    "wte-rows plus wpe-rows equals x0-rows";
`;

export const widthsStyles = css`
  /* ---- Narrow: the steps stay in sight; the wide model's tables stand below each other ---- */

  @container (max-width: 47.9rem) {
    [data-size="wide"] .figure {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "wte-table" "wpe-table" "wte-rows" "wpe-rows" "x0-rows" "below";
    }

    .steps {
      position: sticky;
      top: 0;
      z-index: 1;
      background: var(--paper);
      border-bottom: 1px solid var(--rule);
      padding-block: 0.3rem 0.4rem;
    }

    /* The names have a line of their own, so that they do not run into each other. */
    .steps .track {
      display: contents;
    }

    .track ol {
      grid-area: 1 / 1 / 2 / -1;
      grid-auto-columns: auto;
      justify-content: space-between;
    }

    .step {
      font-size: 0.85rem;
    }

    .track input {
      grid-area: 2 / 2;
      width: 100%;
      margin: 0;
    }

    .step-move {
      grid-area: 2 / 1;
    }

    .track + .step-move {
      grid-area: 2 / 3;
    }

    .option .shape {
      display: none;
    }
  }

  @container (min-width: 48rem) and (max-width: 59.9rem) {
    .step {
      font-size: 0.78rem;
    }

    .steps {
      column-gap: 0.4rem;
    }
  }

  @container (max-width: 30rem) {
    .stepper {
      gap: 0.7rem;
    }

    [data-model="teaching"] .models .note,
    .figure .matrix caption .title {
      display: none;
    }

    .models .options {
      gap: 0 0.9rem;
      font-size: 0.95rem;
    }

    .sequence th[scope="row"] {
      font-size: 0.7rem;
      padding-right: 0;
    }

    .sequence th,
    .sequence td {
      padding-inline: 0.15rem;
    }

    [data-size="small"] input.index {
      width: 2.7rem;
    }

    .field .ids {
      width: 8.5rem;
      min-width: 0;
    }

    .inputs {
      column-gap: 0.6rem;
    }

    .steps {
      align-items: center;
      gap: 0.15rem 0.6rem;
    }

    .track ol {
      grid-auto-columns: 1fr;
      justify-content: normal;
    }

    .step {
      font-size: 0.9rem;
    }

    /* Nine names do not fit: the current one stands for all, the scrubber for the others. */
    .of-9 li:not(:has([aria-current="step"])) {
      display: none;
    }

    .matrix {
      font-size: 0.72rem;
    }

    .matrix td {
      padding: 0;
    }

    .matrix th.corner {
      width: 3.3em;
    }

    [data-model="teaching"] .matrix th.corner {
      width: 2.75em;
    }

    .rounds th,
    .rounds td {
      padding-inline: 0.25rem;
    }

    /* Its words are long. */
    [data-model="book-3.8"] .figure {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "wte-table" "wpe-table" "wte-rows" "wpe-rows" "x0-rows" "below";
    }

    .matrix caption .name {
      font-size: 0.85rem;
    }

    .matrix.fetched:not(.x0) caption {
      white-space: nowrap;
    }

    .matrix.fetched:not(.x0) caption .name {
      font-size: 0.75rem;
    }

    .figure {
      column-gap: 0.4rem;
    }

    .matrix tbody th {
      padding: 0 0.1rem 0 0.15rem;
    }

    .formula math {
      font-size: 1rem;
    }

    [data-size="wide"] .formula .shape {
      font-size: 0.6rem;
    }

    .side-by-side {
      gap: 0.8rem 0.4rem;
    }

    .side-by-side .matrix tbody th {
      max-width: 3.9rem;
      padding-right: 0.3rem;
    }

    .side-by-side .matrix td,
    .side-by-side .matrix thead th {
      min-width: 2.9rem;
      padding: 0 0.15rem;
    }

    .elsewhere table {
      font-size: 0.82rem;
      table-layout: fixed;
      overflow-wrap: break-word;
      hyphens: auto;
    }

    .elsewhere thead th:first-child {
      width: 30%;
    }

    .elsewhere code {
      font-size: 0.8em;
    }

    .elsewhere thead th:last-child {
      width: 22%;
    }

    .elsewhere th,
    .elsewhere td {
      padding-right: 0.4rem;
    }
  }

  @container (max-width: 19rem) {
    .formula math {
      font-size: 0.75rem;
    }

    .stepper .figure {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "wte-table" "wpe-table" "wte-rows" "wpe-rows" "x0-rows" "below";
    }

    .stepper .matrix {
      font-size: 0.72rem;
    }

    .matrix .strip {
      display: none;
    }
  }

  /* ---- Wide: sentence and formula side by side; fetched rows in one line with their sum ---- */

  @container (min-width: 48rem) {
    .next-word.with-loop {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1.7fr);
      grid-template-areas: "candidates loop" "offset loop";
      grid-template-rows: auto 1fr;
    }

    .with-loop .loop {
      grid-area: loop;
    }

    .with-loop .offset {
      grid-area: offset;
    }

    [data-model="book-3.8"] .figure .matrix:not(.wpe:not(.fetched)) th.corner {
      width: 8rem;
    }

    .top {
      grid-template-columns: minmax(0, 1.3fr) minmax(min-content, 1fr);
      gap: 2rem;
    }

    [data-size="wide"] .top {
      grid-template-columns: minmax(0, 1.7fr) minmax(min-content, 1fr);
    }

    .top > .flow {
      grid-template-columns: minmax(min-content, 1fr);
    }

    [data-size="wide"] .matrix.fetched th.corner {
      width: 7.5em;
    }

    .plus,
    .equals {
      align-self: center;
      text-align: center;
      font-size: 1.4rem;
    }

    .plus {
      grid-area: plus;
    }

    .equals {
      grid-area: equals;
    }

    [data-size="wide"] .sum-line {
      font-size: 1.1rem;
      column-gap: 0.4rem;
    }

    [data-size="small"] .matrix {
      font-size: 0.95rem;
    }

    [data-model="teaching"] .figure {
      ${sumInOneLine}
    }

    [data-model="teaching"] .plus,
    [data-model="teaching"] .equals {
      display: block;
    }

    [data-model="teaching"] .below {
      align-content: end;
      height: 100%;
    }
  }

  /* ---- The others have longer names and numbers, and need more for that ---- */

  @container (min-width: 66rem) {
    .figure {
      ${sumInOneLine}
    }

    /* The wide model's tables are windows around the fetched rows: the sum comes first. */
    [data-size="wide"] .figure {
      grid-template-areas:
        "wte-rows plus wpe-rows equals x0-rows"
        "wte-table . wpe-table . below";
    }

    .plus,
    .equals {
      display: block;
    }

    .below {
      align-content: end;
      height: 100%;
    }

    [data-size="wide"] .below {
      align-content: start;
    }
  }

  /* ---- Wide enough for the teaching model in one line: tables, fetched rows, sum ---- */

  @container (min-width: 66rem) {
    [data-model="teaching"] .figure {
      grid-template-columns:
        minmax(0, 1.1fr) minmax(0, 1fr) 1.2rem
        minmax(0, 1fr) 1rem minmax(0, 1fr) 1rem minmax(0, 1fr);
      grid-template-rows: auto 1fr;
      gap: 1rem 0.6rem;
      grid-template-areas:
        "wte-table wpe-table arrow wte-rows plus wpe-rows equals x0-rows"
        "wte-table wpe-table . below below below below below";
    }

    [data-model="teaching"] .arrow {
      display: block;
      grid-area: arrow;
      align-self: center;
      text-align: center;
      color: var(--muted);
    }

    [data-model="teaching"] .matrix {
      font-size: 0.875rem;
    }

    [data-model="teaching"] .matrix th.corner {
      width: 3.4em;
    }

    [data-model="teaching"] .matrix caption .name {
      font-size: 0.85rem;
    }

    [data-model="teaching"] .below {
      align-content: start;
      height: auto;
      padding-left: 0.45rem;
    }
  }

  /* Transparent borders are drawn in forced colours, and backgrounds are not. */
  @media (forced-colors: active) {
    .matrix tbody tr:not(.lit) th,
    .sequence th[scope="row"][scope="row"][scope="row"] {
      border-left-color: Canvas;
    }

    .matrix tr.lit th,
    .sequence tr.lit th[scope="row"][scope="row"][scope="row"] {
      border-left-color: Highlight;
    }

    .sequence tr.lit th[scope="row"] {
      font-weight: 700;
    }

    .step:not([aria-current="step"]) {
      border-bottom-color: Canvas;
    }

    .matrix td.chosen {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
