import "tiny-gpt-lab/element";
import { loadTinyGpt } from "tiny-gpt-lab";
import { loadLaboratories } from "tiny-gpt-lab/laboratories";

const local = await loadTinyGpt();
const remote = await loadTinyGpt({ worker: true });
const laboratories = await loadLaboratories();
const inWorker = await remote.createModel("teaching");
globalThis.computed = {
  local: [...local.createModel("teaching").embed([0, 1, 2]).x0],
  worker: [...(await inWorker.embed([0, 1, 2])).x0],
  laboratories: [...laboratories.createModel("teaching").embed([0, 1, 2]).x0],
};
remote.terminate();
