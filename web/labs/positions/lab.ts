/** Prefill, decoding, chunks, packing, padding, batches: how position_ids are counted in each. */

import { html, nothing } from "lit";
import { IndexError } from "../../runtime/tinygpt-laboratories.js";
import { fixed, integer } from "../../stepper/numbers.js";
import { choice, flag, whole, wholes } from "../fields.js";
import { laboratory, type LabContext } from "../lab.js";
import { bits, choices, slider, toggle, typed } from "../parts/controls.js";
import { printedRow, table } from "../parts/table.js";
import { word } from "../parts/word.js";
import { styles } from "./styles.js";
import type { Sequence, WayView } from "./ways.js";
import { wayView } from "./ways.js";
import { type PositionsWords, words } from "./words.js";

export const fields = {
  way: choice("decode", ["prefill", "decode", "chunked", "packed", "padded", "batch"]),
  length: whole(5, 1, 8),
  past: whole(3, 0, 8),
  fresh: whole(2, 1, 3),
  offset: whole(0, -1, 1),
  chunk: whole(2, 1, 8),
  sentences: wholes([3, 2, 3], { min: 1, max: 8, longest: 4 }),
  joined: flag(false),
  mask: wholes([0, 0, 1, 1, 1], { min: 0, max: 1, longest: 8 }),
  rule: choice("gpt2", ["gpt2", "opt", "roberta"]),
  fill: choice("1", ["0", "1"]),
  again: flag(true),
  pasts: wholes([2, 5, 0], { min: 0, max: 7, longest: 4 }),
};

type Context = LabContext<typeof fields, WayView, PositionsWords>;

function controls(context: Context) {
  const { state, words: say } = context;
  switch (state.way) {
    case "prefill":
      return slider(context, "length", say.length);
    case "decode":
      return [
        slider(context, "past", say.past),
        slider(context, "fresh", say.fresh),
        slider(context, "offset", say.offset),
      ];
    case "chunked":
      return [slider(context, "length", say.length), slider(context, "chunk", say.chunk)];
    case "packed":
      return [typed(context, "sentences", say.sentences), toggle(context, "joined", say.joined)];
    case "padded":
      return [
        choices(context, "rule", say.rule, say.rules),
        state.rule === "gpt2" ? choices(context, "fill", say.fill, { 0: "0", 1: "1" }) : nothing,
        state.rule === "opt" ? toggle(context, "again", say.again) : nothing,
        bits(context, "mask", say.mask, say.placeName),
        typed(context, "mask", "attention_mask", { hint: say.maskHint }),
      ];
    case "batch":
      return typed(context, "pasts", say.pasts, { hint: say.pastsHint });
  }
}

/** The rule in one line; a term that is pointed at is lit here and in the table. */
function rule({ view, words: say, lit, light }: Context) {
  return html`
    <p class="rule">
      <span class="hidden">${say.ruleName}</span>${view.rule.map((piece) =>
        typeof piece === "string"
          ? piece
          : html`<button
              class="term ${lit === piece.term ? "lit" : ""}"
              aria-pressed=${lit === piece.term}
              @mouseenter=${() => light(piece.term)}
              @mouseleave=${() => light(null)}
              @click=${() => light(lit === piece.term ? null : piece.term)}
            >
              ${piece.text}
            </button>`,
      )}
    </p>
  `;
}

function sequenceTable(context: Context, sequence: Sequence, index: number) {
  const { view, words: say, lit } = context;
  const isLast = (term: string) => term === "result";
  return table({
    kind: "wpe",
    caption: say.rowsCaption(index, view.sequences.length),
    corner: say.place,
    columns: sequence.words.map((_, place) => place),
    rows: [
      {
        header: say.terms.words,
        cells: sequence.words.map((name, place) =>
          place < sequence.cached
            ? {
                text: html`${word(context, name)}<span class="cached gloss">${say.cached}</span>`,
                classes: "empty",
              }
            : word(context, name),
        ),
      },
      ...sequence.lines.map(({ term, values }) => ({
        header: say.terms[term],
        classes: term === lit ? "lit" : isLast(term) ? "result" : "",
        cells: values.map((value, place) => {
          const wrong = isLast(term) && view.wrong.includes(place);
          const empty = place < sequence.cached || value === null;
          return {
            text: value === null ? "" : integer(value),
            classes: wrong ? "wrong" : empty ? "empty" : "",
          };
        }),
      })),
    ],
  });
}

function sumTables(context: Context) {
  const { view, words: say } = context;
  const { sums } = view;
  if (!sums) return nothing;
  const drawn = (caption: string, sum: NonNullable<WayView["sums"]>["got"]) =>
    sum instanceof IndexError
      ? html`<p class="refusal">${say.outside(sum)}</p>`
      : table({
          kind: "x0",
          caption,
          shape: sum.shape,
          corner: "",
          columns: Array.from({ length: sum.shape[1] }, (_, column) => column),
          rows: sums.words.map((name, row) => ({
            header: word(context, name),
            cells: printedRow(sum.values, row, sum.shape[1], 1),
          })),
        });
  return html`
    <div class="side-by-side">
      ${drawn(say.got, sums.got)} ${view.wrong.length > 0 ? drawn(say.right, sums.right) : nothing}
    </div>
  `;
}

function attentionTable(context: Context) {
  const { state, view, words: say } = context;
  if (!view.attention) return nothing;
  const { words: names, weights } = view.attention;
  const [size] = weights.shape;
  return html`
    <div class="stack">
      ${table({
        caption: say.weights,
        shape: weights.shape,
        corner: "",
        columns: names.map((name) => word(context, name)),
        rows: names.map((name, row) => ({
          header: word(context, name),
          cells: names.map((_, column) => {
            const weight = weights.values[row * size + column]!;
            return weight === 0 ? { text: "", classes: "empty" } : { text: fixed(weight, 2), heat: weight };
          }),
        })),
      })}
      <p class="note">${say.weightsNote(state.joined)}</p>
    </div>
  `;
}

export const lab = laboratory({
  fields,
  words,
  styles,
  view: wayView,

  render(context) {
    const { state, view, words: say } = context;
    return html`
      ${choices(context, "way", say.way, say.ways)}
      <p class="note">${say.about[state.way]}</p>
      <div class="controls">${controls(context)}</div>
      <div class="stack">
        ${rule(context)}
        ${view.sequences.map((sequence, index) => sequenceTable(context, sequence, index))}
      </div>
      ${sumTables(context)} ${attentionTable(context)}
    `;
  },

  seen({ state, view, words: say }) {
    const [first] = view.sequences;
    const result = first!.lines.find(({ term }) => term === "result")!.values as number[];
    switch (state.way) {
      case "prefill":
        return say.seenPrefill(result.at(-1)!);
      case "decode": {
        const { got } = view.sums!;
        if (got instanceof IndexError) return say.seenOutside(got.index, got.size);
        const place = first!.cached;
        return state.offset === 0
          ? say.seenDecode(result[place]!)
          : say.seenOff(result[place]!, result[place]! - state.offset);
      }
      case "chunked":
        return say.seenChunked(view.sameAsPrefill!, Math.ceil(state.length / state.chunk));
      case "packed":
        return say.seenPacked(view.alike!.count, view.alike!.of, state.joined);
      case "padded":
        return say.seenPadded(result, view.wrong.length);
      case "batch":
        return say.seenBatch(
          view.sequences.map(({ lines }) => lines.at(-1)!.values.at(-1) as number),
        );
    }
  },
});
