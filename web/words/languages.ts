/** The languages of the page, apart from its words, which are much more to load. */

export const languages = ["zh", "en"] as const;
export type Language = (typeof languages)[number];

/** The page's language for a tag such as "zh-TW", if it has it. */
export function knownLanguage(tag: string): Language | undefined {
  return languages.find((language) => tag.toLowerCase().startsWith(language));
}

/** The reader's language: what is asked for, else the first that the browser prefers. */
export function chooseLanguage(asked: string | null, preferred: readonly string[]): Language {
  for (const tag of asked === null ? preferred : [asked, ...preferred]) {
    const language = knownLanguage(tag);
    if (language) return language;
  }
  return "en";
}

/** What <html lang> and lang attributes say. */
export const languageTags: Readonly<Record<Language, string>> = { zh: "zh-CN", en: "en" };
