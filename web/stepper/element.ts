/** <tiny-gpt-stepper>: holds the state, asks the core for the view, and draws the parts. */

import { html, LitElement, type PropertyValues } from "lit";
import type { TinyGpt } from "../runtime/tinygpt.js";
import { catalogues, type Language } from "../words/index.js";
import type { Context, Vocabulary } from "./context.js";
import type { Feedback } from "./guess.js";
import { maxTypedLength } from "./numbers.js";
import { attention } from "./parts/attention.js";
import { bet, canBet } from "./parts/bet.js";
import { block } from "./parts/block.js";
import { columnChoice } from "./parts/columns.js";
import { elsewhere } from "./parts/elsewhere.js";
import { explanation } from "./parts/explanation.js";
import { formula } from "./parts/formula.js";
import { modelChoice } from "./parts/models.js";
import { attempts, outOfRange } from "./parts/range.js";
import { nextWord } from "./parts/next.js";
import { reading } from "./parts/reading.js";
import { sentence } from "./parts/sentence.js";
import { Runs } from "./run.js";
import { steps } from "./parts/steps.js";
import { fetchedRows, sumRows } from "./parts/sums.js";
import { lookupTable } from "./parts/tables.js";
import { initialState, networkSteps, type State, withIds } from "./state.js";
import { drawStrip, stripColours, stripLimit } from "./strips.js";
import { stepperStyles } from "./styles.js";
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
    hovered: { state: true },
    vocabulary: { state: true },
    problem: { state: true },
    feedback: { state: true },
    dropped: { state: true },
    limit: { state: true },
  };

  /** The started runtime. Nothing is drawn before it is there. */
  declare runtime: TinyGpt | undefined;
  declare state: State;
  declare language: Language;

  declare private hovered: { place: number; column: number } | null;
  declare private vocabulary: Vocabulary;
  declare private problem: string | null;
  declare private feedback: Feedback | null;
  declare private dropped: string | null;
  declare private limit: number;

  #models: Models | undefined;
  readonly #runs = new Runs();
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
    this.feedback = null;
    this.dropped = null;
    this.limit = 1;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#darkScheme.addEventListener("change", this.#redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#darkScheme.removeEventListener("change", this.#redraw);
  }

  /** A change made by the reader: drawn, and told to whoever keeps the address. */
  readonly #set = (state: State): void => {
    const before = this.state;
    this.#keepFocus(before, state);
    this.state = state;
    this.hovered = null;
    this.dropped = null;
    if (state.ids !== before.ids || state.cell !== before.cell) this.feedback = null;
    if (state.ids !== before.ids) this.problem = null;
    this.dispatchEvent(new CustomEvent("statechange", { detail: { state, before } }));
  };

  /** Where focus goes when the focused control disappears or belongs to another token now. */
  #keepFocus(before: State, after: State): void {
    const active = this.shadowRoot?.activeElement;
    if (!(active instanceof HTMLElement)) return;
    const edit = active.dataset["edit"];
    if (edit) {
      const sign = edit[0]!;
      const moved = Number(edit.slice(1)) + (sign === "‹" ? -1 : sign === "›" ? 1 : 0);
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
      this.problem = catalogues[this.language].sentence.tooMany(ids.length, maxTypedLength);
    } else {
      this.#set(withIds({ ...this.state, positionIds: null }, ids));
    }
  };

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("runtime")) this.#models = this.runtime && new Models(this.runtime);
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
    return html`
      <div class="stepper" data-step=${state.step} data-model=${state.model}>
        ${modelChoice(context)}
        <div class="top">
          ${sentence(context, {
            problem: this.problem,
            setProblem: (problem) => (this.problem = problem),
            loadVocabulary: this.#loadVocabulary,
            typeText: this.#typeText,
          })}
          <div class="flow">${formula(context)} ${explanation(context)}</div>
        </div>
        ${steps(context)} ${attempts(context)}
        ${outOfRange(context, {
          lastValid: view.error && !view.attempt ? this.#lastValid : null,
          dropped: this.dropped,
          setDropped: (text) => (this.dropped = text),
        })}
        ${showsNetwork(context)
          ? html`${attention(context)} ${block(context)} ${nextWord(context)}`
          : this.#embeddingFigure(context)}
        ${elsewhere(context)}
      </div>
    `;
  }

  /** Both tables, the fetched rows and their sum. */
  #embeddingFigure(context: Context) {
    const hideResult = context.state.bet && !this.feedback?.right && canBet(context);
    const hidesChosen = hideResult && (!this.hovered || this.hovered === context.state.cell);
    const setFeedback = (feedback: Feedback | null) => (this.feedback = feedback);
    return html`
      <section class="figure">
        <div class="wte-table">${lookupTable(context, "wte")}</div>
        <div class="wpe-table">${lookupTable(context, "wpe")}</div>
        <div class="arrow" aria-hidden="true">→</div>
        <div class="wte-rows">${fetchedRows(context, "wte")}</div>
        <div class="plus" aria-hidden="true">+</div>
        <div class="wpe-rows">${fetchedRows(context, "wpe")}</div>
        <div class="equals" aria-hidden="true">=</div>
        <div class="x0-rows">${sumRows(context, { hideChosen: hideResult })}</div>
        <div class="below">
          ${reading(context, hidesChosen)}
          ${bet(context, { feedback: this.feedback, setFeedback })}
          ${columnChoice(context, this.limit)}
        </div>
      </section>
    `;
  }

  protected override updated(): void {
    this.#drawStrips();
    this.#focusAfterUpdate.some((selector) => {
      const found = this.renderRoot.querySelector<HTMLElement>(selector);
      if (!found || found.matches(":disabled")) return false;
      found.focus();
      return true;
    });
    this.#focusAfterUpdate = [];
    this.toggleAttribute("ready", this.#models !== undefined);
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
