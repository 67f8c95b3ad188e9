/** What attention and the MLP add to the stream: X0 + attention + MLP = X1. */

import { html, nothing, type TemplateResult } from "lit";
import { type Context, counted, placeName, wordAt } from "../context.js";
import { fixed } from "../numbers.js";
import { counting } from "./counting.js";

function matrixOf(
  context: Context,
  values: Float32Array,
  name: TemplateResult,
  title: string,
  kind: string,
  header: (place: number) => string | TemplateResult,
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
              <th scope="row">${header(place)}</th>
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
  const name = (place: number) => placeName(context, place);
  // The book calls the rows of what the block hands on x1, x2, ...
  const rowOfX = (place: number) =>
    counted(context, place) === place
      ? name(place)
      : html`<i>x</i><sub>${counted(context, place)}</sub> ${wordAt(context, place)}`;
  return html`
    ${counting(context)}
    <section class="network side-by-side">
      ${matrixOf(context, view.embedding!.x0, x(0), words.tables.gathered.x0, "x0", name)}
      ${matrixOf(context, values("attn_out"), html`+`, words.block.attention, "plain", name)}
      ${matrixOf(context, values("residual"), html`=`, words.block.residual, "plain", name)}
      ${matrixOf(context, values("mlp"), html`+`, words.block.mlp, "plain", name)}
      ${matrixOf(context, values("block"), html`= ${x(1)}`, words.block.output, "plain", rowOfX)}
    </section>
  `;
}
