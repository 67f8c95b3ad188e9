/** Out of range, and what other systems answer. */

import { css } from "lit";

export const rangeStyles = css`
  /* ---- Out of range ---- */

  .attempts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.75rem;
  }

  .attempts .options,
  .attempts .custom {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0.35rem;
  }

  .error {
    display: grid;
    gap: 0.35rem;
    border: 2px dashed var(--error);
    background: var(--error-tint);
    padding: 0.6rem 0.8rem;
  }

  .error strong {
    color: var(--error-ink);
    margin-right: 0.35em;
  }

  .error .message {
    font-size: 0.8rem;
    overflow-wrap: anywhere;
  }

  .remedies {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  .elsewhere table {
    width: 100%;
    margin-top: 0.5rem;
    font-size: 0.9rem;
  }

  .elsewhere th,
  .elsewhere td {
    text-align: left;
    vertical-align: top;
    font-weight: 400;
    padding: 0.35rem 0.6rem 0.35rem 0;
    border-bottom: 1px solid var(--rule);
  }

  .elsewhere thead th {
    color: var(--muted);
    font-size: 0.8rem;
  }

  .elsewhere thead th:last-child {
    width: 8em;
  }

  .elsewhere .values {
    display: block;
    font-size: 0.85em;
    color: var(--muted);
    overflow-wrap: anywhere;
  }

  .elsewhere tr.here th {
    font-weight: 600;
  }

  .elsewhere code {
    overflow-wrap: anywhere;
  }

  .elsewhere a {
    color: var(--wte-ink);
    font-size: 0.8rem;
    display: inline-block;
    min-height: 1.5rem;
  }
`;
