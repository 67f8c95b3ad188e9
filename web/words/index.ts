import { en } from "./en.js";
import type { Language } from "./languages.js";
import { type Words, zh } from "./zh.js";

export type { Words } from "./zh.js";

export { chooseLanguage, knownLanguage, type Language, languages, languageTags } from "./languages.js";

export const catalogues: Readonly<Record<Language, Words>> = { zh, en };
