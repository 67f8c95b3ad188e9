/** Attention, MLP, next word, and the layers of GPT-2 small. */

import { css } from "lit";

export const networkStyles = css`
  /* ---- Attention, MLP, next word ---- */

  .network {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
  }

  .heads {
    display: flex;
    gap: 0.35rem;
  }

  .side-by-side {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 1.5rem;
    align-items: start;
  }

  .side-by-side > * {
    max-width: 100%;
  }

  .side-by-side .matrix {
    width: auto;
    table-layout: auto;
    font-size: 0.875rem;
  }

  .side-by-side .matrix td,
  .side-by-side .matrix thead th {
    min-width: 3.2rem;
    padding: 0 0.3rem;
  }

  .side-by-side .matrix th.corner {
    width: auto;
    min-width: 0;
  }

  .matrix.plain {
    --kind: var(--ink);
    --kind-ink: var(--ink);
    --kind-tint: transparent;
  }

  .masked {
    background: repeating-linear-gradient(
      -45deg,
      transparent 0 4px,
      var(--rule) 4px 5px
    );
  }

  .arithmetic {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.2rem 0.75rem;
    margin: 0.2rem 0 0;
  }

  .arithmetic dt {
    color: var(--muted);
  }

  .arithmetic dd {
    margin: 0;
    overflow-wrap: anywhere;
  }

  .layers {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.6rem;
    border-top: 1px solid var(--rule);
    padding-top: 0.9rem;
  }

  .layers h2 {
    font-size: 1.1rem;
  }

  .layers .note {
    max-width: 44rem;
  }

  .progress,
  .attention-choice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
  }

  progress {
    accent-color: var(--ink);
    width: min(20rem, 60vw);
    vertical-align: middle;
  }

  .layers .matrix {
    width: auto;
    table-layout: auto;
  }

  .layers .matrix td,
  .layers .matrix thead th {
    min-width: 3.2rem;
    padding: 0 0.3rem;
  }

  .next-word {
    grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
    gap: 1.5rem 3rem;
  }

  .candidates,
  .offsets {
    width: 100%;
    margin-bottom: 0.75rem;
  }

  .candidates caption,
  .offsets caption {
    text-align: left;
    padding-bottom: 0.4rem;
  }

  .offsets caption .name {
    display: block;
    font-weight: 600;
  }

  .candidates th,
  .candidates td,
  .offsets th,
  .offsets td {
    text-align: left;
    font-weight: 400;
    padding: 0.2rem 0.75rem 0.2rem 0;
    border-bottom: 1px solid var(--rule);
  }

  .candidates thead th,
  .offsets thead th {
    color: var(--muted);
    font-size: 0.8rem;
  }

  .candidates tr.lit th,
  .candidates tr.lit td,
  .offsets tr.lit th,
  .offsets tr.lit td {
    font-weight: 700;
  }

  .candidates td:not(:nth-child(2)) {
    white-space: nowrap;
  }

  .bar {
    width: 35%;
  }

  .bar svg {
    display: block;
    width: 100%;
    height: 0.9rem;
    fill: var(--ink);
  }
`;
