/**
 * Says what must be known before any of the page is laid out: its language, since the chapter holds
 * both and only one is ever shown, and whether one thing stands alone, without the chapter. A classic
 * script of its own, since the others start after the layout.
 */

import { chooseLanguage, languageTags } from "../words/languages.js";
import { aloneIn } from "./alone.js";

const query = new URLSearchParams(location.search);
const root = document.documentElement;
root.lang = languageTags[chooseLanguage(query.get("lang"), navigator.languages)];
root.classList.toggle("alone", aloneIn(query) !== null);
