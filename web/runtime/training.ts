/** Training, attention's parts and BERT's embedding: each checks its arguments and asks the core. */

import {
  count,
  fail,
  float32Array,
  listOf,
  matrixOf,
  number,
  numbers,
  optionsObject,
  seedHalves,
  trueOrFalse,
  wholeNumber,
  wholeNumbers,
} from "./arguments.js";
import { type BoundBatch, type BoundModel, type BoundLaboratoryModule, unwrap } from "./bound.js";
import { BoundModelFace } from "./model.js";
import type {
  BatchOptions,
  BertOptions,
  BertTables,
  HeadChoice,
  RowUpdates,
  SyntheticOptions,
  Training,
  TrainingPhase,
} from "./training_types.js";
import type { Model } from "./types.js";

/** Taken last, since a list that is read before may dispose of the model. */
function boundOf(module: BoundLaboratoryModule, model: Model): BoundModel {
  if (!(model instanceof BoundModelFace)) fail("model", "must be what createModel returned");
  return model.boundIn(module);
}

export function createSynthetic(module: BoundLaboratoryModule, options: SyntheticOptions): BoundModel {
  const { config, seed = 0, scale = 1 } = optionsObject("options", options, [
    "config",
    "seed",
    "scale",
  ]);
  const keys = ["vocab_size", "n_positions", "n_embd", "n_layer", "n_head"] as const;
  const given = optionsObject("config", config, keys);
  const sizes = Object.fromEntries(keys.map((key) => [key, count(key, given[key])]));
  const { high, low } = seedHalves(seed);
  return unwrap(module.createSynthetic(sizes, high, low, number("scale", scale)));
}

// ---- Batches of sequences -----------------------------------------------------------------------

const batchKeys = ["targets", "positionIds"] as const;

function joined(lists: Float64Array[]): Float64Array {
  return Float64Array.from(lists.flatMap((list) => Array.from(list)));
}

/** Lists that fit those of `fed`, one for each of its words. */
function fittingLists(argument: string, values: unknown, fed: Float64Array[]): Float64Array[] {
  const lists = listOf(argument, values, wholeNumbers);
  if (lists.length !== fed.length) {
    fail(argument, `has ${lists.length} lists where batch has ${fed.length}`);
  }
  lists.forEach((list, i) => {
    const needed = fed[i]!.length;
    if (list.length !== needed) {
      fail(`${argument}[${i}]`, `has ${list.length} entries where ${needed} words are fed`);
    }
  });
  return lists;
}

/** Without targets, the last word of each sequence is not fed: it is what should come next. */
function boundBatch(batch: unknown, { targets, positionIds }: BatchOptions): BoundBatch {
  const sequences = listOf("batch", batch, wholeNumbers);
  if (sequences.length === 0) fail("batch", "must hold at least one sequence");
  const fed =
    targets === undefined ? sequences.map((words) => words.subarray(0, -1)) : sequences;
  fed.forEach(({ length }, i) => {
    if (length > 0) return;
    fail(`batch[${i}]`, "must hold a word to feed, and without targets one that should follow");
  });
  return {
    lengths: Float64Array.from(fed, ({ length }) => length),
    ids: joined(fed),
    targets: joined(
      targets === undefined
        ? sequences.map((words) => words.subarray(1))
        : fittingLists("targets", targets, fed),
    ),
    positionIds:
      positionIds === undefined
        ? undefined
        : joined(fittingLists("positionIds", positionIds, fed)),
  };
}

function boundPhase(argument: string, phase: TrainingPhase) {
  const { steps, batch, lengths, weights } = optionsObject(argument, phase, [
    "steps",
    "batch",
    "lengths",
    "weights",
  ]);
  return {
    steps: wholeNumber("steps", steps),
    batch: wholeNumber("batch", batch),
    lengths: wholeNumbers("lengths", lengths),
    weights: numbers("weights", weights),
  };
}

// ---- Options ------------------------------------------------------------------------------------

function headOf({ layer, head }: Partial<HeadChoice>): [number, number] {
  return [count("layer", layer), count("head", head)];
}

const optionalList = (argument: string, values: ArrayLike<number> | undefined) =>
  values === undefined ? undefined : wholeNumbers(argument, values);

/** Given without numbers it would stand for "not given". */
function normPart(argument: string, values: Float32Array | undefined): Float32Array | undefined {
  if (values === undefined) return undefined;
  const list = new Float32Array(float32Array(argument, values));
  if (list.length === 0) fail(argument, "must hold a number for each column");
  return list;
}

