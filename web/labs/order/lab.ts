/** The same words in two orders: what attention reads out with positions and without. */

import { html } from "lit";
import type { ReadOut } from "../../runtime/tinygpt-laboratories.js";
import { fixed } from "../../stepper/numbers.js";
import { catalogues } from "../../words/index.js";
import { flag, whole, wholes } from "../fields.js";
import { type Core, type LabContext, laboratory } from "../lab.js";
import { slider, toggle, typed } from "../parts/controls.js";
import { largest, type Row, table } from "../parts/table.js";
import { joined } from "./joined.js";
import { orderOf, ordersOf } from "./orders.js";
import { orderStyles } from "./styles.js";
import { words, type OrderWords } from "./words.js";

const fields = {
  ids: wholes([0, 1, 2], { min: 0, max: 4, shortest: 2, longest: 5 }),
  /** Which of all orders of the words the second sentence has. */
  order: whole(5, 0, ordersOf(5) - 1),
  positions: flag(false),
  causal: flag(false),
};

/** Below this, two read-outs differ only by the order in which float32 numbers were added. */
const rounding = 1e-5;

interface Sentence {
  readonly words: readonly string[];
  /** What goes in: rows of wte, with or without those of wpe. [T, n_embd] */
  readonly x: Float32Array;
  readonly readOut: ReadOut;
}

/** A word in both sentences. */
export interface Pair {
  readonly word: string;
  readonly places: readonly [number, number];
  readonly read: readonly [Float32Array, Float32Array];
  readonly fed: readonly [Float32Array, Float32Array];
  /** Between what is read out for it in both, and between what goes in. */
  readonly difference: number;
  readonly fedDifference: number;
  readonly isSame: boolean;
}

export interface OrderView {
  readonly vocabulary: readonly string[];
  readonly sentences: readonly [Sentence, Sentence];
  readonly pairs: readonly Pair[];
  readonly order: number;
  readonly limit: number;
}

type Context = LabContext<typeof fields, OrderView, OrderWords>;

function difference(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, c) => Math.max(most, Math.abs(value - b[c]!)), 0);
}

function sentenceOf(
  ids: readonly number[],
  options: { positions: boolean; causal: boolean },
  core: Core,
): Sentence {
  const model = core.model("teaching");
  const { wte, x0 } = model.embed(ids);
  return {
    words: ids.map((id) => model.vocabulary![id]!),
    x: options.positions ? x0 : wte,
    readOut: core.runtime.readOut(model, ids, options),
  };
}

/** What is read out for a word, or fed in, in one sentence above the other. */
function pairRows({ view, state, words: say }: Context, pair: Pair, read: boolean): Row[] {
  const limit = read ? view.limit : largest(view.sentences[0].x);
  const decimals = read ? 3 : 1;
  return ([0, 1] as const).map((sentence) => {
    const place = pair.places[sentence];
    const values = (read ? pair.read : pair.fed)[sentence];
    const before = view.sentences[sentence].words.slice(0, place + 1).join("");
    const difference = fixed(read ? pair.difference : pair.fedDifference, decimals);
    return {
      header: say.placed[sentence](place, pair.word),
      cells: [
        ...Array.from(values, (value) => ({ text: fixed(value, decimals), heat: value / limit })),
        sentence === 0 ? "" : difference,
        ...(read && state.causal ? [before] : []),
      ],
      classes: sentence === 0 ? "first" : "",
    };
  });
}

export const lab = laboratory({
  fields,
  words,
  styles: orderStyles,

  view({ ids, order: given, positions, causal }, core): OrderView {
    const model = core.model("teaching");
    const { n_embd } = model.config;
    const order = Math.min(given, ordersOf(ids.length) - 1);
    const places = orderOf(ids.length, order);
    const options = { positions, causal };
    const first = sentenceOf(ids, options, core);
    const second = sentenceOf(places.map((place) => ids[place]!), options, core);
    const row = (values: Float32Array, place: number) =>
      values.subarray(place * n_embd, (place + 1) * n_embd);
    const pairs = ids.map((_, place): Pair => {
      const other = places.indexOf(place);
      const read = [row(first.readOut.values, place), row(second.readOut.values, other)] as const;
      const fed = [row(first.x, place), row(second.x, other)] as const;
      return {
        word: first.words[place]!,
        places: [place, other],
        read,
        fed,
        difference: difference(...read),
        fedDifference: difference(...fed),
        isSame: difference(...read) < rounding,
      };
    });
    return {
      vocabulary: model.vocabulary!,
      sentences: [first, second],
      pairs,
      order,
      limit: largest(first.readOut.values, second.readOut.values),
    };
  },

  render(context: Context) {
    const { view, state, words: say } = context;
    const last = ordersOf(state.ids.length) - 1;
    const shown: Context = { ...context, state: { ...state, order: view.order } };
    const { gloss } = catalogues[context.language];
    const hint = view.vocabulary
      .map((word, id) => [id, word, gloss[word] ?? ""].join(" ").trim())
      .join(say.comma);
    const columns = Array.from(view.pairs[0]!.read[0], (_, c) => c);
    const vectors = (read: boolean) =>
      table({
        kind: "x0",
        caption: read ? say.readOut : say.fed,
        corner: say.word,
        columns: [...columns, say.difference, ...(read && state.causal ? [say.sees] : [])],
        classes: "pairs",
        rows: view.pairs.flatMap((pair) => pairRows(context, pair, read)),
      });
    return html`
      <div class="controls">
        ${toggle(context, "positions", say.positions)} ${toggle(context, "causal", say.causal)}
      </div>
      <div class="controls">
        ${typed(context, "ids", say.ids, { hint })} ${slider(shown, "order", say.order, { most: last })}
      </div>
      <figure class="stack">
        ${joined(view, say)}
        <figcaption>${say.caption}</figcaption>
      </figure>
      ${vectors(true)}
      <details>
        <summary>${say.fedSummary}</summary>
        ${vectors(false)}
      </details>
    `;
  },

  seen({ view, state, words: say }) {
    const { pairs } = view;
    const same = pairs.filter(({ isSame }) => isSame).map(({ word }) => word);
    const most = Math.max(...pairs.map((pair) => pair.difference));
    const [first, second] = view.sentences;
    if (first.words.join() === second.words.join()) return say.seen.sameSentence;
    if (!state.positions && !state.causal) return say.seen.set(most);
    return state.positions
      ? say.seen.positions(fixed(most, 3), state.causal)
      : say.seen.causal(same, fixed(most, 3));
  },
});
