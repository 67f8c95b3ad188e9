/** Small tables of pairs that add up. */

import { css } from "lit";
import { dialStyles } from "../styles/dials.js";

export const relativeStyles = css`
  ${dialStyles}

  .terms {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem 1.75rem;
  }

  .lab-table.pairs td {
    padding: 0.2rem 0.4rem;
  }

  .lab-table.pairs td.chosen {
    outline: 2px solid var(--ink);
    outline-offset: -2px;
    font-weight: 600;
  }

  .lab-table.pairs td:has(.cell) {
    padding: 0;
  }

  .pairs .cell {
    width: 100%;
    min-height: 1.75rem;
    padding: 0 0.4rem;
    border: 0;
    border-radius: 0;
    background: none;
    text-align: end;
    text-decoration: underline dotted;
    text-underline-offset: 0.25em;
  }

  .lab-table.words td {
    min-width: 6.5rem;
  }

  .lab-table.shifts tbody th {
    white-space: nowrap;
  }

  .lab-table tr.sum > * {
    border-top: 1px solid var(--ink);
    font-weight: 600;
  }
`;
