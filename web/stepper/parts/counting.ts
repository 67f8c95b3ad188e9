/** Where the book and the code count from different numbers, which is which. */

import { html, nothing } from "lit";
import { type Context, counted } from "../context.js";

export function counting(context: Context) {
  const { state, view, words } = context;
  if (counted(context, 0) === 0) return nothing;
  const last = view.ids.length - 1;
  return html`
    <p class="note counting">
      ${words.book.counting(counted(context, last), view.positionIds[last]!, counted(context, state.head), state.head)}
    </p>
  `;
}
