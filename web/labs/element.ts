/** <tiny-gpt-laboratory name>: one laboratory, its state, its words and its picture. */

import { html, LitElement, nothing, type PropertyValues } from "lit";
import type { Model, TinyGptLaboratories } from "../runtime/tinygpt-laboratories.js";
import type { Language } from "../words/index.js";
import { type Fields, readState, type Refusal, startOf, type StateOf, type Unread, writeState } from "./fields.js";
import type { Core, Lab, LabContext, Preset } from "./lab.js";
import type { LabName } from "./names.js";
import { labs } from "./registry.js";
import { sharedLaboratories } from "./runtime.js";
import { labStyles } from "./styles/index.js";
import { frameWords } from "./words.js";

type AnyLab = Lab<Fields, unknown, any>;
type AnyState = StateOf<Fields>;

/** Models of one laboratory, made when first asked for. */
class Models implements Core {
  readonly #models = new Map<string, Model>();

  constructor(readonly runtime: TinyGptLaboratories) {}

  model(preset: Preset): Model {
    let model = this.#models.get(preset);
    if (!model) {
      model = this.runtime.createModel(preset);
      this.#models.set(preset, model);
    }
    return model;
  }

  dispose(): void {
    for (const model of this.#models.values()) model.dispose();
    this.#models.clear();
  }
}

export class TinyGptLaboratory extends LitElement {
  static override styles = labStyles;

  static override properties = {
    name: { type: String },
    runtime: { state: true },
    language: { type: String },
    alone: { attribute: false },
    figure: { attribute: false },
    lab: { state: true },
    state: { state: true },
    refusal: { state: true },
    lit: { state: true },
    failed: { state: true },
  };

  declare name: LabName;
  declare language: Language;
  /** The address where this laboratory stands alone in its present state; null: it does. */
  declare alone: ((query: [string, string][]) => string) | null;

  /** In a text that has said the idea already. */
  declare figure: boolean;

  declare private runtime: TinyGptLaboratories | undefined;
  declare private lab: AnyLab | undefined;
  declare private state: AnyState | undefined;
  declare private refusal: { readonly key: string; readonly refused: Refusal } | null;
  declare private lit: string | null;
  declare private failed: boolean;

  /** Until the laboratory is loaded, its state is the text that it was given. */
  #query: [string, string][] = [];
  #unread: readonly Unread[] = [];
  #core: Models | undefined;
  #view: unknown;
  #visible = false;
  #sights: IntersectionObserver | undefined;
  #styles: CSSStyleSheet | undefined;
  readonly #widths = new ResizeObserver(() => this.#letScrollersBeReached());

  constructor() {
    super();
    this.language = "en";
    this.alone = null;
    this.figure = false;
    this.refusal = null;
    this.lit = null;
    this.failed = false;
  }

  /** The state as the fields of an address; only what differs from the start. */
  get query(): [string, string][] {
    return this.lab && this.state ? writeState(this.lab.fields, this.state) : this.#query;
  }

  set query(query: Iterable<[string, string]>) {
    this.#query = [...query];
    if (this.lab) this.#read(this.lab);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sights = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.start();
    });
    if (!this.#visible) this.#sights.observe(this);
    this.#widths.observe(this);
  }

  /** Loads what is shown, also where it was not seen yet. */
  start(): void {
    if (this.#visible) return;
    this.#sights?.disconnect();
    this.#visible = true;
    void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sights?.disconnect();
    this.#widths.disconnect();
    this.#core?.dispose();
    this.#core = undefined;
    this.#view = undefined;
  }

  async #load(): Promise<void> {
    this.failed = false;
    try {
      const [{ lab }, runtime] = await Promise.all([labs[this.name]!(), sharedLaboratories()]);
      this.runtime = runtime;
      if (lab.styles?.styleSheet) this.#addStyles(lab.styles.styleSheet);
      this.#read(lab);
      this.lab = lab;
    } catch {
      this.failed = true;
    }
  }

  #addStyles(sheet: CSSStyleSheet): void {
    if (this.#styles === sheet || !this.shadowRoot) return;
    this.#styles = sheet;
    this.shadowRoot.adoptedStyleSheets = [...this.shadowRoot.adoptedStyleSheets, sheet];
  }

