/** The page: language, address and runtime around the stepper. */

import "../stepper/element.js";
import { loadTinyGpt } from "../runtime/tinygpt.js";
import type { TinyGptStepper } from "../stepper/element.js";
import type { State } from "../stepper/state.js";
import { queryToState, stateToQuery, type Unreadable } from "../stepper/url.js";
import {
  catalogues,
  chooseLanguage,
  type Language,
  languages,
  languageTags,
} from "../words/index.js";

function element<T extends HTMLElement>(selector: string): T {
  return document.querySelector<T>(selector)!;
}

const stepper = element<TinyGptStepper>("tiny-gpt-stepper");
const status = element("#status");

let language: Language = "zh";
/** Parts of the address that made no sense, until the reader moves on. */
let unreadable: readonly Unreadable[] = [];
/** Why the runtime did not start. */
let failure: Error | undefined;

function address(state: State, lang: Language): string {
  const query = stateToQuery(state);
  query.set("lang", lang);
  // Commas and colons may stand in a query as they are, and read better so.
  return `?${query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

function showLanguages(): void {
  const others = languages.filter((choice) => choice !== language);
  const links = others.map((choice) => {
    const link = document.createElement("a");
    link.href = address(stepper.state, choice);
    link.lang = languageTags[choice];
    link.textContent = catalogues[choice].languageName;
    link.hreflang = languageTags[choice];
    link.addEventListener("click", (event) => {
      event.preventDefault();
      language = choice;
      history.replaceState(null, "", address(stepper.state, language));
      showWords();
      element<HTMLAnchorElement>("#languages a").focus();
    });
    return link;
  });
  element("#languages").replaceChildren(...links);
  element("#languages").setAttribute("aria-label", catalogues[language].page.language);
}

function showWords(): void {
  const { page } = catalogues[language];
  document.documentElement.lang = languageTags[language];
  document.title = page.title;
  element("#heading").textContent = page.heading;
  element("#lead").textContent = page.lead;
  element("#about").textContent = page.about;
  stepper.language = language;
  showLanguages();
  showStatus();
}

function unreadableText(part: Unreadable): string {
  const { page } = catalogues[language];
  switch (part.kind) {
    case "unreadable":
      return page.unreadable(part.key, part.value);
    case "too-many":
      return page.tooMany(part.key, part.count, part.most);
    case "length-mismatch":
      return page.lengthMismatch(part.count, part.ids);
  }
}

function reloadButton(): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = catalogues[language].page.reload;
  button.addEventListener("click", () => location.reload());
  return button;
}

/** One sentence a paragraph; while the runtime starts, that it does, or that it could not. */
function showStatus(): void {
  const { page } = catalogues[language];
  if (failure) {
    status.replaceChildren(`${page.failed} ${failure.message} `, reloadButton());
    return;
  }
  const starting = stepper.runtime ? [] : [page.loading];
  const paragraphs = [...unreadable.map(unreadableText), ...starting].map((text) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = text;
    return paragraph;
  });
  status.replaceChildren(...paragraphs);
}

/** Makes the page say what the address says. */
function showAddress(): void {
  const query = new URLSearchParams(location.search);
  const read = queryToState(query);
  unreadable = read.unreadable;
  language = chooseLanguage(query.get("lang"), navigator.languages);
  stepper.state = read.state;
  showWords();
}

// Browsers limit how often an address may change; a scrubber changes it at every pixel.
let pending: ReturnType<typeof setTimeout> | undefined;

stepper.addEventListener("statechange", (event) => {
  const { state, before } = (event as CustomEvent<{ state: State; before: State }>).detail;
  clearTimeout(pending);
  if (state.model !== before.model) {
    // What was done a moment ago may not be in the address yet; "back" should find it.
    history.replaceState(null, "", address(before, language));
    history.pushState(null, "", address(state, language));
  } else {
    pending = setTimeout(() => history.replaceState(null, "", address(state, language)), 150);
  }
  unreadable = [];
  showStatus();
  showLanguages();
});

addEventListener("popstate", () => {
  clearTimeout(pending);
  showAddress();
});

showAddress();
try {
  stepper.runtime = await loadTinyGpt();
} catch (error) {
  failure = error as Error;
}
showStatus();
