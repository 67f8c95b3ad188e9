/** Positions added to X0: the score of a pair as four terms, of which a shift moves three. */

import { html, nothing } from "lit";
import { IndexError, type ScoreTerms } from "../../runtime/tinygpt-laboratories.js";
import { fixed, operand } from "../../stepper/numbers.js";
import type { Core } from "../lab.js";
import { slider } from "../parts/controls.js";
import { largest } from "../parts/table.js";
import { type Context, phrase, type State } from "./fields.js";
import { at, change, pairTable, phraseWords, shiftTable, shifts } from "./pairs.js";

export const terms = [
  "contentContent",
  "contentPosition",
  "positionContent",
  "positionPosition",
] as const;
export type Term = (typeof terms)[number];

export interface AbsoluteView {
  readonly scheme: "absolute";
  readonly words: readonly string[];
  readonly k: number;
  /** At each of the listed shifts; the error where the table ends. */
  readonly listed: readonly (ScoreTerms | IndexError)[];
  readonly now: ScoreTerms | IndexError;
  /** Between no shift and k: of each term and of the score. */
  readonly changes: Readonly<Record<Term | "score", number>> | null;
}

export function absoluteView({ k }: State, core: Core): AbsoluteView {
  const model = core.model("teaching");
  const shifted = (shift: number) => {
    try {
      const positionIds = phrase.map((_, place) => place + shift);
      return core.runtime.scoreTerms(model, phrase, { layer: 0, head: 0, positionIds });
    } catch (error) {
      if (error instanceof IndexError) return error;
      throw error;
    }
  };
  const listed = shifts.map(shifted);
  const start = listed[0] as ScoreTerms;
  const now = shifted(k);
  return {
    scheme: "absolute",
    words: phraseWords(model.vocabulary!),
    k,
    listed,
    now,
    changes:
      now instanceof IndexError
        ? null
        : (Object.fromEntries(
            [...terms, "score" as const].map((term) => [term, change(start[term], now[term])]),
          ) as Record<Term | "score", number>),
  };
}

const kinds = {
  contentContent: "wte",
  contentPosition: "plain",
  positionContent: "plain",
  positionPosition: "wpe",
} as const;

function parts(context: Context, view: AbsoluteView, now: ScoreTerms, limit: number) {
  const { words: say } = context;
  return html`
    <div class="terms">
      ${terms.map(
        (term, n) => html`
          <div>
            ${pairTable(context, view.words, {
              kind: kinds[term],
              caption: `${n === 0 ? "" : "+ "}${say.terms[term]}`,
              scores: now[term],
              limit,
            })}
            <p class="note">${say.change(fixed(view.changes![term], 3))}</p>
          </div>
        `,
      )}
    </div>
  `;
}

function total(context: Context, view: AbsoluteView, now: ScoreTerms, limit: number) {
  const { words: say } = context;
  return html`
    <div>
      ${pairTable(context, view.words, {
        kind: "x0",
        caption: `= ${say.score}`,
        scores: now.score,
        limit,
        chooses: true,
      })}
      <p class="note">${say.change(fixed(view.changes!.score, 3))}</p>
    </div>
  `;
}

function sum({ state, words: say }: Context, view: AbsoluteView, now: ScoreTerms) {
  const [query, key] = state.pair.map((place) => view.words[place]!);
  const added = terms.map((term, n) => {
    const printed = fixed(at(now[term], state.pair), 3);
    return n === 0 ? printed : ` + ${operand(printed)}`;
  });
  return html`
    <p class="rule">
      ${say.pairScore(query!, key!)} = ${added} =
      <strong>${fixed(at(now.score, state.pair), 3)}</strong>
    </p>
  `;
}

export function absolutePicture(context: Context, view: AbsoluteView) {
  const { words: say, state } = context;
  const { now, listed } = view;
  const found = now instanceof IndexError ? null : now;
  const limit = found
    ? largest(...terms.map((term) => found[term].values), found.score.values)
    : 0;
  const values = (term: Term | "score") =>
    listed.map((each) => (each instanceof IndexError ? null : at(each[term], state.pair)));
  const [query, key] = state.pair.map((place) => view.words[place]!);
  return html`
    <div class="controls">${slider(context, "k", say.k, { most: 12 })}</div>
    <p class="rule">
      (x<sub>m</sub> + p<sub>m</sub>)<sup>T</sup> W<sub>Q</sub><sup>T</sup> W<sub>K</sub>
      (x<sub>n</sub> + p<sub>n</sub>) / √2
    </p>
    <p class="note">${say.letters}</p>
    ${now instanceof IndexError
      ? html`<p class="refusal" role="status">${say.indexError(now.index, now.size)}</p>`
      : parts(context, view, now, limit)}
    <div class="terms">
      ${found ? total(context, view, found, limit) : nothing}
      ${shiftTable(context, say.shifts(query!, key!), [
        ...terms.map((term) => ({ header: say.terms[term], values: values(term) })),
        { header: say.score, values: values("score"), classes: "sum" },
      ])}
    </div>
    ${found ? sum(context, view, found) : nothing}
    ${found ? html`<p class="note">${say.absoluteNote}</p>` : nothing}
  `;
}
