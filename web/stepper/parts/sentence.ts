/** The sentence as the two sequences it becomes, every id and position of it editable. */

import { html, nothing } from "lit";
import type { Words } from "../../words/index.js";
import { type Context, gpt2Word, reached, type Vocabulary, wordOf } from "../context.js";
import { type Problem, problemText } from "../notes.js";
import { maxTypedLength, readWholeNumber, typedIntegers } from "../numbers.js";
import {
  appendId,
  initialState,
  moveToken,
  removeToken,
  type State,
  withId,
  withIds,
  withPositionId,
} from "../state.js";
import { onToolbarFocus, onToolbarKey } from "../toolbar.js";
import { drawnItems, type Gap, tableSize } from "../view.js";

export interface SentenceFields {
  /** What is wrong with the last thing typed, until it is mended. */
  readonly problem: Problem | null;
  readonly setProblem: (problem: Problem | null) => void;
  readonly loadVocabulary: () => void;
  /** Text in place of the sentence, split into tokens as soon as the vocabulary is there. */
  readonly typeText: (text: string) => void;
}

function isRow(context: Context, table: "wte" | "wpe", index: number): boolean {
  return index >= 0 && index < tableSize(context.view.model, table);
}

/** A whole number typed into one cell. */
function numberField(
  context: Context,
  fields: SentenceFields,
  options: { label: string; value: number; valid: boolean; apply: (value: number) => State },
) {
  const { view, set } = context;
  const onChange = (event: Event) => {
    const input = event.target as HTMLInputElement;
    const value = readWholeNumber(input);
    if (value !== undefined) {
      fields.setProblem(null);
      set(options.apply(value));
      return;
    }
    // An emptied field takes its number back, and what was said about such a field is past.
    const part = input.value.slice(0, 40);
    const { problem } = fields;
    if (part) fields.setProblem({ kind: "not-integer", part, field: "cell" });
    else if (problem?.kind === "not-integer" && problem.field === "cell") fields.setProblem(null);
    input.value = String(options.value);
  };
  return html`
    <input
      type="number"
      step="1"
      inputmode="numeric"
      class=${options.valid ? "index" : "index bad"}
      aria-label=${options.label}
      aria-invalid=${!options.valid}
      ?disabled=${view.attempt !== null}
      .value=${String(options.value)}
      @change=${onChange}
    />
  `;
}

function tokenEditor({ state, view, words, set }: Context, place: number) {
  if (view.attempt) return nothing;
  const button = (label: string, sign: string, next: () => State, off = false) => html`
    <button
      class="edit"
      aria-label="${label}${words.sentence.place(place)}"
      title=${label}
      data-edit="${sign}${place}"
      ?disabled=${off}
      @click=${() => set(next())}
    >
      ${sign}
    </button>
  `;
  return html`
    <div class="edits">
      ${button(`${words.sentence.left} `, "‹", () => moveToken(state, place, place - 1), place === 0)}
      ${button(`${words.sentence.remove} `, "×", () => removeToken(state, place))}
    </div>
  `;
}

