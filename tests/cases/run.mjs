/**
 * Runs the shared cases on the TypeScript face. Imports nothing, so that it works in Node and in
 * browsers alike: it is given what loadTinyGpt() returned, the parsed case files and the golden
 * data.
 */

/** wte[t][c] = t + c/4, wpe[p][c] = 16 (p + 1): the values tell their row. */
export function fixtureTables({ vocab_size, n_positions, n_embd }) {
  return {
    wte: Float32Array.from({ length: vocab_size * n_embd }, (_, i) => {
      const c = i % n_embd;
      return (i - c) / n_embd + c / 4;
    }),
    wpe: Float32Array.from(
      { length: n_positions * n_embd },
      (_, i) => 16 * (Math.floor(i / n_embd) + 1),
    ),
  };
}

/** Every case of the files, one for each of its values; `golden` is gpt2-small-synthetic.json. */
export function casesOf(files, golden) {
  return files.flatMap((file) => {
    keysWithin("a case file", file, ["about", "cases"]);
    return file.cases.flatMap((written) => expandedCase(written, golden));
  });
}

/** Throws an Error that says what differs. */
export function runCase(tinyGpt, testCase) {
  const model = createModel(tinyGpt, testCase.model);
  try {
    const earlier = new Map();
    testCase.steps.forEach((step, i) => {
      try {
        runStep(tinyGpt, model, testCase, step, earlier);
      } catch (error) {
        throw new Error(`step ${i + 1} (${step.call}): ${error.message}`, { cause: error });
      }
    });
  } finally {
    model?.dispose();
  }
}

/** For runners without a test framework: [{ name, problem }], without a problem if it passed. */
export function runCases(tinyGpt, files, golden) {
  return casesOf(files, golden).map((testCase) => {
    try {
      runCase(tinyGpt, testCase);
      return { name: testCase.name };
    } catch (error) {
      return { name: testCase.name, problem: error.message };
    }
  });
}

// ---- Reading a case -----------------------------------------------------------------------------

const argumentsOf = {
  embed: ["ids", "positionIds", "pastLength"],
  row: ["table", "index"],
  prefill: ["length"],
  decode: ["length", "pastLength"],
  packed: ["lengths"],
  fromMask: ["mask", "rule", "fill", "paddingIndex", "multiplyByMaskAgain"],
  elsewhere: ["table", "index"],
};

function expandedCase(written, golden) {
  const { values, ...testCase } = written;
  keysWithin("a case", testCase, ["name", "report", "model", "only", "steps"]);
  if (values === undefined) return [decodedCase(testCase, undefined, golden)];
  return values.map((value) => {
    const name = `${testCase.name}: ${value?.js ?? JSON.stringify(value)}`;
    return { ...decodedCase(testCase, decoded(value), golden), name };
  });
}

function decodedCase(testCase, value, golden) {
  const steps = testCase.steps.map((step) =>
    step.golden === undefined ? decoded(step, value) : goldenStep(step, golden),
  );
  const failing = steps.findIndex((step) => step.error !== undefined);
  if (failing >= 0) {
    const last = callKey(steps.at(-1));
    const isRepeated = steps.slice(0, failing).some((step) => callKey(step) === last);
    if (!isRepeated)
      throw new Error(`"${testCase.name}" must end with a call made before its error`);
  }
  return { ...testCase, steps };
}

/** { call: "embed", golden: "/cases/0" } with the arguments and expectations found there. */
function goldenStep(step, golden) {
  keysWithin("a golden step", step, ["call", "golden"]);
  const found = step.golden
    .split("/")
    .slice(1)
    .reduce((value, key) => value[key], golden);
  const { ids, position_ids: positionIds, wte_first8, wpe_first8, x0_first8 } = found;
  const { x0_row_sums_float64 } = found;
  const expect = { ids, positionIds, wte_first8, wpe_first8, x0_first8, x0_row_sums_float64 };
  return { call: step.call, ids, positionIds, expect };
}

/** Written lists and values as what they stand for; `value` is the one of the case. */
function decoded(written, value) {
  if (written === null || typeof written !== "object") return written;
  if (Array.isArray(written)) return written.map((item) => decoded(item, value));
  if ("js" in written) return written.js === "value" ? value : decodedWord(written.js);
  if ("repeat" in written) return new Array(written.times).fill(written.repeat);
  if ("from" in written) return Array.from({ length: written.count }, (_, i) => written.from + i);
  return Object.fromEntries(
    Object.entries(written).map(([key, item]) => [key, decoded(item, value)]),
  );
}

