/** The next word: what the last token's logits and probabilities are, and going on with the best. */

import { html, nothing } from "lit";
import { type Context, counted, wordAt } from "../context.js";
import { fixed } from "../numbers.js";
import { likeliest } from "../run.js";
import { continueWith } from "../state.js";
import { candidate, idOfLogit, probability } from "./candidate.js";
import { counting } from "./counting.js";
import { offset } from "./offset.js";
import { rounds } from "./rounds.js";

function candidates(context: Context) {
  const { view, runs, words } = context;
  const trace = runs.forward(view).trace!;
  const last = view.ids.length - 1;
  const count = trace["logits"]!.shape[1];
  const of = (kind: string) => trace[kind]!.values.subarray(last * count, (last + 1) * count);
  const [logits, probabilities] = [of("logits"), of("probabilities")];
  const best = likeliest(probabilities);
  // The book calls these logits z6 and the row that they come from x6.
  const place = counted(context, last);
  const symbol = place === last ? nothing : html`<i>z</i><sub>${place}</sub>`;
  return html`
    <table class="candidates">
      <caption>
        ${words.next.caption(wordAt(context, last))}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.next.word}</th>
          <th scope="col">${words.next.logit} ${symbol}</th>
          <th scope="col" colspan="2">${words.next.probability}</th>
        </tr>
      </thead>
      <tbody>
        ${Array.from(logits, (logit, i) => {
          const id = idOfLogit(context, i);
          return html`
            <tr class=${i === best ? "lit" : ""}>
              <th scope="row">${id < 0 ? nothing : id} ${candidate(context, i)}</th>
              <td>${fixed(logit, 3)}</td>
              <td>${probability(context, probabilities[i]!)}</td>
              <td class="bar" aria-hidden="true">
                <svg viewBox="0 0 100 1" preserveAspectRatio="none">
                  <rect width=${100 * probabilities[i]!} height="1"></rect>
                </svg>
              </td>
            </tr>
          `;
        })}
      </tbody>
    </table>
    ${append(context, best)}
  `;
}

function append(context: Context, best: number) {
  const { state, view, words, set } = context;
  const { n_positions } = view.model.config;
  const id = idOfLogit(context, best);
  const word = candidate(context, best);
  if (id < 0) return html`<p class="note">${words.book.noToken(word)}</p>`;
  if (word === "EOS") return html`<p class="note ended">${words.book.ended}</p>`;
  if (view.ids.length >= n_positions) {
    return html`<p class="note">${words.next.full(view.ids.length)}</p>`;
  }
  return html`
    <button data-action="append" @click=${() => set(continueWith(state, id))}>
      ${words.next.append(word)}
    </button>
  `;
}

export function nextWord(context: Context) {
  if (context.state.step !== "next") return nothing;
  return html`
    ${counting(context)}
    <section class="network next-word with-loop">
      <div>${candidates(context)}</div>
      ${rounds(context)} ${offset(context)}
    </section>
  `;
}
