import { loadTinyGpt } from "tiny-gpt-lab";
import { loadLaboratories } from "tiny-gpt-lab/laboratories";

const local = await loadTinyGpt();
const laboratories = await loadLaboratories();
globalThis.computed = {
  local: [...local.createModel("teaching").embed([0, 1, 2]).x0],
  laboratories: [...laboratories.createModel("teaching").embed([0, 1, 2]).x0],
};
await import("tiny-gpt-lab/element");
document.body.append(document.querySelector("template").content);
