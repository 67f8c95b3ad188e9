import { loadTinyGpt } from "tiny-gpt-lab";
import wasmUrl from "tiny-gpt-lab/tinygpt.wasm";

const tinyGpt = await loadTinyGpt({ wasmUrl: new URL(wasmUrl, import.meta.url) });
globalThis.computed = { local: [...tinyGpt.createModel("teaching").embed([0, 1, 2]).x0] };
