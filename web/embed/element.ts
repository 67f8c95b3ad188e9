/**
 * <tiny-gpt-lab lab="stepper" ids="0,1,2" step="sum" lang="zh" theme="auto">: the stepper or one
 * laboratory in any page.
 *
 * Attributes: lab (a laboratory's name; default "stepper"), lang ("zh", "en"; default: the nearest
 * lang of the page), theme ("light", "dark", "auto"), and every key of the address of that
 * laboratory. They follow the reader's changes. What stands inside the element is shown until it
 * is ready, and where there is no script.
 *
 * Events, which bubble: "ready"; "step" with detail { lab, query } after every change; "error" with
 * detail { message } when the runtime or the laboratory cannot start.
 */

import type { TinyGptLaboratory } from "../labs/element.js";
import { type LabName, labNames } from "../labs/names.js";
import type { TinyGptStepper } from "../stepper/element.js";
import { chooseLanguage, type Language, languageTags } from "../words/index.js";
import { embedWords } from "./words.js";
import { sharedRuntime } from "./runtime.js";

type Name = LabName | "stepper";
type Pairs = [string, string][];

export interface TinyGptLabEventMap {
  ready: CustomEvent<null>;
  step: CustomEvent<{ lab: string; query: [key: string, value: string][] }>;
  error: CustomEvent<{ message: string }>;
}

type Listener<Event> = (this: TinyGptLab, event: Event) => unknown;

/** The element's own events; the platform's are as everywhere. */
export interface TinyGptLab {
  addEventListener<Kind extends keyof TinyGptLabEventMap>(
    kind: Kind,
    listener: Listener<TinyGptLabEventMap[Kind]>,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Kind extends Exclude<keyof HTMLElementEventMap, keyof TinyGptLabEventMap>>(
    kind: Kind,
    listener: Listener<HTMLElementEventMap[Kind]>,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    kind: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "tiny-gpt-lab": TinyGptLab;
  }
}

/** Attributes that are not keys of a laboratory's state. */
const own = new Set(["lab", "lang", "theme", "id", "class", "style", "slot", "hidden", "title", "dir"]);

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: block; min-height: var(--tiny-gpt-min-height, 34rem); }
  :host([ready]) { min-height: 0; }
  :host([hidden]) { display: none; }
  :host(:not([ready])) { position: relative; }

  /* Over what stands inside the element, so that nothing moves, and not before it is missed. */
  .waiting {
    position: absolute;
    inset-block-start: 0.5rem;
    inset-inline-end: 0.5rem;
    margin: 0;
    padding: 0 0.5em;
    font: 1rem/1.75 system-ui, sans-serif;
    color: CanvasText;
    background: Canvas;
    animation: missed 0.3s step-end;
  }
  @keyframes missed { from { visibility: hidden; } }
  .waiting:has(~ [failed]) { display: none; }

  tiny-gpt-stepper:not([ready]) { display: none; }

  /* It starts when its place is seen, and takes the place when it is ready. */
  slot ~ tiny-gpt-laboratory:not([ready], [failed]) {
    position: absolute;
    inset: 0;
    overflow: clip;
    visibility: hidden;
  }

  @media print {
    :host { min-height: 0; }
    .waiting { display: none; }
  }
