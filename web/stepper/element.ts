/** <tiny-gpt-stepper>: holds the state, asks the core for the view, and draws the parts. */

import { html, LitElement, type PropertyValues } from "lit";
import type { TinyGpt } from "../runtime/tinygpt.js";
import { nextTurn } from "../runtime/turns.js";
import { catalogues, type Language } from "../words/index.js";
import type { Context, Vocabulary } from "./context.js";
import type { Verdict } from "./guess.js";
import { type Dropped, type Note, noteAbout, type Problem } from "./notes.js";
import { maxTypedLength } from "./numbers.js";
import { attention } from "./parts/attention.js";
import { bet, canBet } from "./parts/bet.js";
import { block } from "./parts/block.js";
import { columnChoice } from "./parts/columns.js";
import { elsewhere } from "./parts/elsewhere.js";
import { explanation } from "./parts/explanation.js";
import { formula } from "./parts/formula.js";
import { layers } from "./parts/layers.js";
import { modelChoice } from "./parts/models.js";
import { attempts, outOfRange } from "./parts/range.js";
import { isWide } from "./parts/matrix.js";
import { nextWord } from "./parts/next.js";
import { reading } from "./parts/reading.js";
import { sentence } from "./parts/sentence.js";
import { later } from "./later.js";
import { Layers } from "./layers.js";
import { Runs } from "./run.js";
import { skipToSteps, steps } from "./parts/steps.js";
import { fetchedRows, sumRows } from "./parts/sums.js";
import { lookupTable } from "./parts/tables.js";
import { unread } from "./parts/unread.js";
import { gpt2Sample, initialState, networkSteps, type State, withIds } from "./state.js";
import { drawStrip, stripColours, stripLimit } from "./strips.js";
import { keepOneStop } from "./toolbar.js";
import { stepperStyles } from "./styles/index.js";
import { queryToState, stateToQuery, type Unreadable, withinModel } from "./url.js";
import { Models, viewOf } from "./view.js";
import {
  absentVocabulary,
  failedVocabulary,
  loadGpt2Vocabulary,
  loadingVocabulary,
} from "./vocabulary.js";

/** The steps after X0 have figures of their own, once there is an X0 to go on from. */
function showsNetwork({ state, view }: Context): boolean {
  return networkSteps.includes(state.step) && view.embedding !== null && view.ids.length > 0;
}

type StripCanvas = HTMLCanvasElement & { values?: Float32Array };

export class TinyGptStepper extends LitElement {
  static override styles = stepperStyles;

  static override properties = {
    runtime: { attribute: false },
    state: { attribute: false },
    language: { type: String },
    theme: { type: String, reflect: true },
    hovered: { state: true },
    vocabulary: { state: true },
    problem: { state: true },
    verdict: { state: true },
    dropped: { state: true },
    limit: { state: true },
    attentionOf: { state: true },
    unread: { state: true },
  };

  /** The started runtime. Nothing is drawn before it is there. */
  declare runtime: TinyGpt | undefined;
  declare state: State;
  declare language: Language;
  /** "light" or "dark"; anything else follows the reader's system. */
  declare theme: string | undefined;

  declare private hovered: { place: number; column: number } | null;
  declare private vocabulary: Vocabulary;
  declare private problem: Note<Problem> | null;
  declare private verdict: Note<Verdict> | null;
  declare private dropped: Note<Dropped> | null;
  declare private limit: number;
  /** Whose attention is shown of GPT-2 small's layers. */
  declare private attentionOf: { layer: number; head: number };
  declare private unread: readonly Unreadable[];

  /** The state as the fields of an address. */
  get query(): [string, string][] {
    return [...stateToQuery(this.state)];
  }

  set query(query: Iterable<[string, string]>) {
    const { state, unreadable } = queryToState(new URLSearchParams([...query]));
    this.state = state;
    this.unread = unreadable;
    this.#checked = false;
  }

  #models: Models | undefined;
  /** Whether what the query said has been held against its model. */
  #checked = true;
  /** Whether all parts have been drawn once; those that have not, and their drawing. */
  #isDrawn = false;
  readonly #waiting: (() => void)[] = [];
  #drawing: Promise<void> | undefined;
  readonly #runs = new Runs();
  readonly #layers = new Layers(() => this.requestUpdate());
  #lastValid: State | null = null;
  /** Typed before the vocabulary was there. */
  #typedText: string | undefined;
  /** Selectors of which the first that can take focus gets it after the next drawing. */
  #focusAfterUpdate: readonly string[] = [];
  readonly #darkScheme = matchMedia("(prefers-color-scheme: dark)");
  readonly #redraw = () => this.requestUpdate();

  constructor() {
    super();
    this.state = initialState("teaching");
    this.language = "en";
    this.hovered = null;
    this.vocabulary = absentVocabulary;
    this.problem = null;
    this.verdict = null;
    this.dropped = null;
    this.limit = 1;
    this.attentionOf = { layer: 0, head: 0 };
    this.unread = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#darkScheme.addEventListener("change", this.#redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#darkScheme.removeEventListener("change", this.#redraw);
    this.#layers.release();
  }

