/** Which of many columns are printed. */

import { html, nothing } from "lit";
import type { Context } from "../context.js";
import { fixed } from "../numbers.js";
import { isWide } from "./matrix.js";

export function columnChoice(context: Context, stripLimit: number) {
  if (!isWide(context)) return nothing;
  const { state, view, words, set } = context;
  const { n_embd } = view.model.config;
  const most = n_embd - view.columnCount;
  const choose = (event: InputEvent) => {
    const value = (event.target as HTMLInputElement).valueAsNumber;
    if (!Number.isFinite(value)) return;
    const firstColumn = Math.max(0, Math.min(most, Math.trunc(value)));
    const { place, column } = state.cell;
    const inWindow = column >= firstColumn && column < firstColumn + view.columnCount;
    set({ ...state, firstColumn, cell: { place, column: inWindow ? column : firstColumn } });
  };
  return html`
    <div class="columns">
      <label>
        <span>${words.tables.firstColumn}</span>
        <input
          type="range"
          min="0"
          max=${most}
          .value=${String(view.firstColumn)}
          @input=${choose}
        />
        <input
          type="number"
          class="index"
          aria-label=${words.tables.firstColumn}
          min="0"
          max=${most}
          .value=${String(view.firstColumn)}
          @change=${choose}
        />
      </label>
      <span class="note">
        ${words.tables.columns(view.firstColumn, view.firstColumn + view.columnCount - 1, n_embd)}
        · ${words.tables.scale(fixed(stripLimit, 2))}
      </span>
    </div>
  `;
}
