/** A guess before the answer: one cell of X0 is hidden until it has been worked out. */

import { html, nothing } from "lit";
import { type Context, decimals } from "../context.js";
import { judge, type Verdict, verdictText } from "../guess.js";
import { typedNumber } from "../numbers.js";
import { type LookupTable, tableSize } from "../view.js";
import { cellSum } from "./sums.js";

export interface BetFields {
  readonly verdict: Verdict | null;
  readonly setVerdict: (verdict: Verdict) => void;
}

/** The whole of a small table, else the rows that the sentence fetched. */
function visibleRows({ state, view, models }: Context, table: LookupTable) {
  const size = tableSize(view.model, table);
  const fetched = table === "wte" ? view.ids : view.positionIds;
  const indices = size <= 12 ? Array.from({ length: size }, (_, i) => i) : fetched.slice(0, 64);
  return new Map(indices.map((index) => [index, models.row(state.model, table, index)]));
}

/** Whether the chosen cell is one that can be guessed. */
export function canBet({ state, view }: Context): boolean {
  return (
    state.step === "sum" &&
    view.embedding !== null &&
    state.cell.place < view.ids.length &&
    state.cell.column < view.model.config.n_embd
  );
}

/** Walks through all printed cells, in steps that have no factor in common with their number. */
function nextCell({ state, view }: Context) {
  const { place, column } = state.cell;
  const width = view.columnCount;
  const total = view.ids.length * width;
  const step = [5, 7, 11, 13].find((candidate) => total % candidate !== 0) ?? 1;
  const within = Math.max(0, Math.min(width - 1, column - view.firstColumn));
  const next = (place * width + within + step) % total;
  return { place: Math.floor(next / width), column: view.firstColumn + (next % width) };
}

export function bet(context: Context, { verdict, setVerdict }: BetFields) {
  const { state, view, words, set } = context;
  if (!canBet(context)) return nothing;
  const { place, column } = state.cell;
  const asked = { column, id: view.ids[place]!, position: view.positionIds[place]! };
  const check = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const guess = typedNumber((form.elements.namedItem("guess") as HTMLInputElement).value);
    const question = {
      ...asked,
      sum: view.embedding!.x0[place * view.model.config.n_embd + column]!,
      wteRows: visibleRows(context, "wte"),
      wpeRows: visibleRows(context, "wpe"),
      tolerance: 0.5 * 10 ** -decimals(context) + 1e-6,
    };
    setVerdict(judge(guess, question));
  };
  const next = (event: Event) => {
    const form = (event.target as HTMLElement).closest("form")!;
    form.reset();
    set({ ...state, cell: nextCell(context) });
    (form.elements.namedItem("guess") as HTMLInputElement).focus();
  };
  return html`
    <div class="bet">
      <label class="toggle">
        <input
          type="checkbox"
          .checked=${state.bet}
          @change=${(event: Event) =>
            set({ ...state, bet: (event.target as HTMLInputElement).checked })}
        />
        ${words.bet.toggle}
      </label>
      ${state.bet
        ? html`
            <form @submit=${check}>
              <label for="guess">${words.bet.question(place, column)}</label>
              <input
                id="guess"
                name="guess"
                type="text"
                inputmode="text"
                autocomplete="off"
                class="index"
                aria-describedby="bet-feedback"
              />
              <button type="submit">${words.bet.check}</button>
              <button type="button" class="quiet" @click=${next}>${words.bet.next}</button>
              <p id="bet-feedback" class=${verdict?.kind === "right" ? "right" : "wrong"} role="status">
                ${verdict
                  ? verdictText(verdict, asked, cellSum(context, place, column), words)
                  : ""}
              </p>
            </form>
          `
        : nothing}
    </div>
  `;
}