function boundTables(tables: BertTables) {
  const { word, position, tokenType, gamma, beta } = optionsObject("tables", tables, [
    "word",
    "position",
    "tokenType",
    "gamma",
    "beta",
  ]);
  return {
    word: matrixOf("word", word),
    position: matrixOf("position", position),
    tokenType: matrixOf("tokenType", tokenType),
    gamma: normPart("gamma", gamma),
    beta: normPart("beta", beta),
  };
}

function boundDropout(dropout: BertOptions["dropout"]) {
  if (dropout === undefined) return undefined;
  const { p, seed } = optionsObject("dropout", dropout, ["p", "seed"]);
  return { p: number("p", p), ...seedHalves(seed) };
}

// ---- The functions ------------------------------------------------------------------------------

export function training(module: BoundLaboratoryModule): Training {
  return {
    withPositions(model, wpe) {
      const table = matrixOf("wpe", wpe);
      return new BoundModelFace(
        module,
        unwrap(module.withPositions(boundOf(module, model), table)),
      );
    },
    gradients(model, batch, options) {
      const { all = false, ...lists } = optionsObject("options", options, [...batchKeys, "all"]);
      const everything = trueOrFalse("all", all);
      const given = boundBatch(batch, lists);
      const { loss, tensors } = unwrap(module.gradients(boundOf(module, model), given));
      const [wte, wpe] = tensors.map(({ values, shape }) => ({
        values,
        shape: shape as [number, number],
      }));
      return {
        loss,
        wte: wte!,
        wpe: wpe!,
        ...(everything && {
          all: Object.fromEntries(
            tensors.map(({ name, values, shape }) => [name, { values, shape }]),
          ),
        }),
      };
    },
    trainStep(model, batch, options) {
      const { learningRate, fixedPositions = false, ...lists } = optionsObject(
        "options",
        options,
        [...batchKeys, "learningRate", "fixedPositions"],
      );
      const rate = number("learningRate", learningRate);
      const fixed = trueOrFalse("fixedPositions", fixedPositions);
      const given = boundBatch(batch, lists);
      return new BoundModelFace(
        module,
        unwrap(module.trainStep(boundOf(module, model), given, rate, fixed)),
      );
    },
    rowUpdates(options) {
      const { rows, phases, seed } = optionsObject("options", options, ["rows", "phases", "seed"]);
      const size = count("rows", rows);
      const parts = listOf("phases", phases, boundPhase);
      const halves = seed === undefined ? undefined : seedHalves(seed);
      const updates: RowUpdates = {
        expected: unwrap(module.expectedUpdates(size, parts)),
        steps: parts.reduce((sum, { steps }) => sum + steps, 0),
      };
      if (halves) {
        updates.simulated = unwrap(
          module.simulatedUpdates(size, parts, halves.high, halves.low),
        );
      }
      return updates;
    },

    scoreTerms(model, ids, options) {
      const { positionIds, ...choice } = optionsObject("options", options, [
        "layer",
        "head",
        "positionIds",
      ]);
      const head = headOf(choice);
      const words = wholeNumbers("ids", ids);
      const positions = optionalList("positionIds", positionIds);
      return unwrap(module.scoreTerms(boundOf(module, model), words, positions, ...head));
    },
    headProjections(model, rows, options) {
      const { bias = false, ...choice } = optionsObject("options", options, [
        "layer",
        "head",
        "bias",
      ]);
      const head = headOf(choice);
      const added = trueOrFalse("bias", bias);
      const matrix = matrixOf("rows", rows);
      return unwrap(module.headProjections(boundOf(module, model), matrix, ...head, added));
    },
    scores: (q, k) => unwrap(module.scores(matrixOf("q", q), matrixOf("k", k))),
    readOut(model, ids, options) {
      const { positions = true, causal = true } = optionsObject("options", options, [
        "positions",
        "causal",
      ]);
      const words = wholeNumbers("ids", ids);
      const withPositions = trueOrFalse("positions", positions);
      const masked = trueOrFalse("causal", causal);
      return unwrap(module.readOut(boundOf(module, model), words, withPositions, masked));
    },

    bertEmbed(tables, ids, options) {
      const { tokenTypeIds, positionIds, dropout } = optionsObject("options", options, [
        "tokenTypeIds",
        "positionIds",
        "dropout",
      ]);
      const { kept, ...stages } = unwrap(
        module.bertEmbed(
          boundTables(tables),
          wholeNumbers("ids", ids),
          optionalList("positionIds", positionIds),
          optionalList("tokenTypeIds", tokenTypeIds),
          boundDropout(dropout),
        ),
      );
      const { shape } = stages.output;
      return { ...stages, ...(kept && { kept: { values: kept, shape: [...shape] } }) };
    },
  };
}
