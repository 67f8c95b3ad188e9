/** The languages of the page, apart from its words, which are much more to load. */

export const languages = ["zh", "en"] as const;
export type Language = (typeof languages)[number];

/** The reader's language: what is asked for, else Chinese where the browser prefers it. */
export function chooseLanguage(asked: string | null, preferred: readonly string[]): Language {
  const known = (tag: string) => languages.find((language) => tag.toLowerCase().startsWith(language));
  if (asked !== null && known(asked)) return known(asked)!;
  for (const tag of preferred) {
    const language = known(tag);
    if (language) return language;
  }
  return "en";
}

/** What <html lang> and lang attributes say. */
export const languageTags: Readonly<Record<Language, string>> = { zh: "zh-CN", en: "en" };
