/** The functions that need no model: each checks its arguments and asks the core. */

import {
  fail,
  finiteNumber,
  matrixOf,
  oneOf,
  optionsObject,
  pair,
  trueOrFalse,
  wholeNumber,
  wholeNumbers,
} from "./arguments.js";
import { type BoundLaboratoryModule, unwrap } from "./bound.js";
import { croppedPrompt } from "./prompt.js";
import type { Laboratories, ParameterConfig, SinusoidalOptions, T5Options } from "./laboratory_types.js";

const modelTypes = ["gpt2", "bert", "roberta", "opt", "whisper", "vit"] as const;

function sinusoidalOptions(options: SinusoidalOptions | undefined): [string, number] {
  const { layout = "interleaved", base = 10000 } = optionsObject("options", options, [
    "layout",
    "base",
  ]);
  return [oneOf("layout", layout, ["interleaved", "half", "whisper"]), finiteNumber("base", base)];
}

const switches = ["tie_word_embeddings", "do_layer_norm_before"];

/** The core knows each model's keys; a switch among them is 0 or 1 there. */
function parameterCount(core: BoundLaboratoryModule, config: ParameterConfig) {
  if (config === null || typeof config !== "object") fail("config", "must be an object");
  const { model_type, ...sizes } = config;
  const given = Object.entries(sizes).filter(([, value]) => value !== undefined && value !== null);
  const values = given.map(([key, value]) =>
    switches.includes(key) ? Number(trueOrFalse(key, value)) : wholeNumber(key, value),
  );
  const type = oneOf("model_type", model_type, modelTypes);
  const keys = given.map(([key]) => key);
  return unwrap(core.parameterCount(type, keys, Float64Array.from(values)));
}

export function laboratories(core: BoundLaboratoryModule): Laboratories {
  function t5Bucket(relativePosition: number, options?: T5Options): number;
  function t5Bucket(relativePositions: ArrayLike<number>, options?: T5Options): Int32Array;
  function t5Bucket(given: number | ArrayLike<number>, options?: T5Options): number | Int32Array {
    const { bidirectional = true, buckets = 32, maxDistance = 128 } = optionsObject(
      "options",
      options,
      ["bidirectional", "buckets", "maxDistance"],
    );
    const isList = given !== null && typeof given === "object";
    const found = unwrap(
      core.t5Buckets(
        isList
          ? wholeNumbers("relativePositions", given)
          : Float64Array.of(wholeNumber("relativePosition", given)),
        trueOrFalse("bidirectional", bidirectional),
        wholeNumber("buckets", buckets),
        wholeNumber("maxDistance", maxDistance),
      ),
    );
    return isList ? found : found[0]!;
  }

  return {
    parameterCount: (config) => parameterCount(core, config),
    sinusoidal: (n, d, options) =>
      unwrap(
        core.sinusoidal(wholeNumber("n", n), wholeNumber("d", d), ...sinusoidalOptions(options)),
      ),
    sinusoidalFrequencies: (d, options) =>
      unwrap(core.sinusoidalFrequencies(wholeNumber("d", d), ...sinusoidalOptions(options))),
    sinusoidalShift: (matrix, k, options) =>
      unwrap(
        core.sinusoidalShift(
          matrixOf("matrix", matrix),
          wholeNumber("k", k),
          ...sinusoidalOptions(options),
        ),
      ),
    dotProducts: (matrix) => unwrap(core.dotProducts(matrixOf("matrix", matrix))),
    cosineSimilarity: (matrix) => unwrap(core.cosineSimilarity(matrixOf("matrix", matrix))),

    interpolate(matrix, rows, options) {
      const { mode = "linear", alignCorners = false } = optionsObject("options", options, [
        "mode",
        "alignCorners",
      ]);
      return unwrap(
        core.interpolate(
          matrixOf("matrix", matrix),
          wholeNumber("rows", rows),
          oneOf("mode", mode, ["linear", "cubic"]) === "cubic",
          trueOrFalse("alignCorners", alignCorners),
        ),
      );
    },
    interpolateGrid(matrix, options) {
      const { from, to, mode = "bicubic", alignCorners = false, classToken = true } =
        optionsObject("options", options, ["from", "to", "mode", "alignCorners", "classToken"]);
      return unwrap(
        core.interpolateGrid(
          matrixOf("matrix", matrix),
          Float64Array.from(pair("from", from)),
          Float64Array.from(pair("to", to)),
          oneOf("mode", mode, ["bilinear", "bicubic"]) === "bicubic",
          trueOrFalse("alignCorners", alignCorners),
          trueOrFalse("classToken", classToken),
        ),
      );
    },

    windows(length, size, overlap) {
      const ends = unwrap(
        core.windows(
          wholeNumber("length", length),
          wholeNumber("size", size),
          wholeNumber("overlap", overlap),
        ),
      );
      return Array.from({ length: ends.length / 2 }, (_, i) => ({
        start: ends[2 * i]!,
        end: ends[2 * i + 1]!,
      }));
    },
    cropPrompt(ids, room, policy) {
      const given = wholeNumbers("ids", ids);
      const chosen = oneOf("policy", policy, ["error", "keep-head", "keep-tail"]);
      const kept = croppedPrompt(core, given, wholeNumber("room", room), chosen);
      return { ids: Array.from(kept), dropped: given.length - kept.length };
    },

    rope(matrix, positions, options) {
      const { layout = "interleaved", base = 10000 } = optionsObject("options", options, [
        "layout",
        "base",
      ]);
      return unwrap(
        core.rope(
          matrixOf("matrix", matrix),
          wholeNumbers("positions", positions),
          oneOf("layout", layout, ["interleaved", "half"]),
          finiteNumber("base", base),
        ),
      );
    },
    alibiSlopes: (heads) => unwrap(core.alibiSlopes(wholeNumber("heads", heads))),
    alibiBias: (heads, length) =>
      unwrap(core.alibiBias(wholeNumber("heads", heads), wholeNumber("length", length))),
    t5Bucket,
  };
}
