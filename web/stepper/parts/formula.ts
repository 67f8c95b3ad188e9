/** The line the chapter is about, in MathML, with the term of the current step lit. */

import { html } from "lit";
import { type Context, shapeText } from "../context.js";
import { stepOfTable } from "../view.js";

export function formula({ state, view }: Context) {
  const { n_embd } = view.model.config;
  const count = view.ids.length;
  const matrix = shapeText(count, n_embd);
  const failing = view.errorReached && view.error ? stepOfTable(view.error.table) : null;
  const mark = (step: string, kind: string) =>
    `term ${kind}${failing === step ? " failing" : state.step === step ? " lit" : ""}`;
  const idsOnly = state.step === "ids" ? "term lit ink" : "";
  const positionsOnly = state.step === "position_ids" ? "term lit ink" : "";
  return html`
    <p class="formula">
      <math>
        <munder class=${mark("sum", "sum")}>
          <msup
            ><mi>X</mi
            ><mrow><mo stretchy="false">(</mo><mn>0</mn><mo stretchy="false">)</mo></mrow></msup
          >
          <mtext class="shape">${matrix}</mtext>
        </munder>
        <mo>=</mo>
        <munder class=${mark("wte", "wte")}>
          <mrow
            ><mi mathvariant="normal">wte</mi><mo stretchy="false">[</mo
            ><mtext class=${idsOnly}>ids</mtext><mo stretchy="false">]</mo></mrow
          >
          <mtext class="shape">${matrix}</mtext>
        </munder>
        <mo>+</mo>
        <munder class=${mark("wpe", "wpe")}>
          <mrow
            ><mi mathvariant="normal">wpe</mi><mo stretchy="false">[</mo
            ><mtext class=${positionsOnly}>position_ids</mtext><mo stretchy="false">]</mo></mrow
          >
          <mtext class="shape">${matrix}</mtext>
        </munder>
      </math>
    </p>
  `;
}
