/** tiny-gpt-lab.single.html: one laboratory, with everything that it needs in the file. */

import wasmBinary from "tinygpt-wasm";
import { fillPage } from "./frame.js";
import { useLaboratorySource } from "../labs/runtime.js";
import { useSource } from "./runtime.js";

useSource({ wasmBinary });
useLaboratorySource({ wasmBinary });
fillPage(location.search);
