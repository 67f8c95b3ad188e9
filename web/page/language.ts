/**
 * Says which language the page is in before any of it is laid out: of the chapter, which holds both,
 * only one is ever shown. A classic script of its own, since the others start after the layout.
 */

import { chooseLanguage, languageTags } from "../words/languages.js";

const asked = new URLSearchParams(location.search).get("lang");
document.documentElement.lang = languageTags[chooseLanguage(asked, navigator.languages)];
