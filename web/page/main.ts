/** The page: language, address and runtime around the stepper and the laboratories. */

import "../stepper/element.js";
import { loadTinyGpt } from "../runtime/tinygpt.js";
import { nextTurn } from "../runtime/turns.js";
import { TinyGptLaboratory } from "../labs/element.js";
import { type LabName, labNames } from "../labs/names.js";
import { labs as loadable } from "../labs/registry.js";
import { labTitles } from "../labs/titles.js";
import { frameWords } from "../labs/words.js";
import { keepForOffline } from "../offline/register.js";
import type { TinyGptStepper } from "../stepper/element.js";
import type { State } from "../stepper/state.js";
import {
  catalogues,
  chooseLanguage,
  knownLanguage,
  type Language,
  languages,
  languageTags,
} from "../words/index.js";
import { aloneAddress, labQuery, pageAddress } from "./address.js";
import { type Alone, aloneIn } from "./alone.js";

function element<T extends HTMLElement>(selector: string): T {
  return document.querySelector<T>(selector)!;
}

const stepper = element<TinyGptStepper>("tiny-gpt-stepper");
const status = element("#status");

let language: Language = "zh";
/** What stands alone on the page, if not everything is there. */
let alone: Alone | null = null;
/** The page with everything on it; the other one is the chapter. */
const isWorkbench = document.documentElement.dataset["page"] === "workbench";
const labs = new Map<LabName, TinyGptLaboratory>();
/** Parts of the address that the page itself cannot use, until the reader moves on. */
let unreadable: readonly [key: string, value: string][] = [];
/** Why the runtime did not start. */
let failure: Error | undefined;

function address(state: State = stepper.state, lang: Language = language): string {
  const queries = new Map([...labs].map(([name, lab]) => [name, lab.query]));
  const { hash } = location;
  return pageAddress({ alone, stepper: state, labs: queries, language: lang, hash });
}

/** Puts the page as it is into the address, without a step in the history. */
function keepAddress(): void {
  history.replaceState(null, "", address());
}

function showLanguages(): void {
  const others = languages.filter((choice) => choice !== language);
  const links = others.map((choice) => {
    const link = document.createElement("a");
    link.href = address(undefined, choice);
    link.lang = languageTags[choice];
    link.textContent = catalogues[choice].languageName;
    link.hreflang = languageTags[choice];
    link.addEventListener("click", (event) => {
      event.preventDefault();
      language = choice;
      keepAddress();
      showWords();
      element<HTMLAnchorElement>("#links a[hreflang]").focus();
    });
    return link;
  });
  element("#links").replaceChildren(otherPage(), ...links);
  element("#links").setAttribute("aria-label", catalogues[language].page.links);
}

/** From the chapter to the workbench, where everything is, and back; from what stands alone to there. */
function otherPage(): HTMLAnchorElement {
  const { page } = catalogues[language];
  const onWorkbench = isWorkbench && !alone;
  const link = document.createElement("a");
  const place = alone && alone !== "stepper" ? `#${alone}` : "";
  link.href = `${onWorkbench ? "./" : "workbench.html"}?lang=${language}${place}`;
  link.textContent = onWorkbench ? page.chapter : page.workbench;
  return link;
}

function showWords(): void {
  const { page } = catalogues[language];
  document.documentElement.lang = languageTags[language];
  document.title =
    alone && alone !== "stepper" ? labTitles[language][alone] : page.title;
  stepper.language = language;
  for (const lab of labs.values()) lab.language = language;
  showContents();
  showLanguages();
  showStatus();
}

/** The laboratories by title, and a way back from one that stands alone. */
function showContents(): void {
  const contents = element("#contents");
  contents.hidden = !isWorkbench || alone !== null;
  contents.setAttribute("aria-label", frameWords[language].contents);
  const list = document.createElement("ol");
  for (const name of labs.keys()) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#${name}`;
    link.textContent = labTitles[language][name];
    item.append(link);
    list.append(item);
  }
  contents.replaceChildren(list);
}

