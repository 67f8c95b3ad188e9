/**
 * On paper a figure is its own poster: what was chosen stays as text, what only a reader on a screen
 * can use goes, and colours are the light ones. Posters are this view, too (web/posters).
 */

import { css } from "lit";

export const printStyles = css`
  @media print {
    :host {
      print-color-adjust: exact;
    }

    button:not(.cell, .term, .bit, [aria-pressed="true"]),
    button.quiet,
    input:is([type="range"], [type="radio"], [type="checkbox"]),
    select,
    .option:not(.chosen, td *, th *),
    .toggle:not(:has(:checked)),
    details:not([open]),
    :is(.steps, .adders, .actions, .editing, .field, .custom, .remedies, .bet, .columns, .slider .scale),
    :is(.try, .ends) {
      display: none;
    }

    :host([embedded]) .idea {
      display: none;
    }

    :is(button, input, textarea):is(button, input, textarea) {
      border-color: transparent;
      background: none;
      color: inherit;
      resize: none;
    }

    button[aria-pressed="true"]:is(.word, .bit, .term) {
      font-weight: 700;
    }

    .cell {
      text-decoration: none;
    }

    .control .label,
    input.exact {
      text-align: start;
      padding-inline: 0;
    }

    .slider,
    .slider label {
      display: flex;
      align-items: baseline;
      gap: 0.5rem;
    }

    .figure,
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
