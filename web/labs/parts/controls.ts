/** Controls of a laboratory, each tied to one of its fields. */

import { html, nothing, type TemplateResult } from "lit";
import type { ChoiceField, DecimalField, WholeField } from "../fields.js";
import type { AnyContext } from "../lab.js";

function refusalOf({ refusal, frame }: AnyContext, key: string): string | null {
  return refusal?.key === key ? frame.refused(refusal.refused) : null;
}

function refusalText(context: AnyContext, key: string) {
  const sentence = refusalOf(context, key);
  return sentence === null
    ? nothing
    : html`<p class="refusal" id="refused-${key}" role="alert">${sentence}</p>`;
}

/** A slider, and a field beside it for the exact number. */
export function slider(
  context: AnyContext,
  key: string,
  label: string | TemplateResult,
  { name = typeof label === "string" ? label : key, most }: { name?: string; most?: number } = {},
) {
  const field = context.fields[key] as WholeField | DecimalField;
  const { min } = field;
  const max = Math.min(field.max, most ?? field.max);
  const step = "step" in field ? field.step : 1;
  const value = String(context.state[key]);
  const printed = value.replace("-", "−");
  const refused = refusalOf(context, key) !== null;
  const take = (event: Event) => context.type(key, (event.target as HTMLInputElement).value);
  return html`
    <div class="control slider">
      <label>
        <span class="label">${label}</span>
        <input type="range" min=${min} max=${max} step=${step} .value=${value} @input=${take} />
      </label>
      <input
        type="text"
        inputmode="decimal"
        class=${refused ? "exact bad" : "exact"}
        aria-label=${name}
        aria-invalid=${refused}
        aria-describedby=${refused ? `refused-${key}` : nothing}
        .value=${printed}
        @change=${take}
      />
      ${refusalText(context, key)}
    </div>
  `;
}

/** One of a few, all in sight. */
export function choices(
  context: AnyContext,
  key: string,
  legend: string,
  names: Readonly<Record<string, string | TemplateResult>>,
) {
  const { options } = context.fields[key] as ChoiceField<string>;
  return html`
    <fieldset class="control choices">
      <legend class="label">${legend}</legend>
      ${options.map(
        (option) => html`
          <label class=${option === context.state[key] ? "option chosen" : "option"}>
            <input
              type="radio"
              name=${key}
              .checked=${option === context.state[key]}
              @change=${() => context.set({ [key]: option })}
            />
            <span>${names[option]}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
}

export function toggle(context: AnyContext, key: string, label: string | TemplateResult) {
  return html`
    <label class="control toggle">
      <input
        type="checkbox"
        .checked=${context.state[key]}
        @change=${(event: Event) =>
          context.set({ [key]: (event.target as HTMLInputElement).checked })}
      />
      <span>${label}</span>
    </label>
  `;
}

/** Whole numbers or text, typed. */
export function typed(
  context: AnyContext,
  key: string,
  label: string | TemplateResult,
  { hint }: { hint?: string } = {},
) {
  const refused = refusalOf(context, key) !== null;
  const described = [hint ? `hint-${key}` : "", refused ? `refused-${key}` : ""].join(" ").trim();
  return html`
    <div class="control typed">
      <label>
        <span class="label">${label}</span>
        <input
          type="text"
          spellcheck="false"
          autocomplete="off"
          class=${refused ? "bad" : ""}
          aria-invalid=${refused}
          aria-describedby=${described || nothing}
          .value=${context.fields[key]!.write(context.state[key])}
          @change=${(event: Event) => context.type(key, (event.target as HTMLInputElement).value)}
        />
      </label>
      ${hint ? html`<p class="note" id="hint-${key}">${hint}</p>` : nothing}
      ${refusalText(context, key)}
    </div>
  `;
}

/** A 0 or 1 at every place, changed by a press: a mask. */
export function bits(
  context: AnyContext,
  key: string,
  label: string,
  nameOf: (place: number) => string,
) {
  const values = context.state[key] as readonly number[];
  return html`
    <div class="control bits" role="group" aria-label=${label}>
      <span class="label">${label}</span>
      ${values.map(
        (bit, place) => html`
          <button
            class="bit"
            aria-pressed=${bit === 1}
            aria-label="${nameOf(place)}: ${bit}"
            @click=${() => context.set({ [key]: values.with(place, 1 - bit) })}
          >
            ${bit}
          </button>
        `,
      )}
    </div>
  `;
}
