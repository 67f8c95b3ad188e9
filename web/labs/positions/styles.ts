import { css } from "lit";

export const styles = css`
  .rule button.term {
    font: inherit;
    border: 0;
    border-bottom: 2px solid var(--control);
    border-radius: 0;
    background: none;
    color: inherit;
    min-height: 1.5rem;
    padding: 0 0.2em;
  }

  .rule button.term.lit {
    background: var(--wpe-tint);
    color: var(--ink);
    border-color: var(--wpe-ink);
  }

  .lab-table tr.result > * {
    border-top: 1px solid var(--rule);
    color: var(--wpe-ink);
    font-weight: 600;
  }

  .lab-table tr.result > td.empty {
    font-weight: 400;
  }
`;