/** Makes the laboratories that the address speaks of. */
function showLabs(query: URLSearchParams): void {
  document.documentElement.classList.toggle("alone", alone !== null);
  stepper.hidden = alone !== null && alone !== "stepper";
  const places = isWorkbench ? labNames : labNames.filter((name) => placeOf(name));
  const wanted = (alone === null ? places : labNames.filter((name) => name === alone)).filter(
    (name) => loadable[name],
  );
  for (const [name, lab] of labs) {
    if (wanted.includes(name)) continue;
    lab.remove();
    labs.delete(name);
  }
  for (const name of wanted) {
    const lab = labs.get(name) ?? newLab(name);
    lab.query = labQuery(query, name, alone);
    lab.alone = alone ? null : (state) => aloneAddress(name, state, language);
    lab.figure = !isWorkbench && alone === null;
    labs.set(name, lab);
  }
}

/** Puts the laboratories where they belong, if they are not there already. */
function placeLabs(): void {
  for (const [name, lab] of labs) {
    const place = (alone === null && placeOf(name)) || element("#labs");
    if (lab.parentElement !== place) place.append(lab);
  }
}

/** Where the chapter has its place for a laboratory. */
function placeOf(name: LabName): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.lab-place[data-lab="${name}"]`);
}

function newLab(name: LabName): TinyGptLaboratory {
  const lab = new TinyGptLaboratory();
  lab.name = name;
  lab.id = name;
  lab.addEventListener("statechange", () => {
    clearTimeout(pending);
    pending = setTimeout(keepAddress, 150);
    showLanguages();
  });
  return lab;
}

function reloadButton(): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = catalogues[language].page.reload;
  button.addEventListener("click", () => location.reload());
  return button;
}

/** One sentence a paragraph; while the runtime starts, that it does, or that it could not. */
function showStatus(): void {
  const { address, page } = catalogues[language];
  if (failure) {
    status.replaceChildren(`${page.failed} ${failure.message} `, reloadButton());
    return;
  }
  // A laboratory says itself that it is loading.
  const starting = stepper.hasAttribute("ready") || stepper.hidden ? [] : [page.loading];
  const unread = unreadable.map(([key, value]) => address.unreadable(key, value));
  const paragraphs = [...unread, ...starting].map((text) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = text;
    return paragraph;
  });
  status.replaceChildren(...paragraphs);
}

/** Makes the page say what the address says. */
function showAddress(): void {
  const query = new URLSearchParams(location.search);
  alone = aloneIn(query);
  const makesSense: Record<string, (value: string) => boolean> = {
    lab: () => alone !== null,
    lang: (value) => knownLanguage(value) !== undefined,
  };
  unreadable = [...query].filter(([key, value]) => makesSense[key]?.(value) === false);
  language = chooseLanguage(query.get("lang"), navigator.languages);
  // The keys of a laboratory that stands alone are its own.
  stepper.query = alone === null || alone === "stepper" ? query : [];
  showLabs(query);
  showWords();
}

// Browsers limit how often an address may change; a scrubber changes it at every pixel.
let pending: ReturnType<typeof setTimeout> | undefined;

stepper.addEventListener("statechange", (event) => {
  const { state, before } = (event as CustomEvent<{ state: State; before: State }>).detail;
  clearTimeout(pending);
  if (state.model !== before.model) {
    // What was done a moment ago may not be in the address yet; "back" should find it.
    history.replaceState(null, "", address(before));
    history.pushState(null, "", address(state));
  } else {
    pending = setTimeout(keepAddress, 150);
  }
  unreadable = [];
  showStatus();
  showLanguages();
});

addEventListener("popstate", () => {
  clearTimeout(pending);
  showAddress();
  placeLabs();
});

stepper.addEventListener("ready", showStatus);

addEventListener("beforeprint", () => {
  placeLabs();
  for (const lab of labs.values()) lab.start();
});

showAddress();
// The text keeps places for its laboratories, for which the stepper need not wait.
const placesAreKept = !isWorkbench && alone === null && location.hash === "";
if (!placesAreKept) placeLabs();
try {
  stepper.runtime = await loadTinyGpt();
  await stepper.updateComplete;
} catch (error) {
  failure = error as Error;
  showStatus();
}
if (placesAreKept) {
  await nextTurn();
  placeLabs();
}
keepForOffline();