function decodedWord(word) {
  if (word === "undefined") return undefined;
  if (/^-?\d+n$/.test(word)) return BigInt(word.slice(0, -1));
  if (/^(NaN|-?Infinity|-?\d+)$/.test(word)) return Number(word);
  throw new Error(`no value is written { "js": "${word}" }`);
}

function keysWithin(what, object, known) {
  for (const key of Object.keys(object)) {
    if (!known.includes(key)) throw new Error(`${what} has the unknown key "${key}"`);
  }
}

// ---- Calling ------------------------------------------------------------------------------------

function createModel(tinyGpt, model) {
  if (model === undefined) return undefined;
  if (model === "teaching" || model === "gpt2-small") return tinyGpt.createModel(model);
  const shape = model === "fixture" ? { vocab_size: 5, n_positions: 8, n_embd: 4 } : model;
  const { wte, wpe } = fixtureTables(shape);
  return tinyGpt.createModelFromTables({ n_embd: shape.n_embd }, wte, wpe);
}

function perform(tinyGpt, model, step) {
  const { positionIds } = tinyGpt;
  switch (step.call) {
    case "embed": {
      const options = {};
      if ("positionIds" in step) options.positionIds = step.positionIds;
      if ("pastLength" in step) options.pastLength = step.pastLength;
      return model.embed(step.ids, options);
    }
    case "row":
      return { values: model.row(step.table, step.index) };
    case "prefill":
      return { rows: positionIds.prefill(step.length) };
    case "decode":
      return { rows: positionIds.decode(step.length, step.pastLength) };
    case "packed":
      return { rows: positionIds.packed(step.lengths) };
    case "fromMask": {
      const rule = { rule: step.rule };
      if ("fill" in step) rule.fill = step.fill;
      if ("paddingIndex" in step) rule.paddingIndex = step.paddingIndex;
      if ("multiplyByMaskAgain" in step) rule.multiplyByMaskAgain = step.multiplyByMaskAgain;
      return { rows: positionIds.fromMask(step.mask, rule) };
    }
    case "elsewhere":
      return { answers: model.elsewhere(step.table, step.index) };
    default:
      throw new Error(`unknown call "${step.call}"`);
  }
}

