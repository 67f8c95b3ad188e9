/** Dials, the field of colour, and the chosen pair. */

import { css } from "lit";
import { dialStyles } from "../styles/dials.js";

export const sinusoidalStyles = css`
  ${dialStyles}

  .lab-table td.chosen {
    outline: 2px solid var(--wpe-ink);
    outline-offset: -2px;
    font-weight: 600;
  }

  .rule .piece {
    display: inline-block;
  }

  .field {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.15rem 0.4rem;
    max-width: 46rem;
  }

  .field .upright,
  .field .level {
    display: flex;
    justify-content: space-between;
    color: var(--muted);
    font-size: 0.75rem;
  }

  .field .upright {
    flex-direction: column;
    text-align: end;
  }

  .field .level,
  .field figcaption {
    grid-column: 2;
  }

  .heat-map {
    display: block;
    width: 100%;
    height: 16rem;
    shape-rendering: crispEdges;
    border: 1px solid var(--rule);
  }

  .heat-map .above {
    fill: rgb(var(--strip-positive));
  }

  .heat-map .below {
    fill: rgb(var(--strip-negative));
  }

  .heat-map .frame {
    fill: none;
    stroke: var(--wpe);
    stroke-width: 3;
    vector-effect: non-scaling-stroke;
  }
`;
