/** The arithmetic behind one cell of X0, with the numbers that were used. */

import { html, nothing } from "lit";
import { type Context, printed, reached, wordOf } from "../context.js";
import { operand, shortestFloat32 } from "../numbers.js";

export function reading(context: Context, hideResult: boolean) {
  const { view, words, cell } = context;
  if (!reached(context, "sum") || !view.embedding || view.ids.length === 0) return nothing;
  const { place, column } = cell;
  const width = view.model.config.n_embd;
  if (place >= view.ids.length || column >= width) {
    return html`<p class="reading note">${words.cell.none}</p>`;
  }
  const i = place * width + column;
  const { wte, wpe, x0 } = view.embedding;
  const [a, b, sum] = [wte[i]!, wpe[i]!, x0[i]!];
  const digits = (value: number) => printed(context, value);
  const exact = `${shortestFloat32(a)} + ${operand(shortestFloat32(b))} = ${shortestFloat32(sum)}`;
  const shown = `${digits(a)} + ${operand(digits(b))} = ${digits(sum)}`;
  const plain = (text: string) => text.replace(/\.0\b/g, "");
  return html`
    <div class="reading">
      <p class="note">
        ${words.cell.caption(place, wordOf(context, view.ids[place]!), column)}
      </p>
      <p class="sum-line">
        <span class="operand wte"
          ><code>wte[${view.ids[place]}][${column}]</code><b>${digits(a)}</b></span
        >
        <span class="sign">+</span>
        <span class="operand wpe"
          ><code>wpe[${view.positionIds[place]}][${column}]</code><b>${operand(digits(b))}</b></span
        >
        <span class="sign">=</span>
        <span class="operand x0"
          ><code>X<sup>(0)</sup>[${place}][${column}]</code><b>${hideResult ? "?" : digits(sum)}</b></span
        >
      </p>
      ${!hideResult && plain(exact) !== plain(shown)
        ? html`<p class="note exact">${words.cell.exact(exact)}</p>`
        : nothing}
    </div>
  `;
}