  #read(lab: AnyLab): void {
    const { state, unread } = readState(lab.fields, this.#query);
    this.state = state;
    this.#unread = unread;
    this.refusal = null;
  }

  readonly #set = (change: Partial<AnyState>): void => {
    this.state = { ...this.state!, ...change };
    this.refusal = null;
    this.#unread = [];
    this.dispatchEvent(new CustomEvent("statechange"));
  };

  readonly #type = (key: string, text: string): void => {
    const read = this.lab!.fields[key]!.read(text);
    if ("value" in read) this.#set({ [key]: read.value });
    else this.refusal = { key, refused: read.refused };
  };

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("runtime")) {
      this.#core?.dispose();
      this.#core = undefined;
    }
    if (!this.lab || !this.state || !this.runtime) return;
    const isNew = this.#core === undefined || changed.has("lab") || changed.has("state");
    this.#core ??= new Models(this.runtime);
    if (isNew) this.#view = this.lab.view(this.state, this.#core);
  }

  protected override render() {
    const frame = frameWords[this.language];
    if (this.failed) {
      return html`<p class="waiting">
        ${frame.failed} <button @click=${() => void this.#load()}>${frame.again}</button>
      </p>`;
    }
    if (!this.lab || !this.state || this.#view === undefined) {
      return html`<p class="waiting muted">${frame.loading}</p>`;
    }
    const { lab, state } = this;
    const words = lab.words[this.language];
    const context: LabContext<Fields, unknown, any> = {
      fields: lab.fields,
      state,
      view: this.#view,
      words,
      frame,
      language: this.language,
      set: this.#set,
      type: this.#type,
      refusal: this.refusal,
      lit: this.lit,
      light: (name) => (this.lit = name),
    };
    return html`
      <section class="lab" data-lab=${this.name} aria-labelledby="title">
        ${this.#title(words.title)}
        ${this.figure ? nothing : html`<p class="idea prose">${words.idea}</p>`}
        ${this.#unread.map(
          ({ key, refused }) =>
            html`<p class="refusal" role="status">${frame.unread(key, frame.refused(refused))}</p>`,
        )}
        <div class="body">${lab.render(context)}</div>
        <p class="seen prose" aria-live="polite">
          <span class="lead-in">${frame.seen}</span> ${lab.seen(context)}
        </p>
        <p class="try prose"><span class="lead-in">${frame.tryThis}</span> ${words.tryThis}</p>
        <p class="ends">
          <button class="quiet" @click=${() => this.#set(startOf(lab.fields))}>${frame.reset}</button>
          ${this.alone
            ? html`<a href=${this.alone(this.query)}>${frame.alone}</a>`
            : nothing}
        </p>
      </section>
    `;
  }

  #title(title: string) {
    if (this.figure) return html`<h3 id="title" class="title">${title}</h3>`;
    return this.alone
      ? html`<h2 id="title" class="title">${title}</h2>`
      : html`<h1 id="title" class="title">${title}</h1>`;
  }

  protected override updated(): void {
    this.toggleAttribute("failed", this.failed);
    this.#sayWhenReady();
    this.#letScrollersBeReached();
  }

  #sayWhenReady(): void {
    const ready = this.#view !== undefined;
    if (ready === this.hasAttribute("ready")) return;
    this.toggleAttribute("ready", ready);
    if (ready) this.dispatchEvent(new Event("ready"));
  }

  /** What is wider than its place is scrolled by keyboard, too. */
  readonly #letScrollersBeReached = (): void => {
    for (const scroller of this.renderRoot.querySelectorAll<HTMLElement>(".scroller")) {
      const scrolls = scroller.scrollWidth > scroller.clientWidth;
      if (scrolls) scroller.tabIndex = 0;
      else scroller.removeAttribute("tabindex");
      showWhetherMore(scroller);
      scroller.onscroll = () => showWhetherMore(scroller);
    }
  };
}

/** Whether columns are still hidden at the end. */
function showWhetherMore(scroller: HTMLElement): void {
  const rest = scroller.scrollWidth - scroller.clientWidth - Math.abs(scroller.scrollLeft);
  scroller.toggleAttribute("data-more", rest > 1);
}

customElements.define("tiny-gpt-laboratory", TinyGptLaboratory);
