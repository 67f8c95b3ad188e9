/** NoPE: no positions at all; only the causal mask knows the order. */

import { html } from "lit";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";
import type { Core } from "../lab.js";
import { largest } from "../parts/table.js";
import type { Context } from "./fields.js";
import { phrase } from "./fields.js";
import { pairTable, phraseWords } from "./pairs.js";

export interface NoneView {
  readonly scheme: "none";
  readonly words: readonly string[];
  readonly score: Matrix;
}

export function noneView(core: Core): NoneView {
  const model = core.model("teaching");
  return {
    scheme: "none",
    words: phraseWords(model.vocabulary!),
    score: core.runtime.scoreTerms(model, phrase, { layer: 0, head: 0 }).contentContent,
  };
}

export function nonePicture(context: Context, view: NoneView) {
  const { words: say } = context;
  return html`
    ${pairTable(context, view.words, {
      caption: say.contentScore,
      scores: view.score,
      limit: largest(view.score.values),
      causal: true,
    })}
    <p class="note">${say.noneNote}</p>
  `;
}
