/** What the embedded element says until it has started, and when it cannot. */

import type { Language } from "../words/index.js";

interface EmbedWords {
  readonly loading: string;
  readonly unknown: (lab: string) => string;
  readonly failed: (message: string) => string;
  readonly again: string;
}

export const embedWords: Readonly<Record<Language, EmbedWords>> = {
  zh: {
    loading: "正在装入……",
    unknown: (lab) => `没有叫“${lab}”的实验。`,
    failed: (message) => `没能启动：${message}`,
    again: "再试一次",
  },
  en: {
    loading: "Loading…",
    unknown: (lab) => `There is no laboratory called “${lab}”.`,
    failed: (message) => `Could not start: ${message}`,
    again: "Try again",
  },
};
