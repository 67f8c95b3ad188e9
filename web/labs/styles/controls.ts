/** Controls of a laboratory. */

import { css } from "lit";

export const labControlStyles = css`
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 2rem;
    align-items: end;
  }

  .control {
    border: 0;
    margin: 0;
    padding: 0;
    min-width: 0;
    max-width: 100%;
  }

  .control .label {
    display: block;
  }

  .slider {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 0.1rem 0.6rem;
  }

  .slider .refusal,
  .typed .refusal {
    flex-basis: 100%;
  }

  .slider input[type="range"] {
    display: block;
    width: min(14rem, 55cqi);
    height: 1.75rem;
    margin: 0;
  }

  input.exact {
    width: 4.6rem;
    text-align: end;
  }

  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 1.1rem;
  }

  .choices legend {
    padding: 0;
    float: inline-start;
    width: 100%;
  }

  .toggle {
    display: inline-flex;
    align-items: center;
    gap: 0.45rem;
    min-height: 1.75rem;
    cursor: pointer;
  }

  .typed input {
    width: min(24rem, 100%);
  }

  .typed label {
    display: block;
  }

  .bits {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
  }

  .bits .label {
    flex-basis: 100%;
  }

  .bit {
    width: 2rem;
    padding: 0;
    font-variant-numeric: tabular-nums;
  }
`;