  /** A change made by the reader: drawn, and told to whoever keeps the address. */
  readonly #set = (state: State): void => {
    const before = this.state;
    this.#keepFocus(before, state);
    this.state = state;
    this.hovered = null;
    this.unread = [];
    this.dispatchEvent(new CustomEvent("statechange", { detail: { state, before } }));
  };

  /** Where focus goes when the focused control disappears or belongs to another token now. */
  #keepFocus(before: State, after: State): void {
    const active = this.shadowRoot?.activeElement;
    if (!(active instanceof HTMLElement)) return;
    // A button of a message goes with the message.
    if (active.closest(".remedies")) {
      this.#focusAfterUpdate = [".word:not(:disabled)", "textarea"];
    }
    const edit = active.dataset["edit"];
    if (edit) {
      const sign = edit[0]!;
      const moved = Number(edit.slice(1)) - (sign === "‹" ? 1 : 0);
      const place = Math.min(moved, after.ids.length - 1);
      // A token at the edge cannot be moved on; its delete button is the next best place.
      this.#focusAfterUpdate = [
        `[data-edit="${sign}${place}"]`,
        `[data-edit="×${place}"]`,
        ".word, textarea",
      ];
    } else if (active.dataset["cell"] && after.cell !== before.cell) {
      this.#focusAfterUpdate = [`[data-cell="${after.cell.place},${after.cell.column}"]`];
    } else if (active.dataset["cell"] && after.pair !== before.pair) {
      this.#focusAfterUpdate = [`[data-cell="pair ${after.pair.query},${after.pair.key}"]`];
    }
  }

  readonly #loadVocabulary = (): void => {
    if (this.vocabulary.status === "loading" || this.vocabulary.status === "ready") return;
    this.vocabulary = loadingVocabulary;
    loadGpt2Vocabulary().then(
      (vocabulary) => {
        this.vocabulary = vocabulary;
        if (this.#typedText !== undefined) this.#typeText(this.#typedText);
      },
      () => (this.vocabulary = failedVocabulary),
    );
  };

  readonly #typeText = (text: string): void => {
    if (!this.vocabulary.encode) {
      this.#typedText = text;
      this.#loadVocabulary();
      return;
    }
    this.#typedText = undefined;
    const ids = this.vocabulary.encode(text);
    if (ids.length > maxTypedLength) {
      this.#setProblem({ kind: "too-many", count: ids.length, most: maxTypedLength });
    } else {
      this.#set(withIds({ ...this.state, positionIds: null }, ids));
    }
  };

  readonly #setProblem = (problem: Problem | null): void => {
    this.problem = problem && { about: this.state.ids, fact: problem };
  };

  /** What a guess is about: another sentence, position or cell is another question. */
  #question(): string {
    const { model, ids, positionIds, cell } = this.state;
    return JSON.stringify([model, ids, positionIds, cell]);
  }

  /** A model is made in a turn of its own, in which the browser compiles what makes it. */
  protected override async scheduleUpdate(): Promise<void> {
    while (this.#models?.runtime !== (this.runtime ?? undefined)) {
      this.#models = this.runtime && new Models(this.runtime);
      await nextTurn();
      try {
        this.#models?.get(this.state.model);
      } catch {
        // The drawing meets the same error, and Lit reports it.
      }
      await nextTurn();
    }
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.#check();
    const before = changed.get("state") as State | undefined;
    // Whatever has replaced the sentence since is newer than what was typed.
    if (before && before.ids !== this.state.ids) this.#typedText = undefined;
    if (this.#needsVocabulary()) this.#loadVocabulary();
    if (before && before.model !== this.state.model) this.#layers.release();
  }

  #check(): void {
    if (this.#checked || !this.#models) return;
    const { config } = this.#models.get(this.state.model);
    const { state, unreadable } = withinModel(this.state, config);
    this.state = state;
    this.unread = [...this.unread, ...unreadable];
    this.#checked = true;
  }

  /** Ids of GPT-2 that came from the address have words, too. */
  #needsVocabulary(): boolean {
    const { model, ids } = this.state;
    return (
      model === "gpt2-small" &&
      this.vocabulary.status === "absent" &&
      !ids.every((id) => gpt2Sample.some((sample) => sample.id === id))
    );
  }

  protected override render() {
    if (!this.#models) return html``;
    const { state } = this;
    const view = viewOf(state, this.#models);
    if (!view.error && !view.attempt) this.#lastValid = state;
    const context: Context = {
      state,
      view,
      models: this.#models,
      words: catalogues[this.language],
      cell: this.hovered ?? state.cell,
      vocabulary: this.vocabulary,
      runs: this.#runs,
      set: this.#set,
      hover: (cell) => (this.hovered = cell),
    };
    const problem = noteAbout(this.problem, state.ids);
    return html`
      <div
        class="stepper"
        data-step=${state.step}
        data-model=${state.model}
        data-size=${isWide(context) ? "wide" : "small"}
      >
        ${unread(context.words, this.unread)} ${skipToSteps(context)} ${modelChoice(context)}
        <div class="top">
          ${this.#part(() =>
            sentence(context, {
              problem: problem?.kind === "not-integer" && problem.field === "try" ? null : problem,
              setProblem: this.#setProblem,
              loadVocabulary: this.#loadVocabulary,
              typeText: this.#typeText,
            }),
          )}
          <div class="flow">
            ${this.#part(() => html`${formula(context)} ${explanation(context)}`)}
          </div>
        </div>
        ${steps(context)}
        ${attempts(
          context,
          problem?.kind === "not-integer" && problem.field === "try" ? problem : null,
          this.#setProblem,
        )}
        ${outOfRange(context, {
          lastValid: this.#lastValid?.model === state.model ? this.#lastValid : null,
          dropped: noteAbout(this.dropped, state.ids),
          setDropped: (fact, about) => (this.dropped = { about, fact }),
        })}
        ${showsNetwork(context)
          ? this.#part(() => html`${attention(context)} ${block(context)} ${nextWord(context)}`)
          : this.#embeddingFigure(context)}
        ${layers(context, {
          layers: this.#layers,
          choice: this.attentionOf,
          choose: (choice) => (this.attentionOf = choice),
        })}
        ${elsewhere(context)}
      </div>
    `;
  }

  /** Both tables, the fetched rows and their sum. */
  #embeddingFigure(context: Context) {
    const { state, cell } = context;
    const verdict = noteAbout(this.verdict, this.#question());
    const hideResult = state.bet && verdict?.kind !== "right" && canBet(context);
    const isChosen = cell.place === state.cell.place && cell.column === state.cell.column;
    return html`
      <section class="figure">
        <div class="wte-table">${this.#part(() => lookupTable(context, "wte"))}</div>
        <div class="wpe-table">${this.#part(() => lookupTable(context, "wpe"))}</div>
        <div class="arrow" aria-hidden="true">→</div>
        <div class="wte-rows">${this.#part(() => fetchedRows(context, "wte"))}</div>
        <div class="plus" aria-hidden="true">+</div>
        <div class="wpe-rows">${this.#part(() => fetchedRows(context, "wpe"))}</div>
        <div class="equals" aria-hidden="true">=</div>
        <div class="x0-rows">${this.#part(() => sumRows(context, { hideChosen: hideResult }))}</div>
        <div class="below">
          ${reading(context, hideResult && isChosen)}
          ${bet(context, {
            verdict,
            setVerdict: (fact) => (this.verdict = { about: this.#question(), fact }),
          })}
          ${columnChoice(context, this.limit)}
        </div>
      </section>
    `;
  }

  protected override updated(): void {
    if (this.#isDrawn) this.#settle();
  }

  /** What is drawn in a turn of its own when the stepper is drawn for the first time. */
  #part(draw: () => unknown): unknown {
    return this.#isDrawn ? draw() : later(draw, this.#drawInTurn);
  }

  readonly #drawInTurn = (draw: () => void): void => {
    this.#waiting.push(draw);
    this.#drawing ??= this.#drawWaiting();
  };

  async #drawWaiting(): Promise<void> {
    try {
      for (let draw; (draw = this.#waiting.shift()); ) {
        await nextTurn();
        draw();
      }
    } finally {
      // After an error the next change draws all of it at once.
      this.#waiting.length = 0;
      this.#isDrawn = true;
      this.#drawing = undefined;
    }
    this.#settle();
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await this.#drawing;
    return isComplete;
  }

  /** What can be done only with the elements that were drawn. */
  #settle(): void {
    const becomesReady = this.#models !== undefined && !this.hasAttribute("ready");
    // From here on the parts are seen, and have sizes.
    this.toggleAttribute("ready", this.#models !== undefined);
    this.#drawStrips();
    this.renderRoot.querySelectorAll<HTMLElement>("[data-one-stop]").forEach((row) => keepOneStop(row));
    this.#focusAfterUpdate.some((selector) => {
      const found = this.renderRoot.querySelector<HTMLElement>(selector);
      if (!found || found.matches(":disabled")) return false;
      found.focus();
      return true;
    });
    this.#focusAfterUpdate = [];
    this.#showBadToken();
    if (becomesReady) this.dispatchEvent(new Event("ready"));
  }

  /** A bad token at the end of a long sentence is moved into sight. */
  #showBadToken(): void {
    const scroll = this.renderRoot.querySelector<HTMLElement>(".scroll");
    const bad = scroll?.querySelector<HTMLElement>(".bad");
    if (!scroll || !bad) return;
    const beyond = bad.getBoundingClientRect().right - scroll.getBoundingClientRect().right;
    if (beyond > 0) scroll.scrollLeft += beyond;
  }

  #drawStrips(): void {
    const strips = [...this.renderRoot.querySelectorAll<StripCanvas>("canvas")].filter(
      (canvas) => canvas.values,
    );
    if (strips.length === 0) return;
    const limit = stripLimit(strips.map((canvas) => canvas.values!));
    const colours = stripColours(this);
    for (const canvas of strips) drawStrip(canvas, canvas.values!, limit, colours);
    this.limit = limit;
  }
}

customElements.define("tiny-gpt-stepper", TinyGptStepper);
