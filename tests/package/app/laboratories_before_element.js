import { loadLaboratories } from "tiny-gpt-lab/laboratories";
import "tiny-gpt-lab/element";

const laboratories = await loadLaboratories();
globalThis.computed = { laboratories: [...laboratories.createModel("teaching").embed([0, 1, 2]).x0] };
document.body.append(document.querySelector("template").content);
