/** The ways to bring positions in, side by side. */

import { html } from "lit";
import { IndexError } from "../../runtime/tinygpt-laboratories.js";
import { integer } from "../../stepper/numbers.js";
import type { Core } from "../lab.js";
import { table } from "../parts/table.js";
import type { Context } from "./fields.js";

export interface CompareView {
  readonly scheme: "compare";
  /** Of GPT-2 small: its table of positions, its length, its heads. */
  readonly position: number;
  readonly n_positions: number;
  readonly n_head: number;
  readonly buckets: number;
  /** What looking up the row behind the last one answers. */
  readonly error: string;
}

function errorBehind(look: () => unknown): string {
  try {
    look();
    return "";
  } catch (error) {
    if (error instanceof IndexError) return error.name;
    throw error;
  }
}

export function compareView(core: Core): CompareView {
  const gpt2 = core.model("gpt2-small");
  const { vocab_size, n_positions, n_embd, n_layer, n_head } = gpt2.config;
  const sizes = { vocab_size, n_positions, n_embd, n_layer };
  // The farthest distances either way fall into the last bucket of each half.
  const { parameterCount, t5Bucket } = core.runtime;
  return {
    scheme: "compare",
    position: parameterCount({ model_type: "gpt2", ...sizes }).position,
    n_positions,
    n_head,
    buckets: Math.max(...t5Bucket([-n_positions, n_positions])) + 1,
    error: errorBehind(() => gpt2.row("wpe", n_positions)),
  };
}

export function comparePicture({ words: say }: Context, view: CompareView) {
  const facts = {
    position: view.position.toLocaleString("en-US"),
    rows: integer(view.n_positions),
    heads: integer(view.n_head),
    buckets: integer(view.buckets),
    biases: integer(view.buckets * view.n_head),
    error: view.error,
  };
  return html`
    ${table({
      caption: say.comparison,
      classes: "words",
      corner: say.way,
      columns: say.columnsOfComparison,
      rows: say.ways(facts).map(([way, ...cells]) => ({ header: way, cells })),
    })}
  `;
}