`);

export class TinyGptLab extends HTMLElement {
  static readonly observedAttributes = ["lab", "lang", "theme"];

  #shown: TinyGptStepper | TinyGptLaboratory | undefined;
  #shownName: Name | undefined;
  #starting = 0;
  #sights: IntersectionObserver | undefined;
  #near = false;
  /** Attributes other than the observed ones change, too. */
  readonly #changes = new MutationObserver(() => this.#followAttributes());

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(document.createElement("slot"));
  }

  /** What is shown: "stepper" or a laboratory's name. */
  get lab(): string {
    return this.getAttribute("lab") ?? "stepper";
  }

  set lab(name: string) {
    this.setAttribute("lab", name);
  }

  /** The state as the fields of an address. */
  get query(): Pairs {
    return [...this.attributes]
      .filter(({ name }) => !own.has(name) && name !== "ready" && !/^(aria|data|on)/.test(name))
      .map(({ name, value }) => [name, value]);
  }

  connectedCallback(): void {
    this.#changes.observe(this, { attributes: true });
    this.#sights = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        this.#sights?.disconnect();
        this.#near = true;
        void this.#start();
      },
      { rootMargin: "60% 0px" },
    );
    this.#sights.observe(this);
  }

  disconnectedCallback(): void {
    this.#changes.disconnect();
    this.#sights?.disconnect();
  }

  attributeChangedCallback(): void {
    if (this.#near) void this.#start();
  }

  get #language(): Language {
    const asked = this.closest<HTMLElement>("[lang]")?.lang ?? null;
    return chooseLanguage(asked || null, navigator.languages);
  }

  async #start(): Promise<void> {
    const turn = ++this.#starting;
    const name = [...labNames, "stepper" as const].find((known) => known === this.lab);
    if (name === undefined) {
      this.#fail(embedWords[this.#language].unknown(this.lab));
      return;
    }
    this.shadowRoot!.querySelector("[role=alert]")?.remove();
    if (!this.hasAttribute("ready")) this.#sayLoading();
    try {
      const shown = name === this.#shownName ? this.#shown! : await newElement(name);
      if (turn === this.#starting) this.#show(name, shown);
    } catch (error) {
      if (turn === this.#starting) this.#fail((error as Error).message);
    }
  }

  #sayLoading(): void {
    if (this.shadowRoot!.querySelector(".waiting")) return;
    const paragraph = document.createElement("p");
    paragraph.className = "waiting";
    paragraph.setAttribute("role", "status");
    paragraph.textContent = embedWords[this.#language].loading;
    this.shadowRoot!.prepend(paragraph);
  }

  #show(name: Name, shown: TinyGptStepper | TinyGptLaboratory): void {
    shown.language = this.#language;
    shown.lang = languageTags[this.#language];
    shown.setAttribute("theme", this.getAttribute("theme") ?? "auto");
    if (this.#shown === shown) {
      if (shown.hasAttribute("ready") && !this.hasAttribute("ready")) this.#becomeReady(shown);
      return;
    }
    this.#shown = shown;
    this.#shownName = name;
    shown.toggleAttribute("embedded", true);
    enlarge(shown);
    this.#giveState();
    shown.addEventListener("statechange", () => this.#reflect());
    shown.addEventListener("ready", () => this.#becomeReady(shown), { once: true });
    if (this.hasAttribute("ready")) {
      this.toggleAttribute("ready", false);
      this.#sayLoading();
    }
    this.shadowRoot!.replaceChildren(...this.shadowRoot!.querySelectorAll(".waiting, slot"), shown);
  }

  #becomeReady(shown: HTMLElement): void {
    // Another may have been asked for since, and is shown when it has come.
    if (this.#shown !== shown || this.#shownName !== this.lab) return;
    for (const before of this.shadowRoot!.querySelectorAll(".waiting, slot")) before.remove();
    this.toggleAttribute("ready", true);
    this.dispatchEvent(new CustomEvent("ready", { bubbles: true, composed: true }));
  }

  #giveState(): void {
    this.#shown!.query = this.query;
  }

  #followAttributes(): void {
    if (!this.#shown || this.#shownName !== this.lab) return;
    const now = new URLSearchParams(this.#shown.query);
    const asked = this.query;
    const same = asked.length === now.size && asked.every(([key, value]) => now.get(key) === value);
    if (!same) this.#giveState();
  }

  /** The reader's change as attributes, and told. */
  #reflect(): void {
    const query = this.#shown!.query;
    const keys = new Set(query.map(([key]) => key));
    for (const [key] of this.query) if (!keys.has(key)) this.removeAttribute(key);
    for (const [key, value] of query) {
      if (this.getAttribute(key) !== value) this.setAttribute(key, value);
    }
    this.#changes.takeRecords();
    this.dispatchEvent(
      new CustomEvent("step", { bubbles: true, composed: true, detail: { lab: this.lab, query } }),
    );
  }

  #fail(message: string): void {
    const words = embedWords[this.#language];
    const paragraph = document.createElement("p");
    paragraph.setAttribute("role", "alert");
    const again = document.createElement("button");
    again.textContent = words.again;
    again.addEventListener("click", () => void this.#start());
    paragraph.append(words.failed(message), " ", again);
    this.shadowRoot!.querySelectorAll("p").forEach((said) => said.remove());
    this.shadowRoot!.prepend(paragraph);
    this.dispatchEvent(
      new CustomEvent("error", { bubbles: true, composed: true, detail: { message } }),
    );
  }
}

/** Sizes are in rem, which some hosts make as small as 10 pixels. */
function enlarge(shown: HTMLElement): void {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (rem >= 14) return;
  shown.style.fontSize = "1rem";
  shown.style.zoom = String(16 / rem);
}

async function newElement(name: Name): Promise<TinyGptStepper | TinyGptLaboratory> {
  if (name === "stepper") {
    const [{ TinyGptStepper }, runtime] = await Promise.all([
      import("../stepper/element.js"),
      sharedRuntime(),
    ]);
    const stepper = new TinyGptStepper();
    stepper.runtime = runtime;
    return stepper;
  }
  const { TinyGptLaboratory } = await import("../labs/element.js");
  const laboratory = new TinyGptLaboratory();
  laboratory.name = name;
  return laboratory;
}

customElements.define("tiny-gpt-lab", TinyGptLab);
