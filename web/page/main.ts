import { loadTinyGpt } from "../runtime/tinygpt.js";
loadTinyGpt();
