/** What the package's types have to allow and to refuse; only compiled. */

import { IndexError, loadTinyGpt, type Model } from "tiny-gpt-lab";
import { TinyGptLab } from "tiny-gpt-lab/element";
import { loadLaboratories, type TinyGptLaboratories } from "tiny-gpt-lab/laboratories";

const model: Model = (await loadTinyGpt()).createModel("teaching");
const laboratories: TinyGptLaboratories = await loadLaboratories();
export const row: Float32Array = model.embed([0]).x0;
export const slopes: Float32Array | Float64Array = laboratories.alibiSlopes(2);
export const isError = (error: unknown) => error instanceof IndexError && error.table;

const element: TinyGptLab = document.createElement("tiny-gpt-lab");
element.lab = "positions";
element.addEventListener("step", ({ detail }) => detail.query.map(([key, value]) => key + value));
element.addEventListener("error", ({ detail }) => detail.message.trim());
element.addEventListener("click", (event) => event.clientX);
element.addEventListener("anything", (event) => event.preventDefault());
// @ts-expect-error There is no such preset.
(await loadTinyGpt()).createModel("gpt3");
// @ts-expect-error The detail of "error" is a sentence.
element.addEventListener("error", ({ detail }) => detail.query);
