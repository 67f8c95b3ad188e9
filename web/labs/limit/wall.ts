/** The reader's words against the table's last row, and the rows around it. */

import { html } from "lit";
import { IndexError } from "../../runtime/tinygpt-laboratories.js";
import { fixed } from "../../stepper/numbers.js";
import { slider } from "../parts/controls.js";
import { type Row, table } from "../parts/table.js";
import type { LimitContext } from "./lab.js";
import { strip } from "./strip.js";

function textField(context: LimitContext) {
  const { words: say, refusal, frame, view, language } = context;
  const refused = refusal?.key === "text" ? frame.refused(refusal.refused) : null;
  const take = (event: Event) =>
    context.type("text", (event.target as HTMLTextAreaElement).value);
  return html`
    <div class="control text">
      <label>
        <span class="label">${say.text}</span>
        <textarea
          rows="2"
          spellcheck="false"
          class=${refused ? "bad" : ""}
          aria-invalid=${refused !== null}
          aria-describedby=${refused ? "text-note refused-text" : "text-note"}
          .value=${view.texts[language]}
          @change=${take}
          @keydown=${(event: KeyboardEvent) => {
            // The words are one text: a new line would not change them.
            if (event.key !== "Enter" || event.isComposing) return;
            event.preventDefault();
            take(event);
          }}
        ></textarea>
      </label>
      <p class="note" id="text-note">${say.textNote}</p>
      ${refused ? html`<p class="refusal" id="refused-text" role="alert">${refused}</p>` : ""}
    </div>
  `;
}

function wordStrip({ view, words: say, language }: LimitContext) {
  const { words } = view.readings[language];
  return html`
    <div class="stack">
      <p class="note">${say.words(words.length)}</p>
      ${strip(
        say.text,
        words.map((word, place) => {
          const number = String(place);
          if (place < view.rows) return { word, number, kind: "kept" };
          const wall = place === view.rows ? say.wall : undefined;
          return { word, number, kind: "beyond", meaning: say.beyond, wall };
        }),
      )}
    </div>
  `;
}

function around({ view, words: say }: LimitContext) {
  const columns = Array.from({ length: view.n_embd }, (_, c) => c);
  const learned = view.probes.map(({ index, learned }): Row => {
    if (!(learned instanceof IndexError)) {
      return { header: String(index), cells: columns.map((c) => fixed(learned[c]!, 1)) };
    }
    const header = `${index} ${say.noRow}`;
    return { header, cells: columns.map(() => "—"), classes: "wrong" };
  });
  const formula = view.probes.map(({ index, formula }) => ({
    header: String(index),
    cells: columns.map((c) => fixed(formula[c]!, 3)),
    classes: index >= view.rows ? "lit" : "",
  }));
  const corner = say.position;
  return html`
    <div class="grids">
      ${table({
        kind: "wpe",
        caption: say.learned,
        shape: [view.rows, view.n_embd],
        corner,
        columns,
        rows: learned,
      })}
      ${table({ caption: say.formula, corner, columns, rows: formula })}
    </div>
  `;
}

export function wall(context: LimitContext) {
  const { view, words: say, language } = context;
  const { words, error } = view.readings[language];
  return html`
    ${textField(context)}
    <div class="controls">${slider(context, "rows", say.rows)}</div>
    ${wordStrip(context)}
    ${error
      ? html`<p class="refusal" data-error="wpe">
          ${say.error(error.at, error.index, error.size)}
        </p>`
      : html`<p class="note">${say.fits(words.length, view.rows)}</p>`}
    ${around(context)}
    <p class="prose">${say.notUnderstood(view.rows)}</p>
    <p class="note">${say.published(...view.published)}</p>
  `;
}
