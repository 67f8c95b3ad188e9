/** Buttons, fields and the choice of a model. */

import { css } from "lit";

export const controlsStyles = css`
  /* ---- Controls ---- */

  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
    background: var(--paper);
    border: 1px solid var(--control);
    border-radius: 3px;
    min-height: 1.75rem;
    padding: 0 0.55rem;
  }

  input[type="range"],
  input[type="radio"],
  input[type="checkbox"] {
    accent-color: var(--ink);
    padding: 0;
  }

  input[type="radio"],
  input[type="checkbox"] {
    width: 1.1rem;
    height: 1.1rem;
    min-height: 0;
    margin: 0;
  }

  button {
    cursor: pointer;
  }

  button:hover:not(:disabled, [aria-disabled="true"]) {
    background: color-mix(in srgb, var(--ink) 8%, var(--paper));
  }

  button:disabled,
  button[aria-disabled="true"],
  input:disabled,
  textarea:disabled {
    color: var(--muted);
    border-color: var(--rule);
    cursor: default;
  }

  :focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }

  button.quiet {
    border-color: transparent;
    background: none;
    color: var(--muted);
    text-decoration: underline;
    text-underline-offset: 0.2em;
    padding: 0 0.3rem;
  }

  button.quiet:disabled {
    text-decoration: none;
    opacity: 0.75;
  }

  button[aria-pressed="true"]:not(.cell) {
    background: var(--ink);
    color: var(--paper);
    border-color: var(--ink);
  }

  @media (forced-colors: active) {
    button[aria-pressed="true"]:not(.cell) {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      border-color: Highlight;
    }
  }

  .word {
    min-width: 2rem;
  }

  /* Where it stands when it has focus; until then it only cannot be seen. */
  .skip {
    position: absolute;
    z-index: 2;
    justify-self: start;
  }

  .skip:not(:focus) {
    clip-path: inset(50%);
  }

  .label {
    color: var(--muted);
    font-size: 0.875rem;
  }

  input[type="number"] {
    appearance: textfield;
  }

  input::-webkit-inner-spin-button {
    appearance: none;
    margin: 0;
  }

  input.index {
    width: 3.2rem;
    padding: 0 0.2rem;
    text-align: center;
  }

  [data-size="wide"] input.index {
    width: 5.2rem;
  }

  input.bad {
    border: 2px dashed var(--error);
    color: var(--error-ink);
  }

  /* ---- Model ---- */

  .models {
    border: 0;
    margin: 0;
    padding: 0;
    min-width: 0;
  }

  .models legend {
    position: absolute;
    clip-path: inset(50%);
  }

  .models .options {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2rem 1.5rem;
  }

  .option {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.1rem 0.45rem;
    min-height: 1.75rem;
    cursor: pointer;
  }

  .option .shape {
    font-family: var(--mono);
    font-size: 0.75rem;
    color: var(--muted);
  }

  .option.chosen span:not(.shape) {
    font-weight: 600;
  }
`;
