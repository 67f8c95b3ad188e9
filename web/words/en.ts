/** The English catalogue; its keys are those of zh.ts. */

import { fixedTerms } from "./terms.js";
import type { Words } from "./zh.js";

function ordinal(n: number): string {
  const teen = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${teen ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th")}`;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const en: Words = {
  ...fixedTerms,
  languageName: "English",
  listComma: ", ",
  gloss: { 猫: "cat", 追: "chases", 狗: "dog", 吃: "eats", 鱼: "fish", "。": "full stop" },
  page: {
    title: "Where X⁽⁰⁾ comes from: word embedding plus position embedding",
    heading: "Where X⁽⁰⁾ comes from",
    lead: "A GPT looks every token up twice: by id in wte, its word embeddings, and by position in wpe, its position embeddings. The two rows, added column by column, are X⁽⁰⁾.",
    links: "Languages and other pages",
    loading: "Starting the computation…",
    failed: "The computation could not be started.",
    reload: "Reload",
    workbench: "Workbench",
    chapter: "The chapter",
    about:
      "Every number on this page is computed by a GPT written in C++. It is compiled to WebAssembly and runs in this browser; no other server is asked.",
  },
  address: {
    unreadable: (key, value) =>
      `${key}=${value} could not be read; the default is used instead.`,
    outside: (key, value) =>
      `${key}=${value} lies beyond this sentence or model; the default is used instead.`,
    tooMany: (key, count, most) =>
      `${key} has ${count} numbers, more than ${most}; the default is used instead.`,
    lengthMismatch: (count, ids) =>
      `There are ${plural(count, "position_id")} for ${plural(ids, "id")}; the default is used instead.`,
    noSuchStep: (step, model) =>
      `step=${step}: the model “${model}” has no such step; the default is used instead.`,
  },
  model: {
    legend: "Model",
    teaching: "Teaching model",
    teachingNote: "5 words, 4 dimensions, actually trained. One decimal, so you can add in your head.",
    "book-3.8": "Book example, 3.8",
    "book-3.8Note":
      "The worked example of the book’s section 3.8 (tables 3-17 to 3-23), computed afresh from the book’s weights: norms that change nothing, an MLP that is 0.1·ReLU, an output matrix of its own. Word embeddings that the book does not give (EOS, 6) are taken as 0.",
    "gpt2-small": "GPT-2 small’s shape",
    "gpt2-smallNote":
      "The shape is the real one. The weights are synthetic: each number follows from its tensor’s name and its index; nothing was trained.",
  },
  steps: {
    legend: "Steps",
    scrubber: "Current step",
    names: {
      ids: "ids",
      position_ids: "positions",
      wte: "wte",
      wpe: "wpe",
      sum: "sum",
      attention: "attention",
      mlp: "MLP",
      next: "next word",
      range: "out of range",
    },
    skip: "Skip to the steps",
    back: "Back",
    forward: "Next",
    of: (step, count, name) => `Step ${step} of ${count}: ${name}`,
  },
  explain: {
    empty: {
      teaching: "The sentence is empty. Tap a word to begin.",
      "book-3.8": "The sentence is empty. Tap a word to begin.",
      "gpt2-small": "The sentence is empty. Type some text or ids to begin.",
    },
    ids: "The tokenizer has turned the sentence into ids. Each id is the number of a row in wte.",
    prefill:
      "In prefill the whole sentence is read at once and positions count from 0; decoding goes on from where they stopped. Each position is the number of a row in wpe.",
    explicit:
      "These positions were set by hand and are no longer 0, 1, 2, … Nothing complains; other rows are fetched.",
    wte: "Fetch a row of wte for each id. The same word gets the same row, wherever it stands.",
    wpe: "Fetch a row of wpe for each position. The same position gets the same row, whatever the word.",
    hints: { sum: " Pick any cell to see its arithmetic.", attention: " Pick a cell to see its arithmetic." },
    sum: "Add the two rows, column by column. That is X⁽⁰⁾.",
    attention:
      "Each token looks at itself and at those before it: dot products of its query q with their keys k, divided by √2, through softmax, are the weights.",
    mlp: "The result of attention is added to X⁽⁰⁾, then the result of the MLP: that is X⁽¹⁾, what this block hands on.",
    next: "The last token’s output times every row of wte gives the logits; softmax turns them into the probabilities of the next word.",
    range:
      "The last valid index is the number of rows minus one. Past it there is no row to fetch, and the lookup has to fail.",
    repeated: (word, places, rows) =>
      ` “${word}” stands at indices ${places}. The wte rows are the same, so X⁽⁰⁾ differs only by rows ${rows} of wpe.`,
    repeatedSame: (word, places) =>
      ` “${word}” stands at indices ${places} with the same position, so its rows of X⁽⁰⁾ are identical: the model cannot tell them apart.`,
  },
  sentence: {
    caption: "Sentence",
    word: "token",
    remove: "Delete",
    left: "Move left",
    right: "Move right",
    add: "Add",
    addWord: (word) => `Add ${word}`,
    clear: "Clear",
    reset: "Reset",
    prefill: "Positions back to 0, 1, 2, …",
    text: "Text",
    textHint: "Split by GPT-2’s vocabulary, which is loaded when you first type.",
    loadingVocabulary: "Loading the vocabulary…",
    vocabularyFailed: "The vocabulary could not be loaded. You can still type ids.",
    idList: "ids",
    idListHint: "Separated by commas or spaces; Enter applies them.",
    notInteger: (part) => `“${part}” cannot be used: this takes whole numbers. The sentence is unchanged.`,
    tooMany: (count, most) => `At most ${most} at a time; these are ${count}.`,
    place: (t) => `${ordinal(t + 1)} token, index ${t}`,
    idOf: (t) => `id of the ${ordinal(t + 1)} token`,
    positionOf: (t) => `position_id of the ${ordinal(t + 1)} token`,
    attemptNote: "This is only a trial; your sentence is unchanged.",
    omitted: (count) => `${count} left out`,
  },
  tables: {
    titles: { wte: "word embeddings, by id", wpe: "position embeddings, by position" },
    row: { wte: "id", wpe: "pos." },
    gathered: { wte: "fetched wte rows", wpe: "fetched wpe rows", x0: "sum" },
    takenBy: (places) => `fetched by the ${places.map((t) => ordinal(t + 1)).join(", ")} token`,
    missingRow: "no such row",
    gap: (count) => `${plural(count, "row")} left out`,
    columns: (first, last, count) => `columns ${first} to ${last} of ${count}`,
    firstColumn: "First column shown",
    scale: (limit) =>
      `Strips: purple is negative, grey is positive, stronger is further from 0, up to ±${limit}`,
    notComputed: "not computed",
  },
  cell: {
    caption: (t, word, c) => `${ordinal(t + 1)} token “${word}”, index ${t}, column ${c}`,
    exact: (sum) => `In float32: ${sum}`,
    label: (t, c, value) => `X⁽⁰⁾[${t}][${c}] = ${value}`,
    none: "Pick a cell of X⁽⁰⁾ to see its arithmetic.",
  },
  attention: {
    heads: "Attention head",
    head: (head) => `head ${head}`,
    weights: "weights; each row adds up to 1",
    query: "who looks",
    masked: "later tokens cannot be seen",
    index: (place) => `index ${place}`,
    label: (query, key, weight) => `${query} looks at ${key}: weight ${weight}`,
    caption: (query, key) => `${query} looks at ${key}`,
    score: "score",
    softmax: "softmax",
    q: "query q",
    k: "key k",
    v: "value v",
    context: "weights times v, added up",
  },
  block: {
    attention: "result of attention",
    residual: "residual: both added",
    mlp: "result of the MLP",
    output: "what the block hands on",
  },
  next: {
    caption: (word) => `The word after “${word}”`,
    word: "word",
    logit: "logit",
    probability: "probability",
    append: (word) => `Append ${word}`,
    full: (count) => `The sentence has ${plural(count, "token")}; one more would be out of range.`,
    chosen: "word chosen",
  },
  rounds: {
    title: "The KV cache, round by round",
    prompt: (rows) =>
      `Round 1 is prefill: the whole sentence is read at once and writes ${plural(rows, "row")} of k and v.`,
    goOn: "Append the word chosen: the next round, a decoding round, reads that one token and adds one row.",
    later: (rounds, rows) =>
      `${plural(rounds, "decoding round")} followed, each computing only the new token’s row (${rows} a round) and reading the rows before it from the cache.`,
    caption: "Each row of the KV cache, and what each round did with it",
    row: "position, token",
    round: (n) => `round ${n}`,
    prefill: "prefill",
    decode: "decode",
    written: "new",
    read: "read",
    rowsRead: "rows read",
    rowsWritten: "rows computed",
    difference: "logits, against no cache",
    same: "same bits",
    again: "Back to the first sentence",
  },
  offset: {
    title: "A cache length that is off by one",
    note: (past, word) =>
      `The KV cache already holds ${plural(past, "token")}; only “${word}”, which follows, is computed. Its position is the cache’s length, past_length. Move the slider to see what a length off by one does.`,
    label: "Offset",
    value: (offset, position) => `offset ${offset}, position ${position}`,
    chosen: (position, word, probability) =>
      `Row ${position} of wpe is fetched, and “${word}” is chosen with probability ${probability}.`,
    instead: (word) => `With the right length it is “${word}”.`,
    unnoticed: "Nothing complains; the model just gets worse.",
    kept: (rows) => `The cache is untouched: it still holds ${plural(rows, "row")}.`,
    right: "right length",
    here: (offset) => `offset ${offset}`,
    none: "none",
  },
  book: {
    counting: (position, codePosition, head, codeHead) =>
      `The book counts from 1 and code from 0: position ${position} below is the code’s position ${codePosition}, and head ${head} is its head ${codeHead}.`,
    position: (position) => `position ${position}`,
    other: "other",
    noToken: (word) => `“${word}” stands for no token, so there is nothing to append.`,
    ended: "EOS is chosen: the answer ends here, and nothing is appended.",
    explain: {
      mlp: "The result of attention is added to X⁽⁰⁾, then the result of the MLP: that is X⁽¹⁾, what this block hands on. The example’s MLP is 0.1·ReLU: a tenth of what is positive, and 0 for what is not.",
      next: "The last token’s output x times the output matrix gives a logit for each candidate, which the book calls z; softmax turns them into the probabilities of the next word.",
    },
  },
  layers: {
    title: (count) => `The ${count} layers that follow`,
    note: (mebibytes) =>
      `They run in a background thread: about ${mebibytes} MiB of synthetic weights are made first, then layer after layer is computed; you can cancel at any time. Nothing was trained, so the words chosen mean nothing. Shape, steps and speed are real.`,
    run: (count) => `Run all ${count} layers`,
    phases: { load: "Making the weights", run: "Computing" },
    cancel: "Cancel",
    cancelled: "Cancelled.",
    failed: "It could not be finished:",
    took: (count, milliseconds, perSecond) =>
      `${plural(count, "token")} in ${milliseconds} ms, ${perSecond} a second.`,
    layer: "Layer",
    head: "Head",
    lastLooksAt: "What the last token looks at most:",
    bars: "Bars are drawn against the largest.",
  },
  range: {
    legend: "Try an index out of range",
    tooLong: (count) => `a ${ordinal(count)} token`,
    position: (index) => `position ${index}`,
    id: (index) => `id ${index}`,
    table: "Table",
    index: "Index",
    notInteger: (part) => `“${part}” cannot be used: an index is a whole number.`,
    valid: (table, index) =>
      `${table} has a row ${index}, so nothing is out of range: every system returns that row.`,
    title: "Out of range",
    wte: (at, index, size) =>
      `The ${ordinal(at + 1)} token (index ${at}) asks for row ${index} of wte, but wte has ${plural(size, "row")}: 0 to ${size - 1}.`,
    wpe: (at, index, size) =>
      `The ${ordinal(at + 1)} token (index ${at}) asks for row ${index} of wpe, but wpe has ${plural(size, "row")}: 0 to ${size - 1}.`,
    adviceId: (last) =>
      `Use an id from 0 to ${last}. Ids have to come from the tokenizer that belongs to the model.`,
    advicePosition: (size) =>
      `Shorten the sentence to ${plural(size, "token")} or bring the position back into the table. Its number of rows, n_positions, is the longest text this model can read.`,
    adviceNegative: "A negative index does not count from the end here.",
    nothingWritten:
      "The error comes before anything is written: X⁽⁰⁾ was not computed and nothing else changed.",
    undo: "Back to the last valid sentence",
    keepHead: (count) => `Keep the first ${count}`,
    keepTail: (count) => `Keep the last ${count}`,
    dropped: {
      head: (count) =>
        count === 1 ? "The first token was dropped." : `The first ${count} tokens were dropped.`,
      tail: (count) =>
        count === 1 ? "The last token was dropped." : `The last ${count} tokens were dropped.`,
    },
    message: "The core’s own message",
  },
  elsewhere: {
    caption: (expression) => `What other systems answer to ${expression}`,
    lead: "The same index under the rule that each of them documents, computed:",
    system: "System",
    answer: "Answer",
    noticed: "Noticed at once",
    yes: "yes",
    no: "no",
    later: "later, at the next sync",
    here: "This page",
    names: {
      "pytorch-cpu": "PyTorch, CPU",
      "pytorch-cuda": "PyTorch, CUDA",
      "tensorflow-cpu": "TensorFlow, CPU",
      "tensorflow-gpu": "TensorFlow, GPU (without XLA)",
      "jax-index": "JAX, x[i]",
      "jax-take": "JAX, jnp.take(axis=0)",
      numpy: "NumPy, x[i]",
      "typed-array": "JavaScript typed array",
      "c-array": "C array",
    },
    raises: "raises",
    row: (table, row) => `returns row ${row} of ${table}`,
    clamped: (table, row) => `clamps to the edge and returns row ${row} of ${table}`,
    wrapped: (table, row) => `counts from the end and returns row ${row} of ${table}`,
    zeros: "returns a row of zeros",
    nan: {
      "jax-take": "returns a row of NaN",
      "typed-array": "undefined, which becomes NaN in arithmetic",
    },
    memory: (tensor, element) =>
      `reads memory past the table: ${tensor} from element ${element} on (with the weights stored one after another, in checkpoint order)`,
    outside: "an address outside the model’s memory: it may crash or read anything",
    source: "source",
    sourceOf: (system) => `source for ${system}`,
  },
  bet: {
    toggle: "Guess first",
    question: (t, c) => `X⁽⁰⁾[${t}][${c}] = ?`,
    answer: "Your answer",
    check: "Check",
    next: "Another cell",
    notNumber: "Please enter a number.",
    right: (sum) => `Right: ${sum}.`,
    onlyWte: "That is the wte cell alone; wpe has not been added.",
    onlyWpe: "That is the wpe cell alone; wte has not been added.",
    difference: "That is the difference; the two are added.",
    wrongRow: (used, right) => `That uses row ${used} of wte; this token’s id is ${right}.`,
    wrongPosition: (used, right) =>
      `That uses row ${used} of wpe; this token’s position is ${right}, counted from 0.`,
    wrongColumn: (used, right) =>
      `That is column ${used}; the question is about column ${right}, counted from 0.`,
    wrong: (wteCell, wpeCell) => `Not quite. Add ${wteCell} and ${wpeCell}.`,
  },
};
