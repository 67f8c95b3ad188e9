/** Forward, back, any step by name, and a scrubber over all of them. */

import { html } from "lit";
import type { Context } from "../context.js";
import { moved, stepsOf } from "../state.js";

/** Past everything that a sentence can be edited with. */
export function skipToSteps({ words }: Context) {
  const skip = (event: Event) => {
    const root = (event.target as HTMLElement).getRootNode() as ShadowRoot;
    root.querySelector<HTMLElement>('.step[aria-current="step"]')?.focus();
  };
  return html`<button class="skip" @click=${skip}>${words.steps.skip}</button>`;
}

export function steps({ state, words, set }: Context) {
  const names = stepsOf(state.model);
  const current = names.indexOf(state.step);
  const last = names.length - 1;
  const onKey = (event: KeyboardEvent) => {
    // The scrubber moves by itself; its change arrives as input.
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    set(moved(state, move));
  };
  return html`
    <div class="steps of-${names.length}" role="group" aria-label=${words.steps.legend} @keydown=${onKey}>
      <button
        class="step-move"
        aria-disabled=${current === 0}
        @click=${() => set(moved(state, -1))}
      >
        ${words.steps.back}
      </button>
      <div class="track">
        <ol>
          ${names.map(
            (name, index) => html`
              <li>
                <button
                  class="step ${name}"
                  aria-current=${index === current ? "step" : "false"}
                  @click=${() => set({ ...state, step: name })}
                >
                  ${words.steps.names[name]}
                </button>
              </li>
            `,
          )}
        </ol>
        <input
          type="range"
          min="0"
          max=${last}
          step="1"
          .value=${String(current)}
          aria-label=${words.steps.scrubber}
          aria-valuetext=${words.steps.of(
            current + 1,
            names.length,
            words.steps.names[state.step],
          )}
          @input=${(event: InputEvent) =>
            set({ ...state, step: names[Number((event.target as HTMLInputElement).value)]! })}
        />
      </div>
      <button
        class="step-move"
        aria-disabled=${current === last}
        @click=${() => set(moved(state, 1))}
      >
        ${words.steps.forward}
      </button>
    </div>
  `;
}
