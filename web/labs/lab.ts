/** What a laboratory is, and what its picture is given. */

import type { CSSResult, TemplateResult } from "lit";
import type { Model, TinyGptLaboratories } from "../runtime/tinygpt-laboratories.js";
import type { Language } from "../words/index.js";
import type { Fields, Refusal, StateOf } from "./fields.js";
import type { FrameWords } from "./words.js";

/** What every laboratory says around its picture. */
export interface LabWords {
  readonly title: string;
  /** The one idea, in a sentence or three. */
  readonly idea: string;
  /** The one thing to try. */
  readonly tryThis: string;
}

export type Preset = "teaching" | "book-3.8" | "gpt2-small";

/** The core as a laboratory uses it; models are made once and kept. */
export interface Core {
  readonly runtime: TinyGptLaboratories;
  model(preset: Preset): Model;
}

export interface LabContext<F extends Fields, V, W extends LabWords> {
  readonly fields: F;
  readonly state: StateOf<F>;
  readonly view: V;
  readonly words: W;
  readonly frame: FrameWords;
  readonly language: Language;
  /** Changes some fields. */
  readonly set: (change: Partial<StateOf<F>>) => void;
  /** Takes in what was typed into a field, or says why not. */
  readonly type: (key: keyof F & string, text: string) => void;
  /** What was typed into a field and refused, until something else is done. */
  readonly refusal: { readonly key: string; readonly refused: Refusal } | null;
  /** What the reader points at or focuses; null for nothing. Means what the laboratory makes of it. */
  readonly lit: string | null;
  readonly light: (name: string | null) => void;
}

export interface Lab<F extends Fields, V, W extends LabWords> {
  readonly fields: F;
  readonly words: Readonly<Record<Language, W>>;
  /** Everything that is shown for a state, computed by the core. Called once a state. */
  view(state: StateOf<F>, core: Core): V;
  render(context: LabContext<F, V, W>): TemplateResult;
  /** What is to be seen in this state, in a sentence made from the view. */
  seen(context: LabContext<F, V, W>): string | TemplateResult;
  readonly styles?: CSSResult;
}

/** Lets the parts of a definition be inferred from each other. */
export function laboratory<F extends Fields, V, W extends LabWords>(
  definition: Lab<F, V, W>,
): Lab<F, V, W> {
  return definition;
}

/** Any context, for parts that draw a control or a table in every laboratory. */
export type AnyContext = LabContext<any, any, any>;