function sequenceTable(context: Context, fields: SentenceFields) {
  const { state, view, words, cell } = context;
  const important = [cell.place, view.error ? view.error.at : cell.place];
  const items = drawnItems(view.ids.length, important);
  const columns = <T>(draw: (place: number) => T, gap: (gap: Gap) => unknown) =>
    items.map((item) => (typeof item === "number" ? draw(item) : gap(item)));
  const emptyGap = () => html`<td class="gap" aria-hidden="true">⋯</td>`;
  const bad = (table: "wte" | "wpe", place: number) =>
    !isRow(context, table, (table === "wte" ? view.ids : view.positionIds)[place]!);
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${words.sentence.caption}>
      <table class="sequence">
        <thead>
          <tr>
            <th scope="row">${words.sentence.word}</th>
            ${columns(
              (place) => html`
                <th
                  scope="col"
                  class="${bad("wte", place) ? "bad" : ""} ${place === cell.place ? "chosen" : ""}"
                  title=${words.sentence.place(place)}
                >
                  <span class="hidden">${words.sentence.place(place)}</span>
                  ${wordOf(context, view.ids[place]!) ||
                  (bad("wte", place) ? "？" : html`<span class="muted">…</span>`)}
                  ${gloss(words, wordOf(context, view.ids[place]!))}
                </th>
              `,
              (gap) =>
                html`<th scope="col" class="gap" title=${words.sentence.omitted(gap.count)}>
                  <span class="hidden">${words.sentence.omitted(gap.count)}</span>
                  <span aria-hidden="true">⋯</span>
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          <tr class=${state.step === "ids" || state.step === "wte" ? "lit wte" : "wte"}>
            <th scope="row">ids</th>
            ${columns(
              (place) => html`
                <td>
                  ${numberField(context, fields, {
                    label: words.sentence.idOf(place),
                    value: view.ids[place]!,
                    valid: !bad("wte", place),
                    apply: (id) => withId(state, place, id),
                  })}
                </td>
              `,
              emptyGap,
            )}
          </tr>
          <tr
            class=${state.step === "position_ids" || state.step === "wpe" ? "lit wpe" : "wpe"}
          >
            <th scope="row">position_ids</th>
            ${columns(
              (place) => html`
                <td>
                  ${reached(context, "position_ids")
                    ? numberField(context, fields, {
                        label: words.sentence.positionOf(place),
                        value: view.positionIds[place]!,
                        valid: !bad("wpe", place),
                        apply: (position) =>
                          withPositionId(state, place, position, view.positionIds),
                      })
                    : html`<span class="muted">·</span>`}
                </td>
              `,
              emptyGap,
            )}
          </tr>
          ${view.attempt
            ? nothing
            : html`
                <tr
                  class="editing"
                  data-one-stop
                  @keydown=${onToolbarKey}
                  @focusin=${onToolbarFocus}
                >
                  <td></td>
                  ${columns(
                    (place) => html`<td>${tokenEditor(context, place)}</td>`,
                    () => html`<td></td>`,
                  )}
                </tr>
              `}
        </tbody>
      </table>
    </div>
  `;
}

/** The word with its meaning, where the reader's language is not the word's. */
function glossed({ gloss: meanings }: Words, word: string): string {
  return meanings[word] ? `${word} ${meanings[word]}` : word;
}

function gloss({ gloss: meanings }: Words, word: string) {
  return meanings[word] ? html`<span class="gloss">${meanings[word]}</span>` : nothing;
}

function wordButtons(context: Context) {
  const { state, view, words, set } = context;
  // The book's example leaves places of its vocabulary without a word.
  const named = view.model.vocabulary!.flatMap((word, id) => (word ? [{ word, id }] : []));
  return html`
    <span
      class="adders"
      role="toolbar"
      aria-label=${words.sentence.add}
      data-one-stop
      @keydown=${onToolbarKey}
      @focusin=${onToolbarFocus}
    >
      <span class="label" aria-hidden="true">${words.sentence.add}</span>
      ${named.map(
        ({ word, id }) => html`
          <button
            class="word"
            aria-label=${words.sentence.addWord(glossed(words, word))}
            ?disabled=${view.attempt !== null}
            @click=${() => set(appendId(state, id))}
          >
            <span lang=${/\p{Script=Han}/u.test(word) ? "zh" : nothing}>${word}</span>
            ${gloss(words, word)}
          </button>
        `,
      )}
    </span>
  `;
}

/** The text of a sentence, if every word of it is known. */
export function textOf(vocabulary: Vocabulary, ids: readonly number[]): string {
  if (vocabulary.textOf) return vocabulary.textOf(ids);
  const known = ids.map((id) => gpt2Word(vocabulary, id));
  return known.includes(undefined) ? "" : known.join("");
}

function textField(context: Context, fields: SentenceFields) {
  const { state, view, words, vocabulary } = context;
  const note = {
    absent: words.sentence.textHint,
    loading: words.sentence.loadingVocabulary,
    failed: words.sentence.vocabularyFailed,
    ready: "",
  }[vocabulary.status];
  const apply = (event: Event) => {
    if ((event as InputEvent).isComposing) return;
    fields.typeText((event.target as HTMLTextAreaElement).value);
  };
  return html`
    <label class="field">
      <span class="label">${words.sentence.text}</span>
      <textarea
        rows="1"
        data-field="text"
        ?disabled=${view.attempt !== null}
        .value=${textOf(vocabulary, state.ids)}
        @focus=${fields.loadVocabulary}
        @input=${apply}
        @compositionend=${apply}
      ></textarea>
      ${note ? html`<span class="note" role="status">${note}</span>` : nothing}
    </label>
  `;
}

function isAboutIds(problem: Problem | null): boolean {
  return problem !== null && (problem.kind === "too-many" || problem.field === "ids");
}

function idListField(context: Context, fields: SentenceFields) {
  const { state, view, words, set } = context;
  const apply = (event: Event) => {
    const typed = typedIntegers((event.target as HTMLInputElement).value);
    if ("wrong" in typed) {
      fields.setProblem({ kind: "not-integer", part: typed.wrong.slice(0, 40), field: "ids" });
    } else if (typed.numbers.length > maxTypedLength) {
      const count = typed.numbers.length;
      fields.setProblem({ kind: "too-many", count, most: maxTypedLength });
    } else {
      fields.setProblem(null);
      set(withIds(state, typed.numbers));
    }
  };
  return html`
    <label class="field">
      <span class="label">${words.sentence.idList}</span>
      <input
        type="text"
        class="ids"
        autocomplete="off"
        spellcheck="false"
        title=${words.sentence.idListHint}
        aria-invalid=${isAboutIds(fields.problem)}
        ?disabled=${view.attempt !== null}
        .value=${state.ids.join(", ")}
        @change=${apply}
      />
    </label>
  `;
}

export function sentence(context: Context, fields: SentenceFields) {
  const { state, view, words, set } = context;
  const fresh = initialState(state.model);
  const changed = withIds({ ...state, positionIds: null }, fresh.ids);
  return html`
    <div class="sentence">
      <div class="inputs">
        ${view.model.vocabulary ? wordButtons(context) : textField(context, fields)}
        ${idListField(context, fields)}
        <span class="actions">
          ${state.positionIds
            ? html`<button
                class="quiet"
                ?disabled=${view.attempt !== null}
                @click=${() => set({ ...state, positionIds: null })}
              >
                ${words.sentence.prefill}
              </button>`
            : nothing}
          <button
            class="quiet"
            data-action="clear"
            ?disabled=${view.attempt !== null}
            @click=${() => set(withIds({ ...state, positionIds: null }, []))}
          >
            ${words.sentence.clear}
          </button>
          <button
            class="quiet"
            data-action="reset"
            ?disabled=${view.attempt !== null}
            @click=${(event: Event) => {
              // The field may show a slip of the keyboard, which the state does not know.
              const root = (event.target as HTMLElement).getRootNode() as ShadowRoot;
              const field = root.querySelector<HTMLInputElement>("input.ids");
              if (field) field.value = fresh.ids.join(", ");
              fields.setProblem(null);
              set(changed);
            }}
          >
            ${words.sentence.reset}
          </button>
        </span>
      </div>
      ${fields.problem
        ? html`<p class="problem" role="alert">${problemText(fields.problem, words)}</p>`
        : nothing}
      ${sequenceTable(context, fields)}
      ${view.attempt ? html`<p class="note">${words.sentence.attemptNote}</p>` : nothing}
    </div>
  `;
}
