/** Fixed and learned tables, point by point. */

import { html } from "lit";
import { integer } from "../../stepper/numbers.js";
import { IndexError } from "../../runtime/tinygpt-laboratories.js";
import type { Core } from "../lab.js";
import { table } from "../parts/table.js";
import type { Context } from "./fields.js";

export interface CompareView {
  readonly show: "compare";
  /** Of GPT-2 small, whose table is learned. */
  readonly rows: number;
  readonly position: number;
  readonly total: number;
  /** What looking up the row behind the last one answers. */
  readonly error: string;
}

export function compareView(core: Core): CompareView {
  const gpt2 = core.model("gpt2-small");
  const { vocab_size, n_positions, n_embd, n_layer } = gpt2.config;
  const { position, total } = core.runtime.parameterCount({
    model_type: "gpt2",
    vocab_size,
    n_positions,
    n_embd,
    n_layer,
  });
  let name = "";
  try {
    gpt2.row("wpe", n_positions);
  } catch (error) {
    if (!(error instanceof IndexError)) throw error;
    name = error.name;
  }
  return { show: "compare", rows: n_positions, position, total, error: name };
}

export function comparePicture({ words: say }: Context, view: CompareView) {
  const facts = {
    rows: integer(view.rows),
    last: integer(view.rows - 1),
    position: view.position.toLocaleString("en-US"),
    error: view.error,
  };
  return html`
    ${table({
      caption: say.comparison,
      classes: "words",
      corner: say.point,
      columns: [say.fixedTable, say.learnedTable],
      rows: say.points(facts).map(([point, ...cells]) => ({ header: point, cells })),
    })}
  `;
}
