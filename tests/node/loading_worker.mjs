/** Runs in a worker thread: loads the runtime as told and answers with an embedding. */

import { parentPort, workerData } from "node:worker_threads";

import { IndexError, loadTinyGpt } from "../../dist/tinygpt.js";

const tinyGpt = await loadTinyGpt(workerData.options);
const model = tinyGpt.createModel("gpt2-small");
const embedding = model.embed(workerData.ids);
let error;
try {
  model.embed([50257]);
} catch (thrown) {
  error = { isIndexError: thrown instanceof IndexError, index: thrown.index };
}
const again = model.embed(workerData.ids);
model.dispose();
parentPort.postMessage({ embedding, error, again });
