/**
 * A laboratory that fills a page and tells the page around it how high it is:
 *
 *     { type: "tiny-gpt-lab", version: 1, height }      height in CSS pixels, whenever it changes
 *
 * The keys of the address are the attributes of <tiny-gpt-lab>.
 */

import "./element.js";
import { chooseLanguage, languageTags } from "../words/index.js";

const version = 1;

function tellHeight(): void {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  parent.postMessage({ type: "tiny-gpt-lab", version, height }, "*");
}

export function fillPage(address: string): void {
  const query = new URLSearchParams(address);
  const language = chooseLanguage(query.get("lang"), navigator.languages);
  document.documentElement.lang = languageTags[language];
  document.documentElement.dataset["theme"] = query.get("theme") ?? "auto";
  const element = document.createElement("tiny-gpt-lab");
  for (const [key, value] of query) {
    if (/^[a-z][a-z0-9_-]*$/.test(key) && !key.startsWith("on")) element.setAttribute(key, value);
  }
  element.setAttribute("lang", language);
  document.querySelector("#loading")?.remove();
  document.body.append(element);
  if (parent !== window) new ResizeObserver(tellHeight).observe(document.documentElement);
}
