/** The two tables, whole or as the rows that matter, with the rows that are looked up lit. */

import { html } from "lit";
import { type Context, reached, wordOf } from "../context.js";
import { integer } from "../numbers.js";
import { type Gap, type LookupTable, tableSize, withGaps } from "../view.js";
import { matrix, type MatrixRow } from "./matrix.js";

/** Tables with more rows than this are drawn as the looked-up rows and the first and last. */
const wholeTable = 12;
const mostRows = 10;

function placesOf(indices: readonly number[], index: number): number[] {
  return indices.flatMap((value, place) => (value === index ? [place] : []));
}

/** A vocabulary with unnamed places is drawn without them, unless they are looked up. */
function drawnRows(
  size: number,
  indices: readonly number[],
  chosen: number,
  named: readonly number[],
): (number | Gap)[] {
  const all = Array.from({ length: size }, (_, i) => i);
  if (size <= wholeTable) return withGaps(all, size);
  if (named.length > 0) {
    return withGaps(all.filter((row) => named.includes(row) || indices.includes(row)), size);
  }
  const rows = new Set([0, size - 1]);
  const valid = (index: number | undefined) => index !== undefined && index >= 0 && index < size;
  if (valid(chosen)) rows.add(chosen);
  for (const index of indices) {
    if (rows.size >= mostRows) break;
    if (valid(index)) rows.add(index);
  }
  return withGaps([...rows].sort((a, b) => a - b), size);
}

export function lookupTable(context: Context, table: LookupTable) {
  const { view, state, models, words, cell } = context;
  const size = tableSize(view.model, table);
  const indices = table === "wte" ? view.ids : view.positionIds;
  const lookedUp = reached(context, table);
  const chosen = indices[cell.place] ?? -1;
  const vocabulary = table === "wte" ? (view.model.vocabulary ?? []) : [];
  const named = vocabulary.flatMap((word, id) => (word ? [id] : []));

  const header = (index: number) => {
    const word = vocabulary[index];
    return word ? html`${index} <span class="word">${word}</span>` : integer(index);
  };
  const takenBy = (index: number) => {
    const places = placesOf(indices, index).slice(0, 6);
    return lookedUp && places.length > 0 ? words.tables.takenBy(places) : "";
  };
  const rows: (MatrixRow | Gap)[] = drawnRows(size, indices, chosen, named).map((item) =>
    typeof item !== "number"
      ? item
      : {
          header: header(item),
          values: models.row(state.model, table, item),
          lit: lookedUp && indices.includes(item),
          chosen: view.embedding !== null && reached(context, "sum") && item === chosen,
          note: takenBy(item),
        },
  );

  const bad = view.errorReached && view.error?.table === table ? view.error : null;
  if (bad) {
    const missing: MatrixRow = {
      header: integer(bad.index),
      values: null,
      missing: words.tables.missingRow,
      lit: false,
      chosen: false,
      note: words.tables.takenBy([bad.at]),
    };
    if (bad.index < 0) {
      const skipped = -1 - bad.index;
      rows.unshift(missing, ...(skipped > 0 ? [{ gap: true as const, count: skipped }] : []));
    } else {
      const skipped = bad.index - size;
      rows.push(...(skipped > 0 ? [{ gap: true as const, count: skipped }] : []), missing);
    }
  }
  return matrix(context, {
    kind: table,
    fetched: false,
    name: html`<code>${table}</code>`,
    title: words.tables.titles[table],
    shape: [size, view.model.config.n_embd],
    corner: words.tables.row[table],
    rows,
    chosenColumn: cell.column,
  });
}

/** The word of a place, for the row headers of what was fetched. */
export function placeHeader(context: Context, place: number) {
  const word = wordOf(context, context.view.ids[place]!);
  return html`${place} <span class="word" title=${word}>${word}</span>`;
}
