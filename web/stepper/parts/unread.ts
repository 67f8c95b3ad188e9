/** What the address, or an attribute, says that could not be used; gone with the reader's first change. */

import { html } from "lit";
import type { Words } from "../../words/index.js";
import type { Unreadable } from "../url.js";

function sentence({ address, model }: Words, part: Unreadable): string {
  switch (part.kind) {
    case "unreadable":
      return address.unreadable(part.key, part.value);
    case "too-many":
      return address.tooMany(part.key, part.count, part.most);
    case "length-mismatch":
      return address.lengthMismatch(part.count, part.ids);
    case "outside":
      return address.outside(part.key, part.value);
    case "no-such-step":
      return address.noSuchStep(part.value, model[part.model]);
  }
}

export function unread(words: Words, parts: readonly Unreadable[]) {
  return html`<div class="unread" role="status">
    ${parts.map((part) => html`<p>${sentence(words, part)}</p>`)}
  </div>`;
}
