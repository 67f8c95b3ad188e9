/** Runs inside a worker: X0 of one word, to one decimal. */

import { loadTinyGpt } from "/tinygpt.js";

const { x0 } = (await loadTinyGpt()).createModel("teaching").embed([0]);
postMessage(Array.from(x0, (value) => Math.round(value * 10) / 10));
