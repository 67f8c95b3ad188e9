/** Puts the chapter into the page: both languages, terms that open, and the places of laboratories. */

import { readFile } from "node:fs/promises";

const here = (name) => new URL(name, import.meta.url);
const languages = { zh: "zh-CN", en: "en" };

/** The text as passages, with the name of the laboratory that follows each. */
function passages(text) {
  const parts = text.replace(/^<!--.*?-->\s*/s, "").split(/<!-- lab (\w+) -->/);
  return Array.from({ length: Math.ceil(parts.length / 2) }, (_, i) => ({
    html: parts[2 * i].trim(),
    lab: parts[2 * i + 1],
  }));
}

/** A term becomes a button, followed by its explanation, which is read next once it is open. */
function withTerms(html, glossary, language) {
  return html.replace(/<dfn data-term="([\w-]+)">(.*?)<\/dfn>/g, (_, term, words) => {
    const explanation = glossary[term]?.[language];
    if (!explanation) throw new Error(`the glossary has no "${term}" in ${language}`);
    const id = `term-${language}-${term}`;
    const button = `<button class="term" popovertarget="${id}">${words}</button>`;
    return `<dfn>${button}</dfn><span popover id="${id}" class="glossary" role="note">${explanation}</span>`;
  });
}

export async function chapter() {
  const glossary = JSON.parse(await readFile(here("glossary.json"), "utf8"));
  const texts = await Promise.all(
    Object.keys(languages).map(async (language) => ({
      language,
      passages: passages(await readFile(here(`${language}.html`), "utf8")),
    })),
  );
  const [first, ...others] = texts;
  const order = (text) => text.passages.map(({ lab }) => lab).join();
  for (const other of others) {
    if (order(other) !== order(first)) throw new Error("the languages place laboratories differently");
  }
  return first.passages
    .map(({ lab }, index) => {
      const versions = texts.map(({ language, passages: own }) => {
        const html = withTerms(own[index].html, glossary, language);
        return `<div class="prose" data-language="${language}" lang="${languages[language]}">${html}</div>`;
      });
      const place = lab ? `<div class="lab-place" data-lab="${lab}"></div>` : "";
      return versions.join("\n") + place;
    })
    .join("\n");
}
