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
  }

  .candidates {
    margin-bottom: 0.75rem;
  }

  .candidates caption {
    text-align: left;
    padding-bottom: 0.4rem;
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
  .offsets td.best {
    font-weight: 700;
  }

  .candidates td:not(:nth-child(2)) {
    white-space: nowrap;
  }

  /* ---- The loop with a cache: which rows a round wrote and read ---- */

  .loop,
  .offset {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.6rem;
    align-content: start;
    justify-items: start;
  }

  .loop > *,
  .offset > * {
    max-width: 100%;
  }

  .rounds th,
  .rounds td {
    font-weight: 400;
    font-size: 0.875rem;
    text-align: center;
    white-space: nowrap;
    padding: 0.1rem 0.5rem;
    border-bottom: 1px solid var(--rule);
  }

  .rounds th[scope="row"] {
    text-align: left;
    padding-left: 0;
  }

  .rounds thead th:first-child {
    text-align: left;
  }

  .rounds thead th:first-child,
  .rounds tfoot th,
  .rounds tfoot td {
    white-space: normal;
    min-width: 3.5rem;
    line-height: 1.2;
  }

  .rounds thead th,
  .rounds tfoot th {
    color: var(--muted);
    font-size: 0.8rem;
  }

  .rounds .newest th,
  .rounds .newest td {
    font-weight: 700;
  }

  .rounds .written {
    background: var(--ink);
    color: var(--paper);
    border-left: 1px solid var(--paper);
  }

  .rounds .read {
    color: var(--muted);
    font-weight: 400;
  }

  .slider {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 0.4rem 1rem;
  }

  .slider .scale {
    display: grid;
    width: 12rem;
  }

  .slider input {
    width: 100%;
    margin: 0;
    border: 0;
  }

  .slider .ticks {
    display: flex;
    justify-content: space-between;
    font-size: 0.8rem;
    color: var(--muted);
  }

  .slider .ticks span {
    width: 1.5rem;
    text-align: center;
  }

  .slider output {
    font-family: var(--mono);
    font-size: 0.9rem;
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
