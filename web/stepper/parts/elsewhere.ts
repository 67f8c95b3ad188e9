/** What other systems do with the very same index, computed by the core. */

import { html, nothing } from "lit";
import type { ElsewhereAnswer } from "../../runtime/tinygpt.js";
import { type Context, printed } from "../context.js";
import { fixed, integer } from "../numbers.js";
import { type LookupTable, tableSize } from "../view.js";

function rowText({ view, words }: Context, table: LookupTable, index: number, row: number) {
  const text = words.elsewhere;
  if (row === index) return text.row(table, row);
  return row === index + tableSize(view.model, table)
    ? text.wrapped(table, row)
    : text.clamped(table, row);
}

function answerText(
  context: Context,
  table: LookupTable,
  index: number,
  answer: ElsewhereAnswer,
): unknown {
  const { words } = context;
  const text = words.elsewhere;
  switch (answer.outcome) {
    case "raises":
      return html`${text.raises} <code lang="en">${words.errorNames[answer.system]}</code>`;
    case "row":
      return rowText(context, table, index, answer.row!);
    case "zeros":
      return text.zeros;
    case "nan":
      return answer.system === "typed-array" ? text.nan["typed-array"] : text.nan["jax-take"];
    case "memory":
      return text.memory(answer.tensor!, answer.element!);
    case "outside":
      return text.outside;
  }
}

function values(context: Context, answer: ElsewhereAnswer) {
  const { view } = context;
  if (answer.values.length === 0) return nothing;
  const shown = Array.from(answer.values.subarray(view.firstColumn, view.firstColumn + view.columnCount));
  // Values from behind the table belong to tensors with more decimals than the teaching tables.
  const digits = (value: number) =>
    answer.outcome === "memory" ? fixed(value, 4) : printed(context, value);
  const more = answer.values.length > view.columnCount ? ", …" : "";
  return html`<span class="values"
    >[${shown.map(digits).join(", ")}${more}]</span
  >`;
}

/** An assertion on a GPU comes to light when the host next waits for it. */
function noticed({ view, words }: Context, answer: ElsewhereAnswer): string {
  const { yes, no, later } = words.elsewhere;
  if (view.error !== null && answer.outcome !== "raises") return no;
  return answer.outcome === "raises" && answer.system === "pytorch-cuda" ? later : yes;
}

export function elsewhere(context: Context) {
  const { view, words } = context;
  if (view.elsewhere.length === 0) return nothing;
  const text = words.elsewhere;
  const table: LookupTable =
    view.attempt?.kind === "index" ? view.attempt.table : (view.error!.table as LookupTable);
  const index = view.attempt?.kind === "index" ? view.attempt.index : view.error!.index;
  return html`
    <section class="elsewhere">
      <h2>${text.caption(`${table}[${integer(index)}]`)}</h2>
      <p class="note">${text.lead}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">${text.system}</th>
            <th scope="col">${text.answer}</th>
            <th scope="col">${text.noticed}</th>
          </tr>
        </thead>
        <tbody>
          ${view.error
            ? html`
                <tr class="here">
                  <th scope="row">${text.here}</th>
                  <td>${text.raises} <code lang="en">IndexError</code></td>
                  <td>${text.yes}</td>
                </tr>
              `
            : nothing}
          ${view.elsewhere.map(
            (answer) => html`
              <tr data-system=${answer.system} data-outcome=${answer.outcome}>
                <th scope="row">
                  ${text.names[answer.system]}
                  <a
                    href=${words.sources[answer.system]}
                    aria-label=${text.sourceOf(text.names[answer.system])}
                    >${text.source}</a
                  >
                </th>
                <td>${answerText(context, table, index, answer)} ${values(context, answer)}</td>
                <td>${noticed(context, answer)}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </section>
  `;
}
