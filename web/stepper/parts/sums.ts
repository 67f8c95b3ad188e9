/** wte[ids] + wpe[position_ids] = X0: the fetched rows, and cells whose arithmetic can be seen. */

import { html } from "lit";
import { type Context, printed, reached } from "../context.js";
import { operand } from "../numbers.js";
import { drawnItems, type Gap, type LookupTable, tableSize } from "../view.js";
import { moveInGrid } from "./grid.js";
import { matrix, type MatrixRow } from "./matrix.js";
import { placeHeader } from "./tables.js";

export interface SumOptions {
  /** Hides the chosen cell's number while it is being guessed. */
  readonly hideChosen: boolean;
}

function places(context: Context): (number | Gap)[] {
  const { view, cell } = context;
  const important = view.error ? [cell.place, view.error.at] : [cell.place];
  return drawnItems(view.ids.length, important);
}

/** The rows that were fetched, in the order of the sentence. */
export function fetchedRows(context: Context, table: LookupTable) {
  const { view, state, models, words, cell } = context;
  const size = tableSize(view.model, table);
  const indices = table === "wte" ? view.ids : view.positionIds;
  const fetched = reached(context, table);
  const rows = places(context).map((item): MatrixRow | Gap => {
    if (typeof item !== "number") return item;
    const index = indices[item]!;
    const exists = index >= 0 && index < size;
    const row = {
      header: placeHeader(context, item),
      values: fetched && exists ? models.row(state.model, table, index) : null,
      lit: fetched,
      chosen: view.embedding !== null && reached(context, "sum") && item === cell.place,
    };
    return fetched && !exists ? { ...row, missing: words.tables.missingRow } : row;
  });
  return matrix(context, {
    kind: table,
    fetched: true,
    name: html`<code>${table}[${table === "wte" ? "ids" : "position_ids"}]</code>`,
    title: words.tables.gathered[table],
    shape: [view.ids.length, view.model.config.n_embd],
    corner: words.sentence.word,
    rows,
    chosenColumn: cell.column,
  });
}

/** "1.4 + (−0.5) = 0.9" for one cell, as printed. */
export function cellSum(context: Context, place: number, column: number): string {
  const { view } = context;
  const i = place * view.model.config.n_embd + column;
  const { wte, wpe, x0 } = view.embedding!;
  const digits = (value: number) => printed(context, value);
  return `${digits(wte[i]!)} + ${operand(digits(wpe[i]!))} = ${digits(x0[i]!)}`;
}

function moveCell({ view, state, set }: Context, event: KeyboardEvent) {
  const { place, column } = state.cell;
  const size = [view.ids.length, view.model.config.n_embd] as const;
  const to = moveInGrid(event, [place, column], size);
  if (!to) return;
  const firstColumn = Math.max(
    Math.min(view.firstColumn, to[1]),
    to[1] - view.columnCount + 1,
  );
  set({ ...state, cell: { place: to[0], column: to[1] }, firstColumn });
}

export function sumRows(context: Context, { hideChosen }: SumOptions) {
  const { view, state, words, cell, set, hover } = context;
  const width = view.model.config.n_embd;
  const embedding = reached(context, "sum") ? view.embedding : null;
  const inWindow =
    state.cell.place < view.ids.length &&
    state.cell.column >= view.firstColumn &&
    state.cell.column < view.firstColumn + view.columnCount;

  const cellButton = (place: number, column: number) => {
    const value = embedding!.x0[place * width + column]!;
    const isChosen = place === state.cell.place && column === state.cell.column;
    const hidden = hideChosen && isChosen;
    const reachable = inWindow ? isChosen : place === 0 && column === view.firstColumn;
    const label = hidden
      ? words.bet.question(place, column)
      : `${words.cell.label(place, column, cellSum(context, place, column))}, ${words.sentence.place(place)}`;
    return html`
      <button
        class="cell"
        tabindex=${reachable ? 0 : -1}
        data-cell="${place},${column}"
        aria-label=${label}
        aria-pressed=${isChosen}
        @click=${() => set({ ...state, cell: { place, column } })}
        @focus=${() => isChosen || set({ ...state, cell: { place, column } })}
        @pointerenter=${(event: PointerEvent) =>
          event.pointerType === "mouse" && hover({ place, column })}
        @pointerleave=${() => hover(null)}
      >
        ${hidden ? "?" : printed(context, value)}
      </button>
    `;
  };

  const rows = places(context).map((item): MatrixRow | Gap => {
    if (typeof item !== "number") return item;
    return {
      header: placeHeader(context, item),
      values: embedding ? embedding.x0.subarray(item * width, (item + 1) * width) : null,
      lit: embedding !== null,
      chosen: embedding !== null && item === cell.place,
      cell: (column: number) => cellButton(item, column),
    };
  });
  return html`
    <div @keydown=${(event: KeyboardEvent) => moveCell(context, event)}>
      ${matrix(context, {
        kind: "x0",
        fetched: true,
        name: html`X<sup>(0)</sup>`,
        title: view.errorReached ? words.tables.notComputed : words.tables.gathered.x0,
        shape: [view.ids.length, width],
        corner: words.sentence.word,
        rows,
        chosenColumn: cell.column,
      })}
    </div>
  `;
}
