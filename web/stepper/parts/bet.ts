/** A guess before the answer: one cell of X0 is hidden until it has been worked out. */

import { html, nothing } from "lit";
import { type Context, decimals, reached } from "../context.js";
import { type Feedback, judge } from "../guess.js";
import { typedNumber } from "../numbers.js";
import { type LookupTable, tableSize } from "../view.js";
import { cellSum } from "./sums.js";

export interface BetFields {
  readonly feedback: Feedback | null;
  readonly setFeedback: (feedback: Feedback | null) => void;
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

function nextCell({ state, view }: Context) {
  const { place, column } = state.cell;
  const width = view.columnCount;
  const within = column - view.firstColumn;
  return {
    place: (place + 1) % view.ids.length,
    column: view.firstColumn + ((within + 3) % width + width) % width,
  };
}

export function bet(context: Context, { feedback, setFeedback }: BetFields) {
  const { state, view, words, set } = context;
  if (!reached(context, "sum") || state.step === "range") return nothing;
  const { place, column } = state.cell;
  const check = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const guess = typedNumber((form.elements.namedItem("guess") as HTMLInputElement).value);
    const question = {
      column,
      id: view.ids[place]!,
      position: view.positionIds[place]!,
      wteRows: visibleRows(context, "wte"),
      wpeRows: visibleRows(context, "wpe"),
      tolerance: 0.5 * 10 ** -decimals(context) + 1e-6,
    };
    setFeedback(judge(guess, question, cellSum(context, place, column), words));
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
      ${state.bet && canBet(context)
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
              <p id="bet-feedback" class=${feedback?.right ? "right" : "wrong"} role="status">
                ${feedback?.text ?? ""}
              </p>
            </form>
          `
        : nothing}
    </div>
  `;
}
