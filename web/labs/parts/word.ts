/** A word of the teaching model, with what it means where the reader's language needs that. */

import { html, type TemplateResult } from "lit";
import { catalogues } from "../../words/index.js";
import type { AnyContext } from "../lab.js";

export function word({ language }: AnyContext, text: string): string | TemplateResult {
  const meaning = catalogues[language].gloss[text];
  return meaning ? html`${text} <span class="gloss">${meaning}</span>` : text;
}
