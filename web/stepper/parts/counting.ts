/** Where the book and the code count from different numbers, which is which. */

import { html, nothing } from "lit";
import { type Context, counted, shownHead } from "../context.js";

export function counting(context: Context) {
  const { view, words } = context;
  if (counted(context, 0) === 0) return nothing;
  const last = view.ids.length - 1;
  const head = shownHead(context);
  return html`
    <p class="note counting">
      ${words.book.counting(
        counted(context, last),
        last,
        counted(context, head),
        head,
      )}
    </p>
  `;
}
