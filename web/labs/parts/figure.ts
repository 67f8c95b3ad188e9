/** A picture with its caption, and its numbers as a table that can be opened. */

import { html, nothing, type TemplateResult } from "lit";
import type { Drawing } from "../chart.js";
import "../chart.js";
import type { AnyContext } from "../lab.js";

/** `name` says what is drawn; `numbers` is a table of the same values. */
export function chart(
  { frame }: AnyContext,
  { name, caption, drawing, numbers }: {
    name: string;
    caption?: string | TemplateResult;
    drawing: Drawing;
    numbers: TemplateResult;
  },
) {
  return html`
    <figure class="chart">
      <lab-chart role="img" aria-label=${name} .drawing=${drawing}></lab-chart>
      ${caption ? html`<figcaption>${caption}</figcaption>` : nothing}
      <details>
        <summary>${frame.asTable}</summary>
        ${numbers}
      </details>
    </figure>
  `;
}
