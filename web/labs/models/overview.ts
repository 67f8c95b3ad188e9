/** All models beside each other, and what is published about the chosen one. */

import { html } from "lit";
import { bits, choices } from "../parts/controls.js";
import { table } from "../parts/table.js";
import { word } from "../parts/word.js";
import { ids } from "./fields.js";
import type { ModelsContext } from "./lab.js";
import { modelNames, published } from "./published.js";

/** The word at a place, or that it is a pad. */
export function wordAt(context: ModelsContext, place: number) {
  const { view, state, words: say } = context;
  return state.mask[place] === 1 ? word(context, view.vocabulary[ids[place]!]!) : say.pad;
}

export function overview(context: ModelsContext) {
  const { view, state, words: say } = context;
  const titles = Object.fromEntries(modelNames.map((name) => [name, published[name].title]));
  const nameOf = (place: number) => say.place(place, view.vocabulary[ids[place]!]!);
  return html`
    <div class="controls">${bits(context, "mask", say.mask, nameOf)}</div>
    ${table({
      kind: "wpe",
      classes: "overview",
      caption: say.overview,
      corner: say.modelColumn,
      columns: [...ids.map((_, place) => wordAt(context, place)), say.table],
      rows: view.overview.map(({ name, rows, shape }) => ({
        header: published[name].title,
        cells: [
          ...rows.map((row, place) => ({
            text: String(row),
            classes: state.mask[place] === 1 ? "" : "empty",
          })),
          html`<code>[${shape.join(", ")}]</code>`,
        ],
        classes: name === state.model ? "lit" : "",
      })),
    })}
    <p class="note">${say.overviewNote}</p>
    ${choices(context, "model", say.model, titles)}
    <p class="prose">${say.how[state.model]}</p>
  `;
}

/** Keys, modules and rule of the chosen model, and where to read on. */
export function facts({ view, state, words: say }: ModelsContext) {
  const { title, keys, modules, rule, documentation, source } = published[state.model];
  const shapes = new Map(view.terms.map((term) => [term.name, term]));
  return html`
    <div class="grids">
      ${table({
        classes: "words",
        caption: say.modules,
        corner: say.module,
        columns: [say.shape],
        rows: modules.map(([module, tensor]) => {
          const term = tensor === null ? undefined : shapes.get(tensor);
          return {
            header: html`<code>${module}</code>`,
            cells: [
              term
                ? html`<code>[${term.shape.join(", ")}]</code>
                    ${term.learned ? "" : say.fixedTable}`
                : say.noWeight,
            ],
          };
        }),
      })}
      ${table({
        classes: "words",
        caption: say.keys,
        corner: say.key,
        columns: [say.value],
        rows: keys.map(([key, value]) => ({
          header: html`<code>${key}</code>`,
          cells: [String(value)],
        })),
      })}
    </div>
    <figure class="code">
      <figcaption>${say.rule}</figcaption>
      <pre class="scroller"><code>${rule.join("\n")}</code></pre>
    </figure>
    <p class="note">
      <a href=${documentation}>${say.documentation(title)}</a>
      <a href=${source}>${say.source(title)}</a>
    </p>
  `;
}
