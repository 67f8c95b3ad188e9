/** BERT's embedding, stage by stage. */

import { html, nothing } from "lit";
import type { Matrix } from "../../runtime/tinygpt-laboratories.js";
import { fixed } from "../../stepper/numbers.js";
import { bits, slider, toggle } from "../parts/controls.js";
import { type Cell, type Kind, table } from "../parts/table.js";
import { word } from "../parts/word.js";
import { ids } from "./fields.js";
import type { ModelsContext } from "./lab.js";
import type { BertView } from "./view.js";

/** 1 / (1 - p) to three decimals, without those that say nothing. */
export function printedScale(scale: number): string {
  return String(Number(scale.toFixed(3)));
}

export function bertFigure(context: ModelsContext, { stages, types }: BertView) {
  const { state, view, words: say } = context;
  const name = (place: number) => view.vocabulary[ids[place]!]!;
  const columns = Array.from({ length: view.n_embd }, (_, c) => c);

  function stage(
    caption: string,
    { shape }: { shape: readonly number[] },
    kind: Kind,
    cellOf: (i: number) => string | Cell,
    header = (place: number) => word(context, name(place)),
  ) {
    return table({
      kind,
      caption,
      shape,
      columns,
      rows: ids.map((_, place) => ({
        header: header(place),
        cells: columns.map((c) => cellOf(place * view.n_embd + c)),
      })),
    });
  }

  function matrix(caption: string, given: Matrix, kind: Kind, decimals: number) {
    return stage(caption, given, kind, (i) => fixed(given.values[i]!, decimals));
  }

  const { kept, output } = stages;
  const isKept = (i: number) => kept === undefined || kept.values[i] === 1;
  return html`
    <div class="controls">
      ${bits(context, "types", say.tokenTypes, (place) => say.place(place, name(place)))}
      ${toggle(context, "training", say.training)}
      ${state.training
        ? html`${slider(context, "p", say.p)} ${slider(context, "seed", say.seed)}`
        : nothing}
    </div>
    <div class="stages">
      ${matrix(say.stages.word, stages.word, "wte", 1)}
      ${stage(
        say.stages.tokenType,
        stages.tokenType,
        "plain",
        (i) => fixed(stages.tokenType.values[i]!, 1),
        (place) => html`${word(context, name(place))} <code>${types[place]}</code>`,
      )}
      ${matrix(say.stages.position, stages.position, "wpe", 1)}
      ${matrix(say.stages.sum, stages.sum, "x0", 1)}
      ${matrix(say.stages.normed, stages.normed, "x0", 3)}
      ${kept
        ? stage(say.stages.kept, kept, "plain", (i) => ({
            text: String(kept.values[i]),
            classes: isKept(i) ? "" : "off",
          }))
        : nothing}
      ${stage(say.stages.output(printedScale(stages.scale)), output, "x0", (i) => ({
        text: fixed(output.values[i]!, 3),
        classes: isKept(i) ? "" : "off",
      }))}
    </div>
    <p class="note">${say.bertNote}</p>
  `;
}
