/** One or two sentences on the current step. */

import { html, nothing } from "lit";
import { type Context, shapeText, wordOf } from "../context.js";

function main({ state, view, words }: Context): string {
  if (view.ids.length === 0) return words.explain.empty[state.model];
  if (view.errorReached) return words.explain.range;
  switch (state.step) {
    case "mlp":
    case "next":
      return (state.model === "book-3.8" ? words.book.explain : words.explain)[state.step];
    case "position_ids":
      return state.positionIds ? words.explain.explicit : words.explain.prefill;
    default:
      return words.explain[state.step];
  }
}

/** What a reader on a screen can do here. */
function hint({ state, view, words }: Context): string | undefined {
  const { step } = state;
  const { hints } = words.explain;
  const hasCells = view.ids.length > 0 && !view.errorReached;
  return hasCells && (step === "sum" || step === "attention") ? hints[step] : undefined;
}

/** What the step does to shapes. */
function shapes({ state, view }: Context): string {
  const vector = shapeText(view.ids.length);
  const matrix = shapeText(view.ids.length, view.model.config.n_embd);
  const logits = view.model.logitIds?.length ?? view.model.config.vocab_size;
  switch (state.step) {
    case "ids":
    case "position_ids":
      return `${state.step} ${vector}`;
    case "wte":
    case "wpe":
      return `${vector} → ${matrix}`;
    case "attention":
    case "mlp":
      return `${matrix} → ${matrix}`;
    case "next":
      return `${matrix} → ${shapeText(view.ids.length, logits)}`;
    default:
      return `${matrix} + ${matrix} → ${matrix}`;
  }
}

/** The first word that stands at two places, and how its rows of X0 differ. */
function repeatedWord(context: Context): string | undefined {
  const { view, words, state } = context;
  if (state.step !== "sum" || !view.embedding) return undefined;
  const first = view.ids.find((id, place) => view.ids.indexOf(id) !== place);
  if (first === undefined) return undefined;
  const places = view.ids.flatMap((id, place) => (id === first ? [place] : [])).slice(0, 6);
  const rows = [...new Set(places.map((place) => view.positionIds[place]))];
  const word = wordOf(context, first) || String(first);
  return rows.length > 1
    ? words.explain.repeated(word, places.join(words.listComma), rows.join(words.listComma))
    : words.explain.repeatedSame(word, places.join(words.listComma));
}

export function explanation(context: Context) {
  const more = (name: string, sentence: string | undefined) =>
    sentence ? html`<span class=${name}>${sentence}</span>` : nothing;
  return html`
    <p class="explanation" aria-live="polite">
      <span class="shapes">${shapes(context)}</span>
      ${main(context)}${more("hint", hint(context))}${more("repeated", repeatedWord(context))}
    </p>
  `;
}
