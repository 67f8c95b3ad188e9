/**
 * On paper a figure is its own poster: what was chosen stays as text, what only a reader on a screen
 * can use goes, and colours are the light ones. Posters are this view, too (web/posters).
 */

import { css } from "lit";

export const printStyles = css`
  @media print {
    :host,
    :host([theme]) {
      --paper: #fff;
      print-color-adjust: exact;
    }

    :host([embedded]) {
      padding: 0;
    }

    /* Important, because each control has styles of its own. */
    button:not(.cell, .term, .bit, [aria-pressed="true"]),
    button.quiet,
    input:is([type="range"], [type="radio"], [type="checkbox"]),
    select,
    .option:not(.chosen, td *, th *),
    .toggle:not(:has(:checked)),
    details:not([open]),
    .typed .note,
    .explanation .hint,
    .elsewhere a,
    :is(.steps, .adders, .actions, .editing, .field, .custom, .remedies, .bet, .columns, .scale),
    :is(.try, .ends),
    :host([embedded]) .idea {
      display: none !important;
    }

    :is(button:not(.cell), input, textarea) {
      border-color: transparent !important;
      background: none !important;
      color: inherit !important;
      padding-inline: 0 !important;
      resize: none;
    }

    input.exact {
      text-align: start;
    }

    button[aria-pressed="true"]:not(.cell) {
      font-weight: 700;
    }

    .cell {
      text-decoration: none !important;
    }

    input.bad {
      border-color: var(--error) !important;
    }

    .control.slider,
    .slider label {
      display: flex;
      align-items: baseline;
      gap: 0.5rem;
    }

    .top {
      grid-template-columns: minmax(0, 1fr) !important;
      gap: 1rem !important;
    }

    /* Browsers lay blocks, not grids, over several sheets without laying one on another. */
    :is(.lab, .body, .stack) {
      display: block !important;
    }

    :is(.lab, .body, .stack) > * + * {
      margin-top: 0.9rem !important;
    }

    .figure,
    .side-by-side,
    figure,
    table,
    tr {
      break-inside: avoid;
    }

    .scroll,
    .scroller {
      overflow: visible;
    }
  }
`;
