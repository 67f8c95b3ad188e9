/** What attention and the MLP add to the stream: X0 + attention + MLP = X1. */

import { html, nothing, type TemplateResult } from "lit";
import type { Context } from "../context.js";
import { fixed } from "../numbers.js";
import { placeHeader } from "./tables.js";

function matrixOf(
  context: Context,
  values: Float32Array,
  name: TemplateResult,
  title: string,
  kind: string,
) {
  const { view, words } = context;
  const { n_embd } = view.model.config;
  const columns = Array.from({ length: n_embd }, (_, c) => c);
  return html`
    <table class="matrix ${kind}">
      <caption>
        <span class="name">${name}</span>
        <span class="shape">[${view.ids.length}, ${n_embd}]</span>
        <span class="title">${title}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col" class="corner">${words.sentence.word}</th>
          ${columns.map((c) => html`<th scope="col">${c}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${view.ids.map(
          (_, place) => html`
            <tr>
              <th scope="row">${placeHeader(context, place)}</th>
              ${columns.map((c) => html`<td>${fixed(values[place * n_embd + c]!, 3)}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

export function block(context: Context) {
  const { state, view, runs, words } = context;
  if (state.step !== "mlp") return nothing;
  const trace = runs.forward(view).trace!;
  const values = (kind: string) => trace[`h.0.${kind}`]!.values;
  const x = (layer: number) => html`X<sup>(${layer})</sup>`;
  return html`
    <section class="network side-by-side">
      ${matrixOf(context, view.embedding!.x0, x(0), words.tables.gathered.x0, "x0")}
      ${matrixOf(context, values("attn_out"), html`+`, words.block.attention, "plain")}
      ${matrixOf(context, values("residual"), html`=`, words.block.residual, "plain")}
      ${matrixOf(context, values("mlp"), html`+`, words.block.mlp, "plain")}
      ${matrixOf(context, values("block"), html`= ${x(1)}`, words.block.output, "plain")}
    </section>
  `;
}
