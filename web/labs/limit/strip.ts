/** A run of words with a number below each. */

import { html, nothing } from "lit";

export interface StripWord {
  readonly word: string;
  /** Below the word. */
  readonly number: string;
  /** kept: an ordinary word. beyond: behind the wall. lost: struck out. again: met before. */
  readonly kind: "kept" | "beyond" | "lost" | "again";
  /** What the kind means, for who does not see it. */
  readonly meaning?: string;
  /** Stands before the word as a wall. */
  readonly wall?: string | undefined;
}

export function strip(name: string, items: readonly StripWord[]) {
  return html`
    <ol class="strip" aria-label=${name}>
      ${items.map(
        ({ word, number, kind, meaning, wall }) => html`
          <li class=${wall === undefined ? kind : `${kind} wall`}>
            ${wall === undefined ? nothing : html`<span class="hidden">${wall}</span>`}
            ${kind === "lost" ? html`<del>${word}</del>` : html`<span>${word}</span>`}
            <span class="number">${number}</span>
            ${meaning ? html`<span class="hidden">${meaning}</span>` : nothing}
          </li>
        `,
      )}
    </ol>
  `;
}
