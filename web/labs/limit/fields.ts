/** What the laboratory of the limit remembers. */

import { choice, flag, type StateOf, text, type TextField, whole } from "../fields.js";
import { wordsOf } from "./segments.js";

const typedText = text("", 160);

/** Empty stands for the sample sentence of the language; what cannot be seen is no text. */
const readersText: TextField = {
  ...typedText,
  read: (typed) => typedText.read(wordsOf(typed).length > 0 ? typed.trim() : ""),
};

export const fields = {
  text: readersText,
  rows: whole(8, 2, 8),
  way: choice("truncate", ["truncate", "windows", "rows", "grid"]),
  keep: choice("head", ["head", "tail"]),
  overlap: whole(2, 0, 7),
  target: whole(16, 8, 64),
  align: flag(false),
  column: whole(0, 0, 3),
  side: whole(6, 1, 8),
  class: flag(true),
};

export type LimitState = StateOf<typeof fields>;
