/** The next word: logits, probabilities, and what a cache length off by one does to them. */

import { html, nothing } from "lit";
import { type Context, wordOf } from "../context.js";
import { fixed, integer } from "../numbers.js";
import { likeliest } from "../run.js";
import { appendId } from "../state.js";

/** Probabilities near 1 and near 0 are told apart: "0.99986", "0.00002". */
function probability(value: number): string {
  return fixed(value, 5);
}

function candidates(context: Context) {
  const { view, runs, words } = context;
  const trace = runs.forward(view).trace!;
  const last = view.ids.length - 1;
  const count = trace["logits"]!.shape[1];
  const of = (kind: string) => trace[kind]!.values.subarray(last * count, (last + 1) * count);
  const [logits, probabilities] = [of("logits"), of("probabilities")];
  const best = likeliest(probabilities);
  return html`
    <table class="candidates">
      <caption>
        ${words.next.caption(wordOf(context, view.ids[last]!))}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.next.word}</th>
          <th scope="col">${words.next.logit}</th>
          <th scope="col" colspan="2">${words.next.probability}</th>
        </tr>
      </thead>
      <tbody>
        ${Array.from(
          logits,
          (logit, id) => html`
            <tr class=${id === best ? "lit" : ""}>
              <th scope="row">${id} ${wordOf(context, id)}</th>
              <td>${fixed(logit, 3)}</td>
              <td>${probability(probabilities[id]!)}</td>
              <td class="bar" aria-hidden="true">
                <svg viewBox="0 0 100 1" preserveAspectRatio="none">
                  <rect width=${100 * probabilities[id]!} height="1"></rect>
                </svg>
              </td>
            </tr>
          `,
        )}
      </tbody>
    </table>
    ${append(context, best)}
  `;
}

function append(context: Context, best: number) {
  const { state, view, words, set } = context;
  const { n_positions } = view.model.config;
  if (view.ids.length >= n_positions) {
    return html`<p class="note">${words.next.full(view.ids.length)}</p>`;
  }
  return html`
    <button data-action="append" @click=${() => set(appendId(state, best))}>
      ${words.next.append(wordOf(context, best))}
    </button>
  `;
}

function offsets(context: Context) {
  const { view, runs, words } = context;
  const past = view.ids.length - 1;
  const signed = (value: number) => (value > 0 ? `+${value}` : integer(value));
  return html`
    <table class="offsets">
      <caption>
        <span class="name">${words.next.offsets}</span>
        <span class="note">${words.next.offsetsNote} ${words.next.cached(past, past + 1)}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.next.offset}</th>
          <th scope="col">${words.next.position}</th>
          <th scope="col">${words.next.chosen}</th>
          <th scope="col">${words.next.probability}</th>
        </tr>
      </thead>
      <tbody>
        ${runs.offsets(view).map(({ offset, position, probabilities }) => {
          const best = probabilities && likeliest(probabilities);
          return html`
            <tr class=${offset === 0 ? "lit" : ""}>
              <th scope="row">${signed(offset)}</th>
              <td>${integer(position)}</td>
              <td>${best === null ? words.next.noRow : wordOf(context, best)}</td>
              <td>${best === null ? "" : probability(probabilities![best]!)}</td>
            </tr>
          `;
        })}
      </tbody>
    </table>
  `;
}

export function nextWord(context: Context) {
  if (context.state.step !== "next") return nothing;
  return html`
    <section class="network next-word">
      <div>${candidates(context)}</div>
      <div>${offsets(context)}</div>
    </section>
  `;
}
