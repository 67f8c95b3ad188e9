/** Which of the models is looked at. */

import { html } from "lit";
import type { Context } from "../context.js";
import { modelNames, otherModel } from "../state.js";
import { shapeText } from "../context.js";

export function modelChoice({ state, models, words, set }: Context) {
  return html`
    <fieldset class="models">
      <legend>${words.model.legend}</legend>
      <div class="options">
        ${modelNames.map((name) => {
          const { vocab_size, n_positions, n_embd } = models.get(name).config;
          return html`
            <label class=${name === state.model ? "option chosen" : "option"}>
              <input
                type="radio"
                name="model"
                .checked=${name === state.model}
                @change=${() => set(otherModel(state, name))}
              />
              <span>${words.model[name]}</span>
              <span class="shape"
                >wte${shapeText(vocab_size, n_embd)} wpe${shapeText(n_positions, n_embd)}</span
              >
            </label>
          `;
        })}
      </div>
      <p class="note">${words.model[`${state.model}Note`]}</p>
    </fieldset>
  `;
}
