/** How the stepper looks. Colours come from custom properties, which the host may set. */

import { css } from "lit";

export const stepperStyles = css`
  :host {
    --wte: #0072b2;
    --wte-ink: #00598c;
    --wte-tint: #dcebf5;
    --wpe: #e69f00;
    --wpe-ink: #805300;
    --wpe-tint: #fbeccb;
    --sum: #009e73;
    --sum-ink: #00664a;
    --sum-tint: #d5efe6;
    --error: #d55e00;
    --error-ink: #a33f00;
    --error-tint: #fbe6d9;
    --paper: #fbfaf7;
    --ink: #1c1b19;
    --muted: #5f5c56;
    --rule: #d8d4ca;
    --control: #8b877e;
    --strip-negative: 126 47 142;
    --strip-positive: 28 27 25;
    --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;

    display: block;
    container-type: inline-size;
    color: var(--ink);
    line-height: 1.55;
    font-variant-numeric: tabular-nums;
  }

  @media (prefers-color-scheme: dark) {
    :host {
      --wte: #56b4e9;
      --wte-ink: #7cc6ef;
      --wte-tint: #0d2b3d;
      --wpe: #e69f00;
      --wpe-ink: #f2b942;
      --wpe-tint: #38290a;
      --sum: #2fbf93;
      --sum-ink: #55d3ac;
      --sum-tint: #0b3227;
      --error: #f07a2c;
      --error-ink: #ff9a5c;
      --error-tint: #3d1d0a;
      --paper: #0f0f0e;
      --ink: #e9e7e2;
      --muted: #a7a399;
      --rule: #3a3834;
      --control: #85817a;
      --strip-negative: 205 130 222;
      --strip-positive: 233 231 226;
    }
  }

  * {
    box-sizing: border-box;
  }

  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  p,
  h2 {
    margin: 0;
  }

  code {
    font-family: var(--mono);
    font-size: 0.92em;
  }

  .gloss {
    color: var(--muted);
    font-size: 0.75rem;
    font-weight: 400;
  }

  .sequence .gloss {
    display: block;
    line-height: 1.1;
  }

  .muted {
    color: var(--muted);
  }

  .note {
    color: var(--muted);
    font-size: 0.875rem;
  }

  .stepper {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
  }

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

  .word {
    min-width: 2rem;
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

  [data-model="gpt2-small"] input.index {
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

  /* ---- Sentence ---- */

  .sentence {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
  }

  .inputs {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.9rem;
  }

  .adders,
  .actions {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem;
  }

  .field {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem 0.5rem;
  }

  .field .ids {
    width: 9rem;
    font-family: var(--mono);
    font-size: 0.875rem;
  }

  .field textarea {
    width: min(22rem, 100%);
    resize: vertical;
    padding: 0.15rem 0.4rem;
  }

  .problem {
    color: var(--error-ink);
  }

  .scroll {
    /* Holds the hidden text of its cells, which would widen the page otherwise. */
    position: relative;
    overflow-x: auto;
    padding: 2px;
  }

  table {
    border-collapse: collapse;
    font-family: var(--sans, system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif);
  }

  .sequence th,
  .sequence td {
    padding: 0.1rem 0.2rem;
    text-align: center;
    font-weight: 400;
  }

  .sequence th[scope="row"] {
    text-align: left;
    padding-left: 0.4rem;
    font-family: var(--mono);
    font-size: 0.75rem;
    color: var(--muted);
    border-left: 3px solid transparent;
    white-space: nowrap;
  }

  .sequence thead th[scope="row"] {
    font-family: inherit;
  }

  .sequence th[scope="col"] {
    font-size: 1.15rem;
    font-weight: 600;
    white-space: nowrap;
  }

  .sequence th.chosen {
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 0.25em;
  }

  .sequence th.bad {
    color: var(--error-ink);
  }

  .sequence tr.wte th[scope="row"] {
    border-left-color: var(--wte);
    color: var(--wte-ink);
  }

  .sequence tr.wpe th[scope="row"] {
    border-left-color: var(--wpe);
    color: var(--wpe-ink);
  }

  .sequence tr.lit.wte {
    background: var(--wte-tint);
  }

  .sequence tr.lit.wpe {
    background: var(--wpe-tint);
  }

  .edits {
    display: inline-flex;
  }

  .edit {
    min-height: 1.5rem;
    min-width: 1.5rem;
    padding: 0;
    border-color: transparent;
    background: none;
    color: var(--muted);
    line-height: 1;
  }

  button.edit:disabled {
    color: var(--rule);
    border-color: transparent;
  }

  /* ---- Formula and steps ---- */

  .top,
  .flow {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
    align-content: start;
  }

  sup {
    font-size: 0.7em;
    line-height: 0;
  }

  .formula math {
    font-size: 1.25rem;
  }

  .formula mo {
    padding-inline: 0.05em;
  }

  .formula .shape,
  .shapes {
    font-family: var(--mono);
    font-size: 0.75rem;
    color: var(--muted);
  }

  .shapes {
    font-size: 0.85rem;
    margin-right: 0.5em;
  }

  .term.wte {
    color: var(--wte-ink);
  }

  .term.wpe {
    color: var(--wpe-ink);
  }

  .term.sum {
    color: var(--sum-ink);
  }

  .term.lit {
    background: color-mix(in srgb, currentcolor 14%, transparent);
    border-bottom: 3px solid currentcolor;
  }

  .term.failing {
    color: var(--error-ink);
    border-bottom: 3px dashed var(--error);
  }

  .steps {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: start;
    gap: 0.5rem 0.75rem;
  }

  .of-6 {
    --steps: 6;
  }

  .of-9 {
    --steps: 9;
  }

  .track ol {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    list-style: none;
    margin: 0;
    padding: 0;
  }

  .track li {
    display: grid;
  }

  .step {
    border: 0;
    border-bottom: 3px solid transparent;
    border-radius: 0;
    background: none;
    padding: 0;
    font-size: 0.9rem;
    white-space: nowrap;
  }

  .step[aria-current="step"] {
    font-weight: 700;
    border-bottom-color: currentcolor;
  }

  .step.wte {
    color: var(--wte-ink);
  }

  .step.wpe {
    color: var(--wpe-ink);
  }

  .step.sum {
    color: var(--sum-ink);
  }

  .step.range {
    color: var(--error-ink);
  }

  .track input {
    display: block;
    /* The thumb's middle stands under the middle of each name. */
    width: calc(100% * (1 - 1 / var(--steps)) + 1rem);
    margin: 0 0 0 calc(50% / var(--steps) - 0.5rem);
    min-height: 1.5rem;
    background: none;
    border: 0;
  }

  .explanation {
    max-width: 44rem;
    min-height: 1.55em;
  }

  /* ---- Tables and sums ---- */

  .figure {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 0.9rem 0.75rem;
    align-items: start;
    grid-template-areas:
      "wte-table wpe-table"
      "wte-rows wpe-rows"
      "x0-rows x0-rows"
      "below below";
  }

  .wte-table {
    grid-area: wte-table;
  }
  .wpe-table {
    grid-area: wpe-table;
  }
  .wte-rows {
    grid-area: wte-rows;
  }
  .wpe-rows {
    grid-area: wpe-rows;
  }
  .x0-rows {
    grid-area: x0-rows;
  }
  .below {
    grid-area: below;
    display: grid;
    gap: 0.75rem;
  }

  .arrow,
  .plus,
  .equals {
    display: none;
  }

  .matrix {
    --kind: var(--wte);
    --kind-ink: var(--wte-ink);
    --kind-tint: var(--wte-tint);
    width: 100%;
    table-layout: fixed;
    font-size: 0.8rem;
    line-height: 1.2;
  }

  .matrix th.corner {
    width: 3.9em;
    white-space: nowrap;
  }

  [data-model="teaching"] .matrix.wpe:not(.fetched) th.corner {
    width: 2.6em;
  }

  [data-model="gpt2-small"] .matrix {
    font-size: 0.8rem;
  }

  [data-model="gpt2-small"] .matrix th.corner {
    width: 5em;
  }

  [data-model="gpt2-small"] .matrix.fetched th.corner {
    width: 6em;
  }

  .matrix.wpe {
    --kind: var(--wpe);
    --kind-ink: var(--wpe-ink);
    --kind-tint: var(--wpe-tint);
  }

  .matrix.x0 {
    --kind: var(--sum);
    --kind-ink: var(--sum-ink);
    --kind-tint: var(--sum-tint);
  }

  .matrix caption {
    text-align: left;
    padding-bottom: 0.25rem;
    line-height: 1.35;
  }

  .matrix caption .name {
    color: var(--kind-ink);
    font-weight: 700;
    font-size: 0.95rem;
  }

  .shape {
    white-space: nowrap;
  }

  .matrix caption .shape {
    font-family: var(--mono);
    font-size: 0.75rem;
    color: var(--muted);
  }

  .matrix caption .title {
    display: block;
    color: var(--muted);
    font-size: 0.75rem;
  }

  .matrix thead th {
    font-weight: 400;
    color: var(--muted);
    font-size: 0.75rem;
    border-bottom: 1px solid var(--rule);
    padding: 0.1rem;
  }

  .matrix tbody th {
    text-align: left;
    font-weight: 400;
    color: var(--muted);
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
    padding: 0 0.3rem 0 0.25rem;
    border-left: 3px solid transparent;
  }

  .matrix thead th.corner {
    text-align: left;
    padding-left: 0.3rem;
  }

  .matrix td {
    height: 1.6rem;
    padding: 0 0.1rem;
    text-align: center;
    white-space: nowrap;
  }

  .matrix tr.lit {
    background: var(--kind-tint);
  }

  .matrix tr.lit th {
    border-left-color: var(--kind);
    color: var(--kind-ink);
    font-weight: 600;
  }

  .matrix tr.chosen th {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .matrix td.chosen {
    box-shadow: inset 0 0 0 2px var(--kind);
  }

  .matrix tr.gap td,
  .matrix tr.gap th {
    color: var(--muted);
    text-align: left;
    font-size: 0.75rem;
    height: 1.3rem;
  }

  .matrix tr.missing {
    outline: 2px dashed var(--error);
    outline-offset: -2px;
  }

  .matrix tr.missing th,
  .matrix tr.missing td {
    color: var(--error-ink);
    font-weight: 600;
  }

  .matrix tr.missing td {
    text-align: left;
    white-space: normal;
  }

  .matrix .strip {
    width: 20%;
    padding: 0 0 0 0.3rem;
  }

  canvas {
    display: block;
    width: 100%;
    height: 1.1rem;
    image-rendering: pixelated;
    cursor: pointer;
    background: var(--paper);
    border: 1px solid var(--rule);
  }

  .cell {
    width: 100%;
    min-height: 1.6rem;
    border: 0;
    border-radius: 0;
    background: none;
    padding: 0;
    font-weight: inherit;
    text-decoration: underline dotted;
    text-decoration-color: var(--kind);
    text-underline-offset: 0.25em;
  }

  .cell:focus-visible {
    outline-offset: -2px;
  }

  .columns label {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }

  .columns input[type="range"] {
    flex: 1 1 10rem;
    min-width: 8rem;
  }

  /* ---- The arithmetic of a cell ---- */

  .sum-line {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 0.3rem 0.8rem;
    font-size: 1.3rem;
  }

  .operand {
    display: inline-grid;
    justify-items: center;
    border-bottom: 3px solid var(--kind);
    line-height: 1.3;
  }

  .operand code {
    font-size: 0.75rem;
    color: var(--kind-ink);
  }

  .operand.wte {
    --kind: var(--wte);
    --kind-ink: var(--wte-ink);
  }

  .operand.wpe {
    --kind: var(--wpe);
    --kind-ink: var(--wpe-ink);
  }

  .operand.x0 {
    --kind: var(--sum);
    --kind-ink: var(--sum-ink);
  }

  .toggle {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-height: 1.75rem;
  }

  .bet form {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.6rem;
  }

  .bet form p {
    flex-basis: 100%;
    min-height: 1.55em;
  }

  .right {
    color: var(--sum-ink);
  }

  .wrong {
    color: var(--error-ink);
  }

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

  .layers h2 {
    font-size: 1.1rem;
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
    margin-bottom: 0.75rem;
  }

  .candidates caption,
  .offsets caption {
    text-align: left;
    padding-bottom: 0.4rem;
  }

  .offsets caption .name {
    display: block;
    font-weight: 600;
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
  .offsets tr.lit th,
  .offsets tr.lit td {
    font-weight: 700;
  }

  .candidates td:not(:nth-child(2)) {
    white-space: nowrap;
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

  .elsewhere h2 {
    font-size: 1.1rem;
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

  /* ---- Narrow: the steps stay in sight; the wide model's tables stand below each other ---- */

  @container (max-width: 47.9rem) {
    [data-model="gpt2-small"] .figure {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "wte-table" "wpe-table" "wte-rows" "wpe-rows" "x0-rows" "below";
    }

    .steps {
      position: sticky;
      top: 0;
      z-index: 1;
      background: var(--paper);
      border-bottom: 1px solid var(--rule);
      padding-block: 0.3rem 0.4rem;
    }

    .option .shape {
      display: none;
    }
  }

  @container (max-width: 30rem) {
    .stepper {
      gap: 0.7rem;
    }

    [data-model="teaching"] .models .note,
    .matrix caption .title {
      display: none;
    }

    .models .options {
      gap: 0 0.9rem;
      font-size: 0.95rem;
    }

    .sequence th[scope="row"] {
      font-size: 0.7rem;
      padding-right: 0;
    }

    .sequence th,
    .sequence td {
      padding-inline: 0.15rem;
    }

    [data-model="teaching"] input.index {
      width: 2.7rem;
    }

    .field .ids {
      width: 8.5rem;
    }

    .inputs {
      column-gap: 0.6rem;
    }

    .steps {
      align-items: center;
      gap: 0.15rem 0.6rem;
    }

    .steps .track {
      display: contents;
    }

    .track ol {
      grid-area: 1 / 1 / 2 / -1;
    }

    /* Nine names do not fit: the current one stands for all, the scrubber for the others. */
    .of-9 li:not(:has([aria-current="step"])) {
      display: none;
    }

    .track input {
      grid-area: 2 / 2;
      width: 100%;
      margin: 0;
    }

    .step-move {
      grid-area: 2 / 1;
    }

    .track + .step-move {
      grid-area: 2 / 3;
    }

    .matrix {
      font-size: 0.72rem;
    }

    .matrix td {
      padding: 0;
    }

    .matrix th.corner {
      width: 3.3em;
    }

    .matrix caption .name {
      font-size: 0.85rem;
    }

    .matrix.fetched:not(.x0) caption {
      white-space: nowrap;
    }

    .matrix.fetched:not(.x0) caption .name {
      font-size: 0.75rem;
    }

    .figure {
      column-gap: 0.4rem;
    }

    .matrix tbody th {
      padding: 0 0.1rem 0 0.15rem;
    }

    .formula math {
      font-size: 1rem;
    }

    [data-model="gpt2-small"] .formula .shape {
      font-size: 0.6rem;
    }

    .elsewhere table {
      font-size: 0.82rem;
      table-layout: fixed;
      overflow-wrap: break-word;
      hyphens: auto;
    }

    .elsewhere thead th:first-child {
      width: 30%;
    }

    .elsewhere code {
      font-size: 0.8em;
    }

    .elsewhere thead th:last-child {
      width: 22%;
    }

    .elsewhere th,
    .elsewhere td {
      padding-right: 0.4rem;
    }
  }

  @container (max-width: 19rem) {
    .formula math {
      font-size: 0.75rem;
    }

    .stepper .figure {
      grid-template-columns: minmax(0, 1fr);
      grid-template-areas: "wte-table" "wpe-table" "wte-rows" "wpe-rows" "x0-rows" "below";
    }

    .stepper .matrix {
      font-size: 0.72rem;
    }

    .matrix .strip {
      display: none;
    }
  }

  /* ---- Wide: sentence and formula side by side; fetched rows in one line with their sum ---- */

  @container (min-width: 48rem) {
    .top {
      grid-template-columns: minmax(0, 1.3fr) minmax(0, 1fr);
      gap: 2rem;
    }

    .figure {
      grid-template-columns: minmax(0, 1fr) 1.5rem minmax(0, 1fr) 1.5rem minmax(0, 1fr);
      gap: 1.2rem 0.6rem;
      grid-template-areas:
        "wte-table . wpe-table . below"
        "wte-rows plus wpe-rows equals x0-rows";
    }

    /* The wide model's tables are windows around the fetched rows: the sum comes first. */
    [data-model="gpt2-small"] .figure {
      grid-template-areas:
        "wte-rows plus wpe-rows equals x0-rows"
        "wte-table . wpe-table . below";
    }

    [data-model="gpt2-small"] .below {
      align-content: start;
    }

    [data-model="gpt2-small"] .matrix.fetched th.corner {
      width: 7.5em;
    }

    .plus,
    .equals {
      display: block;
      align-self: center;
      text-align: center;
      font-size: 1.4rem;
    }

    .plus {
      grid-area: plus;
    }

    .equals {
      grid-area: equals;
    }

    .below {
      align-content: end;
      height: 100%;
    }

    [data-model="gpt2-small"] .sum-line {
      font-size: 1.1rem;
      column-gap: 0.4rem;
    }

    [data-model="teaching"] .matrix {
      font-size: 0.95rem;
    }
  }

  /* ---- Wide enough for a small model in one line: tables, fetched rows, sum ---- */

  @container (min-width: 60rem) {
    [data-model="teaching"] .figure {
      grid-template-columns:
        minmax(0, 1.1fr) minmax(0, 1fr) 1.2rem
        minmax(0, 1fr) 1rem minmax(0, 1fr) 1rem minmax(0, 1fr);
      grid-template-rows: auto 1fr;
      gap: 1rem 0.6rem;
      grid-template-areas:
        "wte-table wpe-table arrow wte-rows plus wpe-rows equals x0-rows"
        "wte-table wpe-table . below below below below below";
    }

    [data-model="teaching"] .arrow {
      display: block;
      grid-area: arrow;
      align-self: center;
      text-align: center;
      color: var(--muted);
    }

    [data-model="teaching"] .matrix {
      font-size: 0.875rem;
    }

    [data-model="teaching"] .matrix th.corner {
      width: 3.4em;
    }

    [data-model="teaching"] .matrix caption .name {
      font-size: 0.85rem;
    }

    [data-model="teaching"] .below {
      align-content: start;
      height: auto;
      padding-left: 0.45rem;
    }
  }

  @media (forced-colors: active) {
    .matrix tr.lit th,
    .sequence tr.lit th {
      border-left-color: Highlight;
    }

    .matrix td.chosen {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