function callKey({ expect, error, ...call }) {
  return JSON.stringify(call, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}

function runStep(tinyGpt, model, testCase, step, earlier) {
  keysWithin("the step", step, ["call", "expect", "error", ...(argumentsOf[step.call] ?? [])]);
  if ((step.expect === undefined) === (step.error === undefined)) {
    throw new Error("a step has either expect or error");
  }
  if (step.error !== undefined) {
    checkError(() => perform(tinyGpt, model, step), step.error);
    return;
  }
  const result = perform(tinyGpt, model, step);
  const bytes = bytesOf(result);
  const key = callKey(step);
  if (step.expect === "as before") {
    if (!earlier.has(key)) throw new Error("this call was not made before");
    const fresh = createModel(tinyGpt, testCase.model);
    const freshBytes = bytesOf(perform(tinyGpt, fresh, step));
    fresh?.dispose();
    if (!equalBytes(freshBytes, bytes)) throw new Error("a fresh model gives other bytes");
  } else {
    checkResult(model, step, result);
  }
  if (earlier.has(key) && !equalBytes(earlier.get(key), bytes)) {
    throw new Error("the same call gave other bytes before");
  }
  earlier.set(key, bytes);
}

/** What was returned as one text and the bytes of every array, in order. */
function bytesOf(result) {
  const arrays = [];
  const text = JSON.stringify(result, (_, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    arrays.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    return `${value.constructor.name} of ${value.length}`;
  });
  return { text, arrays };
}

function equalBytes(a, b) {
  return (
    a.text === b.text &&
    a.arrays.every((bytes, i) => bytes.every((byte, at) => byte === b.arrays[i][at]))
  );
}

// ---- Comparing ----------------------------------------------------------------------------------

function checkError(call, expected) {
  keysWithin("the error", expected, ["table", "index", "size", "at", "argument", "says"]);
  let thrown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  if (thrown === undefined) throw new Error("an error was expected, and the call returned");
  if (!(thrown instanceof Error)) throw new Error(`something that is no Error: ${String(thrown)}`);
  const { message } = thrown;
  if (expected.argument === undefined) {
    if (!(thrown instanceof RangeError) || thrown.name !== "IndexError") {
      throw new Error(`an IndexError was expected, not ${thrown.name}: ${message}`);
    }
    for (const field of ["table", "index", "size", "at"]) {
      same(`the error's ${field}`, thrown[field], expected[field]);
    }
  } else {
    if (!(thrown instanceof TypeError)) {
      throw new Error(`a TypeError was expected, not ${thrown.name}: ${message}`);
    }
    if (!message.startsWith(`${expected.argument}: `)) {
      throw new Error(`the message must begin with "${expected.argument}:", not: ${message}`);
    }
  }
  for (const part of expected.says ?? []) {
    if (!message.includes(part)) throw new Error(`the message does not say "${part}": ${message}`);
  }
}

function checkResult(model, step, result) {
  const entries = Object.entries(step.expect);
  if (entries.length === 0) throw new Error("nothing is expected of this call");
  if (step.call === "embed") checkSizes(result);
  for (const [key, expected] of entries) {
    if (step.call === "embed") checkEmbedding(result, key, expected);
    else if (step.call === "row") checkValues(result.values, { [key]: expected });
    else if (step.call === "elsewhere")
      checkAnswer(model, step.table, result.answers, key, expected);
    else if (key === "rows") wholeNumbersEqual("rows", result.rows, expected);
    else throw new Error(`unknown expectation "${key}"`);
  }
}

function checkSizes({ ids, positionIds, wte, wpe, x0, shape }) {
  const [length, n_embd] = shape;
  same("ids.length", ids.length, length);
  same("positionIds.length", positionIds.length, length);
  for (const matrix of [wte, wpe, x0]) same("size of a matrix", matrix.length, length * n_embd);
}

function checkEmbedding(result, key, expected) {
  const n_embd = result.shape[1];
  const rowOf = (name, t) => result[name].subarray(t * n_embd, (t + 1) * n_embd);
  if (key === "shape") {
    same("shape", result.shape.join(", "), expected.join(", "));
  } else if (key === "ids" || key === "positionIds") {
    wholeNumbersEqual(key, result[key], expected);
  } else if (key === "x0_row_sums_float64") {
    same("number of row sums", expected.length, result.shape[0]);
    expected.forEach((sum, t) =>
      same(
        `sum of x0[${t}]`,
        rowOf("x0", t).reduce((total, value) => total + value, 0),
        sum,
      ),
    );
  } else {
    const [, name, first8] = /^(wte|wpe|x0)(_first8)?$/.exec(key) ?? [];
    if (name === undefined) throw new Error(`unknown expectation "${key}"`);
    same(`rows of ${key}`, expected.length, result.shape[0]);
    expected.forEach((row, t) => {
      const actual = rowOf(name, t);
      floatsEqual(`${name}[${t}]`, first8 ? actual.subarray(0, 8) : actual, row);
    });
  }
}

function checkValues(values, { values: all, first8, ...unknown }) {
  keysWithin("the expectation", unknown, []);
  if (all !== undefined) floatsEqual("values", values, all);
  if (first8 !== undefined) floatsEqual("first values", values.subarray(0, 8), first8);
}

function checkAnswer(model, table, answers, system, expected) {
  const answer = answers.find((candidate) => candidate.system === system);
  if (answer === undefined) throw new Error(`no answer of "${system}"`);
  const { outcome, values } = answer;
  const width = model.config.n_embd;
  if (typeof expected === "string") {
    same(`outcome of ${system}`, outcome, expected);
    const made = { zeros: 0, nan: NaN }[expected];
    floatsEqual(`values of ${system}`, values, made === undefined ? [] : Array(width).fill(made));
  } else if ("row" in expected) {
    same(`outcome of ${system}`, outcome, "row");
    same(`row of ${system}`, answer.row, expected.row);
    floatsEqual(`values of ${system}`, values, Array.from(model.row(table, expected.row)));
  } else {
    const { tensor, element, ...expectedValues } = expected;
    same(`outcome of ${system}`, outcome, "memory");
    same(`tensor of ${system}`, answer.tensor, tensor);
    same(`element of ${system}`, answer.element, element);
    same(`number of values of ${system}`, values.length, width);
    checkValues(values, expectedValues);
  }
}

function same(what, actual, expected) {
  if (!Object.is(actual, expected)) {
    throw new Error(`${what} is ${String(actual)}, expected ${String(expected)}`);
  }
}

function wholeNumbersEqual(what, actual, expected) {
  same(`the kind of ${what}`, actual.constructor.name, "Int32Array");
  same(`length of ${what}`, actual.length, expected.length);
  expected.forEach((value, i) => same(`${what}[${i}]`, actual[i], value));
}

/** `expected` are numbers, rounded to float32; every NaN is taken for the same. */
function floatsEqual(what, actual, expected) {
  same(`the kind of ${what}`, actual.constructor.name, "Float32Array");
  same(`length of ${what}`, actual.length, expected.length);
  expected.forEach((value, i) => same(`${what}[${i}]`, actual[i], Math.fround(value)));
}
