/** The frame of a laboratory: a measure of prose, and a figure that may be wider. */

import { css } from "lit";

export const frameStyles = css`
  .lab {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.9rem;
  }

  .title {
    font: 700 clamp(1.1rem, 0.95rem + 0.8vw, 1.5rem) / 1.3 var(--serif);
    margin: 0;
  }

  h3.title {
    font-size: 1.1rem;
  }

  h3:not(.title) {
    font-size: 1rem;
    font-weight: 600;
    margin: 0;
  }

  .prose {
    max-width: 40rem;
    font-family: var(--serif);
  }

  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    padding: 1rem 0;
    border-block: 1px solid var(--rule);
  }

  .lead-in {
    font-family: var(--sans);
    font-size: 0.875rem;
    font-weight: 600;
    margin-inline-end: 0.35em;
  }

  .ends {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1.25rem;
    font-size: 0.875rem;
  }

  .ends a {
    color: var(--muted);
    display: inline-block;
    min-height: 1.5rem;
  }

  .ends button {
    padding-inline: 0;
  }

  a {
    color: inherit;
    text-underline-offset: 0.2em;
  }

  .waiting {
    min-height: 30rem;
  }

  .refusal {
    color: var(--error-ink);
    border-inline-start: 3px solid var(--error);
    padding-inline-start: 0.6rem;
    font-size: 0.9rem;
    max-width: 40rem;
  }

  figure {
    margin: 0;
  }

  figcaption {
    color: var(--muted);
    font-size: 0.875rem;
    max-width: 40rem;
  }

  summary {
    cursor: pointer;
    min-height: 1.5rem;
    color: var(--muted);
    font-size: 0.875rem;
    width: fit-content;
  }

  details[open] > summary {
    margin-bottom: 0.5rem;
  }

  /** Two or three pictures side by side where there is room. */
  .side-by-side {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
    gap: 1rem 2rem;
    align-items: start;
  }

  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.6rem;
  }

  /** A rule as one line; its lit term is marked. */
  .rule {
    font-family: var(--mono);
    font-size: 0.95rem;
    line-height: 1.9;
    overflow-wrap: anywhere;
  }

  .rule .term {
    border-bottom: 2px solid transparent;
    padding: 0.1em 0.15em;
  }

  @media (forced-colors: active) {
    .rule .term:not(.lit) {
      border-bottom-color: Canvas;
    }
  }

  .rule .term.lit {
    border-bottom-color: currentColor;
    background: color-mix(in srgb, currentColor 12%, transparent);
  }
`;
