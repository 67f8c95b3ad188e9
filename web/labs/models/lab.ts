/** How the models do it: the same ids in seven models, and the mistake that each invites. */

import { html, nothing } from "lit";
import { fixed } from "../../stepper/numbers.js";
import { catalogues } from "../../words/index.js";
import { laboratory, type LabContext } from "../lab.js";
import { toggle } from "../parts/controls.js";
import { bertFigure, printedScale } from "./bert.js";
import { fields } from "./fields.js";
import { croppedFigure, rowsFigure } from "./ladder.js";
import { facts, overview } from "./overview.js";
import { vitFigure, whisperFigure } from "./picture.js";
import { published } from "./published.js";
import { styles } from "./styles.js";
import { type ModelsView, type RowsView, viewOf } from "./view.js";
import { type ModelsWords, words } from "./words.js";

export type ModelsContext = LabContext<typeof fields, ModelsView, ModelsWords>;

function figure(context: ModelsContext) {
  const { closer } = context.view;
  switch (closer.kind) {
    case "rows":
      return rowsFigure(context, closer);
    case "bert":
      return bertFigure(context, closer);
    case "whisper":
      return whisperFigure(context, closer);
    case "vit":
      return vitFigure(context, closer);
    case "nanogpt":
      return croppedFigure(context, closer);
  }
}

/** A word of the teaching model with its meaning, as plain text. */
function glossed({ language }: ModelsContext, word: string): string {
  const meaning = catalogues[language].gloss[word];
  return meaning ? `${word} (${meaning})` : word;
}

function seenRows(context: ModelsContext, { right, tried }: RowsView): string {
  const { state, words: say } = context;
  if (state.model === "gpt2") {
    const next = tried?.next ?? right.next;
    return say.seenGpt2({
      right: right.next && glossed(context, right.next.word),
      tried: tried?.next ? glossed(context, tried.next.word) : null,
      chance: next ? fixed(next.probability, 3) : "",
    });
  }
  const first = state.mask.indexOf(1);
  const pad = state.mask.indexOf(0);
  return say.seenOffset({
    model: published[state.model].title,
    right: right.rows[first] ?? null,
    tried: tried?.rows[first] ?? null,
    padRow: right.rows[pad] ?? null,
    last: Math.max(...(tried ?? right).rows),
  });
}

export const lab = laboratory<typeof fields, ModelsView, ModelsWords>({
  fields,
  words,
  styles,
  view: viewOf,

  render(context) {
    const mistake = context.words.mistakes[context.state.model];
    return html`
      ${overview(context)}
      <div class="closer">
        ${mistake ? toggle(context, "wrong", mistake) : nothing} ${figure(context)}
        ${facts(context)}
      </div>
    `;
  },

  seen(context) {
    const { view, state, words: say } = context;
    const { closer } = view;
    switch (closer.kind) {
      case "rows":
        return seenRows(context, closer);
      case "bert":
        return say.seenBert({
          difference: fixed(closer.difference, 3),
          dropped: closer.dropped,
          scale: printedScale(closer.stages.scale),
          training: state.training,
          wrong: state.wrong,
          count: closer.stages.output.values.length,
        });
      case "whisper":
        return say.seenWhisper({
          tried: closer.tried !== null,
          difference: fixed(closer.difference, 3),
        });
      case "vit":
        return say.seenVit({
          needed: closer.needed,
          rows: closer.tableRows,
          index: closer.error?.index ?? null,
          wrong: state.wrong,
          last: closer.rows[closer.rows.length - 1]!,
        });
      case "nanogpt":
        return say.seenCropped({
          dropped: closer.dropped,
          before: glossed(context, closer.before.next!.word),
          after: glossed(context, closer.next.word),
          chance: fixed(closer.next.probability, 3),
        });
    }
  },
});
