import { subscript } from "../parts/numbers.js";
import type { SinusoidalWords } from "./words.js";

export const en: SinusoidalWords = {
  title: "Fixed or learned",
  idea: "Position vectors need not be learned. The first Transformer computed them from sines and cosines: a row is made of (sin, cos) pairs, like a line of clocks of different speeds, and the position is the time. Positions pos, columns and pairs i all count from 0 here.",
  tryThis:
    "Under “Clocks”, drag pos up from 0: the first hands race round, the last hardly stir. Then go to “Shift by k”, leave k alone and drag pos: the angle between the hands of each clock stays.",
  show: "Look at",
  views: {
    formula: "Formula",
    waves: "Waves",
    clock: "Clocks",
    shift: "Shift by k",
    distance: "Distance",
    training: "Training",
    compare: "Comparison",
  },
  d: "Dimensions d",
  pos: "Position pos",
  i: "Pair i",
  layouts: {
    interleaved: "Interleaved: sin, cos in turn",
    half: "Half and half: sin, then cos",
  },
  layoutNote:
    "Both tables hold the same numbers in another order of columns. The paper interleaves, much code uses halves. Either works as long as training and use agree; mixed up, they are wrong.",

  column: "col.",
  heatName: (rows, columns) =>
    `The sinusoidal table [${rows}, ${columns}] as a field of colour: upper columns change fast from position to position, lower ones hardly at all`,
  heatCaption: (sine, cosine) =>
    `Positions run across, columns down. Purple is below 0, grey above; stronger is farther from 0. Columns ${sine} and ${cosine} are framed.`,
  wavesName: (i) => `sin and cos of pair ${i} over the positions`,
  wavesCaption: (i, wavelength) =>
    `Pair ${i}: sin is solid, cos dashed. Both repeat every ${wavelength} positions.`,
  pair: (i) => `Pair ${i}`,

  clockName: (i, sin, cos) => `Clock ${i}: sin ${sin}, cos ${cos}`,
  wavelength: (positions) => `a turn in ${positions}`,
  turn: "positions in a turn",
  clockCaption: (dots) =>
    `A hand reaches sin to the right and cos upwards. At pos = 0 all of them point to twelve; from there they run clockwise. The dots are the hands of the ${dots} positions before: spread out where the clock is fast, piled up where it is slow.`,

  k: "Shift k",
  shiftName: (i, from, to, angle) =>
    `Clock ${i}: turned by ${angle} radians from position ${from} to position ${to}`,
  turnedBy: (angle) => `by ${angle}`,
  shiftCaption: (from, to) =>
    `Dashed: position ${from}. Solid: the same, multiplied by Mₖ. The table’s third line is position ${to}, computed directly. Angles are in radians.`,
  shiftTable: "Multiplied, and computed directly",
  difference: "difference",
  matrixSummary: (k) => `What M${subscript(k)} looks like`,
  matrixNote: (k) =>
    `One 2 × 2 block [cos kω, sin kω; −sin kω, cos kω] for each pair and 0 elsewhere. The numbers in the blocks are row ${k} of the table; pos is not among them.`,

  start: "Another start, pos",
  product: "dot product",
  distanceTable: (d) => `Dot products of rows k apart, d = ${d}`,
  distanceName: (start) =>
    `The dot product over the distance k: the curves from 0 and from ${start} coincide`,
  distanceCaption: (start) =>
    `The thick line starts at position 0, the dashed one at ${start}. They coincide: the dot product knows how far apart two rows are, not where.`,

  steps: "Steps of training",
  row: "row",
  moved: "moved by",
  unmoved: "not",
  trainedTables: {
    learned: "A parameter: the learned wpe",
    sinusoidal: "A buffer: the sinusoidal table",
  },
  trainingNote: (sentence, learningRate) =>
    `The teaching model has not learned “${sentence}” and is trained on it here by gradient descent with step size ${learningRate}. “${sentence[2]}” is only the word to guess and is not fed in, so rows 0 and 1 are fetched and no others. All other weights are updated in both runs.`,

  comparison: "Point by point",
  point: "point",
  fixedTable: "fixed (sinusoidal)",
  learnedTable: "learned (wpe)",
  points: ({ rows, last, position, error }) => [
    ["Where the numbers come from", "a formula", "a random start, then training"],
    ["Stored as", "a buffer, or not at all", "a parameter, in the checkpoint"],
    ["Parameters", "0", `GPT-2 small: ${position}`],
    ["In training", "not a bit changes", "fetched rows move; the others stay at their random start"],
    [
      "Greatest length",
      `no last row: position ${rows} can be computed, though the model has never seen it and may do badly`,
      `position ${last}; looking up row ${rows} is an ${error}`,
    ],
    [
      "How rows relate",
      "a shift by k is one rotation; dot products know only the distance",
      "nothing is prescribed: whatever was learned",
    ],
    ["Fits itself to the task", "no, its shape is given", "yes, as the data asks"],
    [
      "Used by",
      "the first Transformer, Whisper’s encoder",
      "GPT-2, BERT, OPT, ViT, Whisper’s decoder",
    ],
  ],

  seen: {
    formula: (i, frequency, pairs) =>
      i === 0
        ? `ω of pair 0 is ${frequency}: one radian further with every position, the fastest of all.`
        : `ω of pair ${i} is only ${frequency}${i === pairs - 1 ? ", the slowest in this row" : ""}: that is all the angle gains from one position to the next.`,
    waves: (i, wavelength, turns) =>
      `Pair ${i} needs ${wavelength} positions for a turn and makes ${turns} turns within the 128 shown. The farther down a column, the slower it changes.`,
    clock: (pos, fastest, slowest) =>
      pos === 0
        ? "Position 0: every hand is at twelve, every sin is 0 and every cos 1."
        : `By position ${pos} the fastest hand has made ${fastest} turns and the slowest ${slowest}: fast hands tell neighbours apart, slow ones remember roughly where we are.`,
    shift: (k, checked, difference) =>
      k === 0
        ? "k = 0: M is the unit matrix and nothing changes."
        : `There is no pos in M${subscript(k)}. Checked just now for every position from 0 to ${checked - 1}: the multiplied row and row pos + ${k} as computed differ by ${difference} at most, which is rounding.`,
    distance: (start, difference) =>
      start === 0
        ? "Both starts are 0 now. Drag one away and see whether the columns part."
        : `With the start moved from 0 to ${start}, no dot product differs by more than ${difference}, which is rounding. Farther apart means smaller on the whole, with ups and downs.`,
    training: (steps, moved, same, [before, after]) =>
      `In ${steps} ${steps === 1 ? "step" : "steps"} of training the loss went from ${before} to ${after}. Rows ${moved.join(" and ")} of the learned table have moved and the others have not; the sinusoidal table ${same ? "is the same to the last bit" : "has changed"}.`,
    compare: (percent) =>
      `The learned table takes ${percent}% of GPT-2 small’s parameters and buys freedom with it, at the price of a last row. The sinusoidal one takes no parameters and has no last row.`,
  },
};
