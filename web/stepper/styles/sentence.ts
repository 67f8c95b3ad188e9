/** The sentence as its two sequences. */

import { css } from "lit";

export const sentenceStyles = css`
  /* ---- Sentence ---- */

  .sentence {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
  }

  .inputs {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.9rem;
  }

  .adders,
  .actions {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem;
  }

  .field {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem 0.5rem;
  }

  .field .ids {
    field-sizing: content;
    min-width: 9rem;
    max-width: 16rem;
    font-family: var(--mono);
    font-size: 0.875rem;
  }

  .field textarea {
    width: min(22rem, 100%);
    resize: vertical;
    padding: 0.15rem 0.4rem;
  }

  .problem {
    color: var(--error-ink);
  }

  .scroll {
    /* Holds the hidden text of its cells, which would widen the page otherwise. */
    position: relative;
    overflow-x: auto;
    padding: 2px;
  }

  table {
    border-collapse: collapse;
    font-family: var(--sans, system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif);
  }

  .sequence th,
  .sequence td {
    padding: 0.1rem 0.2rem;
    text-align: center;
    font-weight: 400;
  }

  .sequence th[scope="row"] {
    text-align: left;
    padding-left: 0.4rem;
    font-family: var(--mono);
    font-size: 0.75rem;
    color: var(--muted);
    border-left: 3px solid transparent;
    white-space: nowrap;
  }

  .sequence thead th[scope="row"] {
    font-family: inherit;
  }

  .sequence th[scope="col"] {
    font-size: 1.15rem;
    font-weight: 600;
    white-space: nowrap;
  }

  [data-size="wide"] .sequence {
    font-size: 0.9rem;
  }

  [data-size="wide"] .sequence th[scope="col"] {
    font-size: 1rem;
  }

  [data-size="wide"] .sequence input.index {
    width: 3.4rem;
  }

  .sequence th.chosen {
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 0.25em;
  }

  .sequence th.bad {
    color: var(--error-ink);
  }

  .sequence tr.wte th[scope="row"] {
    border-left-color: var(--wte);
    color: var(--wte-ink);
  }

  .sequence tr.wpe th[scope="row"] {
    border-left-color: var(--wpe);
    color: var(--wpe-ink);
  }

  .sequence tr.lit.wte {
    background: var(--wte-tint);
  }

  .sequence tr.lit.wpe {
    background: var(--wpe-tint);
  }

  .edits {
    display: inline-flex;
  }

  .edit {
    min-height: 1.5rem;
    min-width: 1.5rem;
    padding: 0;
    border-color: transparent;
    background: none;
    color: var(--muted);
    line-height: 1;
  }

  button.edit:disabled {
    color: var(--rule);
    border-color: transparent;
  }
`;
